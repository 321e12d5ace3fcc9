"""What check-cms and tech-stack say alike: the signals, the theme, and a page that could not be read."""

from msgspec import UNSET

from siteloupe.analyses.prose import quoted
from siteloupe.reports.outline import Kind, column, section
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

HINTS = section("hints", Kind.EVIDENCE)

THEME = (
    section("theme", Kind.RECORD, *_RELEASE, column("parentTheme"), *_DIRECTORY),
    section("theme.parent", Kind.RECORD, *_RELEASE, *_DIRECTORY),
    section("theme.evidence", Kind.EVIDENCE),
)


def theme_sentence(found: Theme) -> str:
    """One sentence on the theme; the site's strings are quoted."""
    sentence = f"The theme is {quoted(found.name)} (folder {quoted(found.slug)}"
    if found.name_source == "slug":
        sentence += ", the name being a guess from the folder"
    sentence += ")"
    if found.version is not UNSET:
        kind = "installed version" if found.version_source == "style.css" else "current directory release"
        sentence += f", {kind} {quoted(found.version)}"
    if found.outdated is True:
        sentence += f", which is behind {quoted(str(found.latest_version))}"
    if found.parent_theme is not UNSET:
        sentence += f", a child of {quoted(found.parent_theme)}"
    return sentence + "."
