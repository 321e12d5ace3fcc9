"""Custom properties in which themes and page builders keep their colors: the schema of color_slots.toml."""

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

    ``others`` labels those that are no listed slot; without it they are not the builder's. ``requires`` is a
    property that must be there too, for prefixes that anybody may use. Endings that begin with one of
    ``ignore`` are aliases of another builder's.
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
        """The slot that the custom property ``name`` is, or None."""
        if not name.startswith(self.prefix):
            return None
        ending = name[len(self.prefix) :]
        if (known := self.slots.get(ending)) is not None:
            return known
        if self.others is None or not ending or ending.startswith(self.ignore):
            return None
        return Slot(label=self.others.format(ending)) if len(ending) <= 60 else None


def slot_rows() -> tuple[SlotRow, ...]:
    """Every row of the file, in its order."""
    return entries_in("color_slots.toml", SlotRow, "row")
