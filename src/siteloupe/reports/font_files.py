"""The facts that font files state."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from siteloupe.reports.bounds import Uncut
from siteloupe.reports.brief import FULL_ONLY
from siteloupe.reports.fields import describe


class FontAxis(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One axis of a variable font, such as `wght` from 100 to 900."""

    tag: Annotated[str, Meta(description="such as `wght`, `wdth`, `ital`, `slnt`, `opsz`")]
    min: Annotated[float, Meta(description="the least value")]
    default: Annotated[float, Meta(description="the value when none is asked for")]
    max: Annotated[float, Meta(description="the largest value")]


class FontScript(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A script that a font covers."""

    script: Annotated[str, Meta(description="Unicode's name for it, such as `Latin`, `Cyrillic`, `Greek`")]
    characters: Annotated[int, Meta(description="how many of its characters there are glyphs for")]


class FontSpecimen(Uncut, frozen=True, kw_only=True, rename="camel"):
    """Some glyphs of a font file as an SVG path; 400 units are one em, and they stand on y = 0."""

    text: Annotated[str, Meta(description="the letters that are drawn; empty for icons")]
    path: Annotated[
        str,
        Meta(description="the data of the path", max_length=8000, pattern=r"^[Mvhlqcz0-9 -]*$"),
    ]
    width: Annotated[int, Meta(description="of the box, which begins at x = 0")]
    top: Annotated[int, Meta(description="of the box: negative, as y grows downwards")]
    height: Annotated[int, Meta(description="of the box")]


class InspectedFont(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One font file, as it describes itself. What it does not say is null or empty."""

    url: Annotated[str, describe("File", "the file", json_format="uri")]
    used_as: Annotated[str, describe("Used as", "the family in `fonts` that it belongs to")]
    problem: Annotated[
        str | None,
        describe(
            "Could not read",
            "why it could not be read: `no-font`, `broken`, `too-large`, `over-budget`, a status "
            "such as `status-404`, or a cause such as `timed-out`; null when it was read",
        ),
    ] = None
    bytes: Annotated[int | None, Meta(description="its size; null when it was not had")] = None
    format: Annotated[
        Literal["truetype", "opentype", "woff", "woff2"] | None, Meta(description="what its bytes are")
    ] = None
    family: Annotated[str | None, Meta(description="its own name for the family")] = None
    subfamily: Annotated[str | None, Meta(description="such as `Regular`, `Bold Italic`")] = None
    full_name: Annotated[str | None, describe("Name", "family and subfamily as one name")] = None
    version: Annotated[str | None, describe("Version", "such as `Version 4.001`")] = None
    designer: Annotated[str | None, describe("Designer", "who drew it")] = None
    manufacturer: Annotated[str | None, Meta(description="who made it")] = None
    copyright: Annotated[str | None, Meta(description="copyright notice")] = None
    license: Annotated[str | None, describe("License", "under what terms it may be used")] = None
    license_url: Annotated[str | None, describe("Terms", "where these terms stand")] = None
    embedding: Annotated[
        Literal["installable", "editable", "preview-print", "restricted"] | None,
        describe("Embedding", "what its `OS/2` table allows documents; `restricted`: not without permission"),
    ] = None
    axes: Annotated[list[FontAxis], describe("Axes", "axes of a variable font")] = []
    glyphs: Annotated[int | None, describe("Glyphs", "glyphs in it")] = None
    characters: Annotated[int | None, Meta(description="characters there are glyphs for")] = None
    scripts: Annotated[list[FontScript], describe("Scripts", "scripts it covers, the fullest first")] = []
    specimen: Annotated[
        FontSpecimen | None,
        Meta(description="some of its glyphs, of at most six files; null where none could or may be drawn"),
        FULL_ONLY,
    ] = None
    not_drawn: Annotated[
        str | None,
        describe("Not drawn", "why its glyphs are not drawn, in a sentence; null where they are or might be"),
    ] = None
