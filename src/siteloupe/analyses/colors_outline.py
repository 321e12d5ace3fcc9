"""How a color-palette report is read."""

from siteloupe.reports.outline import Column, Kind, Section

OUTLINE = (
    Section(
        "Roles",
        "roles",
        Kind.ROLES,
        (
            Column("Background", "background"),
            Column("Text", "text"),
            Column("Primary", "primary"),
            Column("Accent", "accent"),
            Column("Border", "border"),
        ),
    ),
    Section(
        "Contrast",
        "contrast",
        Kind.CONTRAST,
        (Column("Would pass", "passing.hex", Kind.COLOR), Column("Note", "note")),
    ),
    Section(
        "Palette",
        "palette",
        Kind.SWATCHES,
        (
            Column("Name", "name"),
            Column("RGB", "rgb", Kind.NOTATION),
            Column("HSL", "hsl", Kind.NOTATION),
            Column("OKLCH", "oklch", Kind.NOTATION),
            Column("Count", "count", Kind.NUMBER),
            Column("Used", "usedCount", Kind.NUMBER),
            Column("Roles", "roles", Kind.TAGS),
            Column("Origin", "origin"),
        ),
        empty="No color is stated in the CSS that could be read.",
    ),
    Section(
        "Roles under a dark scheme",
        "darkRoles",
        Kind.ROLES,
        (Column("Background", "background"), Column("Text", "text")),
    ),
    Section(
        "Dark scheme",
        "darkPalette",
        Kind.SWATCHES,
        (
            Column("Name", "name"),
            Column("Count", "count", Kind.NUMBER),
            Column("Roles", "roles", Kind.TAGS),
        ),
    ),
    Section(
        "Theme and builder colors",
        "themeGlobals",
        Kind.SWATCHES,
        (
            Column("Slot", "label"),
            Column("Of", "builder"),
            Column("Variable", "variable"),
            Column("Meant for", "role"),
            Column("As shipped", "unchanged", Kind.FLAG),
        ),
    ),
    Section(
        "WordPress presets",
        "wpPalette",
        Kind.SWATCHES,
        (
            Column("Name", "name"),
            Column("Slug", "slug"),
            Column("Origin", "origin"),
            Column("Used", "used", Kind.FLAG),
        ),
    ),
    Section(
        "Gradients",
        "gradients",
        Kind.TABLE,
        (
            Column("Gradient", "css", Kind.GRADIENT),
            Column("Colors", "colors", Kind.TAGS),
            Column("Type", "type"),
            Column("Count", "count", Kind.NUMBER),
            Column("Used", "used", Kind.FLAG),
        ),
    ),
    Section("theme-color meta", "themeColorMeta", Kind.COLOR),
    Section("Background evidence", "roles.background.evidence", Kind.EVIDENCE),
    Section("Text evidence", "roles.text.evidence", Kind.EVIDENCE),
    Section("Primary evidence", "roles.primary.evidence", Kind.EVIDENCE),
    Section("Accent evidence", "roles.accent.evidence", Kind.EVIDENCE),
    Section("Border evidence", "roles.border.evidence", Kind.EVIDENCE),
    Section(
        "Read",
        "stats",
        Kind.RECORD,
        (
            Column("Declarations", "declarations", Kind.NUMBER),
            Column("Distinct colors", "uniqueColors", Kind.NUMBER),
            Column("Groups", "grouped", Kind.NUMBER),
            Column("Custom properties", "customProperties", Kind.NUMBER),
            Column("Not computed", "unparsed", Kind.NUMBER),
        ),
    ),
    Section(
        "Stylesheets",
        "stylesheets",
        Kind.RECORD,
        (
            Column("Read", "fetched", Kind.NUMBER, whole="found"),
            Column("Failed", "failed", Kind.NUMBER),
            Column("Style blocks", "inlineBlocks", Kind.NUMBER),
            Column("CSS", "cssBytes", Kind.NUMBER, unit="bytes"),
        ),
    ),
    Section(
        "Page",
        "",
        Kind.RECORD,
        (
            Column("Address", "url", Kind.LINK),
            Column("Checked at", "checkedAt", Kind.TIME),
            Column("Runs WordPress", "isCms", Kind.FLAG),
        ),
    ),
)
