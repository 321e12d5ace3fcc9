"""The scales of a report's design as tokens: spacing, radii, shadows and breakpoints."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from siteloupe.present.export.names import name_from_number

if TYPE_CHECKING:  # what reads CSS is imported where it is needed: --help need not wait for it
    from siteloupe.css.color import Color

MAX_VALUES = 12
"""Most tokens of each scale: those of most rules."""

MAX_LAYERS = 4


class ScaleToken(NamedTuple):
    """A length with a unique name in its scale."""

    name: str
    px: float

    @property
    def css(self) -> str:
        """The length in pixels."""
        return f"{self.px:g}px"


class ShadowLayer(NamedTuple):
    """One shadow: its offsets, blur and spread in pixels."""

    color: "Color"
    lengths: tuple[float, float, float, float]
    inset: bool

    @property
    def css(self) -> str:
        """The shadow as CSS has it."""
        lengths = " ".join(f"{each:g}px" for each in self.lengths)
        return f"{'inset ' if self.inset else ''}{lengths} {self.color.rgb}"


class ShadowToken(NamedTuple):
    """A shadow of one or more layers."""

    name: str
    layers: tuple[ShadowLayer, ...]

    @property
    def css(self) -> str:
        """The value of ``box-shadow``."""
        return ", ".join(layer.css for layer in self.layers)


def scale_tokens(report: Mapping[str, Any], scale: str) -> tuple[ScaleToken, ...]:
    """Return the lengths of a scale that most rules use, the smallest first, named by their pixels."""
    entries = sorted(_part(report, scale), key=lambda entry: (-entry["count"], entry["px"]))
    sizes = sorted({float(entry["px"]) for entry in entries[:MAX_VALUES]})
    return tuple(ScaleToken(name_from_number(px), px) for px in sizes)


def shadow_tokens(report: Mapping[str, Any]) -> tuple[ShadowToken, ...]:
    """Return the shadows, those of most rules first; what cannot be read as plain shadows is left out."""
    from siteloupe.css.values import split_commas  # noqa: PLC0415 - see above

    found: dict[str, ShadowToken] = {}
    for entry in _part(report, "shadows"):
        layers = tuple(_layer(text) for text in split_commas(str(entry["value"]))[: MAX_LAYERS + 1])
        plain = tuple(layer for layer in layers if layer is not None)
        if plain and len(plain) == len(layers) <= MAX_LAYERS and len(found) < MAX_VALUES:
            name = str(len(found) + 1)
            found[name] = ShadowToken(name, plain)
    return tuple(found.values())


def _part(report: Mapping[str, Any], name: str) -> Sequence[Mapping[str, Any]]:
    return (report.get("design") or {}).get(name) or ()


_INSET = re.compile(r"inset\Z", re.IGNORECASE)


def _layer(text: str) -> ShadowLayer | None:
    """Parse one shadow; None for a color that depends on the element, and for anything else unknown.

    Source: https://drafts.csswg.org/css-backgrounds-3/#box-shadow
    """
    from siteloupe.css.color import Color, parse_color  # noqa: PLC0415 - see above
    from siteloupe.css.length import length_in_pixels  # noqa: PLC0415
    from siteloupe.css.values import split_words  # noqa: PLC0415

    words = split_words(text)
    rest = [word for word in words if not _INSET.match(word)]
    lengths = [length for word in rest if (length := length_in_pixels(word)) is not None]
    colors = [color for word in rest if isinstance(color := parse_color(word), Color)]
    if not 2 <= len(lengths) <= 4 or len(colors) != 1 or len(rest) != len(lengths) + 1:
        return None
    x, y, blur, spread = (*lengths, 0.0, 0.0)[:4]
    return ShadowLayer(colors[0], (x, y, blur, spread), len(rest) < len(words))
