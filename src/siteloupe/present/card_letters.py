"""Letters for pictures without a font file: ASCII as masks, in three faces.

``scripts/card_letters.py`` draws them; the faces are DejaVu Sans (https://dejavu-fonts.github.io/).
"""

import struct
import zlib
from functools import cache
from importlib import resources
from typing import NamedTuple

from siteloupe.data import rows

FIRST, LAST = " ", "~"
ELLIPSIS = "…"


class Letter(NamedTuple):
    """A letter: rows of ``width`` bytes from 0, paper, to 255, ink."""

    width: int
    rows: tuple[bytes, ...]


class LetterFace(NamedTuple):
    """The letters of one size and weight; those that are not there are question marks."""

    height: int
    glyphs: dict[str, Letter]

    def glyph(self, character: str) -> Letter:
        """Return one letter."""
        return self.glyphs.get(character) or self.glyphs["?"]

    def width(self, text: str) -> int:
        """Return the width of a text in pixels."""
        return sum(self.glyph(character).width for character in text)

    def cut(self, text: str, room: int) -> str:
        """Return the beginning of a text that is at most ``room`` pixels wide."""
        if self.width(text) <= room:
            return text
        while text and self.width(text + ELLIPSIS) > room:
            text = text[:-1]
        return text + ELLIPSIS


@cache
def faces() -> dict[str, LetterFace]:
    """Return the faces: ``title`` and ``strong`` are bold, ``plain`` is not."""
    picture = _read_png(resources.files("siteloupe.data").joinpath("card_letters.png").read_bytes())
    found = {}
    for row in rows("card_letters.tsv"):
        top, height = int(row["top"]), int(row["height"])
        found[row["face"]] = LetterFace(height, _glyphs(picture[top : top + height], row["widths"].split()))
    return found


def _glyphs(lines: list[bytes], widths: list[str]) -> dict[str, Letter]:
    characters = [*map(chr, range(ord(FIRST), ord(LAST) + 1)), ELLIPSIS]
    glyphs, left = {}, 0
    for character, width in zip(characters, map(int, widths), strict=True):
        glyphs[character] = Letter(width, tuple(line[left : left + width] for line in lines))
        left += width
    return glyphs


def _read_png(data: bytes) -> list[bytes]:
    """Return the rows of our own picture: 8 bits of gray without filters, in one chunk."""
    width, height = struct.unpack(">II", data[16:24])
    start = data.index(b"IDAT") + 4
    pixels = zlib.decompress(data[start:])
    return [pixels[row * (width + 1) + 1 : (row + 1) * (width + 1)] for row in range(height)]
