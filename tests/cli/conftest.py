"""A WordPress site and others on loopback, and the command line that may reach them."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import pytest
from click.testing import CliRunner, Result

from siteloupe.cli import siteloupe
from tests.opentype.fonts import font
from tests.servers.sites import Page, Sites

ORCHARD = """<!doctype html><html><head><title>Orchard</title>
<meta name="generator" content="WordPress 6.8.1">
<link rel="stylesheet" id="orchard-style-css" href="/wp-content/themes/orchard/style.css?ver=1.4">
<link rel="https://api.w.org/" href="/wp-json/">
</head><body class="home wp-theme-orchard"><p>Apples, pears and a long enough text to read.</p></body></html>"""

STYLE = "/*\nTheme Name: Orchard\nVersion: 1.4\nAuthor: Pomona\n*/"

HOSTILE = """<!doctype html><html><head><title>x</title>
<meta name="generator" content="WordPress \x1b[31m6.8 \u202e[bold]evil[/bold]">
</head><body><p>A text that is long enough to be read as a page.</p></body></html>"""

PAGES = {
    "http://orchard.example/": Page(ORCHARD),
    "http://orchard.example/wp-content/themes/orchard/style.css": Page(
        STYLE, headers={"Content-Type": "text/css"}
    ),
    "http://orchard.example/wp-json/": Page(
        '{"namespaces": ["wp/v2"]}', headers={"Content-Type": "application/json"}
    ),
    "http://plain.example/": Page(
        "<!doctype html><title>Plain</title><p>Just a page of plain words, no more."
    ),
    "http://hostile.example/": Page(HOSTILE),
    "http://lettered.example/": Page(
        "<!doctype html><style>@font-face{font-family:Crumb;src:url(/crumb.woff2)}body{font-family:Crumb}</style>"
        "<p>A text that is long enough to be read as a page."
    ),
    "http://lettered.example/crumb.woff2": Page(font(flavor="woff2")),
    "http://shut.example/": Page("no", 403),
    "http://gone.example/": Page("no such page", 404),
    "http://broken.example/": Page("an error", 500),
    "http://feed.example/": Page("{}", headers={"Content-Type": "application/json"}),
    "http://inward.example/": Page("", 302, {"Location": "http://10.0.0.1/"}),
}


PATIENT = {
    "SITELOUPE_CONNECT_SECONDS": "60",
    "SITELOUPE_FIRST_BYTE_SECONDS": "60",
    "SITELOUPE_REST_SECONDS": "60",
    "SITELOUPE_STYLESHEET_SECONDS": "60",
    "SITELOUPE_TOTAL_SECONDS": "120",
}
"""A busy machine must not look like a site that hangs, nor one that holds its answer until a test lets go."""


@dataclass(frozen=True)
class Terminal:
    """The command line in this process, with the settings that let it reach the sites."""

    environment: Mapping[str, str]

    def __call__(self, *arguments: str, **environment: str) -> Result:
        runner = CliRunner(env={**self.environment, **environment})
        return runner.invoke(siteloupe, arguments, prog_name="siteloupe")

    def as_process(self, **more: str) -> dict[str, str]:
        """An environment for the command in a process of its own."""
        return {**os.environ, **self.environment, **more}


@pytest.fixture(scope="session")
def sites() -> Iterator[Sites]:
    with Sites(PAGES) as served:
        yield served


@pytest.fixture(scope="session")
def terminal(sites: Sites) -> Terminal:
    return Terminal(
        {
            "SITELOUPE_ALLOW_NETWORKS": "127.0.0.0/8",
            "SITELOUPE_CONNECT_TO": sites.connect_to,
            "SITELOUPE_WPORG_API": "off",
            **PATIENT,
            "COLUMNS": "100",
        }
    )


@pytest.fixture
def saved(terminal: Terminal, tmp_path):
    """A folder with the captured WordPress site."""
    folder = tmp_path / "orchard"
    assert terminal("capture", "http://orchard.example/", "--to", str(folder)).exit_code == 0
    return folder
