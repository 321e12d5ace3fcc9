"""The font report."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from siteloupe.reports.evidence import Evidence
from siteloupe.reports.font_files import InspectedFont
from siteloupe.reports.refusal import RefusalFields
from siteloupe.reports.stylesheets import StylesheetStats

FontSource = Literal["google", "bunny", "fontshare", "adobe", "self-hosted", "declared"]


class Font(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One family."""

    family: Annotated[str, Meta(description="its name, as the CSS writes it")]
    source: Annotated[
        FontSource,
        Meta(description="who serves it; `declared`: the CSS names it, but nothing was seen to bring it"),
    ]
    weights: Annotated[
        list[str], Meta(description="such as `400`; a variable font's range is `100..900`")
    ] = []
    styles: Annotated[list[str], Meta(description="`normal`, `italic`, `oblique`")] = []
    variable: Annotated[bool, Meta(description="a variable font: any weight or width in its range")] = False
    is_primary: Annotated[bool, Meta(description="the font of running text; of at most one family")] = False
    icon: Annotated[bool, Meta(description="an icon font")] = False
    fallbacks: Annotated[list[str], Meta(description="what follows it where it is used")] = []
    files: Annotated[
        list[str],
        Meta(description="absolute URLs of its font files"),
    ] = []
    formats: Annotated[list[str], Meta(description="formats of the files, such as `woff2`")] = []
    display: Annotated[list[str], Meta(description="`font-display` values of its faces")] = []
    preloaded: Annotated[bool, Meta(description="the page preloads one of its files")] = False
    uses: Annotated[int, Meta(description="declarations that name it")] = 0
    note: Annotated[str | None, Meta(description="what is special about it, in a sentence")] = None


class IconFont(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One icon font."""

    family: Annotated[str, Meta(description="its name, as the CSS writes it")]
    name: Annotated[str, Meta(description="the icon set")]
    source: Annotated[FontSource, Meta(description="who serves it")]
    files: Annotated[list[str], Meta(description="absolute URLs of its font files")] = []


class GoogleFonts(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What comes from Google Fonts or a mirror of it."""

    detected: Annotated[bool, Meta(description="fonts are asked for there")] = False
    families: Annotated[list[str], Meta(description="the families asked for")] = []
    css_urls: Annotated[list[str], Meta(description="the addresses by which fonts are asked for")] = []


class Detected(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether a font service was detected."""

    detected: Annotated[bool, Meta(description="fonts are asked for there")] = False


class AdobeFonts(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What comes from Adobe Fonts (Typekit)."""

    detected: Annotated[bool, Meta(description="a kit, or files of one")] = False
    kit_id: Annotated[str | None, Meta(description="the web project; null when none was seen")] = None


class SelfHosted(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What the site brings itself."""

    detected: Annotated[bool, Meta(description="font files of its own")] = False
    file_count: Annotated[int, Meta(description="distinct font files")] = 0


class FontSources(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Where fonts come from. A mere `preconnect` is no detection."""

    google: Annotated[GoogleFonts, Meta(description="Google Fonts, or a mirror of it")] = GoogleFonts()
    bunny: Annotated[Detected, Meta(description="Bunny Fonts")] = Detected()
    fontshare: Annotated[Detected, Meta(description="Fontshare")] = Detected()
    adobe: Annotated[AdobeFonts, Meta(description="Adobe Fonts (Typekit)")] = AdobeFonts()
    fonts_com: Annotated[Detected, Meta(description="fonts.com, MyFonts, Cloud.typography, Webtype")] = (
        Detected()
    )
    self_hosted: Annotated[SelfHosted, Meta(description="the site's own files")] = SelfHosted()


class FontPreset(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A font preset of a block theme."""

    slug: Annotated[str, Meta(description="as in its custom property")]
    name: Annotated[str, Meta(description="as theme.json has it, else made from the slug")]
    font_family: Annotated[str, Meta(description="the stack")]


class FontSize(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A distinct font size."""

    value: Annotated[str, Meta(description="as written, after var()")]
    count: Annotated[int, Meta(description="declarations")]
    px: Annotated[float, Meta(description="in pixels, at 16 px a rem and 1440 px a window")]


class FontRole(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What a kind of text is set in."""

    family: Annotated[str | None, Meta(description="null when it is set in the system's fonts")]
    stack: Annotated[str, Meta(description="the whole list, as declared")]


class FontReport(RefusalFields, frozen=True, kw_only=True, rename="camel"):
    """Which fonts a page uses, where they come from, and at which sizes."""

    success: Annotated[Literal[True], Meta(description="true on every report")] = True
    is_cms: Annotated[bool | None, Meta(description="WordPress; null when the page could not be read")]
    fonts: Annotated[list[Font], Meta(description="one entry a family, the primary one first")]
    body: Annotated[FontRole | None, Meta(description="running text; null when nothing is declared")] = None
    heading: Annotated[FontRole | None, Meta(description="headings; null when there are none")] = None
    system_stacks: Annotated[list[str], Meta(description="stacks of the systems' own fonts")] = []
    icon_fonts: Annotated[list[IconFont], Meta(description="icon fonts, also among `fonts`")] = []
    sources: Annotated[FontSources, Meta(description="font services, and the site itself")] = FontSources()
    wp_font_presets: Annotated[
        list[FontPreset], Meta(description="font presets of the page's global styles and of theme.json")
    ] = []
    type_scale: Annotated[list[FontSize], Meta(description="font sizes, the smallest first")] = []
    stylesheets: Annotated[StylesheetStats, Meta(description="how much CSS was read")] = StylesheetStats()
    inspected: Annotated[
        list[InspectedFont] | UnsetType,
        Meta(
            description="what some of the site's own font files say of themselves, first those of the "
            "primary family; absent unless asked for"
        ),
    ] = UNSET
    evidence: Annotated[list[Evidence], Meta(description="what the verdicts rest on")] = []
    url: Annotated[str, Meta(description="final URL after redirects", extra_json_schema={"format": "uri"})]
    checked_at: Annotated[
        str, Meta(description="when the page was visited, UTC", extra_json_schema={"format": "date-time"})
    ]
