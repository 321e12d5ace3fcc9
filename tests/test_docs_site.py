"""The documents as a site: built strictly, every link leads somewhere, and reading it asks no other host."""

import os
import re
import subprocess
import sys
import threading
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
import yaml

from tests.browser import chromium

ROOT = Path(__file__).parent.parent

LOADED = {("link", "href"), ("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src")}
"""Attributes that a browser fetches without a click; of links, those of stylesheets and icons."""


class _Addresses(HTMLParser):
    """The addresses and the anchors of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.loaded: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.anchors |= {value for name, value in attrs if name in {"id", "name"} and value}
        for name, value in attrs:
            if value and (tag, name) in LOADED and given.get("rel") not in {"canonical", "next", "prev"}:
                self.loaded.add(value)
            elif value and (tag, name) == ("a", "href"):
                self.links.add(value)


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("docs") / "site"
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", folder],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (built.stderr, built.returncode) == ("", 0)
    return folder


@pytest.fixture(scope="module")
def pages(site) -> dict[Path, _Addresses]:
    return {path: _Addresses(path.read_text("utf-8")) for path in site.rglob("*.html")}


def test_every_document_is_in_the_navigation() -> None:
    def names(entry):
        if isinstance(entry, str):
            yield entry
        else:
            for each in entry.values() if isinstance(entry, dict) else entry:
                yield from names(each)

    listed = sorted(names(yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))["nav"]))
    outside = ["changelog.md", "contributing.md", "security.md"]
    assert listed == sorted([path.name for path in (ROOT / "docs").glob("*.md")] + outside)


def test_every_link_within_the_site_leads_somewhere(pages) -> None:
    broken, followed = [], 0
    for path, found in pages.items():
        if path.name == "404.html":  # its addresses begin at the root of the host
            continue
        for link in found.links | found.loaded:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            anchor = unquote(parts.fragment)
            known = pages[target].anchors if target in pages else {""}
            if not target.exists() or (anchor and anchor not in known):
                broken.append((path.name, link))
            followed += 1
    assert broken == []
    assert followed > 500


def test_no_page_or_stylesheet_loads_anything_from_another_host(site, pages) -> None:
    loaded = {link for found in pages.values() for link in found.loaded}
    assert loaded
    assert {link for link in loaded if urlsplit(link).netloc or link.startswith("//")} == set()
    for sheet in site.rglob("*.css"):
        named = re.findall(r"(?:@import|url\()\s*[\"']?(?:https?:)?//[^)\"'\s]+", sheet.read_text("utf-8"))
        assert named == [], sheet


@pytest.mark.browser
@pytest.mark.xdist_group("chromium")
async def test_a_browser_that_reads_it_asks_no_other_host(site, pages) -> None:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Nothing is printed."""

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        origin = f"http://127.0.0.1:{server.server_port}"
        asked: set[str] = set()
        try:
            async with chromium() as browser:
                page = await browser.new_page()
                page.on("request", lambda request: asked.add(request.url))
                for path in ("index.html", "api.html", "tutorial.html", "changelog.html"):
                    await page.goto(f"{origin}/{path}", wait_until="networkidle")
                await page.locator(".md-search__input").first.click()
                await page.locator(".md-search__input").first.press_sequentially("exit codes")
                await page.locator(".md-search-result__link").first.wait_for(state="attached")
        finally:
            server.shutdown()
    assert len(asked) > 10
    assert {url for url in asked if not url.startswith((f"{origin}/", "data:", "blob:"))} == set()
