"""CPU time of tech-stack, on an ordinary page and on one made to be expensive.

A page of 1 MB with 2,000 assets shall be analyzed, from its bytes on, within 60 ms; an ordinary one of 100 KB
within 12. All entries of the book together, what they look at included, shall cost 3 ms on the ordinary page.
Each time stands beside that of parsing the same page, measured in the same run.
"""

import statistics
import time
from collections.abc import Callable
from functools import partial

from siteloupe.analyses.tech_stack import analyze
from siteloupe.capture import Capture, Exchange, Headers, Timing
from siteloupe.detect.serving.provider import providers
from siteloupe.detect.site import Site
from siteloupe.document import parse_page

ROUNDS = 15
URL = "https://example.org/"
HEADERS = Headers(
    [
        ("content-type", "text/html; charset=utf-8"),
        ("server", "cloudflare"),
        ("cf-ray", "1-FRA"),
        ("x-powered-by", "PHP/8.3"),
        ("set-cookie", "PHPSESSID=1; Path=/; Secure; HttpOnly"),
        ("content-security-policy", "default-src 'self'; script-src 'self' 'unsafe-inline' https:"),
        ("strict-transport-security", "max-age=31536000; includeSubDomains"),
    ]
)


def ordinary() -> str:
    """About 100 KB: forty assets of ten plugins, libraries, services, text, 20 KB of inline code."""
    assets = "".join(
        f'<link rel="stylesheet" href="/wp-content/plugins/plugin-{n % 10}/{n}.css?ver=1.{n % 10}.2">'
        for n in range(40)
    )
    libraries = "".join(
        f'<script src="https://cdnjs.cloudflare.com/ajax/libs/{name}/1.2.3/{name}.min.js"></script>'
        for name in ("jquery", "bootstrap", "swiper", "gsap", "lodash", "moment")
    )
    services = "".join(
        f'<script async src="https://{host}/tag.js"></script>'
        for host in ("www.googletagmanager.com", "static.hotjar.com", "cdn.cookielaw.org", "js.stripe.com")
    )
    code = "<script>" + "window.dataLayer = window.dataLayer || []; function a(b, c) { return b + c; } " * 250
    paragraphs = "".join(f'<p class="text-{n} wide" id="p{n}">{"word " * 45}</p>' for n in range(270))
    head = f'<meta name="generator" content="WordPress 6.8.1">{assets}{libraries}{services}{code}</script>'
    return f"<html><head>{head}</head><body class='home'>{paragraphs}</body></html>"


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


def fresh(html: str) -> Site:
    """The page as it came in: nothing of it is parsed yet."""
    exchange = Exchange(URL, URL, 200, HEADERS, html.encode(), timing=Timing(first_byte=90))
    return Site(Capture("", exchange))


def milliseconds(prepare: Callable[[], Site], work: Callable[[Site], object]) -> float:
    """The median CPU time of ``work`` on what ``prepare`` made."""
    times = []
    for _ in range(ROUNDS + 1):
        site = prepare()
        start = time.process_time()
        work(site)
        times.append((time.process_time() - start) * 1000)
    return statistics.median(times[1:])


def parsed_site(html: str) -> Site:
    """The page with all that other questions need of it found already."""
    site = fresh(html)
    for name in ("page", "assets", "loads", "directories", "signals", "cms_version"):
        getattr(site, name)
    return site


def row(name: str, taken: float, parsed: float, most: float | None = None) -> None:
    """One line of the result."""
    bound = f" (at most {most:g})" if most else ""
    print(f"  {name:28} {taken:6.2f} ms{bound}, {taken / parsed:.2f} of parsing")


def measure(html: str, most: float, entries_most: float | None) -> None:
    """Print what each part of the analysis of ``html`` takes."""
    raw, known = partial(fresh, html), partial(parsed_site, html)
    parsed = milliseconds(raw, lambda site: parse_page(site.capture.page.body, URL))
    print(f"{len(html) / 1024:.0f} KB, parsed in {parsed:.2f} ms")
    row("the whole analysis", milliseconds(raw, analyze), parsed, most)
    row("all entries of the book", milliseconds(known, entries), parsed, entries_most)


def entries(site: Site) -> None:
    """Every entry, against page and headers: plugins, technologies, and who serves the page."""
    _ = site.plugins, site.technologies
    providers(site.capture.page)


if __name__ == "__main__":
    measure(ordinary(), 12, 3)
    measure(expensive(), 60, None)
