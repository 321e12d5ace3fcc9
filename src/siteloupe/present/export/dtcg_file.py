"""A file of design tokens, read again: what ``dtcg`` wrote, or another tool.

The file may be hostile: its depth, its tokens and its texts are bounded, and values are read by their types.
References between tokens are not followed.

Sources: https://www.designtokens.org/TR/2025.10/format/ and https://www.designtokens.org/TR/2025.10/color/
"""

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

import msgspec

from siteloupe.css.color import Color, parse_color
from siteloupe.css.length import length_in_pixels
from siteloupe.errors import BadExport
from siteloupe.present.export.color_tokens import ColorToken
from siteloupe.present.export.design_tokens import DesignTokens
from siteloupe.present.export.font_tokens import SizeToken, StackToken
from siteloupe.present.export.names import name_from_number
from siteloupe.present.export.scale_tokens import MAX_LAYERS, ScaleToken, ShadowLayer, ShadowToken
from siteloupe.reports.inert import inert

MAX_DEPTH = 8
MAX_TOKENS = 1000
"""Most tokens and groups that are looked at."""

MAX_COLORS = 64
"""Most colors of each scheme: each is compared with each."""

MAX_VALUES = 32
"""Most values of every other kind."""

MAX_TEXT = 200

_DARK = "dark"
_COLOR_SPACE = re.compile(r"[a-z0-9-]{1,20}\Z")

Value = TypeVar("Value")


class TokenFile(NamedTuple):
    """The tokens of a file. ``unread`` counts those that could not be read.

    ``has_colors`` and ``has_fonts`` say whether the file is about them at all.
    """

    tokens: DesignTokens
    unread: int
    has_colors: bool
    has_fonts: bool


class _ColorValue(msgspec.Struct, frozen=True, rename="camel"):
    color_space: str
    components: tuple[float | str, float | str, float | str]
    alpha: float = 1.0
    hex: str = ""


class _DimensionValue(msgspec.Struct, frozen=True):
    value: float
    unit: str


class _ShadowValue(msgspec.Struct, frozen=True, rename="camel"):
    color: _ColorValue | str
    offset_x: _DimensionValue | str
    offset_y: _DimensionValue | str
    blur: _DimensionValue | str
    spread: _DimensionValue | str
    inset: bool = False


class _Token(NamedTuple):
    path: tuple[str, ...]
    kind: str
    value: Any


def read_tokens(document: Mapping[str, Any]) -> TokenFile:
    """Return the tokens in a decoded file. Raises BadExport when it has none that can be compared."""
    light: dict[str, ColorToken] = {}
    dark: dict[str, ColorToken] = {}
    stacks: dict[str, StackToken] = {}
    shadows: dict[str, ShadowToken] = {}
    scales: dict[str, dict[str, float]] = {"fontSize": {}, "spacing": {}, "radius": {}, "breakpoint": {}}
    unread = 0
    for token in _tokens(document):
        scale = scales.get(token.path[0])
        name = _name(token.path)
        if token.kind == "color" and (color := _color(token.value)) is not None:
            scheme = dark if token.path[0] == _DARK else light
            _put(scheme, name, ColorToken(name, name, color.hex, color.alpha), MAX_COLORS)
        elif token.kind == "fontFamily" and (families := _families(token.value)):
            _put(stacks, name, StackToken(name, name, families), MAX_VALUES)
        elif token.kind == "shadow" and (layers := _layers(token.value)):
            _put(shadows, name, ShadowToken(name, layers), MAX_VALUES)
        elif token.kind == "dimension" and (px := _pixels(token.value)) is not None:
            if scale is not None:
                _put(scale, name, px, MAX_VALUES)
        elif token.kind in {"color", "fontFamily", "shadow", "dimension"}:
            unread += 1
    if not any((light, dark, stacks, shadows, *scales.values())):
        raise BadExport("The file has no design tokens that can be compared: colors, fonts, sizes, shadows.")
    tokens = DesignTokens(
        title=inert(str(document.get("$description") or "Design tokens"), MAX_TEXT),
        colors=tuple(light.values()),
        dark=tuple(dark.values()),
        stacks=tuple(stacks.values()),
        sizes=tuple(SizeToken(name, f"{px:g}px", px) for name, px in scales["fontSize"].items()),
        spacing=_scale(scales["spacing"]),
        radii=_scale(scales["radius"]),
        breakpoints=_scale(scales["breakpoint"]),
        shadows=tuple(shadows.values()),
    )
    has_fonts = bool(tokens.stacks or tokens.sizes)
    has_colors = any((light, dark, shadows, tokens.spacing, tokens.radii, tokens.breakpoints))
    return TokenFile(tokens, unread, has_colors, has_fonts)


