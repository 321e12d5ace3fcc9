"""A font file's bytes → its facts. Pure; the sizes of the tables limit the work.

A hostile file can claim 65,535 names of 64 KB each, four thousand million characters, or an endless stream,
and general readers accept that. The readers here allow only what a font can have; their tests compare them
with fontTools.
"""

import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import brotli

from siteloupe.opentype.characters import count_scripts, read_characters
from siteloupe.opentype.container import Format, NoFont, unpack_font
from siteloupe.opentype.names import NameId, read_names

MAX_AXES = 64

Problem = Literal["no-font", "broken"]
Embedding = Literal["installable", "editable", "preview-print", "restricted"]


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis of a variable font; values in the axis's own units, such as 100 to 900 for ``wght``."""

    tag: str
    minimum: float
    default: float
    maximum: float


@dataclass(frozen=True, slots=True)
class FontFacts:
    """The facts of a font file; None for a fact that it does not state. ``scripts`` counts characters.

    ``embedding`` is the least restrictive right that its ``OS/2`` table grants to documents.
    """

    format: Format
    names: Mapping[NameId, str] = field(default_factory=dict)
    axes: tuple[Axis, ...] = ()
    glyphs: int | None = None
    characters: int = 0
    scripts: Mapping[str, int] = field(default_factory=dict)
    embedding: Embedding | None = None


def read_font(data: bytes) -> FontFacts | Problem:
    """Return the facts of a font file, or the reason why there are none. Never raises."""
    try:
        file = unpack_font(data)
        if not (tables := file.tables):
            return "broken"
        ranges = read_characters(tables[b"cmap"]) if b"cmap" in tables else ()
        return FontFacts(
            format=file.format,
            names=read_names(tables[b"name"]) if b"name" in tables else {},
            axes=_read_axes(tables[b"fvar"]) if b"fvar" in tables else (),
            glyphs=struct.unpack_from(">H", tables[b"maxp"], 4)[0] if b"maxp" in tables else None,
            characters=sum(high - low + 1 for low, high in ranges),
            scripts=count_scripts(ranges),
            embedding=_read_embedding(tables.get(b"OS/2", b"")),
        )
    except NoFont:
        return "no-font"
    except (struct.error, ValueError, IndexError, zlib.error, brotli.error):
        return "broken"


def _read_axes(table: bytes) -> tuple[Axis, ...]:
    """Source: https://learn.microsoft.com/en-us/typography/opentype/spec/fvar."""
    _, _, start, _, count, size = struct.unpack_from(">6H", table)
    axes = []
    for number in range(min(count, MAX_AXES)):
        tag, low, default, high = struct.unpack_from(">4s3i", table, start + number * size)
        axes.append(Axis(_decode_tag(tag), low / 65536, default / 65536, high / 65536))
    return tuple(axes)


def _decode_tag(raw: bytes) -> str:
    """Decode a tag: four printable characters of ASCII."""
    return raw.decode("ascii").rstrip()


def _read_embedding(table: bytes) -> Embedding | None:
    """Source: https://learn.microsoft.com/en-us/typography/opentype/spec/os2#fstype."""
    if len(table) < 10:
        return None
    (rights,) = struct.unpack_from(">H", table, 8)
    if not rights & 0xE:
        return "installable"
    return "editable" if rights & 8 else "preview-print" if rights & 4 else "restricted"
