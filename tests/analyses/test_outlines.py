"""Every field of every report is in the outline of its analysis, or stands here with the reason why not."""

import io

import pytest
from rich.console import Console

from siteloupe.analyses import ANALYSES
from siteloupe.present.text import draw
from siteloupe.reports.fields import labels
from siteloupe.reports.outline import Kind, Section, join

DRAWN_BY_KIND = {
    Kind.EVIDENCE: ("what", "where", "value"),
    Kind.SWATCHES: ("hex",),
    Kind.CONTRAST: ("label", "ratio", "rating", "foreground", "background"),
    Kind.SPECIMENS: ("family",),
    Kind.SCALE: ("value", "count", "px"),
}
"""Fields of each entry that a kind draws by itself, without a column."""

REFUSAL = "every view says it above the outline when the page could not be read"
ROW = "a list in each row of a table needs more room than a table has"
LAYERS = "the table of layers says it"
CHECKS = "the checks say it, with what it means"
FILES = "the section on font files is about names, terms and scripts"
DARK = "the dark scheme shows hex, count and roles, the light one everything"

COVERAGE = "every view says above the outline what could not be seen"

EVERY_REPORT = {
    "coverage": COVERAGE,
    "coverage.complete": COVERAGE,
    "coverage.page": COVERAGE,
    "coverage.stylesheets": COVERAGE,
    "coverage.followed": COVERAGE,
    "coverage.caveats": COVERAGE,
    "coverage.caveats.code": COVERAGE,
    "coverage.caveats.text": COVERAGE,
    "truncated": "every view says it below the outline",
    "more": "every view says it below the outline",
    "notice": "it is for models, and the same in every report",
    "blocked": REFUSAL,
    "blockedBy": REFUSAL,
    "status": REFUSAL,
    "reason": REFUSAL,
    "note": REFUSAL,
    "success": "it is true in every report",
}
THEME = {
    "theme.inRepo": "the link to the theme directory says it",
    "theme.parent.inRepo": "the link to the theme directory says it",
}
STATUS = {
    "thirdParties.hosts": ROW,
    "technologies.release.line": "the version says it",
    "technologies.release.latest": ROW,
    "technologies.release.asOf": ROW,
    "technologies.vulnerabilities": ROW,
    "technologies.vulnerabilities.identifier": ROW,
    "technologies.vulnerabilities.severity": ROW,
    "technologies.vulnerabilities.fixedIn": ROW,
    "technologies.vulnerabilities.asOf": ROW,
}
LEFT_OUT = {
    "overview": EVERY_REPORT
    | {
        "fork.evidence": "check-cms has the evidence",
        "contentFrom.evidence": "check-cms has the evidence",
        "hosting.type": "tech-stack has it",
        "hosting.via": "tech-stack has it",
        "cdn.type": "tech-stack has it",
        "cdn.via": "tech-stack has it",
        "colors.alpha": "color-palette shows it, and this is a few colors at a glance",
        "roles.background.confidence": "color-palette shows the evidence",
        "roles.text.confidence": "color-palette shows the evidence",
        "roles.primary.confidence": "color-palette shows the evidence",
        "roles.accent.confidence": "color-palette shows the evidence",
        "roles.border.confidence": "color-palette shows the evidence",
    },
    "check-cms": EVERY_REPORT | THEME,
    "tech-stack": EVERY_REPORT
    | STATUS
    | THEME
    | {
        "plugins.kind": "nearly all are ordinary plugins",
        "plugins.evidence": ROW,
        "technologies.evidence": ROW,
        "hosting.via": LAYERS,
        "cdn.type": LAYERS,
        "cdn.via": LAYERS,
        "performance.compressed": "the compression says it",
        "performance.compressionSource": "the compression and its note say enough",
        "performance.https": "the security section says it",
        "performance.components.measured": "a part without a measurement has no value",
        "security": "the tests say it, with what to send instead",
        "securityDetail.hstsMaxAge": CHECKS,
        "securityDetail.hstsIncludeSubDomains": CHECKS,
        "securityDetail.hstsPreload": CHECKS,
        "securityDetail.frameAncestors": CHECKS,
        "securityDetail.referrerPolicy": CHECKS,
        "securityDetail.permissionsPolicy": CHECKS,
    },
    "font-detector": EVERY_REPORT
    | {
        "fonts.files": ROW,
        "fonts.formats": "it is about files, and the list of families is about letters",
        "fonts.display": "it is about loading, and the list of families is about letters",
        "fonts.preloaded": "it is about loading, and the list of families is about letters",
        "fonts.share": "the order of the families says which ones matter",
        "body.share": "the order of the families says which ones matter",
        "heading.share": "the order of the families says which ones matter",
        "fonts.uses": "the order of the families says which ones matter",
        "fonts.note": "it is a sentence in a row of short facts",
        "iconFonts.files": ROW,
        "sources.google.cssUrls": "the evidence has these addresses",
        "sources.selfHosted.detected": "the number of own files says it",
        "stylesheets.failed": "read and found together say it",
        "inspected.bytes": FILES,
        "inspected.format": FILES,
        "inspected.family": "the full name says it",
        "inspected.subfamily": "the full name says it",
        "inspected.manufacturer": "the designer is shown, and a table has no room for both",
        "inspected.copyright": "the license is shown, and a table has no room for both",
        "inspected.characters": "the scripts say how many characters of each",
        "inspected.specimen": "it is drawn beside its family",
        "inspected.notDrawn": "it is said beside its family",
    },
    "color-palette": EVERY_REPORT
    | {
        "palette.members": "they look like the color that stands for them",
        "palette.alpha": "the notations beside it have it",
        "palette.topRole": "it is the first of the roles",
        "darkPalette.alpha": DARK,
        "darkPalette.rgb": DARK,
        "darkPalette.hsl": DARK,
        "darkPalette.oklch": DARK,
        "darkPalette.usedCount": DARK,
        "darkPalette.origin": DARK,
        "darkPalette.members": DARK,
        "darkPalette.topRole": DARK,
        "darkRoles.background.confidence": "the evidence of the light roles is shown, this is beside it",
        "darkRoles.background.evidence": "the evidence of the light roles is shown, this is beside it",
        "darkRoles.text.confidence": "the evidence of the light roles is shown, this is beside it",
        "darkRoles.text.evidence": "the evidence of the light roles is shown, this is beside it",
        "themeGlobals.value": "the color is shown as hex",
        "themeGlobals.source": "it is the same address for every slot of a builder",
        "roles.background.confidence": "the evidence is shown",
        "roles.text.confidence": "the evidence is shown",
        "roles.primary.confidence": "the evidence is shown",
        "roles.accent.confidence": "the evidence is shown",
        "roles.border.confidence": "the evidence is shown",
        "contrast.passing.name": "the color is shown as hex",
        "contrast.passing.ratio": "it is just above the ratio that has to be reached",
    },
}
"""Fields of reports, by analysis, that no view shows; the API and the MCP tools answer them all the same."""

