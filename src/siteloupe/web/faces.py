"""The fonts of a site in their own face, on its report page.

The page is sent before the font files are there, so it has slots for glyphs: each refers to a symbol by its
id. The symbols follow at the end, with what the files say of themselves.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from siteloupe.present.parts import Drawing
from siteloupe.present.view import drawing_of, file_of_family
from siteloupe.present.words import value_at
from siteloupe.reports.inert import inert

MAX_SLOTS = 6
"""Most families with a slot; as many files are drawn. ``site.css`` names each slot."""


MAX_LICENSE = 160
"""The longest text of a license, in characters."""


@dataclass(frozen=True, slots=True)
class DrawnFace:
    """A family with glyphs: the number of its slot."""

    slot: int
    drawing: Drawing


@dataclass(frozen=True, slots=True)
class FileFacts:
    """A font file: its name, facts in short, and sentences about its license and drawing."""

    name: str
    note: str
    sentences: tuple[str, ...]


def slots_of(fonts: Mapping[str, Any]) -> Mapping[str, int]:
    """Return the slot of each family of a font report that the site has files of."""
    families = (font["family"] for font in fonts.get("fonts", ()) if _has_files(font))
    return {family: slot for slot, family in enumerate(dict.fromkeys(families)) if slot < MAX_SLOTS}


def _has_files(font: Mapping[str, Any]) -> bool:
    return font.get("source") == "self-hosted" and bool(font.get("files"))


def faces_of(fonts: Mapping[str, Any]) -> list[DrawnFace]:
    """Return the families of an inspected font report of which glyphs are drawn."""
    found = ((slot, drawing_of(file_of_family(fonts, family))) for family, slot in slots_of(fonts).items())
    return [DrawnFace(slot, drawing) for slot, drawing in found if drawing is not None]


def files_of(fonts: Mapping[str, Any]) -> list[FileFacts]:
    """Return the font files that were looked into."""
    return [_facts_of(file) for file in fonts.get("inspected") or ()]


def _facts_of(file: Mapping[str, Any]) -> FileFacts:
    size = f"{file['bytes'] / 1024:.0f} KB" if file.get("bytes") else ""
    glyphs = f"{file['glyphs']:,} glyphs" if file.get("glyphs") else ""
    name = file.get("fullName") or file.get("family") or file["usedAs"]
    used_as = "" if file["usedAs"] == name else f"used as {file['usedAs']}"
    facts = (used_as, file.get("version"), file.get("format"), size, glyphs, file.get("designer"))
    problem = f"Could not be read: {file['problem']}." if file.get("problem") else ""
    sentences = (problem, file.get("notDrawn"), inert(file.get("license") or "", MAX_LICENSE))
    return FileFacts(name, " · ".join(filter(None, facts)), tuple(filter(None, sentences)))


def has_own_files(fonts: Mapping[str, Any]) -> bool:
    """Whether the site has font files of its own to look into."""
    return bool(slots_of(fonts)) and not value_at(fonts, "blocked")
