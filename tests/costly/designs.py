"""Sheets, pages and rendered pages that are costly for scales, components, hosts and releases."""

from collections.abc import Callable, Mapping

from siteloupe.render.reading import MAX_GROUPS
from siteloupe.rendered import Rendered, RenderedFill, RenderedGround, RenderedSheet, RenderedText
from tests.costly.making import Maker, joined, numbered, repeated

SCALES: Mapping[str, Maker] = {
    "shadows-different": numbered("a{box-shadow:0 0 #0px red}"),
    "shadow-of-many": numbered("0 0 #0px red,", "a{box-shadow:", "0 0 red}"),
    "radii-different": numbered("a{border-radius:#0px #1px}"),
    "spacing-different": numbered("a{margin:#0px #1px;padding:#0em}"),
    "spacing-of-many": numbered("#0px ", "a{padding:", "}"),
    "spacing-of-variables": joined(
        numbered("--s#0:#0px;", ":root{", "}"), numbered("a{margin:var(--s#0) var(--s#1)}")
    ),
    "transitions-different": numbered("a{transition:color #0ms ease,background #1ms}"),
    "transition-of-many": numbered("p#0 #0ms,", "a{transition:", "color 1s}"),
    "z-indexes": numbered("a{z-index:#0}"),
    "z-index-long": repeated("9", "a{z-index:", "}"),
    "breakpoints-different": numbered("@media (min-width:#0px) and (max-width:#1px){a{margin:1px}}"),
    "breakpoints-of-ranges": numbered("@media (width >= #0px){a{margin:1px}}"),
    "breakpoint-with-spaces": repeated(" ", "@media (min-width:", "1px){a{margin:1px}}"),
    "breakpoint-open": repeated("(min-width:", "@media ", "1px){a{margin:1px}}"),
    "scales-in-selector-lists": numbered(
        f"{','.join(f'.c{number} a' for number in range(40))},.d#0{{margin:#0px;z-index:#0}}"
    ),
}
"""Sheets with many values of the scales that a design has."""

COMPONENTS: Mapping[str, Maker] = {
    "buttons": repeated("<button class=b>x</button>"),
    "buttons-styled": numbered("<button class=c#0 style='padding:#0px;border-radius:#1px'>x</button>"),
    "fields": numbered("<input class=f#0 type=text>"),
    "links-styled": numbered("<a href=/ class=l#0 style='color:rgb(1,2,#0)'>word</a>"),
    "families-painted": numbered("<p style='font-family:f#0,g#1,serif'>some words"),
    "families-painted-in-families": repeated("<b style='font-family:a,b,serif'>x "),
    "headings-of-families": numbered("<h2 style='font-family:f#0'>some words</h2>"),
    "hosts-of-many-labels": repeated("a.", "<script src=https://", "example/a.js></script>"),
    "hosts-under-one-name": numbered("<script src=https://a#0.b.c.d.example/a.js></script>"),
    "files-with-versions": numbered("<script src=/jquery-#0.1.2.min.js></script>"),
    "file-with-a-long-version": repeated("9.", "<script src=/jquery-", "1.min.js></script>"),
    "generator-with-a-long-version": repeated("9", "<meta name=generator content='Drupal ", "'>"),
    "generators-unknown": numbered("<meta name=generator content='Thing#0 1.#0'>"),
}
"""Pages with many components, painted families, hosts and versions."""


def _texts(size: int) -> Rendered:
    """Text in as many styles as reading returns, each with the longest family list."""
    families = ",".join(f"f{number}" for number in range(500))[:500]
    texts = (
        RenderedText(
            "plain", number % 7, families, 16.0, "400", f"rgb({number}, 2, 3)", 0.5, (f"rgba(0, 0, {number}, 0.5)",) * 6, 10
        )
        for number in range(min(MAX_GROUPS, max(1, size // 500)))
    )  # fmt: skip
    return Rendered(engine="Chromium", url="https://orchard.example/", html="<p>x", texts=tuple(texts))


def _fills(size: int) -> Rendered:
    count = min(MAX_GROUPS, max(1, size // 200))
    fills = tuple(RenderedFill(f"rgb({n}, 2, 3)", 0.5, ("rgb(1, 2, 3)",) * 6, n) for n in range(count))
    grounds = tuple(RenderedGround((f"rgba({n}, 2, 3, 0.5)",) * 6, 1) for n in range(160))
    return Rendered(
        engine="Chromium", url="https://orchard.example/", html="<p>x", fills=fills, grounds=grounds
    )


def _document(make: Maker, css: str) -> Callable[[int], Rendered]:
    def rendered(size: int) -> Rendered:
        sheet = RenderedSheet("constructed", "https://orchard.example/", css * (size // 2 // len(css)))
        html = make(size // 2).decode()
        return Rendered(engine="Chromium", url="https://orchard.example/", html=html, sheets=(sheet,))

    return rendered


RENDERED: Mapping[str, Callable[[int], Rendered]] = {
    "rendered-texts": _texts,
    "rendered-fills": _fills,
    "rendered-elements": _document(repeated("<div class=a><a href=/b>x</a></div>"), "div .a{color:red}"),
    "rendered-nested": _document(repeated("<div class=a>"), "div div .a{color:red}"),
    "rendered-many-sheets": lambda size: Rendered(
        engine="Chromium",
        url="https://orchard.example/",
        html="<p>x",
        sheets=tuple(
            RenderedSheet("block", "https://orchard.example/", f".a{n}{{color:rgb(0,0,{n})}}")
            for n in range(min(200, size // 30))
        ),
    ),
}
"""What a browser says of a page, within the bounds of reading it."""
