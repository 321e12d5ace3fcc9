"""Tokens as variables of Figma: the body of the request that creates them all in a file.

Source: https://developers.figma.com/docs/rest-api/variables-endpoints/#post-variables-endpoint
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from siteloupe.present.export.color_tokens import ColorToken
from siteloupe.present.export.design_tokens import DesignTokens
from siteloupe.present.export.json_text import json_text

_LIGHT, _DARK, _DEFAULT = "mode-light", "mode-dark", "mode-default"
_COLORS, _SCALES = "collection-colors", "collection-scales"

Row = dict[str, Any]


class _Variable(NamedTuple):
    """A variable with its value for each mode; ``name`` has groups before slashes."""

    collection: str
    name: str
    kind: str
    description: str
    values: dict[str, Any]


def write(tokens: DesignTokens) -> str:
    """The four lists of the request; colors have the modes Light and, where there is a dark scheme, Dark."""
    variables = [*_colors(tokens), *_scales(tokens)]
    collections = [
        (_COLORS, "Colors", _LIGHT),
        (_SCALES, "Typography and layout", _DEFAULT),
    ]
    used = {each.collection for each in variables}
    return json_text(
        {
            "variableCollections": [
                {"action": "CREATE", "id": identity, "name": name, "initialModeId": mode}
                for identity, name, mode in collections
                if identity in used
            ],
            "variableModes": list(_modes(tokens, used)),
            "variables": [_row(each) for each in variables],
            "variableModeValues": [
                {"variableId": _identity(each), "modeId": mode, "value": value}
                for each in variables
                for mode, value in each.values.items()
            ],
        }
    )


def _modes(tokens: DesignTokens, used: set[str]) -> Iterator[Row]:
    """Yield the modes: the first of a collection exists already, and is only named."""
    if _COLORS in used:
        yield {"action": "UPDATE", "id": _LIGHT, "name": "Light", "variableCollectionId": _COLORS}
        if tokens.dark:
            yield {"action": "CREATE", "id": _DARK, "name": "Dark", "variableCollectionId": _COLORS}
    if _SCALES in used:
        yield {"action": "UPDATE", "id": _DEFAULT, "name": "Default", "variableCollectionId": _SCALES}


def _colors(tokens: DesignTokens) -> Iterator[_Variable]:
    """Yield the colors. One without a value of its own in the other scheme has the same in both."""
    dark = {token.name: token for token in tokens.dark}
    light = {token.name: token for token in tokens.colors}
    for name, token in {**dark, **light}.items():
        values = {_LIGHT: _color(token)}
        if dark:
            values[_DARK] = _color(dark.get(name, token))
        yield _Variable(_COLORS, f"color/{name}", "COLOR", token.title, values)


def _scales(tokens: DesignTokens) -> Iterator[_Variable]:
    for stack in tokens.stacks:
        value = {_DEFAULT: stack.families[0]}
        yield _Variable(_SCALES, f"font/{stack.name}", "STRING", stack.description, value)
    for size in tokens.sizes:
        yield _Variable(_SCALES, f"text/{size.name}", "FLOAT", size.css, {_DEFAULT: size.px})
    scales = {"spacing": tokens.spacing, "radius": tokens.radii, "breakpoint": tokens.breakpoints}
    for scale, values in scales.items():
        for each in values:
            yield _Variable(_SCALES, f"{scale}/{each.name}", "FLOAT", each.css, {_DEFAULT: each.px})


def _row(variable: _Variable) -> Row:
    return {
        "action": "CREATE",
        "id": _identity(variable),
        "name": variable.name,
        "variableCollectionId": variable.collection,
        "resolvedType": variable.kind,
        "description": variable.description,
    }


def _identity(variable: _Variable) -> str:
    return f"variable-{variable.name.replace('/', '-')}"


def _color(token: ColorToken) -> dict[str, float]:
    red, green, blue = (round(part / 255, 4) for part in token.rgb)
    return {"r": red, "g": green, "b": blue, "a": token.alpha}
