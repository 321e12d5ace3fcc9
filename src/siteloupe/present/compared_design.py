"""What of a design can be compared: of an earlier export, or of the reports on a site."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from siteloupe.analyses.analysis import Analysis
from siteloupe.present.differences import DriftKind
from siteloupe.present.drift import OF_COLORS, OF_FONTS, Drift, Side, drift
from siteloupe.present.earlier_export import EarlierExport
from siteloupe.present.export import EXPORTED
from siteloupe.present.export.design_tokens import COLORS, FONTS, design_tokens
from siteloupe.present.export.dtcg_file import TokenFile
from siteloupe.present.words import value_at


@dataclass(frozen=True, slots=True)
class ComparedDesign:
    """The tokens of one side, and the kinds of values that it tells of."""

    side: Side
    kinds: frozenset[DriftKind]


def design_of_file(file: TokenFile) -> ComparedDesign:
    """Return the design in a file. What it has no tokens of at all, it does not tell of."""
    kinds = (*(OF_COLORS if file.has_colors else ()), *(OF_FONTS if file.has_fonts else ()))
    return ComparedDesign(Side(file.tokens, is_whole=not file.unread), frozenset(kinds))


def design_of_reports(reports: Mapping[str, Mapping[str, Any]]) -> ComparedDesign:
    """Return the design in some reports on one page (as JSON values), by the analyses' names."""
    designs = {name: report for name, report in reports.items() if name in EXPORTED}
    is_whole = all(map(_is_whole, designs.values()))
    kinds = (*(OF_COLORS if COLORS in designs else ()), *(OF_FONTS if FONTS in designs else ()))
    return ComparedDesign(Side(design_tokens(designs), is_whole), frozenset(kinds))


def _is_whole(report: Mapping[str, Any]) -> bool:
    """Whether everything was seen that a design is read from: the REST root says nothing of it."""
    codes = {value_at(caveat, "code") for caveat in value_at(report, "coverage.caveats") or ()}
    return not report["blocked"] and codes <= {"rest-unasked"}


def compare_designs(
    before: ComparedDesign, after: ComparedDesign, color_distance: float = 0.0
) -> tuple[Drift, ...]:
    """Return the values of both designs, of the kinds that both tell of, those that differ first."""
    kinds = [kind for kind in DriftKind if kind in before.kinds & after.kinds]
    return drift(before.side, after.side, kinds, color_distance=color_distance)


def comparable(analyses: Iterable[Analysis], exports: Iterable[EarlierExport | None]) -> tuple[Analysis, ...]:
    """Return those of ``analyses`` that can be compared with every export.

    That of an export that is made of others is there too, though nobody asks for it by default.
    """
    left = tuple(analyses)
    for export in exports:
        if export is not None and export.analysis is not None:
            about = export.analysis
            left = (about,) if about in left or about.parts else ()
        elif export is not None and export.file is not None:
            told = {COLORS: export.file.has_colors, FONTS: export.file.has_fonts}
            left = tuple(each for each in left if told.get(each.name))
    return left
