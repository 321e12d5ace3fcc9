"""The font report."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from siteloupe.reports.brief import FULL_ONLY, Most
from siteloupe.reports.coverage import StylesheetStats
from siteloupe.reports.evidence import Evidence
from siteloupe.reports.fields import WHOLE, describe
from siteloupe.reports.font_files import InspectedFont
from siteloupe.reports.refusal import VisitFields
from siteloupe.reports.rendering import RenderedField

FontSource = Literal["google", "bunny", "fontshare", "adobe", "self-hosted", "declared"]


class Font(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One family."""

    family: Annotated[str, describe("Family", "its name, as the CSS writes it")]
    source: Annotated[
        FontSource,
        describe("Source", "who serves it; `declared`: the CSS names it, but nothing was seen to bring it"),
    ]
    loaded: Annotated[
        bool | None,
        describe(
            "Loaded",
            "false: the CSS names it and nothing loads it, so visitors see the fallback unless they have it; "
            "null: nothing was seen to load it, but not everything was read",
        ),
    ] = None
    weights: Annotated[
        list[str], describe("Weights", "such as `400`; a variable font's range is `100..900`")
    ] = []
    styles: Annotated[list[str], describe("Styles", "`normal`, `italic`, `oblique`")] = []
    variable: Annotated[bool, describe("Variable", "a variable font: any weight or width in its range")] = (
        False
    )
    is_primary: Annotated[
        bool,
        describe(
            "Primary",
            "the family that paints most of the visible text; of at most one, and of none where a system's "
            "font paints twice as much",
        ),
    ] = False
    share: Annotated[
        float,
        Meta(ge=0, le=1, description="share of the page's visible characters whose stack it is first in"),
    ] = 0.0
    icon: Annotated[bool, describe("Icons", "an icon font")] = False
    fallbacks: Annotated[list[str], describe("Fallbacks", "what follows it where it is used")] = []
    files: Annotated[
        list[str],
        Meta(description="absolute URLs of its font files"),
        Most(1),
    ] = []
    formats: Annotated[list[str], Meta(description="formats of the files, such as `woff2`"), FULL_ONLY] = []
    display: Annotated[list[str], Meta(description="`font-display` values of its faces"), FULL_ONLY] = []
    preloaded: Annotated[bool, Meta(description="the page preloads one of its files"), FULL_ONLY] = False
    uses: Annotated[int, Meta(description="declarations that name it")] = 0
    note: Annotated[str | None, Meta(description="what is special about it, in a sentence")] = None


