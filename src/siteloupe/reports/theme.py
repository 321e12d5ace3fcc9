"""The Theme object, and the same facts about the parent of a child theme."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from siteloupe.reports.evidence import Evidence


class ThemeFacts(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What is known of one theme. A field that is absent could not be known; see each description."""

    name: Annotated[str, Meta(description="display name")]
    slug: Annotated[str, Meta(description="theme folder name")]
    name_source: Annotated[
        Literal["style.css", "directory", "slug"],
        Meta(description="where `name` came from; `slug` is a guess made from the folder name"),
    ]
    version: Annotated[
        str | UnsetType,
        Meta(description="installed version from style.css, else the directory's current release"),
    ] = UNSET
    version_source: Annotated[
        Literal["style.css", "directory"] | UnsetType,
        Meta(description="whether `version` is installed or the directory's current release"),
    ] = UNSET
    latest_version: Annotated[
        str | UnsetType, Meta(description="current directory release; only for directory themes")
    ] = UNSET
    outdated: Annotated[
        bool | UnsetType,
        Meta(description="installed version is behind `latestVersion`; only when both are known"),
    ] = UNSET
    in_repo: Annotated[
        bool | UnsetType,
        Meta(description="published in the theme directory; absent when it could not be asked"),
    ] = UNSET
    wp_org_url: Annotated[
        str | UnsetType,
        Meta(description="directory page, only when `inRepo`", extra_json_schema={"format": "uri"}),
    ] = UNSET
    theme_uri: Annotated[str | UnsetType, Meta(description="Theme URI header of style.css, when stated")] = (
        UNSET
    )
    author: Annotated[str | UnsetType, Meta(description="author, as style.css or the directory states")] = (
        UNSET
    )
    screenshot_url: Annotated[
        str | UnsetType,
        Meta(description="picture of the theme in the directory", extra_json_schema={"format": "uri"}),
    ] = UNSET
    active_installs: Annotated[
        int | UnsetType, Meta(description="directory active installs, a floor: 500000 means 500,000+")
    ] = UNSET
    downloads: Annotated[int | UnsetType, Meta(description="lifetime directory downloads")] = UNSET


class Theme(ThemeFacts, frozen=True, kw_only=True, rename="camel"):
    """The active theme; of a child theme, the child."""

    parent_theme: Annotated[
        str | UnsetType, Meta(description="Template header of style.css: the parent of a child theme")
    ] = UNSET
    parent: Annotated[
        ThemeFacts | UnsetType, Meta(description="what is known of the parent; only for a child theme")
    ] = UNSET
    evidence: Annotated[
        list[Evidence], Meta(description="what told the theme: asset paths, body classes, handles, headers")
    ] = []
