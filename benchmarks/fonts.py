"""CPU time of font-detector, on an ordinary site and on pages made to be expensive.

An ordinary site (100 KB of page, 12 sheets of 40 KB) shall be analyzed within 100 ms when its sheets are new, and
within 40 once they are remembered. No hostile page of 1 MB shall take longer than 2 s, and a page ten times as
long not more than thirteen times as much. Each run begins with nothing remembered: a short page would fit into what
is, and a long one would not.
"""

import time
from collections.abc import Callable, Iterator

from siteloupe.analyses.fonts import analyze
from siteloupe.capture import Capture, Exchange, Headers, Sheet
from siteloupe.css.selector import parse_selector
from siteloupe.detect.site import Site
from siteloupe.detect.styles.parsed_sheets import clear_cache as forget_sheets

URL = "https://example.org/"
MEGABYTE = 1_000_000


def answer(url: str, body: str, kind: str) -> Exchange:
    """A response of this type."""
    return Exchange(url, url, 200, Headers([("content-type", kind)]), body.encode())


def visited(html: str, sheets: tuple[str, ...] = ()) -> Capture:
    """A visit of a page that links these sheets."""
    urls = [f"{URL}{n}.css" for n in range(len(sheets))]
    links = "".join(f"<link rel=stylesheet href='{url}'>" for url in urls)
    answers = tuple(Sheet(url, answer(url, css, "text/css")) for url, css in zip(urls, sheets, strict=True))
    return Capture("2026-01-01T00:00:00Z", answer(URL, links + html, "text/html"), stylesheets=answers)


def ordinary(number: int) -> str:
    """About 40 KB of CSS, a rule in fifteen about fonts, and a face."""
    rules = "".join(
        f".box-{number}-{n} .item > a{{color:#12{n % 900:04};margin:0 {n % 9}px;padding:4px 8px;display:block}}"
        if n % 15
        else f".box-{n % 12}-{n} .item > a{{font:700 {n % 40 + 8}px/1.4 'Open Sans',Arial,sans-serif}}"
        for n in range(450)
    )
    return f"@font-face{{font-family:'Open Sans';font-weight:{number % 9 + 1}00;src:url(f{number}.woff2)}}{rules}"


def page() -> str:
    """About 100 KB: a list of 1,500 links."""
    items = "".join(
        f"<li class='item box-{n % 12}-{n}'><a href='/{n}'>Entry {n}</a></li>" for n in range(1500)
    )
    return f"<style>body{{font-family:'Open Sans',sans-serif}}</style><h1>Title</h1><ul>{items}</ul>"


def hostile(size: int) -> Iterator[tuple[str, str]]:
    """Pages of about ``size`` bytes, each expensive in another way."""

    def styled(css: str, body: str = "<p>x") -> str:
        return f"<style>{css}</style>{body}"

    yield "one face, often", styled("@font-face{font-family:a;src:url(x)}" * (size // 37))
    yield "many families", styled("".join(f"a{{font-family:f{n},g{n}}}" for n in range(size // 28)))
    yield "many names", styled("a{font-family:" + ",".join(f"f{n}" for n in range(size // 7)) + "}")
    yield "many sizes", styled("".join(f"a{{font-size:{n}.5px}}" for n in range(size // 21)))
    yield "one long selector", styled(".a " * (size // 3) + "{font-family:f}")
    yield "nested :not()", styled(":not(" * (size // 5) + "{font-family:f}")
    rules = "".join(f".a .a{n} div{{font-family:f}}div > p{{font-family:g{n}}}" for n in range(size // 90))
    yield "rules times elements", styled(rules, "<div class=a>" * 100 + "<p>x" * (size // 12))
    rules = "".join(f"div p:not(.z{n}){{font-family:f}}" for n in range(size // 36))
    yield "selectors times elements", styled(rules, "<div class=a>" * 100 + "<p>x" * (size // 12))
    rules = "".join(f"p > div > div div > div:nth-child({n}){{font-family:g}}" for n in range(size // 100))
    yield "combinators times depth", styled(rules, ("<div>" * 200 + "</div>" * 200) * (size // 4400))
    yield "style attributes", "".join(f"<p style='font-family:a{n}'>" for n in range(size // 30))
    yield (
        "imports of services",
        styled(
            "".join(f"@import 'https://fonts.googleapis.com/css?family=A{n}';" for n in range(size // 60))
        ),
    )
    yield "loader scripts", f"<script>WebFont{'google:{families:[' * (size // 18)}</script>"
    yield (
        "icons",
        styled(
            "".join(f".i{n}:before{{content:'\\e{n % 4096:03x}';font-family:i}}" for n in range(size // 45))
        ),
    )


def forget() -> None:
    """Let go of the sheets and selectors that were read."""
    forget_sheets()
    parse_selector.cache_clear()


def cold(html: str) -> float:
    """Seconds of this process for a page of which nothing is remembered."""
    capture = visited(html)
    forget()
    return cpu(lambda: analyze(Site(capture)))


def cpu(action: Callable[[], object]) -> float:
    """Seconds of this process."""
    started = time.process_time()
    action()
    return time.process_time() - started


def main() -> None:
    """Print every time."""
    sheets = tuple(ordinary(number) for number in range(12))
    capture = visited(page(), sheets)

    def fresh() -> None:
        forget()
        analyze(Site(capture))

    analyze(Site(capture))
    first = min(cpu(fresh) for _ in range(9))
    again = min(cpu(lambda: analyze(Site(capture))) for _ in range(9))
    size = sum(map(len, sheets)) // 1000
    print(
        f"ordinary site, {size} KB of CSS: {first * 1000:.1f} ms of 100 new, {again * 1000:.1f} ms of 40 remembered"
    )
    for (name, small), (_, large) in zip(hostile(MEGABYTE // 10), hostile(MEGABYTE), strict=True):
        short = min(cold(small) for _ in range(5))
        long = min(cold(large) for _ in range(3))
        print(
            f"{name:26} 0.1 MB {short * 1000:7.1f} ms   1 MB {long * 1000:7.1f} ms   {long / short:5.1f} times"
        )


if __name__ == "__main__":
    main()
