"""The outline of the color-palette report."""

from siteloupe.analyses.rendering import RENDERED
from siteloupe.analyses.wordpress import HINTS
from siteloupe.reports.colors import ColorReport
from siteloupe.reports.outline import Kind, OtherLabel, column, group, outline, section

_EVIDENCE = tuple(
    section(
        f"roles.{role}.evidence",
        Kind.EVIDENCE,
        label=OtherLabel(f"{role.capitalize()} evidence", because="five lists of evidence follow each other"),
    )
    for role in ("background", "text", "primary", "accent", "border")
)

ROLES = section(
    "roles",
    Kind.ROLES,
    column("background"),
    column("text"),
    column("primary"),
    column("accent"),
    column("border"),
)

OUTLINE = outline(
    ColorReport,
    HINTS,
    ROLES,
    section("contrast", Kind.CONTRAST, column("passing.hex", Kind.COLOR), column("note")),
    section(
        "palette",
        Kind.SWATCHES,
        column("name"),
        column("rgb", Kind.NOTATION),
        column("hsl", Kind.NOTATION),
        column("oklch", Kind.NOTATION),
        column("count", Kind.NUMBER),
        column("usedCount", Kind.NUMBER),
        column("roles", Kind.TAGS),
        column("origin"),
        empty="No color is stated in the CSS that could be read.",
    ),
    RENDERED,
    section("darkRoles", Kind.ROLES, column("background"), column("text")),
    section(
        "darkPalette", Kind.SWATCHES, column("name"), column("count", Kind.NUMBER), column("roles", Kind.TAGS)
    ),
    section(
        "themeGlobals",
        Kind.SWATCHES,
        column("label"),
        column("builder"),
        column("variable"),
        column("role"),
        column("unchanged", Kind.FLAG),
    ),
    section(
        "wpPalette",
        Kind.SWATCHES,
        column("name"),
        column("slug"),
        column("origin"),
        column("used", Kind.FLAG),
    ),
    section(
        "gradients",
        Kind.TABLE,
        column("css", Kind.GRADIENT),
        column("colors", Kind.TAGS),
        column("type"),
        column("count", Kind.NUMBER),
        column("used", Kind.FLAG),
    ),
    section("themeColorMeta", Kind.COLOR),
    section("design.spacing", Kind.SCALE),
    section("design.radii", Kind.SCALE),
    section("design.shadows", Kind.TABLE, column("value"), column("count", Kind.NUMBER)),
    section(
        "design.breakpoints",
        Kind.TABLE,
        column("px", Kind.NUMBER, unit="px"),
        column("bound"),
        column("count", Kind.NUMBER),
    ),
    section("design.transitions", Kind.TABLE, column("value"), column("count", Kind.NUMBER)),
    section("design.zIndex", Kind.TABLE, column("value"), column("count", Kind.NUMBER)),
    section(
        "design.components",
        Kind.TABLE,
        column("name"),
        column("count", Kind.NUMBER),
        column("background", Kind.COLOR),
        column("color", Kind.COLOR),
        column("borderRadius"),
        column("padding"),
        column("border"),
        column("fontWeight"),
        column("textDecoration"),
    ),
    *_EVIDENCE,
    section(
        "stats",
        Kind.RECORD,
        column("declarations", Kind.NUMBER),
        column("uniqueColors", Kind.NUMBER),
        column("grouped", Kind.NUMBER),
        column("customProperties", Kind.NUMBER),
        column("unparsed", Kind.NUMBER),
    ),
    section(
        "stylesheets",
        Kind.RECORD,
        column("fetched", Kind.NUMBER, whole="found"),
        column("failed", Kind.NUMBER),
        column("inlineBlocks", Kind.NUMBER),
        column("cssBytes", Kind.NUMBER, unit="bytes"),
    ),
    group("Page", column("url", Kind.LINK), column("checkedAt", Kind.TIME), column("isCms", Kind.FLAG)),
)
