"""Where themes and page builders keep their colors: the schemas of color_slots.toml and color_settings.toml.

A slot is a custom property. A setting is a color that a theme prints into the rules of selectors.
"""

from typing import Annotated, Literal

import msgspec

from siteloupe.products.load import entries_in
from siteloupe.products.product import Text

Property = Annotated[str, msgspec.Meta(pattern=r"^--", max_length=80)]
HexColor = Annotated[str, msgspec.Meta(pattern=r"^#[0-9a-f]{6}$")]


class Slot(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One color of a builder."""

    label: Text
    role: Literal["background", "text", "primary", "accent", "border"] | None = None
    defaults: tuple[HexColor, ...] = ()


class SlotRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The colors of one builder: custom properties that begin with ``prefix``.

    ``others`` is the label of properties that are not listed; without it they do not belong to the builder.
    ``requires`` is a property that must exist too, for common prefixes. Endings that begin with one of
    ``ignore`` are aliases of another builder's properties.
    """

    builder: Text
    prefix: Property
    sample: Property
    source: Annotated[str, msgspec.Meta(pattern=r"^https://")]
    slots: dict[str, Slot]
    others: Text | None = None
    requires: Property | None = None
    ignore: tuple[Text, ...] = ()

    def slot(self, name: str) -> Slot | None:
        """Return the slot of the custom property ``name``, or None."""
        if not name.startswith(self.prefix):
            return None
        ending = name[len(self.prefix) :]
        if (known := self.slots.get(ending)) is not None:
            return known
        if self.others is None or not ending or ending.startswith(self.ignore):
            return None
        return Slot(label=self.others.format(ending)) if len(ending) <= 60 else None


def slot_rows() -> tuple[SlotRow, ...]:
    """Return every row of the file in order."""
    return entries_in("color_slots.toml", SlotRow, "row")


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
    """Return every row of the file in order."""
    return entries_in("color_settings.toml", SettingRow, "row")
