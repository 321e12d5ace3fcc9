"""The color-palette report in prose, for a model to read."""

from collections.abc import Iterator

from siteloupe.analyses.prose import REST, quote
from siteloupe.analyses.unreadable import refusal_prose
from siteloupe.reports.brief import left_out_of
from siteloupe.reports.colors import ColorReport, Contrast, PaletteColor, RoleColor

SHOWN = 8


def summarize(report: ColorReport) -> str:
    """Return the report in a few lines. The site's own strings are quoted."""
    if report.is_cms is None:
        return refusal_prose(report, "Its colors are unknown.")
    return "\n".join(_lines(report))


def _lines(report: ColorReport) -> Iterator[str]:
    sheets = report.stylesheets
    yield (
        f"{quote(report.url)} uses {report.stats.grouped} groups of colors alike "
        f"({report.stats.unique_colors} distinct), read from {sheets.fetched} of {sheets.found} stylesheets "
        f"and {sheets.inline_blocks} style blocks."
    )
    seen = report.coverage
    without = "none" if (seen.page, seen.stylesheets) == ("whole", "all") else "unknown"
    for name in ("background", "text", "primary", "accent", "border"):
        role: RoleColor | None = getattr(report.roles, name)
        yield f"- {name}: {without if role is None else _role(role)}"
    if used := [color for color in report.palette if color.origin != "declared"][:SHOWN]:
        yield f"Most used: {', '.join(map(_swatch, used))}.{_rest(report)}"
    if dark := report.dark_roles:
        yield f"Under a dark scheme: {dark.text.hex} text on {dark.background.hex}."
    if report.dark_palette:
        yield f"Colors of the dark scheme: {', '.join(map(_swatch, report.dark_palette[:SHOWN]))}."
    if brand := [slot for slot in report.theme_globals if slot.role is not None][:SHOWN]:
        slots = (f"{slot.builder} {slot.label} {slot.hex}{' (unchanged)' * slot.unchanged}" for slot in brand)
        yield f"Theme and builder slots: {', '.join(slots)}."
    if theme := [preset for preset in report.wp_palette if preset.origin == "theme"][:SHOWN]:
        presets = (f"{quote(preset.name)} {preset.hex}" for preset in theme)
        yield f"WordPress presets of the theme: {', '.join(presets)}."
    if report.gradients:
        total = len(report.gradients) + left_out_of(report, "gradients")
        yield f"Gradients: {total}, the first {quote(report.gradients[0].css)}."
    if report.theme_color_meta:
        yield f"theme-color: {quote(report.theme_color_meta)}."
    yield from map(_pair, report.contrast)


def _rest(report: ColorReport) -> str:
    others = left_out_of(report, "palette")
    rest = max(len(report.palette) - SHOWN, 0) + others
    return f" {rest} more are in `palette`{REST * bool(others)}." if rest else ""


def _role(role: RoleColor) -> str:
    name = f" {role.name}" if role.name else ""
    return f"{role.hex}{name}, {role.confidence} confidence"


def _swatch(color: PaletteColor) -> str:
    return f"{color.hex} {color.name}" if color.name else color.hex


def _pair(pair: Contrast) -> str:
    passes = f"; {pair.passing.hex} would reach {pair.passing.ratio}" if pair.passing else ""
    note = f"; {pair.note}" if pair.note else ""
    colors = f"{pair.foreground} on {pair.background}"
    return f"- {pair.label}: {pair.ratio} ({pair.rating}), {colors}{note}{passes}."
