"""Color settings that themes print into rules, not custom properties: the schema of color_settings.toml."""

import functools
from importlib import resources
from typing import Annotated, Literal

import msgspec

from siteloupe.products.color_slots import HexColor, Text
from siteloupe.products.load import entries_of


class SettingRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One color of a theme: ``property`` of a rule whose list of selectors has ``selector``.

    ``requires`` is a class that pages of the theme have.
    """

    builder: Text
    requires: Text
    setting: Text
    label: Text
    selector: Text
    property: Text
    sample: Text
    source: Annotated[str, msgspec.Meta(pattern=r"^https://")]
    role: Literal["background", "text", "primary", "accent", "border"] | None = None
    defaults: tuple[HexColor, ...] = ()


@functools.cache
def setting_rows() -> tuple[SettingRow, ...]:
    """Every row of the file, in its order."""
    text = resources.files(__package__).joinpath("color_settings.toml").read_text(encoding="utf-8")
    return entries_of(text, SettingRow, "row")
