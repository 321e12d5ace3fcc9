"""What check-cms and tech-stack say alike: the signals, the theme, and a page that could not be read."""

from msgspec import UNSET

from siteloupe.analyses.prose import quoted
from siteloupe.reports.outline import Column, Kind, Section
from siteloupe.reports.theme import Theme

UNKNOWN = "Whether it runs WordPress is unknown; this is not a no."

SIGNALS = (
    Column("Generator tag", "metaGenerator"),
    Column("wp-content assets", "wpContent"),
    Column("wp-includes assets", "wpIncludes"),
    Column("Block editor", "wpBlocks"),
    Column("REST API", "restApi"),
    Column("X-Powered-By", "xPoweredBy"),
    Column("REST link", "linkHeader"),
    Column("Pingback", "xPingback"),
)

_THEME = (
    Column("Name", "name"),
    Column("Name from", "nameSource"),
    Column("Folder", "slug"),
    Column("Version", "version"),
    Column("Version from", "versionSource"),
    Column("Latest release", "latestVersion"),
    Column("Outdated", "outdated", Kind.FLAG, good=False),
    Column("Child of", "parentTheme"),
    Column("Author", "author"),
    Column("Active installs", "activeInstalls", Kind.FLOOR),
    Column("Downloads", "downloads", Kind.NUMBER),
    Column("Theme directory", "wpOrgUrl", Kind.LINK),
    Column("Theme page", "themeUri", Kind.LINK),
    Column("Screenshot", "screenshotUrl", Kind.LINK),
)

THEME = (
    Section("Theme", "theme", Kind.RECORD, _THEME),
    Section("Parent theme", "theme.parent", Kind.RECORD, _THEME),
    Section("Theme evidence", "theme.evidence", Kind.EVIDENCE),
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
