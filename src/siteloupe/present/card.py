"""The picture of a site for link previews: name, verdict, fonts, grades and colors, 1200 by 630, as PNG.

Link previews take PNG or JPEG, not SVG. Sources: https://ogp.me/ and https://www.w3.org/TR/png-3/
"""

import struct
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

from siteloupe.present.card_letters import LetterFace, faces
from siteloupe.present.markup import HEX
from siteloupe.present.words import refusal_headline, value_at

SIZE = (1200, 630)
MARGIN = 60
PAPER, INK, QUIET = b"\xf8\xf5\xef", b"\x1a\x19\x22", b"\x5b\x58\x66"
BAND = 390
"""Where the colors begin, in pixels from the top."""

Rows = list[bytearray]


def card(host: str, report: Mapping[str, Any]) -> bytes:
    """Return the picture of ``host`` by its overview (as JSON values). Pure."""
    rows: Rows = [bytearray(PAPER * SIZE[0]) for _ in range(SIZE[1])]
    room = SIZE[0] - 2 * MARGIN
    title = faces()["title" if faces()["title"].width(host) <= room else "strong"]
    _write(rows, title.cut(host, room), title, (MARGIN, 48), INK)
    top = 48 + title.height + 16
    for line, text in enumerate(_lines(report)):
        face = faces()["strong" if line == 0 else "plain"]
        _write(rows, face.cut(text, room), face, (MARGIN, top), INK if line == 0 else QUIET)
        top += face.height + 12
    colors = list(_colors(report))
    for place, color in enumerate(colors):
        start, end = (SIZE[0] * step // len(colors) for step in (place, place + 1))
        _fill(rows, (start, BAND, end, SIZE[1]), color)
    return _png(rows)


def _lines(report: Mapping[str, Any]) -> Iterator[str]:
    if report.get("blocked"):
        yield refusal_headline(report.get("reason"))
        return
    theme, version = value_at(report, "theme.name"), report.get("cmsVersion")
    if report.get("isCms"):
        yield f"WordPress {version or ''}".strip() + (f", theme {theme}" if theme else "")
    else:
        names = [each["name"] for each in report.get("technologies", ())[:4]]
        yield ", ".join(names) or "No WordPress seen"
    fonts = [value_at(report, f"{role}.family") for role in ("heading", "body")]
    if named := list(dict.fromkeys(filter(None, fonts))):
        yield f"Fonts: {', '.join(named)}"
    grades = (("Speed", "performance"), ("Security", "security"))
    told = [f"{label} {grade}" for label, name in grades if (grade := value_at(report, f"{name}.grade"))]
    if told:
        yield ", ".join(told)


def _colors(report: Mapping[str, Any]) -> Iterator[bytes]:
    roles = (value_at(report, f"roles.{name}.hex") for name in ("background", "text", "primary", "accent"))
    found = [*roles, *(value_at(color, "hex") for color in report.get("colors", ()))]
    for color in list(dict.fromkeys(filter(None, found)))[:8]:
        if HEX.fullmatch(color) and len(color) == 7:
            yield bytes.fromhex(color[1:])


def _write(rows: Rows, text: str, face: LetterFace, at: tuple[int, int], ink: bytes) -> None:
    """Write a line from its left top corner, on paper."""
    x, y = at
    shades = [_shades(paper, full) for paper, full in zip(PAPER, ink, strict=True)]
    for character in text:
        glyph = face.glyph(character)
        for row, mask in zip(rows[y : y + face.height], glyph.rows, strict=True):
            for channel, table in enumerate(shades):
                row[x * 3 + channel : (x + glyph.width) * 3 : 3] = mask.translate(table)
        x += glyph.width


def _shades(paper: int, ink: int) -> bytes:
    """Return the shade of one channel for each value of a mask."""
    return bytes(paper + (ink - paper) * value // 255 for value in range(256))


def _fill(rows: Rows, box: tuple[int, int, int, int], color: bytes) -> None:
    left, top, right, bottom = box
    for row in rows[top:bottom]:
        row[left * 3 : right * 3] = color * (right - left)


def _png(rows: Rows) -> bytes:
    header = struct.pack(">IIBBBBB", *SIZE, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 6)
    chunks = ((b"IHDR", header), (b"IDAT", pixels), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, body) for name, body in chunks)


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