analyses = pytest.mark.parametrize("analysis", ANALYSES, ids=lambda analysis: analysis.name)


def is_within(path: str, holder: str) -> bool:
    return path == holder or path.startswith(f"{holder}.")


def fields_of(analysis) -> set[str]:
    """The paths of a report's single values; objects are told by their fields."""
    paths = set(labels(analysis.report))
    return {path for path in paths if not any(each != path and is_within(each, path) for each in paths)}


def drawn(section: Section) -> set[str]:
    """The paths that a section draws; of an object that is drawn as a whole, its own."""
    paths = {join(section.path, name) for name in DRAWN_BY_KIND.get(section.kind, ())}
    match section.kind:
        case Kind.ROLES:
            return {
                join(section.path, column.path, name)
                for column in section.columns
                for name in ("hex", "name")
            }
        case Kind.SIGNALS:
            paths.add("evidence")
        case Kind.VERDICT | Kind.METER:
            paths.add(section.path)
        case _ if not section.columns and not paths:
            paths.add(section.path)
    for column in section.columns:
        paths |= {join(section.base, path) for path in (column.path, column.whole) if path}
    return paths


def shown(analysis) -> set[str]:
    paths = set().union(*(drawn(section) for section in analysis.outline))
    return {field for field in fields_of(analysis) if any(is_within(field, path) for path in paths)}


@analyses
def test_every_field_is_in_the_outline_or_is_left_out_for_a_reason(analysis) -> None:
    left_out = LEFT_OUT[analysis.name]
    missing = fields_of(analysis) - shown(analysis)
    assert {field for field in missing if not any(is_within(field, path) for path in left_out)} == set()


@analyses
def test_what_is_left_out_is_a_field_that_the_outline_does_not_have(analysis) -> None:
    missing = fields_of(analysis) - shown(analysis)
    for path, reason in LEFT_OUT[analysis.name].items():
        below = {field for field in fields_of(analysis) if is_within(field, path)}
        assert below, f"{path} is no field"
        assert below <= missing, f"{path} is in the outline"
        assert reason


@analyses
def test_every_path_of_an_outline_is_a_field(analysis) -> None:
    known = set(labels(analysis.report))
    paths = {path for section in analysis.outline for path in drawn(section)}
    assert paths - known == set()


@pytest.mark.parametrize("kind", DRAWN_BY_KIND, ids=str)
def test_a_kind_draws_its_own_fields_without_a_column(kind) -> None:
    entry = {name: f"a-{name}-here" for name in DRAWN_BY_KIND[kind]} | {"hex": "#123456", "px": 23}
    if kind is Kind.SCALE:
        entry |= {"count": 41}
    file = io.StringIO()
    Console(file=file, width=120, color_system=None).print(draw({"x": [entry]}, (Section("X", "x", kind),)))
    for name in DRAWN_BY_KIND[kind]:
        assert name == "px" or str(entry[name]) in file.getvalue()