class IconFont(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One icon font."""

    family: Annotated[str, describe("Family", "its name, as the CSS writes it")]
    name: Annotated[str, describe("Set", "the icon set")]
    source: Annotated[FontSource, describe("Source", "who serves it")]
    loaded: Annotated[bool | None, describe("Loaded", "as of a font")] = None
    files: Annotated[list[str], Meta(description="absolute URLs of its font files"), FULL_ONLY] = []


class GoogleFonts(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What comes from Google Fonts or a mirror of it."""

    detected: Annotated[bool | None, describe(WHOLE, "fonts are asked for there; null: not read")] = None
    families: Annotated[list[str], describe("Families from Google", "the families asked for")] = []
    css_urls: Annotated[
        list[str], Meta(description="the addresses by which fonts are asked for"), Most(2)
    ] = []


class Detected(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether a font service was detected."""

    detected: Annotated[bool | None, describe(WHOLE, "fonts are asked for there; null: not read")] = None


class AdobeFonts(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What comes from Adobe Fonts (Typekit)."""

    detected: Annotated[bool | None, describe(WHOLE, "a kit, or files of one; null: not read")] = None
    kit_id: Annotated[str | None, describe("Adobe kit", "the web project; null when none was seen")] = None


class SelfHosted(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What the site brings itself."""

    detected: Annotated[bool | None, Meta(description="font files of its own; null: not read")] = None
    file_count: Annotated[int, describe("Own files", "distinct font files")] = 0


class FontSources(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Where fonts come from. A mere `preconnect` is no detection."""

    google: Annotated[GoogleFonts, describe("Google Fonts", "Google Fonts, or a mirror of it")] = (
        GoogleFonts()
    )
    bunny: Annotated[Detected, describe("Bunny Fonts", "Bunny Fonts")] = Detected()
    fontshare: Annotated[Detected, describe("Fontshare", "Fontshare")] = Detected()
    adobe: Annotated[AdobeFonts, describe("Adobe Fonts", "Adobe Fonts (Typekit)")] = AdobeFonts()
    fonts_com: Annotated[Detected, describe("Monotype", "fonts.com, MyFonts, Cloud.typography, Webtype")] = (
        Detected()
    )
    self_hosted: Annotated[SelfHosted, Meta(description="the site's own files")] = SelfHosted()


class FontPreset(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A font preset of a block theme."""

    slug: Annotated[str, describe("Slug", "as in its custom property")]
    name: Annotated[str, describe("Name", "as theme.json has it, else made from the slug")]
    font_family: Annotated[str, describe("Stack", "the stack")]


class FontSize(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A distinct font size."""

    value: Annotated[str, Meta(description="as written, after var()")]
    count: Annotated[int, Meta(description="declarations")]
    px: Annotated[float, Meta(description="in pixels, at 16 px a rem and 1440 px a window")]


class FontRole(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What a kind of text is set in."""

    family: Annotated[str | None, describe("Family", "null when it is set in the system's fonts")]
    stack: Annotated[str, describe("Stack", "the whole list, as declared")]
    share: Annotated[
        float, Meta(ge=0, le=1, description="share of the characters of such text; 0 where none was seen")
    ] = 0.0
    confidence: Annotated[
        Literal["high", "low"],
        describe(
            "Confidence",
            "`low` where a part of the page or its sheets was not read, or no rule for such text was found",
        ),
    ] = "high"
    loaded: Annotated[
        bool | UnsetType | None,
        describe("Loaded", "as of a font; absent when it is set in the system's fonts"),
    ] = UNSET


TextKind = Literal["h1", "h2", "h3", "h4", "h5", "h6", "body", "small", "button"]


class TextStyle(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What most text of a kind is set in, by the cascade."""

    kind: Annotated[
        TextKind, describe("Text", "a level of heading, `body` for running text, `small`, `button`")
    ]
    family: Annotated[str | None, describe("Family", "null when it is set in the system's fonts")]
    px: Annotated[float, describe("Size", "in pixels, at 16 px a rem and 1440 px a window")]
    weight: Annotated[int, describe("Weight", "1 to 1000, as declared or by default")]
    line_height: Annotated[
        float | None,
        describe("Line height", "as a ratio to the size; null for `normal`, and where it is not known"),
    ] = None


class FontReport(VisitFields, frozen=True, kw_only=True, rename="camel"):
    """Which fonts a page uses, where they come from, and at which sizes."""

    success: Annotated[Literal[True], Meta(description="true on every report")] = True
    is_cms: Annotated[bool | None, describe("WordPress", "WordPress; null when the page could not be read")]
    fonts: Annotated[list[Font], describe("Fonts", "one entry a family, the primary one first"), Most(40)]
    body: Annotated[
        FontRole | None, describe("Running text", "running text; null when nothing is declared")
    ] = None
    heading: Annotated[FontRole | None, describe("Headings", "headings; null when there are none")] = None
    system_stacks: Annotated[
        list[str], describe("System stacks", "stacks of the systems' own fonts"), Most(8)
    ] = []
    icon_fonts: Annotated[
        list[IconFont], describe("Icon fonts", "icon fonts, also among `fonts`"), Most(16)
    ] = []
    sources: Annotated[FontSources, describe("Sources", "font services, and the site itself")] = FontSources()
    wp_font_presets: Annotated[
        list[FontPreset],
        describe("WordPress presets", "font presets of the page's global styles and of theme.json"),
    ] = []
    type_scale: Annotated[
        list[FontSize], describe("Type scale", "font sizes, the smallest first"), Most(20, by=("count",))
    ] = []
    text_styles: Annotated[
        list[TextStyle],
        describe(
            "Text styles",
            "headings, running text, small print and buttons that the page has; empty where not all styles "
            "were read",
        ),
    ] = []
    stylesheets: Annotated[StylesheetStats, Meta(description="how much CSS was read")] = StylesheetStats()
    inspected: Annotated[
        list[InspectedFont] | UnsetType,
        describe(
            "Font files",
            "what some of the site's own font files say of themselves, first those of the "
            "primary family; absent unless asked for",
        ),
    ] = UNSET
    evidence: Annotated[list[Evidence], describe("Evidence", "what the verdicts rest on"), Most(6)] = []
    rendered: RenderedField = None
    url: Annotated[str, describe("Address", "final URL after redirects", json_format="uri")]
    checked_at: Annotated[
        str, describe("Checked at", "when the page was visited, UTC", json_format="date-time")
    ]
