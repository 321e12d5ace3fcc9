"""The picture for link previews: a valid PNG of the right size, with the site's colors and letters."""

import json
import zlib
from pathlib import Path

import pytest

from siteloupe.present.card import BAND, INK, SIZE, card
from siteloupe.present.card_letters import ELLIPSIS, faces

SITES = Path(__file__).parent.parent / "sites"
FOLDERS = sorted(path.parent.parent.name for path in SITES.glob("*/expect/overview.json"))


def overview(folder):
    return json.loads((SITES / folder / "expect/overview.json").read_text("utf-8"))


def pixels(picture):
    """The rows of the picture, each pixel three bytes."""
    start = picture.index(b"IDAT")
    length = int.from_bytes(picture[start - 4 : start], "big")
    data = zlib.decompress(picture[start + 4 : start + 4 + length])
    step = SIZE[0] * 3 + 1
    assert len(data) == step * SIZE[1]
    return [data[row * step + 1 : (row + 1) * step] for row in range(SIZE[1])]


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_site_has_a_picture(folder):
    picture = card(f"{folder}.example", overview(folder))
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    assert picture[16:24] == SIZE[0].to_bytes(4, "big") + SIZE[1].to_bytes(4, "big")
    assert len(picture) < 60_000
    assert INK in pixels(picture)[90]


def test_the_colors_of_the_site_stand_below():
    report = {"isCms": False, "roles": {"primary": {"hex": "#ff8800"}}, "colors": [{"hex": "#0a0b0c"}]}
    row = pixels(card("a.example", report))[BAND + 10]
    assert (row[:3], row[-3:]) == (b"\xff\x88\x00", b"\x0a\x0b\x0c")


@pytest.mark.parametrize("host", ["x" * 253, "", "xn--d1acufc.example", "日本.example"])
def test_any_name_fits(host):
    rows = pixels(card(host, {"blocked": True, "reason": "challenge"}))
    assert {len(row) for row in rows} == {SIZE[0] * 3}


def test_text_of_a_site_is_only_ink():
    report = {"isCms": True, "theme": {"name": "<script>\x1b[31m\u202e" * 50}, "colors": [{"hex": "red;x"}]}
    assert len(pixels(card("a.example", report))) == SIZE[1]


@pytest.mark.parametrize("name", ["title", "strong", "plain"])
def test_every_face_has_all_of_ascii(name):
    face = faces()[name]
    assert len(face.glyphs) == 96
    assert {len(glyph.rows) for glyph in face.glyphs.values()} == {face.height}
    assert {len(row) for row in face.glyph("W").rows} == {face.glyph("W").width}
    assert face.glyph("é") == face.glyph("?")
    inked = [character for character, glyph in face.glyphs.items() if any(map(any, glyph.rows))]
    assert len(inked) == 95  # all but the space
    assert face.glyph("O") != face.glyph("0")


def test_a_text_is_cut_to_its_room():
    face = faces()["plain"]
    assert face.cut("short", 500) == "short"
    cut = face.cut("a long text that has no room", 200)
    assert cut.endswith(ELLIPSIS)
    assert face.width(cut) <= 200
    assert face.cut("W", 3) == ELLIPSIS
