"""What one uncached check-cms costs in CPU beyond fetching the same bytes, for a page of 100 KB.

The site is another process on loopback, so only our side is counted. Every request that the analyses made
(the page, then style.css and the REST root at once) is made again by the bare fetcher, as they were, in the
same run. The aim is at most 5 ms beyond the fetch.
"""

import asyncio
import multiprocessing
import statistics
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_network
from multiprocessing.connection import Connection

from siteloupe.analyses import CHECK_CMS
from siteloupe.capture import Exchange
from siteloupe.errors import Unreachable
from siteloupe.fetching import Bounds
from siteloupe.gather.visit import visit
from siteloupe.judging import judge_in_thread
from siteloupe.net import open_fetch
from siteloupe.process import tune_for_pages
from siteloupe.service import Service
from siteloupe.settings import Route, Settings
from siteloupe.target import Target

ROUNDS = 5
SITES = 40

IMAGE = """<img src="/wp-content/uploads/{0}.jpg" srcset="/wp-content/uploads/{0}-300.jpg 300w" alt="">"""
PARAGRAPH = '<div class="wp-block-group alignwide"><p class="has-text-color">{}</p>{}</div>\n'
HEAD = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Loaves</title>
<meta name="generator" content="WordPress 6.8.1"><link rel="https://api.w.org/" href="/wp-json/">
<link rel="pingback" href="/xmlrpc.php">
"""
ASSET = '<link rel="stylesheet" id="p{0}-css" href="/wp-content/plugins/p{0}/style.css?ver=1.{0}">\n<script src="/wp-content/themes/hearth/js/{0}.js?ver=2"></script>\n'


def page() -> bytes:
    """A page of about 100 KB as WordPress makes them: 80 plugins' files, 500 blocks, 50 images."""
    assets = "".join(ASSET.format(number) for number in range(40))
    style = '<link rel="stylesheet" href="/wp-content/themes/hearth/style.css?ver=2">'
    blocks = "".join(
        PARAGRAPH.format("Bread, slowly. " * 7, "" if n % 10 else IMAGE.format(n)) for n in range(500)
    )
    html = f"{HEAD}{assets}{style}</head><body class='home wp-theme-hearth'>{blocks}</body></html>"
    return html.encode()


class Site(BaseHTTPRequestHandler):
    """A WordPress as far as one check looks."""

    protocol_version = "HTTP/1.1"
    answers = {
        "/wp-json/": ("application/json", b'{"namespaces":["oembed/1.0","wp/v2"]}'),
        "/wp-content/themes/hearth/style.css": ("text/css", b"/*\nTheme Name: Hearth\nVersion: 2.0\n*/"),
    }
    page = page()

    def do_GET(self) -> None:
        """Send what is asked, the page for every other path."""
        kind, body = self.answers.get(self.path.partition("?")[0], ("text/html; charset=utf-8", self.page))
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing on the terminal."""


def serve_site(port: Connection) -> None:
    """Serve the site, and send its port once it listens."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    port.send(server.server_port)
    server.serve_forever()


async def measured(settings: Settings) -> tuple[float, float]:
    """CPU in milliseconds of one check, and of the bare fetches it made."""
    asked: dict[str, list[tuple[Target, Bounds]]] = {}
    async with open_fetch(settings) as fetch:

        async def noted(target: Target, bounds: Bounds) -> Exchange:
            asked.setdefault(target.host, []).append((target, bounds))
            return await fetch(target, bounds)

        service = Service(
            settings, lambda target, until, _: visit(target, noted, settings, until, judge=judge_in_thread)
        )
        await service.answer(CHECK_CMS, "http://warm.example/")
        asked.clear()
        began = time.process_time()
        for number in range(SITES):
            await service.answer(CHECK_CMS, f"http://site-{number}.example/")
        checked = time.process_time()
        for page, *rest in asked.values():
            try:
                await fetch(*page)
                await asyncio.gather(*(fetch(*each) for each in rest))
            except Unreachable as error:
                raise SystemExit(f"the site did not answer: {error.message}") from error
        fetched = time.process_time()
        await service.close()
    return (checked - began) / SITES * 1000, (fetched - checked) / SITES * 1000


def main() -> None:
    """Measure in turn, and print medians."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.Process(target=serve_site, args=(there,), daemon=True)
    process.start()
    settings = Settings(
        connect_to=(Route(None, None, "127.0.0.1", here.recv()),),
        allow_networks=(ip_network("127.0.0.0/8"),),
        wporg_api=None,
        per_host=64,
    )
    tune_for_pages()  # as the service does, and for both alike
    rounds = [asyncio.run(measured(settings)) for _ in range(ROUNDS)]
    process.terminate()
    check, fetch = (statistics.median(turn[side] for turn in rounds) for side in (0, 1))
    print(f"{len(Site.page)} bytes, {SITES} sites, median of {ROUNDS} rounds")
    print(f"check-cms  {check:6.2f} ms CPU")
    print(f"its fetch  {fetch:6.2f} ms CPU")
    print(f"beyond it  {check - fetch:6.2f} ms CPU (aim: 5), ratio {fetch / check:.2f}")


if __name__ == "__main__":
    main()
