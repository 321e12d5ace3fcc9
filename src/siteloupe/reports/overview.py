"""The overview report: the most important facts of the four other reports, short enough to read at once."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from siteloupe.reports.check_cms import Confidence, ContentSourceField, ForkField
from siteloupe.reports.colors import Confidence as RoleConfidence
from siteloupe.reports.colors import Hex, Name
from siteloupe.reports.fields import describe
from siteloupe.reports.fonts import FontSource
from siteloupe.reports.refusal import VisitFields
from siteloupe.reports.tech_stack import Grade, SecurityLetter, Signature


class MainTheme(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The theme in short; check-cms has the rest."""

    name: Annotated[str, describe("Name", "display name")]
    name_source: Annotated[
        Literal["style.css", "directory", "slug"],
        describe("Name from", "where `name` is from; `slug`: a guess from the folder"),
    ]
    slug: Annotated[str, describe("Folder", "theme folder name")]
    version: Annotated[
        str | UnsetType, describe("Version", "as `theme.version` of check-cms; absent when unknown")
    ] = UNSET
    version_source: Annotated[
        Literal["style.css", "directory"] | UnsetType,
        describe("Version from", "`style.css`: installed; `directory`: the directory's current release"),
    ] = UNSET
    outdated: Annotated[
        bool | UnsetType, describe("Outdated", "the installed version is behind the directory's release")
    ] = UNSET
    parent_theme: Annotated[str | UnsetType, describe("Parent theme", "folder of the parent theme")] = UNSET


class MainPlugin(msgspec.Struct, frozen=True, kw_only=True):
    """One plugin in short."""

    name: Annotated[str, describe("Name", "product name, or the folder as words")]
    version: Annotated[str | None, describe("Version", "null when it is unknown")]


class MainTechnology(msgspec.Struct, frozen=True, kw_only=True):
    """One technology in short."""

    name: Annotated[str, describe("Name", "product name")]
    category: Annotated[str, describe("Category", "what it is, such as `analytics`")]
    version: Annotated[str | None, describe("Version", "null when it is unknown")]


class SpeedScore(msgspec.Struct, frozen=True, kw_only=True):
    """How fast the page can load, by one visit."""

    score: Annotated[int, describe("Speed score", "as `performance.score` of tech-stack", ge=0, le=100)]
    grade: Annotated[Grade, describe("Grade", "A from 90, B from 80, C from 70, D from 60, else F")]


class SecurityScore(msgspec.Struct, frozen=True, kw_only=True):
    """How well headers, cookies and scripts protect visitors."""

    score: Annotated[int, describe("Security score", "as `securityDetail.score` of tech-stack")]
    grade: Annotated[SecurityLetter, describe("Grade", "by the scale of MDN's HTTP Observatory")]


class MainRole(msgspec.Struct, frozen=True, kw_only=True):
    """The color that plays a role; color-palette has the evidence."""

    hex: Hex
    name: Name
    confidence: Annotated[RoleConfidence, Meta(description="how far what was seen agrees on it")]


class MainRoles(msgspec.Struct, frozen=True, kw_only=True):
    """One color for each role, or null where nothing plays it."""

    background: Annotated[MainRole | None, describe("Background", "what the page stands on")] = None
    text: Annotated[MainRole | None, describe("Text", "body text")] = None
    primary: Annotated[MainRole | None, describe("Primary", "the brand's: buttons, links")] = None
    accent: Annotated[MainRole | None, describe("Accent", "a second color, unlike the first")] = None
    border: Annotated[MainRole | None, describe("Border", "lines and edges")] = None


class MainColor(msgspec.Struct, frozen=True, kw_only=True):
    """One color of the palette in short."""

    hex: Hex
    name: Name
    alpha: Annotated[float | UnsetType, Meta(description="0 to 1; absent when the color is opaque")] = UNSET


class MainFont(msgspec.Struct, frozen=True, kw_only=True):
    """What a kind of text is set in."""

    family: Annotated[str | None, describe("Family", "null: the fonts of the visitor's system")]
    source: Annotated[FontSource | None, describe("Source", "who serves it; null when nothing is known")]
    loaded: Annotated[
        bool | UnsetType | None,
        describe("Loaded", "false: named in CSS, and nothing loads it; null: not known"),
    ] = UNSET
    confidence: Annotated[
        Literal["high", "low"], describe("Confidence", "`low` where a part could not be read")
    ]


class OverviewReport(VisitFields, frozen=True, kw_only=True, rename="camel"):
    """The most important facts of a site, from one visit."""

    success: Annotated[Literal[True], Meta(description="true on every report")] = True
    is_cms: Annotated[
        bool | None, describe("Runs WordPress", "null when the page could not be read; null is never `no`")
    ]
    confidence: Annotated[Confidence, describe("Confidence", "as check-cms")]
    cms_version: Annotated[
        str | None, describe("Version", "version of WordPress, or of its fork; null is unknown")
    ] = None
    fork: ForkField = UNSET
    content_from: ContentSourceField = UNSET
    theme: Annotated[MainTheme | None, describe("Theme", "the active theme; null when none can be told")]
    plugins: Annotated[list[MainPlugin], describe("Plugins", "the ten that say most")]
    plugin_count: Annotated[int, describe("Plugins found", "how many tech-stack lists")]
    technologies: Annotated[list[MainTechnology], describe("Technologies", "the ten that say most")]
    technology_count: Annotated[int, describe("Technologies found", "how many tech-stack lists")]
    hosting: Annotated[Signature | None, describe("Hosting", "null means no signature matched")]
    cdn: Annotated[Signature | None, describe("CDN", "null means no signature matched")]
    server: Annotated[str | None, describe("Server", "raw Server response header")]
    performance: Annotated[
        SpeedScore | None, describe("Speed", "one lab snapshot; null when the page could not be read")
    ]
    security: Annotated[
        SecurityScore | None, describe("Security", "null when the page could not be read, or was cut")
    ]
    roles: Annotated[MainRoles, describe("Roles", "the single color inferred for each role")]
    colors: Annotated[list[MainColor], describe("Colors", "the eight that count most")]
    body: Annotated[MainFont | None, describe("Body font", "of running text; null when nothing is declared")]
    heading: Annotated[MainFont | None, describe("Heading font", "of headings; null when there are none")]
    url: Annotated[str, describe("Address", "final URL after redirects", json_format="uri")]
    checked_at: Annotated[
        str, describe("Checked at", "when the page was visited, UTC", json_format="date-time")
    ]
