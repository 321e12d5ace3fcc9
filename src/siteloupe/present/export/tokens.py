"""The colors of a report as named tokens: what every format of export writes in its own way."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from siteloupe.present.export import names

ROLES = ("background", "text", "primary", "accent", "border")

MAX_COLORS = 24
"""Colors beyond the roles that are exported, those that count most."""

_HEX = re.compile(r"#[0-9a-f]{6}\Z")


class Token(NamedTuple):
    """A color under a name that is unique in its file: lower-case words joined with hyphens."""

    name: str
    title: str
    hex: str

    @property
    def rgb(self) -> tuple[int, int, int]:
        """Components from 0 to 255."""
        red, green, blue = bytes.fromhex(self.hex[1:])
        return red, green, blue


def tokens(report: Mapping[str, Any]) -> list[Token]:
    """The roles, then the other opaque colors that the page uses, each color once besides its role."""
    found: dict[str, Token] = {}
    for role in ROLES:
        if (color := (report.get("roles") or {}).get(role)) and _HEX.match(color["hex"]):
            found[role] = Token(role, _title(role.capitalize(), color), color["hex"])
    told = {token.hex for token in found.values()}
    for color in _used(report):
        if color["hex"] not in told and len(found) < len(ROLES) + MAX_COLORS:
            told.add(color["hex"])
            name = names.unique(_name(color), found)
            found[name] = Token(name, color["name"] or color["hex"], color["hex"])
    return list(found.values())


def heading(report: Mapping[str, Any]) -> str:
    """What the colors are: one line, safe in a comment of any format."""
    return names.heading("Colors", report)


def _used(report: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for color in report.get("palette") or ():
        opaque = str(color["rgb"]).startswith("rgb(")
        if opaque and color["origin"] != "declared" and _HEX.match(color["hex"]):
            yield color


def _title(what: str, color: Mapping[str, Any]) -> str:
    return f"{what}: {color['name']}" if color.get("name") else what


def _name(color: Mapping[str, Any]) -> str:
    return names.name_from(color["name"] or "") or f"color-{color['hex'][1:]}"
