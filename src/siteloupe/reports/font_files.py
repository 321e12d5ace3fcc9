"""What font files say of themselves."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta


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


class InspectedFont(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One font file, as it describes itself. What it does not say is null or empty."""

    url: Annotated[str, Meta(description="the file", extra_json_schema={"format": "uri"})]
    used_as: Annotated[str, Meta(description="the family in `fonts` that it belongs to")]
    problem: Annotated[
        str | None,
        Meta(
            description="why it could not be read: `no-font`, `broken`, `too-large`, `over-budget`, a status "
            "such as `status-404`, or a cause such as `timed-out`; null when it was read"
        ),
    ] = None
    bytes: Annotated[int | None, Meta(description="its size; null when it was not had")] = None
    format: Annotated[
        Literal["truetype", "opentype", "woff", "woff2"] | None, Meta(description="what its bytes are")
    ] = None
    family: Annotated[str | None, Meta(description="its own name for the family")] = None
    subfamily: Annotated[str | None, Meta(description="such as `Regular`, `Bold Italic`")] = None
    full_name: Annotated[str | None, Meta(description="family and subfamily as one name")] = None
    version: Annotated[str | None, Meta(description="such as `Version 4.001`")] = None
    designer: Annotated[str | None, Meta(description="who drew it")] = None
    manufacturer: Annotated[str | None, Meta(description="who made it")] = None
    copyright: Annotated[str | None, Meta(description="copyright notice")] = None
    license: Annotated[str | None, Meta(description="under what terms it may be used")] = None
    license_url: Annotated[str | None, Meta(description="where these terms stand")] = None
    embedding: Annotated[
        Literal["installable", "editable", "preview-print", "restricted"] | None,
        Meta(description="what its `OS/2` table allows documents; `restricted`: not without permission"),
    ] = None
    axes: Annotated[list[FontAxis], Meta(description="axes of a variable font")] = []
    glyphs: Annotated[int | None, Meta(description="glyphs in it")] = None
    characters: Annotated[int | None, Meta(description="characters there are glyphs for")] = None
    scripts: Annotated[list[FontScript], Meta(description="scripts it covers, the fullest first")] = []
