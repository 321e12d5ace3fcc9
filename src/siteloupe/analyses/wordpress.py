"""The part that check-cms and tech-stack have in common: the signals and the theme."""

from msgspec import UNSET, UnsetType

from siteloupe.analyses.prose import no_sign, quote
from siteloupe.reports.check_cms import ContentSource, Fork
from siteloupe.reports.outline import Kind, column, section
from siteloupe.reports.overview import OverviewReport
from siteloupe.reports.tech_stack import TechStackReport
from siteloupe.reports.theme import Theme

UNKNOWN = "Whether it runs WordPress is unknown; this is not a no."

SIGNALS = (
    column("metaGenerator"),
    column("wpContent"),
    column("wpIncludes"),
    column("wpBlocks"),
    column("restApi"),
    column("xPoweredBy"),
    column("linkHeader"),
    column("xPingback"),
)

_RELEASE = (
    column("name"),
    column("nameSource"),
    column("slug"),
    column("version"),
    column("versionSource"),
    column("latestVersion"),
    column("outdated", Kind.FLAG, good=False),
)

_DIRECTORY = (
    column("author"),
    column("activeInstalls", Kind.FLOOR),
    column("downloads", Kind.NUMBER),
    column("wpOrgUrl", Kind.LINK),
    column("themeUri", Kind.LINK),
    column("screenshotUrl", Kind.LINK),
)

_FORK = section("fork", Kind.RECORD, column("name"), column("version"), column("compatibleWith"))
_SOURCE = section("contentFrom", Kind.RECORD, column("name"), column("host"))

MAIN_SYSTEM = (_FORK, _SOURCE)

SYSTEM = (
    _FORK,
    section("fork.evidence", Kind.EVIDENCE),
    _SOURCE,
    section("contentFrom.evidence", Kind.EVIDENCE),
)

CONFIDENCE = column("confidence", words=(("none", "no sign found"),))

HINTS = section("hints", Kind.EVIDENCE)

THEME = (
    section("theme", Kind.RECORD, *_RELEASE, column("parentTheme"), *_DIRECTORY),
    section("theme.parent", Kind.RECORD, *_RELEASE, *_DIRECTORY),
    section("theme.evidence", Kind.EVIDENCE),
)


def verdict_sentence(report: TechStackReport | OverviewReport) -> str:
    """Say whether the page that was read runs WordPress; the site's strings are quoted."""
    if not report.is_cms:
        verdict = f"{quote(report.url)} shows {no_sign(report)}."
        return f"{verdict} {content_sentence(report.content_from)}".rstrip()
    runs = what_runs(report.fork, report.cms_version)
    return f"{quote(report.url)} runs {runs}, with {report.confidence} confidence."


def what_runs(fork: Fork | UnsetType, version: str | None = None) -> str:
    """WordPress, with its ``version`` where that is known, or the fork that runs in its place."""
    if fork is UNSET:
        return f"WordPress {quote(version)}" if version else "WordPress"
    name = quote(f"{fork.name} {fork.version}" if fork.version else fork.name)
    compatible = f", compatible with WordPress {quote(fork.compatible_with)}" if fork.compatible_with else ""
    return f"{name}, a fork of WordPress{compatible}"


def content_sentence(source: ContentSource | UnsetType) -> str:
    """One sentence on the system that content comes from; empty without one."""
    if source is UNSET:
        return ""
    return f"Content of the page comes from {source.name} on another host of the site, {quote(source.host)}."


def theme_sentence(found: Theme) -> str:
    """Describe the theme in one sentence; the site's strings are quoted."""
    sentence = f"The theme is {quote(found.name)} (folder {quote(found.slug)}"
    if found.name_source == "slug":
        sentence += ", the name being a guess from the folder"
    sentence += ")"
    if found.version is not UNSET:
        kind = "installed version" if found.version_source == "style.css" else "current directory release"
        sentence += f", {kind} {quote(found.version)}"
    if found.outdated is True:
        sentence += f", which is behind {quote(str(found.latest_version))}"
    if found.parent_theme is not UNSET:
        sentence += f", a child of {quote(found.parent_theme)}"
    return sentence + "."
