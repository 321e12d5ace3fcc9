"""The outline of the overview."""

from siteloupe.analyses.colors_outline import ROLES
from siteloupe.analyses.tech_stack_outline import CATEGORIES, UNIDENTIFIED
from siteloupe.analyses.wordpress import CONFIDENCE, HINTS, MAIN_SYSTEM
from siteloupe.reports.outline import Kind, OtherLabel, column, group, outline, section
from siteloupe.reports.overview import OverviewReport

_LOADED = column("loaded", Kind.FLAG, words=(("false", "no: named in CSS, visitors see the fallback"),))
_FONT = (column("family", words=(("null", "system fonts"),)), column("source"), _LOADED, column("confidence"))

OUTLINE = outline(
    OverviewReport,
    HINTS,
    section("isCms", Kind.VERDICT, CONFIDENCE, column("cmsVersion")),
    *MAIN_SYSTEM,
    section(
        "theme",
        Kind.RECORD,
        column("name"),
        column("nameSource"),
        column("slug"),
        column("version"),
        column("versionSource"),
        column("outdated", Kind.FLAG, good=False),
        column("parentTheme"),
    ),
    section("plugins", Kind.TABLE, column("name"), column("version")),
    section(
        "technologies",
        Kind.TABLE,
        column("name"),
        column("category", words=CATEGORIES),
        column("version"),
    ),
    group(
        "Served by",
        column(
            "hosting.name",
            label=OtherLabel("Hosting", because="the name says who it is"),
            words=UNIDENTIFIED,
        ),
        column("cdn.name", label=OtherLabel("CDN", because="the name says who it is"), words=UNIDENTIFIED),
        column("server"),
    ),
    section("performance.score", Kind.METER, column("performance.grade")),
    section("security.score", Kind.METER, column("security.grade")),
    ROLES,
    section("colors", Kind.SWATCHES, column("name")),
    section("body", Kind.RECORD, *_FONT),
    section("heading", Kind.RECORD, *_FONT),
    group(
        "Page",
        column("url", Kind.LINK),
        column("checkedAt", Kind.TIME),
        column("pluginCount", Kind.NUMBER),
        column("technologyCount", Kind.NUMBER),
    ),
)
