"""The colors of a report as tokens: the roles, then the other colors in use, with alpha, in both schemes."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from siteloupe.present.export.names import name_from, unique_name

ROLES = ("background", "text", "primary", "accent", "border")

MAX_COLORS = 24
"""Most exported colors beside the roles, of each scheme."""

MAX_GRADIENTS = 12

_HEX = re.compile(r"#[0-9a-f]{6}\Z")


class ColorToken(NamedTuple):
    """A color with a unique name in its file: lower-case words with hyphens. ``alpha`` is from 0 to 1."""

    name: str
    title: str
    hex: str
    alpha: float = 1.0

    @property
    def rgb(self) -> tuple[int, int, int]:
        """Components from 0 to 255, without the alpha."""
        red, green, blue = bytes.fromhex(self.hex[1:])
        return red, green, blue

    @property
    def css(self) -> str:
        """The color as CSS has it: hex digits, or ``rgb(r g b / a)`` when not opaque."""
        if self.alpha == 1:
            return self.hex
        red, green, blue = self.rgb
        return f"rgb({red} {green} {blue} / {self.alpha:g})"


def color_tokens(report: Mapping[str, Any]) -> tuple[ColorToken, ...]:
    """Return the roles, then the other colors that the page uses, each once."""
    found: dict[str, ColorToken] = {}
    for role in ROLES:
        if (color := (report.get("roles") or {}).get(role)) and _HEX.match(color["hex"]):
            found[role] = ColorToken(role, _role_title(role, color), color["hex"])
    return _with_palette(found, _used_colors(report), "")


def dark_tokens(report: Mapping[str, Any]) -> tuple[ColorToken, ...]:
    """Return the colors of the dark scheme: roles with the same names as in the light one come first."""
    found: dict[str, ColorToken] = {}
    roles = report.get("darkRoles") or {}
    for role in ROLES:
        if (color := roles.get(role)) and _HEX.match(color["hex"]):
            found[role] = ColorToken(role, f"{_role_title(role, color)}, dark scheme", color["hex"])
    return _with_palette(found, _plain_colors(report.get("darkPalette")), "dark-scheme-")


def gradients(report: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the gradients that the page uses, without those that were cut or are for old browsers."""
    used = (
        each["css"]
        for each in report.get("gradients") or ()
        if each["used"] and "…" not in each["css"] and each["css"][0] != "-"
    )
    return tuple(css for css, _ in zip(used, range(MAX_GRADIENTS), strict=False))


def _with_palette(
    found: dict[str, ColorToken], palette: Iterator[Mapping[str, Any]], prefix: str
) -> tuple[ColorToken, ...]:
    listed = {(token.hex, token.alpha) for token in found.values()}
    most = len(found) + MAX_COLORS
    for color in palette:
        key = color["hex"], float(color.get("alpha", 1))
        if key not in listed and len(found) < most:
            listed.add(key)
            name = unique_name(prefix + _name(color, key[1]), found)
            found[name] = ColorToken(name, _title(color, key[1]), *key)
    return tuple(found.values())


def _used_colors(report: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    return (color for color in _plain_colors(report.get("palette")) if color["origin"] != "declared")


def _plain_colors(palette: Any) -> Iterator[Mapping[str, Any]]:
    return (color for color in palette or () if _HEX.match(color["hex"]) and color.get("alpha", 1) > 0)


def _role_title(role: str, color: Mapping[str, Any]) -> str:
    return f"{role.capitalize()}: {color['name']}" if color.get("name") else role.capitalize()


def _title(color: Mapping[str, Any], alpha: float) -> str:
    title = str(color["name"] or color["hex"])
    return title if alpha == 1 else f"{title}, {_percent(alpha)} %"


def _name(color: Mapping[str, Any], alpha: float) -> str:
    name = name_from(color["name"] or "") or f"color-{color['hex'][1:]}"
    return name if alpha == 1 else f"{name}-{name_from(_percent(alpha))}"


def _percent(alpha: float) -> str:
    return f"{alpha * 100:g}"
