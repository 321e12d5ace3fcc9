"""HTML elements for the walker: text is escaped, and only valid colors and URLs are allowed.

No element needs a ``style`` attribute, which the pages' content policy forbids: SVG's presentation attributes
draw the values of a report.

Source: https://www.w3.org/TR/SVG2/styling.html#PresentationAttributes
"""

import re
from collections.abc import Mapping

from markupsafe import Markup, escape

from siteloupe.present.parts import Drawing
from siteloupe.present.words import Tone

HEX = re.compile(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})", re.IGNORECASE)
_COLOR = re.compile(r"#[0-9a-f]{6}\b", re.IGNORECASE)
ADDRESS = re.compile(r"https?://", re.IGNORECASE)

MARKS: Mapping[Tone, str] = {Tone.GOOD: "✓", Tone.BAD: "✗", Tone.UNKNOWN: "?", Tone.PLAIN: "✗"}

_HIDDEN = {"aria-hidden": "true"}

Child = str | Markup | None


def element(name: str, attributes: Mapping[str, str] | None = None, *children: Child) -> Markup:
    """Return an element with its children; strings among them are text."""
    inside = Markup("").join(child for child in children if child)
    written = Markup("").join(
        Markup(' {}="{}"').format(key, value) for key, value in (attributes or {}).items()
    )
    return Markup("<{0}{1}>{2}</{0}>").format(Markup(name), written, inside)  # noqa: S704 - a name of ours


def mark(tone: Tone) -> Markup:
    """Return the sign with the same meaning as the tone's color."""
    return element("span", {"class": "mark", **_HIDDEN}, MARKS[tone])


def paint(color: str, alpha: float = 1.0) -> Markup:
    """Return a patch of a hex color, over squares where it is not opaque; an empty patch for other text."""
    fill = {"fill": color} if HEX.fullmatch(color) else {"fill": "none"}
    clear = alpha < 1 and fill["fill"] != "none"
    opacity = {"fill-opacity": f"{max(alpha, 0):g}"} if clear else {}
    rect = element("rect", {"width": "100%", "height": "100%", **fill, **opacity})
    return element("svg", {"class": "paint clear" if clear else "paint", **_HIDDEN}, rect)


def with_patches(text: str) -> Markup:
    """Return a text with a patch before each hex color in it."""
    pieces: list[Child] = []
    end = 0
    for found in _COLOR.finditer(text):
        pieces += [escape(text[end : found.start()]), paint(found[0]), found[0]]
        end = found.end()
    return Markup("").join([*(piece for piece in pieces if piece), escape(text[end:])])


def pair(color: str, ground: str) -> Markup | None:
    """Return letters in one color on another; None unless both are hex colors."""
    if not (HEX.fullmatch(color) and HEX.fullmatch(ground)):
        return None
    place = {"x": "50%", "y": "68%", "text-anchor": "middle", "fill": color}
    patch = element("rect", {"width": "100%", "height": "100%", "fill": ground})
    return element("svg", {"class": "pair", **_HIDDEN}, patch, element("text", place, "Aa"))


def bar(share: float) -> Markup:
    """Return a bar, filled to ``share``, 0 to 1."""
    width = f"{round(min(max(share, 0), 1) * 100)}%"
    full = element("rect", {"class": "full", "width": width, "height": "100%"})
    return element("svg", {"class": "bar", **_HIDDEN}, full)


def letters(text: str, px: float) -> Markup:
    """Return letters of a size, at most 72 px."""
    size = min(max(px, 6), 72)
    attributes = {"y": f"{size:g}", "font-size": f"{size:g}", "fill": "currentColor"}
    height = f"{size * 1.3:.0f}"
    return element(
        "svg", {"class": "letters", "height": height, **_HIDDEN}, element("text", attributes, text)
    )


def face(drawing: Drawing) -> Markup:
    """Return glyphs of a font in the color of the text around them."""
    box = {"viewBox": view_box(drawing), "preserveAspectRatio": "xMinYMid meet"}
    return element("svg", {"class": "face", **box, **_HIDDEN}, element("path", {"d": drawing.path}))


def view_box(drawing: Drawing) -> str:
    """Return the box of a drawing as SVG writes it."""
    return f"0 {drawing.top} {drawing.width} {drawing.height}"


def link(address: str) -> Markup:
    """Return a link to an http(s) URL, without a referrer; for other text, the text."""
    if not ADDRESS.match(address):
        return escape(address)
    return element("a", {"href": address, "target": "_blank", "rel": "noopener noreferrer nofollow"}, address)
