"""Color settings that themes print into rules, not custom properties: the schema of color_settings.toml."""

from typing import Annotated, Literal

import msgspec

from siteloupe.products.color_slots import HexColor
from siteloupe.products.load import entries_in
from siteloupe.products.product import Text


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


def setting_rows() -> tuple[SettingRow, ...]:
    """Every row of the file, in its order."""
    return entries_in("color_settings.toml", SettingRow, "row")
