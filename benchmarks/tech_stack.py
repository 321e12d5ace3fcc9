"""CPU time of what tech-stack reads out of a page, on an ordinary page and on one made to be expensive.

A page of 1 MB with 2,000 assets shall be parsed and judged within 60 ms, an ordinary one of 100 KB within 6.
"""

import statistics
import time
from collections.abc import Callable

from siteloupe.capture import Exchange, Headers
from siteloupe.detect.cms_version import cms_version
from siteloupe.detect.plugins import plugins_of
from siteloupe.document import page_of

ROUNDS = 15


def ordinary() -> str:
    """About 100 KB: forty assets of ten plugins, text, a little inline code."""
    assets = "".join(
        f'<link rel="stylesheet" href="/wp-content/plugins/plugin-{n % 10}/{n}.css?ver=1.{n % 10}.2">'
        for n in range(40)
    )
    paragraphs = "".join(f'<p class="text-{n}" id="p{n}">{"word " * 60}</p>' for n in range(280))
    generator = '<meta name="generator" content="WordPress 6.8.1">'
    return f"<html><head>{generator}{assets}</head><body class='home'>{paragraphs}</body></html>"


def expensive() -> str:
    """1 MB: 2,000 assets, each a plugin of its own, and inline code that names plugins over and over."""
    assets = "".join(
        f'<script id="h{n}-js" src="/wp-content/plugins/plugin-{n}/js/{"a" * 60}{n}.js?ver={n}.1"></script>'
        for n in range(2_000)
    )
    mentions = '"https:\\/\\/example.org\\/wp-content\\/plugins\\/some-plugin\\/a.js",' * 5_000
    comments = "<!-- This site is optimized with the SEO plugin v -->" * 500
    elements = "".join(f'<i class="c{n} wp-block-{n}" id="i{n}"></i>' for n in range(5_000))
    page = f"<html><head>{assets}<script>var x = [{mentions}0];</script>{comments}</head><body>{elements}"
    return page + "x" * max(0, 1_000_000 - len(page))


def judged(html: str) -> Callable[[], int]:
    """One analysis of ``html`` from its bytes on; tells how many plugins it found."""

    def once() -> int:
        url = "https://example.org/"
        exchange = Exchange(url, url, 200, Headers([("content-type", "text/html")]), html.encode())
        page = page_of(exchange)
        cms_version(page)
        return len(plugins_of(exchange, page))

    return once


def milliseconds(once: Callable[[], int]) -> float:
    """The median CPU time of a run."""
    once()
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        once()
        times.append((time.process_time() - start) * 1000)
    return statistics.median(times)


if __name__ == "__main__":
    for name, html, most in (("ordinary", ordinary(), 6), ("expensive", expensive(), 60)):
        taken = milliseconds(judged(html))
        print(f"{name}: {len(html) / 1024:.0f} KB, {taken:.1f} ms of CPU (at most {most})")
