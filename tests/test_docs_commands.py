"""Every command of the documents is run as it stands there, or has its reason in ``NOT_RUN``.

The commands of a document run in order, in one folder that has the files which they name. ``example.org`` and its
subdomains are made-up sites on loopback, and ``http://127.0.0.1:8000`` is a service that this test has started.
"""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.archives import HTML, write_warc
from tests.cli.conftest import ORCHARD, PAGES, PATIENT
from tests.saved.test_mhtml import HEAD as MHTML_HEAD
from tests.saved.test_mhtml import part
from tests.servers.authority import Authority
from tests.servers.siteloupe import Siteloupe, free_port
from tests.servers.sites import Page, Sites

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])

NOT_RUN = {
    r"make |scripts/environment": "makes the environment that these tests run in",
    r"scripts/release packages|uv tool install|pip install|/opt/siteloupe|python3 -m venv": "tests/test_packaging.py "
    "and tests/test_release.py install the wheel; the commands themselves would change this machine",
    r"docker |SITE=": "needs a container engine; docs/deploy.md says what was run",
    r"useradd |install -D|systemctl |nft ": "sets up a machine; tests/test_deploy.py reads the files",
    r"claude mcp|npx @modelcontextprotocol": "other programs; tests/mcp/test_suites.py runs the Inspector",
    r"siteloupe scan .* --engine ray": "tests/scan/test_cluster.py starts a cluster",
    r"siteloupe color-palette example.org --render": "tests/render starts a browser",
    r"SITELOUPE_ALLOW_NETWORKS=": "needs that network; tests/net has the rules of addresses",
}
"""What begins like this is not run here, and why."""

UNTIL_INTERRUPTED = re.compile(r"(?:\w+=\S+ )?siteloupe serve$")


def blocks(document: Path) -> list[list[str]]:
    """The commands of each block of shell, without comments; what spans several lines is one command."""
    text = document.read_text("utf-8")
    written = re.findall(r"^```(sh|console)\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    shells = [
        "\n".join(re.findall(r"^\$ (.*)$", block, re.MULTILINE)) if kind == "console" else block
        for kind, block in written
    ]
    return [[*_commands(shell)] for shell in shells]


def _commands(shell: str) -> Iterator[str]:
    lines = iter(shell.replace("\\\n", " ").splitlines())
    for line in lines:
        command = re.sub(r"\s+# .*$", "", line)
        while subprocess.run(["bash", "-n", "-c", command], capture_output=True, check=False).returncode:
            command += "\n" + next(lines)
        if command.strip():
            yield command


BLOCKS = {document: blocks(document) for document in DOCUMENTS}


@pytest.fixture(scope="module")
def sites(tmp_path_factory):
    pages = {
        url.replace("http://orchard.example", "https://example.org"): page for url, page in PAGES.items()
    }
    pages["https://staging.example.org/"] = Page(ORCHARD)
    authority = Authority(tmp_path_factory.mktemp("authority"))
    with Sites(pages, authority=authority) as served:
        yield {"SITELOUPE_CONNECT_TO": served.connect_to, "SITELOUPE_CA_FILE": str(authority.certificate)}


@pytest.fixture
def folder(tmp_path) -> Path:
    """A folder with the files that documents name."""
    (tmp_path / "home").mkdir()
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    (tmp_path / ".venv").symlink_to(Path(sys.executable).parent.parent)
    (tmp_path / "sites.txt").write_text("example.org\nstaging.example.org\n")
    (tmp_path / "top-1m.csv").write_text("1,example.org\n2,staging.example.org\n")
    mark = '<link rel="canonical" href="https://example.org/"></head>'
    (tmp_path / "page.html").write_text(ORCHARD.replace("</head>", mark))
    boundary = b"\r\n--" + re.search(r'boundary="([^"]+)"', MHTML_HEAD)[1].encode()
    (tmp_path / "page.mhtml").write_bytes(
        MHTML_HEAD.encode() + b"\r\n" + boundary + b"\r\n" + part(ORCHARD) + boundary + b"--\r\n"
    )
    (tmp_path / "site.har").write_text(
        '{"log": {"entries": [{"request": {"url": "https://example.org/"}, "response": {"status": 200,'
        ' "content": {"mimeType": "text/html", "text": "<p>A text that is long enough."}}}]}}'
    )
    write_warc(
        tmp_path / "crawl.warc.gz",
        [(f"https://site-{n}.example/", "200 OK", HTML, ORCHARD.encode()) for n in range(3)],
    )
    return tmp_path


@pytest.fixture
def environment(folder, sites) -> dict[str, str]:
    return {
        "HOME": str(folder / "home"),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "LANG": "C.UTF-8",
        "SITELOUPE_ALLOW_NETWORKS": "127.0.0.0/8",
        **sites,
        "SITELOUPE_WPORG_API": "off",
        **PATIENT,
    }


def reason(command: str) -> str | None:
    return next((why for begin, why in NOT_RUN.items() if re.match(begin, command)), None)


def serve_until_interrupted(command: str, folder: Path, environment: dict[str, str]) -> None:
    """Run a service as its command says, at a free port, until it has printed its address."""
    listening = {**environment, "SITELOUPE_PORT": str(free_port())}
    with subprocess.Popen(
        ["bash", "-c", f"exec env {command}"], cwd=folder, env=listening, stdout=subprocess.PIPE, text=True
    ) as process:
        line = process.stdout.readline()
        process.send_signal(signal.SIGTERM)
    assert "listens on" in line
    assert process.returncode == 0


@pytest.mark.parametrize("document", [each for each in DOCUMENTS if BLOCKS[each]], ids=lambda path: path.name)
def test_every_command_does_what_it_should(document, folder, environment) -> None:
    own = {name: value for name, value in environment.items() if name.startswith("SITELOUPE_")}
    with Siteloupe(**own) as service:
        for block in BLOCKS[document]:
            wanted = [command for command in block if reason(command) is None]
            if serves := [command for command in wanted if UNTIL_INTERRUPTED.match(command)]:
                serve_until_interrupted(*serves, folder, environment)
                continue
            script = "\n".join(wanted).replace("127.0.0.1:8000", f"127.0.0.1:{service.port}")
            ran = subprocess.run(
                ["bash", "-e", "-c", script],
                cwd=folder,
                env=environment,
                capture_output=True,
                text=True,
                check=False,
            )
            assert ran.returncode == 0, (script, ran.stdout, ran.stderr)
            assert "Traceback" not in ran.stderr
            assert '"success":false' not in ran.stdout
            for written in folder.glob("results.*"):  # the scans of other blocks are others
                written.unlink()


def test_every_reason_is_that_of_a_command() -> None:
    every = [command for found in BLOCKS.values() for block in found for command in block]
    assert [begin for begin in NOT_RUN if not any(re.match(begin, command) for command in every)] == []
    assert sum(reason(command) is None for command in every) > 40
