"""Tokens in the Design Tokens Community Group's format.

The format has no schemes in one file: the colors of the dark scheme are in the group ``dark``, with the names
that they have in the light one.

Sources: https://www.designtokens.org/TR/2025.10/format/ and https://www.designtokens.org/TR/2025.10/color/
"""

from collections.abc import Iterable
from typing import Any

from siteloupe.present.export.color_tokens import ColorToken
from siteloupe.present.export.design_tokens import DesignTokens
from siteloupe.present.export.json_text import json_text
from siteloupe.present.export.scale_tokens import ShadowLayer

Group = dict[str, Any]


def write(tokens: DesignTokens) -> str:
    """A ``.tokens.json`` file with a group for each kind of token that the page has."""
    groups = {
        "color": _group("color", map(_color, tokens.colors)),
        "fontFamily": _group(
            "fontFamily",
            (
                (each.name, {"$value": list(each.families), "$description": each.description})
                for each in tokens.stacks
            ),
        ),
        "fontSize": _group(
            "dimension",
            ((each.name, {"$value": _pixels(each.px), "$description": each.css}) for each in tokens.sizes),
        ),
    }
    scales = {"spacing": tokens.spacing, "radius": tokens.radii, "breakpoint": tokens.breakpoints}
    for scale, values in scales.items():
        groups[scale] = _group("dimension", ((each.name, {"$value": _pixels(each.px)}) for each in values))
    groups["shadow"] = _group(
        "shadow", ((each.name, {"$value": [*map(_layer, each.layers)]}) for each in tokens.shadows)
    )
    if tokens.dark:
        groups["dark"] = {"color": _group("color", map(_color, tokens.dark))}
    return json_text(
        {"$description": tokens.title, **{name: group for name, group in groups.items() if group}}
    )


def _group(kind: str, tokens: Iterable[tuple[str, Group]]) -> Group:
    """Return tokens of one kind by name; each states its kind itself too, for simple readers."""
    found = {name: {"$type": kind, **token} for name, token in tokens}
    return {"$type": kind, **found} if found else {}


def _color(token: ColorToken) -> tuple[str, Group]:
    return token.name, {"$value": color_value(token), "$description": token.title}


def color_value(token: ColorToken) -> Group:
    """Return a color of sRGB; ``hex`` is for readers that know no color spaces, and has no alpha."""
    components = [round(part / 255, 4) for part in token.rgb]
    return {"colorSpace": "srgb", "components": components, "alpha": token.alpha, "hex": token.hex}


def _layer(layer: ShadowLayer) -> Group:
    token = ColorToken("", "", layer.color.hex, layer.color.alpha)
    names = ("offsetX", "offsetY", "blur", "spread")
    lengths = {name: _pixels(length) for name, length in zip(names, layer.lengths, strict=True)}
    return {"color": color_value(token), **lengths, "inset": layer.inset}


def _pixels(number: float) -> Group:
    return {"value": number, "unit": "px"}
