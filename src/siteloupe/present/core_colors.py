"""The core colors of a palette, sorted for people: colors by hue, neutrals apart."""

import math
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from siteloupe.analyses.overview import MINOR_ORIGINS
from siteloupe.css.color import Color
from siteloupe.css.naming import GRAYISH
from siteloupe.present.markup import HEX

MAX_COLORS = 12
"""Most core colors, neutrals included."""

Row = Mapping[str, Any]


class CoreColors(NamedTuple):
    """The rows of a palette: ``colors`` from red to purple, ``neutrals`` from light to dark."""

    colors: list[Row]
    neutrals: list[Row]


def core_colors(palette: Iterable[Row]) -> CoreColors:
    """Return the colors that a page uses most, of the palette of a color report (as JSON values)."""
    rows = [row for row in palette if HEX.fullmatch(row["hex"]) and len(row["hex"]) == 7]
    rows = sorted(rows, key=lambda row: row["origin"] in MINOR_ORIGINS)[:MAX_COLORS]
    neutrals = [row for row in rows if _chroma(row) <= GRAYISH]
    colors = [row for row in rows if _chroma(row) > GRAYISH]
    return CoreColors(sorted(colors, key=_hue), sorted(neutrals, key=_darkness))


def _oklab(row: Row) -> tuple[float, float, float]:
    return Color(*bytes.fromhex(row["hex"][1:])).oklab


def _chroma(row: Row) -> float:
    return math.hypot(*_oklab(row)[1:])


def _hue(row: Row) -> tuple[int, float]:
    """Return the hue in steps of 30°, from red, then the darkness: shades of one hue stand together."""
    lightness, a, b = _oklab(row)
    return int((math.degrees(math.atan2(b, a)) + 15) % 360 // 30), -lightness


def _darkness(row: Row) -> float:
    return -_oklab(row)[0]
