"""The outline of the tech-stack report: software first, then servers, speed and security."""

from siteloupe.analyses.wordpress import CONFIDENCE, HINTS, SIGNALS, SYSTEM, THEME
from siteloupe.reports.outline import Kind, OtherLabel, column, group, outline, section
from siteloupe.reports.tech_stack import TechStackReport

COMPONENTS = (
    ("serverResponseMs", "Server response, in ms"),
    ("htmlKb", "HTML, in KB"),
    ("compression", "Compression"),
    ("renderBlocking", "Files that block drawing"),
    ("requests", "Requests in the HTML"),
    ("https", "HTTPS"),
    ("redirects", "Redirects"),
)
"""The names of the parts of the speed score."""

OUTLINE = outline(
    TechStackReport,
    HINTS,
    section("isCms", Kind.VERDICT, CONFIDENCE, column("cmsVersion"), column("cmsVersionSource")),
    *SYSTEM,
    *THEME,
    section(
        "plugins",
        Kind.TABLE,
        column("name"),
        column("slug"),
        column("version"),
        column("versionSource"),
        column("versionCertainty"),
        column("latestVersion"),
        column("outdated", Kind.FLAG, good=False),
        column("closed", Kind.FLAG, good=False),
        column("installs", Kind.FLOOR),
        column("known", Kind.FLAG),
    ),
    section(
        "technologies",
        Kind.TABLE,
        column("name"),
        column("category"),
        column("version"),
        column("heldBack", Kind.FLAG),
    ),
    group(
        "Served by",
        column("hosting.name", label=OtherLabel("Hosting", because="the name says who it is")),
        column("hosting.type", label=OtherLabel("Hosting type", because="the CDN has a type too")),
        column("cdn.name", label=OtherLabel("CDN", because="the name says who it is")),
        column("server"),
        column("poweredBy"),
    ),
    section(
        "layers", Kind.TABLE, column("name"), column("kind"), column("type"), column("via"), column("value")
    ),
    section("performance.score", Kind.METER, column("performance.grade")),
    section(
        "performance",
        Kind.RECORD,
        column("serverResponseMs", Kind.NUMBER, unit="ms"),
        column("ttfbRating"),
        column("downloadMs", Kind.NUMBER, unit="ms"),
        column("htmlKb", Kind.NUMBER, unit="KB"),
        column("htmlCut", Kind.FLAG, words=(("true", "yes: size and requests are at least these"),)),
        column("compression"),
        column("compressionNote"),
        column("requests", Kind.NUMBER),
        column("note"),
    ),
    section(
        "performance.components",
        Kind.TABLE,
        column("name", words=COMPONENTS),
        column("value"),
        column("points", Kind.NUMBER, whole="max"),
    ),
    section(
        "security",
        Kind.RECORD,
        column("https", Kind.FLAG, good=True),
        column("hsts", Kind.FLAG, good=True),
        column("xContentType", Kind.FLAG, good=True),
        column("contentSecurityPolicy", Kind.FLAG, good=True),
        column("xFrameOptions", Kind.FLAG, good=True),
    ),
    section(
        "securityDetail.checks",
        Kind.TABLE,
        column("name"),
        column("passed", Kind.FLAG, good=True, words=(("null", "not judged"),)),
        column("note"),
        column("value"),
    ),
    section(
        "composition",
        Kind.RECORD,
        column("scripts", Kind.NUMBER),
        column("stylesheets", Kind.NUMBER),
        column("images", Kind.NUMBER),
        column("inlineScripts", Kind.NUMBER),
        column("inlineStyles", Kind.NUMBER),
    ),
    section("wpSignals", Kind.SIGNALS, *SIGNALS),
    group("Page", column("url", Kind.LINK), column("checkedAt", Kind.TIME), column("generator")),
)