def is_token_file(document: Mapping[str, Any]) -> bool:
    """Whether a decoded file has a token anywhere."""
    return next(_tokens(document), None) is not None


def _tokens(document: Mapping[str, Any]) -> Iterator[_Token]:
    """Yield the tokens with their kinds, which groups pass on, in the file's order."""
    waiting: list[tuple[tuple[str, ...], str, Any]] = [((), "", document)]
    seen = 0
    while waiting and seen < MAX_TOKENS:
        seen += 1
        path, kind, node = waiting.pop()
        if not isinstance(node, Mapping):
            continue
        named = node.get("$type")
        kind = named if isinstance(named, str) else kind
        if "$value" in node and path:
            yield _Token(path, kind, node["$value"])
        elif len(path) < MAX_DEPTH:
            children = [((*path, name), kind, each) for name, each in node.items() if name[:1] != "$"]
            waiting += reversed(children[:MAX_TOKENS])


def _name(path: tuple[str, ...]) -> str:
    """Return the name of a token without the groups that say its kind or scheme."""
    groups = {_DARK, "color", "fontFamily", "fontSize", "spacing", "radius", "breakpoint", "shadow"}
    return inert(" ".join(path[next((n for n, step in enumerate(path) if step not in groups), -1) :]), 80)


def _put(found: dict[str, Value], name: str, value: Value, most: int) -> None:
    if len(found) < most:
        found[name] = value


def _convert(value: Any, kind: Any) -> Any:
    """Return ``value`` as a kind of value, or None."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return None


def _color(value: Any) -> Color | None:
    said = _convert(value, _ColorValue | str)
    return None if said is None else _said_color(said)


def _said_color(said: _ColorValue | str) -> Color | None:
    if isinstance(said, str):
        color = parse_color(said) if len(said) <= MAX_TEXT else None
        return color if isinstance(color, Color) else None
    if not _COLOR_SPACE.match(said.color_space):
        return None
    numbers = ["none" if isinstance(each, str) else f"{each:.6g}" for each in said.components]
    color = parse_color(f"color({said.color_space} {' '.join(numbers)})")
    if not isinstance(color, Color):
        color = parse_color(said.hex[:9])
    if not isinstance(color, Color) or not math.isfinite(said.alpha):
        return None
    return color._replace(alpha=round(min(max(said.alpha, 0.0), 1.0), 3))


def _pixels(value: Any) -> float | None:
    said = _convert(value, _DimensionValue | str)
    return None if said is None else _said_pixels(said)


def _said_pixels(said: _DimensionValue | str) -> float | None:
    if isinstance(said, str):
        px = length_in_pixels(said) if len(said) <= MAX_TEXT else None
    else:
        px = length_in_pixels(f"{said.value:.6g}{said.unit[:8]}")
    return round(px, 4) if px is not None and math.isfinite(px) else None


def _families(value: Any) -> tuple[str, ...]:
    listed = _convert([value] if isinstance(value, str) else value, tuple[str, ...]) or ()
    return tuple(inert(each, MAX_TEXT) for each in listed[:MAX_VALUES] if each.strip())


def _layers(value: Any) -> tuple[ShadowLayer, ...]:
    said = _convert(value if isinstance(value, list) else [value], tuple[_ShadowValue, ...]) or ()
    layers = tuple(map(_layer, said[: MAX_LAYERS + 1]))
    plain = tuple(each for each in layers if each is not None)
    return plain if len(plain) == len(layers) <= MAX_LAYERS else ()


def _layer(said: _ShadowValue) -> ShadowLayer | None:
    color = _said_color(said.color)
    lengths = [_said_pixels(each) for each in (said.offset_x, said.offset_y, said.blur, said.spread)]
    known = [each for each in lengths if each is not None]
    if color is None or len(known) < len(lengths):
        return None
    x, y, blur, spread = known
    return ShadowLayer(color, (x, y, blur, spread), said.inset)


def _scale(values: Mapping[str, float]) -> tuple[ScaleToken, ...]:
    return tuple(ScaleToken(name_from_number(px), px) for px in sorted(set(values.values())) if px >= 0)
