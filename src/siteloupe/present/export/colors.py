"""The colors of a report as files: named tokens, in the format of each tool.

Sources: https://tailwindcss.com/docs/theme, https://www.designtokens.org/TR/2025.10/format/,
https://www.designtokens.org/TR/2025.10/color/, https://developer.gimp.org/core/standards/gpl/ and
https://developer.wordpress.org/block-editor/reference-guides/theme-json-reference/theme-json-living/
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from siteloupe.present.export.tokens import (
    CSS_BLOCK,
    TAILWIND_BLOCK,
    css_file,
    heading,
    json_file,
    name_from,
    theme_json_file,
    unique_name,
)

ROLES = ("background", "text", "primary", "accent", "border")

MAX_COLORS = 24
"""Most exported colors beside the roles."""

MAX_GRADIENTS = 12

_HEX = re.compile(r"#[0-9a-f]{6}\Z")


class ColorToken(NamedTuple):
    """A color with a unique name in its file: lower-case words with hyphens."""

    name: str
    title: str
    hex: str

    @property
    def rgb(self) -> tuple[int, int, int]:
        """Components from 0 to 255."""
        red, green, blue = bytes.fromhex(self.hex[1:])
        return red, green, blue


def css(report: Mapping[str, Any]) -> str:
    """Custom properties on ``:root``, ``--color-primary`` and so on."""
    return css_file(_heading(report), CSS_BLOCK, _declarations(report))


def tailwind(report: Mapping[str, Any]) -> str:
    """A ``@theme`` block for Tailwind 4, which makes classes such as ``bg-primary`` from it."""
    return css_file(_heading(report), TAILWIND_BLOCK, _declarations(report))


def dtcg(report: Mapping[str, Any]) -> str:
    """A ``.tokens.json`` file of the W3C community group's format: one group of colors."""
    group = {token.name: _dtcg_token(token) for token in color_tokens(report)}
    return json_file({"$description": _heading(report), "color": {"$type": "color", **group}})


def theme_json(report: Mapping[str, Any]) -> str:
    """A ``theme.json`` with the site's palette and gradients."""
    palette = [
        {"slug": token.name, "name": token.title, "color": token.hex} for token in color_tokens(report)
    ]
    used = [
        each
        for each in report.get("gradients") or ()
        if each["used"] and "…" not in each["css"] and each["css"][0] != "-"
    ]
    gradients = [
        {"slug": f"gradient-{number}", "name": f"Gradient {number}", "gradient": each["css"]}
        for number, each in enumerate(used[:MAX_GRADIENTS], 1)
    ]
    return theme_json_file({"color": {"palette": palette, "gradients": gradients}})


def gpl(report: Mapping[str, Any]) -> str:
    """A ``.gpl`` file, a palette for GIMP, Inkscape, Krita and others: one color a line."""
    lines = ["GIMP Palette", f"Name: {_heading(report)}", "Columns: 5", "#"]
    for token in color_tokens(report):
        red, green, blue = token.rgb
        lines.append(f"{red:3} {green:3} {blue:3}\t{token.title}")
    return "\n".join([*lines, ""])


def color_tokens(report: Mapping[str, Any]) -> list[ColorToken]:
    """Return the roles, then the other opaque colors of the page, each once."""
    found: dict[str, ColorToken] = {}
    for role in ROLES:
        if (color := (report.get("roles") or {}).get(role)) and _HEX.match(color["hex"]):
            found[role] = ColorToken(role, _title(role.capitalize(), color), color["hex"])
    listed = {token.hex for token in found.values()}
    for color in _used_colors(report):
        if color["hex"] not in listed and len(found) < len(ROLES) + MAX_COLORS:
            listed.add(color["hex"])
            name = unique_name(_name(color), found)
            found[name] = ColorToken(name, color["name"] or color["hex"], color["hex"])
    return list(found.values())


def _used_colors(report: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for color in report.get("palette") or ():
        opaque = str(color["rgb"]).startswith("rgb(")
        if opaque and color["origin"] != "declared" and _HEX.match(color["hex"]):
            yield color


def _title(role: str, color: Mapping[str, Any]) -> str:
    return f"{role}: {color['name']}" if color.get("name") else role


def _name(color: Mapping[str, Any]) -> str:
    return name_from(color["name"] or "") or f"color-{color['hex'][1:]}"


def _heading(report: Mapping[str, Any]) -> str:
    return heading("Colors", report)


def _declarations(report: Mapping[str, Any]) -> Iterator[str]:
    return (f"--color-{token.name}: {token.hex}; /* {token.title} */" for token in color_tokens(report))


def _dtcg_token(token: ColorToken) -> dict[str, Any]:
    components = [round(part / 255, 4) for part in token.rgb]
    value = {"colorSpace": "srgb", "components": components, "alpha": 1, "hex": token.hex}
    return {"$type": "color", "$value": value, "$description": token.title}
