"""A font file → some of its glyphs as one SVG path, as a picture of the font.

Every file is hostile: sizes, points, parts and code are bounded, and a file that breaks a bound has no
specimen. The outlines of a variable font are those of its default.
"""

import struct
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Literal, NamedTuple, Protocol

from siteloupe.opentype.cff import CubicOutlines
from siteloupe.opentype.characters import Range, read_characters
from siteloupe.opentype.container import FontTables, unpack_font
from siteloupe.opentype.glyf import PlainGlyphs, QuadraticOutlines
from siteloupe.opentype.glyph_ids import glyph_id
from siteloupe.opentype.svg_path import EM, SvgPath, TooComplex
from siteloupe.opentype.woff2_glyf import TransformedGlyphs

MAX_GLYPHS = 40
"""Most glyphs of a specimen."""

MAX_DATA = 8000
"""The longest path, in characters; a longer one ends with a glyph before."""

MAX_TABLE = 4 * 1024 * 1024
"""The largest table, in bytes."""

MAX_CUBIC = 1024 * 1024
"""The largest ``CFF`` table, in bytes: fontTools reads all of its dictionaries."""

MAX_ICONS = 12
"""How many icons stand for a set of icons."""

MAX_LETTERS = 8
"""How many letters stand for a font that has not those of its name."""

MIN_UNITS, MAX_UNITS = 16, 16384
"""Units an em, by the format's own limits."""

LETTERS = ("Aa Bb Cc", "Aa")
"""What is drawn where a font has not all letters of its name."""

_TABLES = frozenset({b"cmap", b"head", b"hhea", b"hmtx", b"loca", b"glyf", b"CFF ", b"OS/2"})
_UP, _DOWN = EM, EM * 3 // 10
"""The least height above and below the line, so that fonts are drawn at one size."""

NotDrawn = Literal["restricted", "no-subsetting", "bitmaps-only", "no-outlines"]
"""Why there is no specimen: a right that the font withholds, or nothing that could be drawn."""


class Specimen(NamedTuple):
    """What is drawn, and the path with its box: it begins at x = 0, ``top`` is above the line."""

    text: str
    path: str
    width: int
    top: int
    height: int


class _Outlines(Protocol):
    def draw(self, number: int, path: SvgPath) -> None: ...


class _Glyph(NamedTuple):
    """A character with its glyph, and the space behind it in the font's units."""

    character: str
    number: int
    space: float


def draw_specimen(data: bytes, name: str, *, icons: bool = False) -> Specimen | NotDrawn:
    """Return ``name`` in the font's own glyphs, or letters that it has; or why there are none.

    Of a font of ``icons`` it is some of these. The rights that its maker grants are kept. Never raises.
    """
    try:
        file = unpack_font(data, _TABLES, MAX_TABLE)
        tables = file.tables
        if right := missing_right(tables.get(b"OS/2", b"")):
            return right
        (units,) = struct.unpack_from(">H", tables[b"head"], 18)
        if not MIN_UNITS <= units <= MAX_UNITS:
            return "no-outlines"
        outlines = _outlines(file)
        drawn = _draw(_icons(file, units / 4), outlines, SvgPath(units)) if icons else "no-outlines"
        return _draw(_letters(file, name), outlines, SvgPath(units)) if drawn == "no-outlines" else drawn
    except Exception:  # noqa: BLE001 - on broken tables fontTools raises errors of any kind
        return "no-outlines"


def missing_right(table: bytes) -> NotDrawn | None:
    """Return which right an ``OS/2`` table withholds; None where some glyphs may be shown as outlines.

    Source: https://learn.microsoft.com/en-us/typography/opentype/spec/os2#fstype
    """
    rights = struct.unpack_from(">H", table, 8)[0] if len(table) >= 10 else 0
    if rights & 2 and not rights & 0xC:
        return "restricted"
    return "bitmaps-only" if rights & 0x200 else "no-subsetting" if rights & 0x100 else None


def _draw(glyphs: Iterable[_Glyph], outlines: _Outlines, path: SvgPath) -> Specimen | NotDrawn:
    drawn, is_inked = "", False
    for glyph in islice(glyphs, MAX_GLYPHS):
        before = path.length
        try:
            outlines.draw(glyph.number, path)
        except TooComplex:
            path.cut(before)
            break
        if len(path.data) > MAX_DATA:
            path.cut(before)
            break
        is_inked = is_inked or path.length > before
        path.origin += glyph.space
        drawn += glyph.character
    if not is_inked:
        return "no-outlines"
    top, bottom = min(path.top, -_UP), max(path.bottom, _DOWN)
    return Specimen(drawn.rstrip(), path.data, path.width, top, bottom - top)


def _outlines(file: FontTables) -> _Outlines:
    tables = file.tables
    if b"glyf" not in tables:
        if len(tables[b"CFF "]) > MAX_CUBIC:
            raise ValueError("a table larger than any but Chinese fonts need")
        return CubicOutlines(tables[b"CFF "])
    if b"glyf" in file.transformed:
        return QuadraticOutlines(TransformedGlyphs(tables[b"glyf"]))
    (is_long,) = struct.unpack_from(">h", tables[b"head"], 50)
    return QuadraticOutlines(PlainGlyphs(tables[b"glyf"], tables[b"loca"], is_long=bool(is_long)))


def _letters(file: FontTables, name: str) -> Iterator[_Glyph]:
    """Yield the glyphs of ``name``, of some letters, or of the first characters that the font has."""
    cmap = file.tables[b"cmap"]
    for text in (name[:MAX_GLYPHS].strip(), *LETTERS, _first_letters(cmap)):
        numbers = [glyph_id(cmap, character) for character in text]
        if text and all(number or character == " " for number, character in zip(numbers, text, strict=True)):
            for number, character in zip(numbers, text, strict=True):
                yield _Glyph(character, number, _advance(file, number))
            return


def _first_letters(cmap: bytes) -> str:
    letters = (chr(code) for low, high in read_characters(cmap) for code in range(low, high + 1))
    return "".join(islice((each for each in letters if each.isalnum()), MAX_LETTERS))


def _icons(file: FontTables, space: float) -> Iterator[_Glyph]:
    """Yield some of the characters in Unicode's private use areas, from all over the font."""
    cmap = file.tables[b"cmap"]
    ranges = [(low, high) for low, high in read_characters(cmap) if _is_private(low) and _is_private(high)]
    codes = range(sum(high - low + 1 for low, high in ranges))
    for place in codes[:: max(1, len(codes) // MAX_ICONS)][:MAX_ICONS]:
        number = glyph_id(cmap, chr(_nth(ranges, place)))
        yield _Glyph("", number, _advance(file, number) + space)


def _nth(ranges: Iterable[Range], place: int) -> int:
    for low, high in ranges:
        if place <= high - low:
            return low + place
        place -= high - low + 1
    raise IndexError("there are not that many characters")


def _is_private(code: int) -> bool:
    return 0xE000 <= code <= 0xF8FF or code >= 0xF0000


def _advance(file: FontTables, number: int) -> int:
    """Return how far behind a glyph the next one stands: the last width is that of all further glyphs."""
    (count,) = struct.unpack_from(">H", file.tables[b"hhea"], 34)
    if not count:
        return 0
    place = min(number, count - 1)
    if b"hmtx" in file.transformed:  # the widths stand alone: https://www.w3.org/TR/WOFF2/#hmtx_table_format
        return int(struct.unpack_from(">H", file.tables[b"hmtx"], 1 + 2 * place)[0])
    return int(struct.unpack_from(">H", file.tables[b"hmtx"], 4 * place)[0])
