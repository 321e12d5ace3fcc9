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


def build_font(characters="Abcж", *, names=NAMES, axes=(), rights=0, cff=False, drawn=False) -> TTFont:
    """Make a font with a glyph for each character, empty or ``drawn``, and the glyph 0 for missing ones."""
    glyphs = [".notdef", *(f"u{ord(each):04X}" for each in characters)]
    builder = FontBuilder(1000, isTTF=not cff)
    builder.setupGlyphOrder(glyphs)
    builder.setupCharacterMap({ord(each): name for each, name in zip(characters, glyphs[1:], strict=True)})
    if cff:
        from fontTools.pens.t2CharStringPen import T2CharStringPen  # noqa: PLC0415

        pens = {name: T2CharStringPen(500, {}) for name in glyphs}
        for place, pen in enumerate(pens.values() if drawn else ()):
            draw_cubic(pen, place)
        builder.setupCFF("Crumb", {}, {name: pen.getCharString() for name, pen in pens.items()}, {})
    else:
        pens = {name: TTGlyphPen(None) for name in glyphs}
        for place, pen in enumerate(pens.values() if drawn else ()):
            draw_quadratic(pen, place)
        builder.setupGlyf({name: pen.glyph() for name, pen in pens.items()})
    left = {name: getattr(builder.font["glyf"][name], "xMin", 0) for name in glyphs} if not cff else {}
    builder.setupHorizontalMetrics({name: (500, left.get(name, 0)) for name in glyphs})
    builder.setupHorizontalHeader()
    builder.setupNameTable(names)
    builder.setupOS2(fsType=rights)
    builder.setupPost()
    if axes:
        builder.setupFvar(axes, [])
    return builder.font


def draw_quadratic(pen, place) -> None:
    """Draw a triangle and a circle of four curves, for each ``place`` others."""
    pen.moveTo((20 + place % 50, 0))
    pen.lineTo((250, 700 - place % 300))
    pen.lineTo((480, 0))
    pen.closePath()
    pen.qCurveTo((100, 100), (300, 100), (300, -150), (100 + place % 9, -150), None)
    pen.closePath()


def draw_cubic(pen, place) -> None:
    """Draw a leaf, for each ``place`` another one."""
    pen.moveTo((20 + place % 50, 0))
    pen.curveTo((100, 300), (200, 700 - place % 300), (480, 700))
    pen.lineTo((480, 100))
    pen.lineTo((20 + place % 50, 100))
    pen.closePath()


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
