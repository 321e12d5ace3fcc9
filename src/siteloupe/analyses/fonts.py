"""font-detector: which fonts a page uses, who brings them, and at which sizes text is set."""

from msgspec import UNSET

from siteloupe.analyses.analysis import Analysis
from siteloupe.analyses.prose import quoted
from siteloupe.analyses.unreadable import blocked, unreadable
from siteloupe.analyses.wordpress import HINTS
from siteloupe.capture import Need
from siteloupe.detect.fonts.files import inspect_fonts
from siteloupe.detect.site import Site
from siteloupe.reports.font_files import InspectedFont
from siteloupe.reports.fonts import Font, FontReport, FontSources
from siteloupe.reports.outline import Kind, OtherLabel, column, group, outline, section
from siteloupe.reports.refusal import Refusal

MAX_NAMED = 12
"""Families, sizes and files that prose names one by one."""

MAX_LICENSE = 120
"""Characters of a licence that prose quotes."""

NEEDS = frozenset({Need.STYLESHEETS, Need.THEME, Need.THEME_JSON, Need.REST_ROOT})


def analyze(site: Site) -> FontReport:
    """The font report of a site. Pure."""
    capture = site.capture
    if site.refusal is not None:
        return _unreadable(site, site.refusal)
    found = site.fonts
    return FontReport(
        coverage=site.coverage(NEEDS),
        is_cms=site.is_wordpress,
        fonts=found.fonts,
        body=found.body,
        heading=found.heading,
        system_stacks=found.system_stacks,
        icon_fonts=found.icon_fonts,
        sources=found.sources,
        wp_font_presets=found.presets,
        type_scale=found.type_scale,
        stylesheets=site.stylesheets,
        inspected=UNSET if capture.font_files is None else inspect_fonts(capture.font_files, found.fonts),
        evidence=found.evidence,
        url=capture.page.url,
        checked_at=capture.at,
    )


def _unreadable(site: Site, refused: Refusal) -> FontReport:
    return FontReport(
        is_cms=None,
        fonts=[],
        **blocked(site, refused),
    )


def summarize(report: FontReport) -> str:
    """The report in prose, for a model to read. The site's own strings are quoted."""
    if report.is_cms is None:
        return unreadable(report, "Which fonts it uses is unknown.")
    text = [font for font in report.fonts if not font.icon]
    lines = [f"{quoted(report.url)} uses {len(text)} font {'family' if len(text) == 1 else 'families'}."]
    lines += [_roles(report)]
    lines += [f"- {_family(font)}" for font in text[:MAX_NAMED]]
    if report.icon_fonts:
        lines.append(f"Icon fonts: {', '.join(quoted(icon.name) for icon in report.icon_fonts[:MAX_NAMED])}.")
    lines.append(_services(report.sources))
    lines += [f"- {_file(file)}" for file in (report.inspected or [])[:MAX_NAMED]]
    if report.type_scale:
        smallest, largest = report.type_scale[0], report.type_scale[-1]
        lines.append(
            f"{len(report.type_scale)} font sizes, from {quoted(smallest.value)} to {quoted(largest.value)}."
        )
    sheets = report.stylesheets
    lines.append(
        f"{sheets.fetched} of {sheets.found} stylesheets and {sheets.inline_blocks} blocks were read."
    )
    return "\n".join(line for line in lines if line)


def _roles(report: FontReport) -> str:
    told = []
    for what, role in (("Running text", report.body), ("headings", report.heading)):
        if role is not None:
            told.append(f"{what} in {quoted(role.family) if role.family else 'the fonts of the system'}")
    return f"{', '.join(told)}." if told else ""


def _family(font: Font) -> str:
    parts: list[str] = [font.source]
    if font.weights:
        parts.append(f"weights {', '.join(quoted(weight) for weight in font.weights[:MAX_NAMED])}")
    if "italic" in font.styles:
        parts.append("with italics")
    if font.variable:
        parts.append("variable")
    return f"{quoted(font.family)}: {', '.join(parts)}"


def _file(file: InspectedFont) -> str:
    if file.problem is not None:
        return f"A file of {quoted(file.used_as)} could not be read: {quoted(file.problem)}."
    parts = [f"A file of {quoted(file.used_as)} calls itself {quoted(file.full_name or file.family or '')}"]
    parts += [f"{file.glyphs} glyphs"] if file.glyphs is not None else []
    parts += [f"axes {', '.join(quoted(axis.tag) for axis in file.axes[:MAX_NAMED])}"] if file.axes else []
    parts += [f"licence {quoted(file.license[:MAX_LICENSE])}"] if file.license else []
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


OUTLINE = outline(
    FontReport,
    HINTS,
    section(
        "fonts",
        Kind.SPECIMENS,
        column("family"),
        column("source"),
        column("weights", Kind.TAGS),
        column("styles", Kind.TAGS),
        column("variable", Kind.FLAG),
        column("isPrimary", Kind.FLAG),
        column("icon", Kind.FLAG),
        column("fallbacks", Kind.TAGS),
        empty="No font is named in the CSS that could be read; browsers show their own.",
    ),
    section("body", Kind.RECORD, column("family"), column("stack")),
    section("heading", Kind.RECORD, column("family"), column("stack")),
    section("typeScale", Kind.SCALE),
    section("iconFonts", Kind.TABLE, column("name"), column("family"), column("source")),
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
    limit=8,
    needs=NEEDS,
    inspection=frozenset({Need.FONT_FILES}),
    report=FontReport,
    analyze=analyze,
    summarize=summarize,
    outline=OUTLINE,
)
