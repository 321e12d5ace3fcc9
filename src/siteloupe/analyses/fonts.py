"""font-detector: the fonts of a page, their sources, and the sizes of text."""

from typing import TYPE_CHECKING

from msgspec import UNSET

from siteloupe.analyses.analysis import Analysis
from siteloupe.analyses.prose import REST, quote
from siteloupe.analyses.rendering import RENDERED, rendering_of
from siteloupe.analyses.unreadable import refusal_fields, refusal_prose
from siteloupe.analyses.wordpress import HINTS
from siteloupe.capture import Need
from siteloupe.reports.brief import left_out_of
from siteloupe.reports.font_files import InspectedFont
from siteloupe.reports.fonts import Font, FontReport, FontRole, FontSources
from siteloupe.reports.outline import Kind, OtherLabel, column, group, outline, section
from siteloupe.reports.refusal import Refusal

if TYPE_CHECKING:  # what judges is imported by who judges: --help need not wait for it
    from siteloupe.detect.site import Site

MAX_NAMED = 12
"""Most families, sizes and files that prose names."""

MAX_LICENSE = 120
"""The longest license in prose, in characters."""

NEEDS = frozenset({Need.STYLESHEETS, Need.THEME, Need.THEME_JSON, Need.REST_ROOT})


def analyze(site: "Site") -> FontReport:
    """Return the font report of a site. Pure."""
    from siteloupe.detect.fonts.files import inspect_fonts  # noqa: PLC0415 - see above

    capture = site.capture
    if site.refusal is not None:
        return _report_refusal(site, site.refusal)
    found = site.fonts
    return FontReport(
        coverage=site.coverage(NEEDS, styles_cut=found.is_cut),
        is_cms=site.is_wordpress,
        fonts=found.fonts,
        body=found.body,
        heading=found.heading,
        system_stacks=found.system_stacks,
        icon_fonts=found.icon_fonts,
        sources=found.sources,
        wp_font_presets=found.presets,
        type_scale=found.type_scale,
        text_styles=found.text_styles,
        stylesheets=site.stylesheets,
        inspected=UNSET if capture.font_files is None else inspect_fonts(capture.font_files, found.fonts),
        rendered=rendering_of(site),
        evidence=found.evidence,
        url=capture.page.url,
        checked_at=capture.at,
    )


def _report_refusal(site: "Site", refused: Refusal) -> FontReport:
    return FontReport(
        is_cms=None,
        fonts=[],
        **refusal_fields(site, refused),
    )


def summarize(report: FontReport) -> str:
    """Return the report in prose, for a model to read. The site's own strings are quoted."""
    if report.is_cms is None:
        return refusal_prose(report, "Which fonts it uses is unknown.")
    text = [font for font in report.fonts if not font.icon]
    others = left_out_of(report, "fonts")
    lines = [f"{quote(report.url)} {_count(text, others)}."]
    lines += [_roles(report)]
    lines += [f"- {_family(font)}" for font in text[:MAX_NAMED]]
    if rest := max(len(text) - MAX_NAMED, 0) + others:
        lines.append(f"- and {rest} more families, in `fonts`{REST * bool(others)}")
    if icons := list(dict.fromkeys(icon.name for icon in report.icon_fonts)):
        lines.append(f"Icon fonts: {', '.join(map(quote, icons[:MAX_NAMED]))}.")
    lines.append(_services(report.sources))
    lines += [f"- {_file(file)}" for file in (report.inspected or [])[:MAX_NAMED]]
    if report.type_scale:
        smallest, largest = report.type_scale[0], report.type_scale[-1]
        sizes = len(report.type_scale) + left_out_of(report, "typeScale")
        most_used = ", the most used" * (sizes > len(report.type_scale))
        span = f"from {quote(smallest.value)} to {quote(largest.value)}"
        lines.append(f"{sizes} font sizes{most_used}, {span}.")
    sheets = report.stylesheets
    lines.append(
        f"{sheets.fetched} of {sheets.found} stylesheets and {sheets.inline_blocks} blocks were read."
    )
    return "\n".join(line for line in lines if line)


def _count(fonts: list[Font], others: int) -> str:
    total = len(fonts) + others
    families = f"{total} font {'family' if total == 1 else 'families'}"
    loaded = sum(font.loaded is not False for font in fonts)
    if loaded == len(fonts):
        return f"uses {families}"
    if others:
        return f"names {families} in its CSS"
    return f"names {families} in its CSS, and loads {loaded or 'none'} of them"


def _roles(report: FontReport) -> str:
    roles = (("Running text", report.body), ("headings", report.heading))
    told = [f"{what} {_role(role)}" for what, role in roles if role is not None]
    return f"{', '.join(told)}." if told else ""


def _role(role: FontRole) -> str:
    family = quote(role.family) if role.family else "the fonts of the system"
    probably = "probably " if role.confidence == "low" else ""
    return f"{probably}in {family}{' (not loaded)' if role.loaded is False else ''}"


def _family(font: Font) -> str:
    parts: list[str] = [
        "named in CSS, not loaded: visitors see the fallback" if font.loaded is False else font.source
    ]
    if font.weights:
        parts.append(f"weights {', '.join(quote(weight) for weight in font.weights[:MAX_NAMED])}")
    if "italic" in font.styles:
        parts.append("with italics")
    if font.variable:
        parts.append("variable")
    return f"{quote(font.family)}: {', '.join(parts)}"


