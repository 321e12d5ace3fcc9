"""The Theme object, and the same facts about the parent of a child theme."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from siteloupe.reports.brief import Most
from siteloupe.reports.evidence import Evidence
from siteloupe.reports.fields import describe


class ThemeFacts(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What is known of one theme. A field that is absent could not be known; see each description."""

    name: Annotated[str, describe("Name", "display name")]
    slug: Annotated[str, describe("Folder", "theme folder name")]
    name_source: Annotated[
        Literal["style.css", "directory", "slug"],
        describe("Name from", "where `name` came from; `slug` is a guess made from the folder name"),
    ]
    version: Annotated[
        str | UnsetType,
        describe("Version", "installed version from style.css, else the directory's current release"),
    ] = UNSET
    version_source: Annotated[
        Literal["style.css", "directory"] | UnsetType,
        describe("Version from", "whether `version` is installed or the directory's current release"),
    ] = UNSET
    latest_version: Annotated[
        str | UnsetType, describe("Latest release", "current directory release; only for directory themes")
    ] = UNSET
    outdated: Annotated[
        bool | UnsetType,
        describe("Outdated", "installed version is behind `latestVersion`; only when both are known"),
    ] = UNSET
    in_repo: Annotated[
        bool | UnsetType,
        Meta(description="published in the theme directory; absent when it could not be asked"),
    ] = UNSET
    wp_org_url: Annotated[
        str | UnsetType,
        describe("Theme directory", "directory page, only when `inRepo`", json_format="uri"),
    ] = UNSET
    theme_uri: Annotated[
        str | UnsetType, describe("Theme page", "Theme URI header of style.css, when stated")
    ] = UNSET
    author: Annotated[str | UnsetType, describe("Author", "author, as style.css or the directory states")] = (
        UNSET
    )
    screenshot_url: Annotated[
        str | UnsetType,
        describe("Screenshot", "picture of the theme in the directory", json_format="uri"),
    ] = UNSET
    active_installs: Annotated[
        int | UnsetType,
        describe("Active installs", "directory active installs, a floor: 500000 means 500,000+"),
    ] = UNSET
    downloads: Annotated[int | UnsetType, describe("Downloads", "lifetime directory downloads")] = UNSET


class Theme(ThemeFacts, frozen=True, kw_only=True, rename="camel"):
    """The active theme; of a child theme, the child."""

    parent_theme: Annotated[
        str | UnsetType, describe("Child of", "Template header of style.css: the parent of a child theme")
    ] = UNSET
    parent: Annotated[
        ThemeFacts | UnsetType,
        describe("Parent theme", "what is known of the parent; only for a child theme"),
    ] = UNSET
    evidence: Annotated[
        list[Evidence],
        describe("Theme evidence", "what shows the theme: asset paths, body classes, handles, headers"),
        Most(1),
    ] = []
