"""The facts of a valid font are equal to those of fontTools.

The tests make some fonts, and also read real ones when ``scripts/fetch_fonts`` has downloaded them.
"""

from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from siteloupe.opentype.characters import read_characters
from siteloupe.opentype.container import unpack_font
from siteloupe.opentype.names import NameId
from siteloupe.opentype.read import FontFacts, read_font
from tests.opentype.fonts import AXES, font, open_font

_CACHE = Path(__file__).parents[2] / ".cache" / "fonts"
_TAKEN_OF_EACH = 12

_BUILT = {
    f"built {flavor} {'variable' if axes else 'static'} {'cubic' if cff else 'quadratic'}": font(
        flavor=flavor, axes=axes, cff=cff, characters="Abcж🍞αβ漢"
    )
    for flavor in (None, "woff", "woff2")
    for axes, cff in (((), False), (AXES, False), ((), True))
}


def _real() -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for package in sorted(_CACHE.glob("*")):
        files = sorted(
            path for path in package.rglob("*") if path.suffix in {".woff", ".woff2", ".ttf", ".otf"}
        )
        for path in files[:: max(1, len(files) // _TAKEN_OF_EACH)][:_TAKEN_OF_EACH]:
            found[str(path.relative_to(_CACHE))] = path.read_bytes()
    return found


FONTS = _BUILT | _real()
each_font = pytest.mark.parametrize("data", FONTS.values(), ids=FONTS)


def _normalize(found: str | None) -> str | None:
    return " ".join((found or "").replace("\0", " ").split()) or None


def _mapped_characters(found: TTFont) -> list[int]:
    """Return the characters that have a glyph other than the glyph 0."""
    nothing = found.getGlyphOrder()[0]
    return sorted(code for code, glyph in (found.getBestCmap() or {}).items() if glyph != nothing)


@each_font
def test_the_same_facts_are_read(data):
    facts, expected = read_font(data), open_font(data)
    assert isinstance(facts, FontFacts)
    assert facts.glyphs == expected["maxp"].numGlyphs
    assert [(axis.tag, axis.minimum, axis.default, axis.maximum) for axis in facts.axes] == [
        (axis.axisTag, axis.minValue, axis.defaultValue, axis.maxValue)
        for axis in (expected["fvar"].axes if "fvar" in expected else ())
    ]
    for name in (NameId.FAMILY, NameId.FULL_NAME, NameId.VERSION, NameId.DESIGNER, NameId.LICENSE_URL):
        assert facts.names.get(name) == _normalize(expected["name"].getDebugName(name))


@each_font
def test_the_same_characters_are_found(data):
    ranges = read_characters(unpack_font(data).tables[b"cmap"])
    assert [code for low, high in ranges for code in range(low, high + 1)] == _mapped_characters(
        open_font(data)
    )
    assert read_font(data).characters == len(_mapped_characters(open_font(data)))
