"""The colors that attributes of ``<body>`` set, as CSS: old pages have no other.

Source: https://html.spec.whatwg.org/multipage/rendering.html#the-page
"""

from collections.abc import Mapping

from siteloupe.css.color import Color, parse_color

_HINTS = (
    ("bgcolor", ":where(body)", "background-color"),
    ("text", ":where(body)", "color"),
    ("link", ":where(a[href])", "color"),
)


def presentational_hints(body: Mapping[str, str]) -> str:
    """Rules for the attributes of a body, without weight, so that any other rule wins; empty without."""
    given = ((selector, name, _color(body.get(attribute, ""))) for attribute, selector, name in _HINTS)
    return "".join(f"{selector}{{{name}:{color.hex}}}" for selector, name, color in given if color)


def _color(value: str) -> Color | None:
    """A name or hex digits, the number sign left out by many.

    Source: https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#legacy-color-values
    """
    text = value.strip()[:40]
    found = parse_color(text) or parse_color(f"#{text}")
    return found if isinstance(found, Color) and found.is_opaque else None
