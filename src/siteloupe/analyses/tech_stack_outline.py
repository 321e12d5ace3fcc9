"""How a tech-stack report is read: what is built in first, then who serves it, how quickly and how safely."""

from siteloupe.analyses.wordpress import SIGNALS, THEME
from siteloupe.reports.outline import Column, Kind, Section

COMPONENTS = (
    ("serverResponseMs", "Server response, in ms"),
    ("htmlKb", "HTML, in KB"),
    ("compression", "Compression"),
    ("renderBlocking", "Files that block drawing"),
    ("requests", "Requests in the HTML"),
    ("https", "HTTPS"),
    ("redirects", "Redirects"),
)
"""What the parts of the speed score are called."""

OUTLINE = (
    Section(
        "Runs WordPress",
        "isCms",
        Kind.VERDICT,
        (
            Column("Confidence", "confidence"),
            Column("Version", "cmsVersion"),
            Column("Version from", "cmsVersionSource"),
        ),
    ),
    *THEME,
    Section(
        "Plugins",
        "plugins",
        Kind.TABLE,
        (
            Column("Name", "name"),
            Column("Folder", "slug"),
            Column("Version", "version"),
            Column("Version from", "versionSource"),
            Column("Known", "known", Kind.FLAG),
        ),
    ),
    Section(
        "Technologies",
        "technologies",
        Kind.TABLE,
        (
            Column("Name", "name"),
            Column("Category", "category"),
            Column("Version", "version"),
        ),
    ),
    Section(
        "Served by",
        "",
        Kind.RECORD,
        (
            Column("Hosting", "hosting.name"),
            Column("Hosting type", "hosting.type"),
            Column("CDN", "cdn.name"),
            Column("Server", "server"),
            Column("X-Powered-By", "poweredBy"),
        ),
    ),
    Section(
        "Layers",
        "layers",
        Kind.TABLE,
        (
            Column("Name", "name"),
            Column("Does", "kind"),
            Column("Type", "type"),
            Column("Header", "via"),
            Column("Value", "value"),
        ),
    ),
    Section("Speed score", "performance.score", Kind.METER, (Column("Grade", "performance.grade"),)),
    Section(
        "Speed",
        "performance",
        Kind.RECORD,
        (
            Column("Server response", "serverResponseMs", Kind.NUMBER, unit="ms"),
            Column("Rating", "ttfbRating"),
            Column("Download", "downloadMs", Kind.NUMBER, unit="ms"),
            Column("HTML", "htmlKb", Kind.NUMBER, unit="KB"),
            Column("Compression", "compression"),
            Column("Compression unknown", "compressionNote"),
            Column("Requests in the HTML", "requests", Kind.NUMBER),
            Column("Note", "note"),
        ),
    ),
    Section(
        "Speed, part by part",
        "performance.components",
        Kind.TABLE,
        (
            Column("Part", "name", words=COMPONENTS),
            Column("Measured", "value"),
            Column("Points", "points", Kind.NUMBER, whole="max"),
        ),
    ),
    Section(
        "Security",
        "security",
        Kind.RECORD,
        (
            Column("HTTPS", "https", Kind.FLAG, good=True),
            Column("HSTS", "hsts", Kind.FLAG, good=True),
            Column("X-Content-Type-Options", "xContentType", Kind.FLAG, good=True),
            Column("Content-Security-Policy", "contentSecurityPolicy", Kind.FLAG, good=True),
            Column("X-Frame-Options", "xFrameOptions", Kind.FLAG, good=True),
        ),
    ),
    Section(
        "Security, check by check",
        "securityDetail.checks",
        Kind.TABLE,
        (
            Column("Check", "name"),
            Column("Passed", "passed", Kind.FLAG, good=True, words=(("null", "not judged"),)),
            Column("What it means", "note"),
            Column("Seen", "value"),
        ),
    ),
    Section(
        "Composition",
        "composition",
        Kind.RECORD,
        (
            Column("Scripts", "scripts", Kind.NUMBER),
            Column("Stylesheets", "stylesheets", Kind.NUMBER),
            Column("Images", "images", Kind.NUMBER),
            Column("Inline scripts", "inlineScripts", Kind.NUMBER),
            Column("Inline styles", "inlineStyles", Kind.NUMBER),
        ),
    ),
    Section("Signals", "wpSignals", Kind.SIGNALS, SIGNALS),
    Section(
        "Page",
        "",
        Kind.RECORD,
        (
            Column("Address", "url", Kind.LINK),
            Column("Checked at", "checkedAt", Kind.TIME),
            Column("Generator", "generator"),
        ),
    ),
)
