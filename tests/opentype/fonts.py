"""Small fonts for the tests."""

import io

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

NAMES = {
    "familyName": {"en": "Crumb", "de": "Krume"},
    "styleName": {"en": "Regular"},
    "fullName": "Crumb Regular",
    "psName": "Crumb-Regular",
    "version": "Version 1.500",
    "designer": "A. Baker",
    "manufacturer": "Example Makers",
    "copyright": "Copyright 2026 The Crumb Project Authors",
    "licenseDescription": "This Font Software is licensed under the SIL Open Font License, Version 1.1.",
    "licenseInfoURL": "https://openfontlicense.org",
}
AXES = [("wght", 100, 400, 900, "Weight"), ("wdth", 62.5, 100, 125, "Width")]


def build_font(characters="Abcж", *, names=NAMES, axes=(), rights=0, cff=False) -> TTFont:
    """Make a font with an empty glyph for each character, and the glyph 0 for missing characters."""
    glyphs = [".notdef", *(f"u{ord(each):04X}" for each in characters)]
    builder = FontBuilder(1000, isTTF=not cff)
    builder.setupGlyphOrder(glyphs)
    builder.setupCharacterMap({ord(each): name for each, name in zip(characters, glyphs[1:], strict=True)})
    if cff:
        from fontTools.pens.t2CharStringPen import T2CharStringPen  # noqa: PLC0415

        builder.setupCFF("Crumb", {}, {name: T2CharStringPen(500, {}).getCharString() for name in glyphs}, {})
    else:
        builder.setupGlyf({name: TTGlyphPen(None).glyph() for name in glyphs})
    builder.setupHorizontalMetrics(dict.fromkeys(glyphs, (500, 0)))
    builder.setupHorizontalHeader()
    builder.setupNameTable(names)
    builder.setupOS2(fsType=rights)
    builder.setupPost()
    if axes:
        builder.setupFvar(axes, [])
    return builder.font


def font(*, flavor=None, **more) -> bytes:
    """Make a font file: bare, ``woff`` or ``woff2``."""
    return save_font(build_font(**more), flavor)


def save_font(made: TTFont, flavor=None) -> bytes:
    made.flavor = flavor
    file = io.BytesIO()
    made.save(file)
    return file.getvalue()


def open_font(data: bytes) -> TTFont:
    return TTFont(io.BytesIO(data), fontNumber=0)
