"""CPU time of the color analysis: 2,000 colors on their own, and the whole report of a page with 40 real sheets.

2,000 distinct colors parsed, mapped into sRGB, clustered and named: at most 60 ms. The report of a page that
applies 40 real sheets (≈ 560 KB; ``scripts/fetch_sheets`` brings them): at most 40 ms. coloraide does the first
three steps of the same list in the same run; it has no names.
"""

import itertools
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from coloraide import Color as Peer

from siteloupe.analyses.colors import analyze
from siteloupe.capture import Capture, Exchange, Headers, Sheet
from siteloupe.css import color, naming
from siteloupe.css.cluster import cluster_colors
from siteloupe.css.color import Color, parse_color
from siteloupe.css.color_spaces import bytes_to_oklab
from siteloupe.detect.colors.rules import purpose_of
from siteloupe.detect.site import Site
from siteloupe.detect.styles.parsed_sheets import clear_cache
from tests.css.color_texts import random_color

ROUNDS = 12
SHEETS = Path(__file__).parents[1] / ".cache" / "sheets"
WHOLE = (
    "bootstrap/dist/css/bootstrap.min.css",
    "animate.css/animate.min.css",
    "font-awesome/css/font-awesome.min.css",
    "swiper/swiper-bundle.min.css",
    "bootstrap/dist/css/bootstrap-reboot.min.css",
    "normalize.css/normalize.css",
)
BLOCKS = "wordpress-block-library/build-style/*/style.css"
WANTED = 40


def cpu(work: Callable[[], object]) -> float:
    """The least CPU milliseconds of several runs."""
    times = []
    for _ in range(ROUNDS):
        color._find_colors.cache_clear()  # noqa: SLF001 — a second run would measure the caches
        naming.name_of.cache_clear()
        bytes_to_oklab.cache_clear()
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times) * 1000


def colors() -> list[str]:
    """2,000 distinct colors in every notation."""
    dice = random.Random(5)
    found: dict[str, None] = {}
    while len(found) < 2000:
        found[random_color(dice)] = None
    return list(found)


def ours(texts: list[str]) -> int:
    """Parse, map, cluster, name."""
    parsed = (parse_color(text) for text in texts)
    clusters = cluster_colors({each: 1.0 for each in parsed if isinstance(each, Color)})
    return sum(naming.name_of(found.color) is not None for found in clusters)


def peers(texts: list[str]) -> int:
    """What coloraide does of it: parse, map, and each color's distance to one of those before it."""
    fitted = [Peer(text).convert("srgb").fit(method="oklch-chroma") for text in texts]
    return sum(one.delta_e(other, method="ok") < 0.025 for one, other in itertools.pairwise(fitted))


def page() -> Capture | None:
    """A visit of a page that applies 40 real sheets, or None when they are not there."""
    paths = [SHEETS / name for name in WHOLE] + sorted(
        SHEETS.glob(BLOCKS), key=lambda path: -path.stat().st_size
    )
    paths = [path for path in paths if path.is_file()][:WANTED]
    if len(paths) < WANTED:
        return None
    urls = [f"https://www.example.com/{number}.css" for number in range(len(paths))]
    links = "".join(f'<link rel="stylesheet" href="{url}">' for url in urls)
    item = '<li class="nav-item"><a class="nav-link" href="/{n}">Number {n}</a></li>'
    card = (
        '<div class="card wp-block-group"><div class="card-body"><h3 class="card-title">Title {n}</h3>'
        '<p class="card-text text-muted">Some words about number {n}, and a <a href="/more/{n}">link</a>.</p>'
        '<a class="btn btn-primary" href="/buy/{n}">Buy</a> <button class="btn btn-outline-secondary">Later</button>'
        "</div></div>"
    )
    body = "".join(item.format(n=n) for n in range(30)) + "".join(card.format(n=n) for n in range(80))
    style = "<style>:root{--bs-primary:#7a3e1d;--bs-primary-rgb:122,62,29}body{background:#fffaf3;color:#2b2118}</style>"
    html = f"<html><head>{links}{style}</head><body class='home'><ul class='navbar-nav'>{body}</ul></body></html>"
    answers = [_answer(url, "text/css", path.read_bytes()) for url, path in zip(urls, paths, strict=True)]
    sheets = tuple(Sheet(answer.url, answer) for answer in answers)
    return Capture(
        "2026-01-15T12:00:00Z",
        _answer("https://www.example.com/", "text/html", html.encode()),
        stylesheets=sheets,
    )


def _answer(url: str, media_type: str, body: bytes) -> Exchange:
    return Exchange(url, url, 200, Headers([("content-type", media_type)]), body)


def main() -> None:
    """Print the figures."""
    texts = colors()
    naming.name_of(Color(1, 2, 3))  # loads the list
    mine, theirs = cpu(lambda: ours(texts)), cpu(lambda: peers(texts))
    print(f"2,000 colors: {mine:.1f} ms of 60; coloraide, without clusters and names, {theirs:.1f} ms")
    names = [Color(*(random.Random(n).randrange(256) for _ in range(3))) for n in range(500)]
    each = cpu(lambda: [naming.name_of(one) for one in names]) / len(names)
    print(f"nearest name: {each * 1000:.0f} µs of 200")
    if (visit := page()) is None:
        print("no real sheets: run scripts/fetch_sheets")
        return
    size = sum(len(sheet.answer.body) for sheet in visit.stylesheets if isinstance(sheet.answer, Exchange))

    def cold() -> object:
        clear_cache()
        purpose_of.cache_clear()
        return analyze(Site(visit))

    print(
        f"report, {len(visit.stylesheets)} sheets of {size / 1000:.0f} KB, page of {len(visit.page.body) / 1000:.0f} KB: "
        f"{cpu(cold):.1f} ms; {cpu(lambda: analyze(Site(visit))):.1f} ms of 40 with the sheets parsed already"
    )


if __name__ == "__main__":
    main()
