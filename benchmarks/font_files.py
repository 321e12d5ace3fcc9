"""Font files: this project's own reader, and fontTools, on an ordinary font and on files made to be expensive.

Both read the same facts: names, axes, glyphs, characters. Time is the least CPU time of several rounds, memory
the most that Python held meanwhile.
"""

import io
import struct
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import brotli
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont, TTLibError

from siteloupe.opentype.read import FontFacts, read_font
from siteloupe.opentype.specimen import Specimen, draw_specimen
from tests.opentype.fonts import AXES, font

ROUNDS = 15
LETTERS = "一丁丂七丄"
MEGABYTE = 1024 * 1024
BOMB = 256 * MEGABYTE


def ours(data: bytes) -> str:
    """How it ended."""
    facts = read_font(data)
    return f"{facts.characters:,} characters" if isinstance(facts, FontFacts) else facts


def theirs(data: bytes) -> str:
    """The same with fontTools."""
    try:
        found = TTFont(io.BytesIO(data), fontNumber=0, lazy=True)
        facts = (found["maxp"], found["name"].getDebugName(1), found.get("fvar"), found.getBestCmap())
        return f"{len(facts[-1] or ()):,} characters"
    except (TTLibError, struct.error, KeyError) as error:
        return type(error).__name__


def ordinary() -> bytes:
    """A variable font of 2,000 glyphs, as WOFF2."""
    return font(
        flavor="woff2", axes=AXES, characters="".join(map(chr, range(0x4E00, 0x4E00 + 2000))), drawn=True
    )


def our_letters(data: bytes) -> str:
    """How many letters are drawn as outlines."""
    drawn = draw_specimen(data, LETTERS)
    return str(len(drawn.text)) if isinstance(drawn, Specimen) else drawn


def their_letters(data: bytes) -> str:
    """The same with fontTools."""
    found = TTFont(io.BytesIO(data), lazy=True)
    glyphs, names, pen = found.getGlyphSet(), found.getBestCmap(), SVGPathPen(None)
    for letter in LETTERS:
        glyphs[names[ord(letter)]].draw(pen)
    assert pen.getCommands()
    return str(len(LETTERS))


def stream_bomb() -> bytes:
    """A WOFF2 file whose stream unpacks to BOMB bytes, all of them of a table that nobody reads."""
    stream = brotli.compress(bytes(BOMB), quality=5)
    length = b"".join(bytes([(BOMB >> shift & 0x7F) | 0x80]) for shift in (28, 21, 14, 7)) + b"\x00"
    entry = b"\x3fJUNK" + length.lstrip(b"\x80")
    size = 48 + len(entry) + len(stream)
    head = struct.pack(
        ">4s4sIHHIIHHIIIII", b"wOF2", b"\0\1\0\0", size, 1, 0, BOMB + 28, len(stream), 1, 0, *[0] * 5
    )
    return head + entry + stream


def map_bomb() -> bytes:
    """A bare font whose character map claims a million characters in a few bytes."""
    ranges = struct.pack(">HHIII", 12, 0, 28, 0, 1) + struct.pack(">III", 0, 0x10FFFF, 0)
    table = struct.pack(">HHHHI", 0, 1, 3, 10, 12) + ranges
    name, most = struct.pack(">HHH", 0, 0, 6), struct.pack(">IH", 0x00005000, 1)
    tables = [(b"cmap", table), (b"maxp", most), (b"name", name)]
    at, directory, body = 12 + 16 * len(tables), b"", b""
    for tag, content in tables:
        directory += struct.pack(">4sIII", tag, 0, at + len(body), len(content))
        body += content + bytes(-len(content) % 4)
    return struct.pack(">4sHHHH", b"\0\1\0\0", len(tables), 0, 0, 0) + directory + body


def cpu(read: Callable[[bytes], str], data: bytes) -> float:
    """Milliseconds of CPU time."""
    started = time.process_time()
    read(data)
    return (time.process_time() - started) * 1000


def most_held(read: Callable[[bytes], str], data: bytes) -> str:
    """Milliseconds, megabytes that Python held at most, and how it ended."""
    took = cpu(read, data)
    tracemalloc.start()
    end = read(data)
    held = tracemalloc.get_traced_memory()[1] / MEGABYTE
    tracemalloc.stop()
    return f"{took:.0f} ms, {held:.1f} MB ({end})"


def main() -> None:
    """Print the figures."""
    data = ordinary()
    assert ours(data) == theirs(data)
    rounds = [(cpu(ours, data), cpu(theirs, data)) for _ in range(ROUNDS)]
    mine, other = (min(each[side] for each in rounds) for side in (0, 1))
    print(f"an ordinary font of {len(data) // 1024} KB: ours {mine:.2f} ms, fontTools {other:.2f} ms")
    assert our_letters(data) == their_letters(data)
    drawing = [(cpu(our_letters, data), cpu(their_letters, data)) for _ in range(ROUNDS)]
    mine, other = (min(each[side] for each in drawing) for side in (0, 1))
    print(f"outlines of {len(LETTERS)} of its glyphs: ours {mine:.2f} ms, fontTools {other:.2f} ms")
    for name, made in (("a stream", stream_bomb()), ("a character map", map_bomb())):
        mine, other = most_held(ours, made), most_held(theirs, made)
        print(f"{name} that claims too much, {len(made)} bytes: ours {mine}, fontTools {other}")


if __name__ == "__main__":
    main()
