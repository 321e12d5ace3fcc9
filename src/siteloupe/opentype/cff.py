"""Cubic outlines: the ``CFF`` table, read by fontTools with bounds around it.

Source: https://learn.microsoft.com/en-us/typography/opentype/spec/cff
"""

import io
from typing import Any

from siteloupe.opentype.svg_path import SvgPath, TooComplex

MAX_DEPTH = 10
"""How deep subroutines may call one another, by the format's own limit."""

MAX_CODE = 200_000
"""Most bytes of code that are run for one specimen: a subroutine that calls itself has no end."""


class CubicOutlines:
    """Draws glyphs of a ``CFF`` table.

    fontTools raises errors of many kinds on broken tables: the caller has to expect any.
    """

    def __init__(self, table: bytes) -> None:
        # The import is here because only few fonts have this table.
        from fontTools.cffLib import CFFFontSet  # noqa: PLC0415

        fonts = CFFFontSet()
        fonts.decompile(io.BytesIO(table), None)
        self._glyphs = fonts.topDictIndex[0].CharStrings.charStringsIndex
        self._left = MAX_CODE

    def draw(self, number: int, path: SvgPath) -> None:
        """Add a glyph to ``path``. Raises TooComplex, and any error of fontTools."""
        from fontTools.misc.psCharStrings import T2OutlineExtractor  # noqa: PLC0415

        outlines = self
        code = self._glyphs[number]

        class Extractor(T2OutlineExtractor):  # type: ignore[misc] # fontTools has no types
            """Runs the code of a glyph, of which there is only so much."""

            depth = 0

            def execute(self, charString: Any) -> None:  # noqa: N803 - the parameter's name there
                outlines._count(charString)
                self.depth += 1
                if self.depth > MAX_DEPTH:
                    raise TooComplex("subroutines deeper than the format allows")
                super().execute(charString)
                self.depth -= 1

        own = getattr(code.private, "Subrs", [])
        Extractor(
            path, own, code.globalSubrs, code.private.nominalWidthX, code.private.defaultWidthX
        ).execute(code)

    def _count(self, code: Any) -> None:
        self._left -= 10 + len(code.bytecode or code.program)
        if self._left < 0:
            raise TooComplex("more code than a glyph needs")