def _file(file: InspectedFont) -> str:
    if file.problem is not None:
        return f"A file of {quote(file.used_as)} could not be read: {quote(file.problem)}."
    parts = [f"A file of {quote(file.used_as)} calls itself {quote(file.full_name or file.family or '')}"]
    parts += [f"{file.glyphs} glyphs"] if file.glyphs is not None else []
    parts += [f"axes {', '.join(quote(axis.tag) for axis in file.axes[:MAX_NAMED])}"] if file.axes else []
    parts += [f"license {quote(file.license[:MAX_LICENSE])}"] if file.license else []
    parts += ["embedding restricted"] if file.embedding == "restricted" else []
    return f"{', '.join(parts)}."


def _services(sources: FontSources) -> str:
    named = {
        "Google Fonts": sources.google.detected,
        "Bunny Fonts": sources.bunny.detected,
        "Fontshare": sources.fontshare.detected,
        "Adobe Fonts": sources.adobe.detected,
        "Monotype": sources.fonts_com.detected,
        "the site's own files": sources.self_hosted.detected,
    }
    used = [name for name, detected in named.items() if detected]
    return f"Fonts come from {', '.join(used)}." if used else "No font service and no font file was seen."


_LOADED = column("loaded", Kind.FLAG, words=(("false", "no: named in CSS, visitors see the fallback"),))

_ONLY_YES = (("false", ""),)
"""A "no" of each font would say nothing."""

OUTLINE = outline(
    FontReport,
    HINTS,
    section(
        "fonts",
        Kind.SPECIMENS,
        column("family"),
        column("source"),
        _LOADED,
        column("weights", Kind.TAGS),
        column("styles", Kind.TAGS),
        column("variable", Kind.FLAG, words=_ONLY_YES),
        column("isPrimary", Kind.FLAG, words=_ONLY_YES),
        column("icon", Kind.FLAG, words=_ONLY_YES),
        column("fallbacks", Kind.TAGS),
        empty="No font is named in the CSS that could be read; browsers show their own.",
    ),
    RENDERED,
    section("body", Kind.RECORD, column("family"), column("stack"), column("confidence"), _LOADED),
    section("heading", Kind.RECORD, column("family"), column("stack"), column("confidence"), _LOADED),
    section(
        "textStyles",
        Kind.TABLE,
        column("kind"),
        column("family"),
        column("px", Kind.NUMBER, unit="px"),
        column("weight", Kind.NUMBER),
        column("lineHeight", Kind.NUMBER),
    ),
    section("typeScale", Kind.SCALE),
    section("iconFonts", Kind.TABLE, column("name"), column("family"), column("source"), _LOADED),
    section(
        "sources",
        Kind.RECORD,
        column("google.detected", Kind.FLAG),
        column("google.families", Kind.TAGS),
        column("bunny.detected", Kind.FLAG),
        column("fontshare.detected", Kind.FLAG),
        column("adobe.detected", Kind.FLAG),
        column("adobe.kitId"),
        column("fontsCom.detected", Kind.FLAG),
        column("selfHosted.fileCount", Kind.NUMBER),
    ),
    section(
        "inspected",
        Kind.TABLE,
        column("usedAs"),
        column("fullName"),
        column("problem"),
        column("version"),
        column("glyphs", Kind.NUMBER),
        column("axes"),
        column("scripts"),
    ),
    section(
        "inspected",
        Kind.TABLE,
        column("fullName"),
        column("designer"),
        column("license"),
        column("licenseUrl", Kind.LINK),
        column("embedding"),
        column("url", Kind.LINK),
        label=OtherLabel("Terms of font files", because="the files stand above by what is in them"),
    ),
    section("systemStacks", Kind.TAGS),
    section("wpFontPresets", Kind.TABLE, column("name"), column("slug"), column("fontFamily")),
    section("evidence", Kind.EVIDENCE),
    group(
        "Page",
        column("url", Kind.LINK),
        column("isCms", Kind.FLAG),
        column(
            "stylesheets.fetched",
            Kind.NUMBER,
            whole="stylesheets.found",
            label=OtherLabel("Stylesheets read", because="it stands among facts of other kinds"),
        ),
        column("stylesheets.inlineBlocks", Kind.NUMBER),
        column("stylesheets.cssBytes", Kind.NUMBER, unit="bytes"),
        column("checkedAt", Kind.TIME),
    ),
)

ANALYSIS = Analysis(
    name="font-detector",
    operation="detectFonts",
    tool="detect_website_fonts",
    title="Detect fonts",
    description=(
        "List the fonts of a public website: families with source, weights and styles, icon fonts, system "
        "stacks, theme presets and the type scale."
    ),
    guidance=(
        "Works for any site. `body` and `heading` are what visitors read; `loaded` false means that they see "
        "the fallback."
    ),
    limit=8,
    needs=NEEDS,
    inspection=frozenset({Need.FONT_FILES}),
    report=FontReport,
    analyze=analyze,
    summarize=summarize,
    outline=OUTLINE,
    renders=True,
)
