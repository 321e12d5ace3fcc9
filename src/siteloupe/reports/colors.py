"""The color-palette report."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from siteloupe.reports.brief import FULL_ONLY, Most
from siteloupe.reports.coverage import StylesheetStats
from siteloupe.reports.evidence import Evidence
from siteloupe.reports.fields import WHOLE, describe
from siteloupe.reports.refusal import VisitFields
from siteloupe.reports.rendering import RenderedField

Role = Literal["background", "text", "primary", "accent", "border"]
Origin = Literal[
    "used",
    "declared",
    "preset",
    "framework-default",
    "builder-default",
    "social-brand",
    "status",
    "widget",
]
Confidence = Literal["low", "medium", "high"]
Rating = Literal["AAA", "AA", "AA Large", "Fail"]

Hex = Annotated[str, Meta(description="`#rrggbb`, lower case; the alpha is in `rgb` and `hsl`")]
Name = Annotated[
    str | None, describe("Name", "CSS name when exact, else the nearest of a list; null when none is near")
]


class PaletteColor(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Colors alike, taken together: the one that counts most, and what it is used for."""

    hex: Hex
    rgb: Annotated[str, describe("RGB", "`rgb(…)`, or `rgba(…)` when not opaque")]
    hsl: Annotated[str, describe("HSL", "`hsl(…)`, or `hsla(…)` when not opaque")]
    alpha: Annotated[float, Meta(ge=0, le=1, description="1 when opaque, as in `rgb` and `hsl`")] = 1.0
    oklch: Annotated[str, describe("OKLCH", "`oklch(…)`, with `/ alpha` when not opaque"), FULL_ONLY] = ""
    name: Name
    count: Annotated[int, describe("Count", "occurrences in the CSS, of all colors taken together")]
    used_count: Annotated[
        int, describe("Used", "those in rules that apply to something in the page"), FULL_ONLY
    ] = 0
    origin: Annotated[
        Origin,
        describe(
            "Origin",
            "`used`: in rules that apply to the page; `declared`: only in rules that apply to "
            "nothing there; `preset`: used, and a preset of WordPress itself; `framework-default`, "
            "`builder-default`: used as the framework or builder ships it; `social-brand`: a network's own "
            "color; `status`: for errors, sales and the like; `widget`: of consent banners and "
            "chats, in their vendor's colors",
        ),
    ] = "used"
    members: Annotated[
        list[str], Meta(description="hex of the other colors taken together with it"), FULL_ONLY
    ] = []
    roles: Annotated[list[str], describe("Roles", "the roles this color plays, such as `primary`")]
    top_role: Annotated[str | None, Meta(description="the first of `roles`; null without one")]


class RoleColor(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The one color that plays a role, and why."""

    hex: Hex
    name: Name
    confidence: Annotated[Confidence, Meta(description="how far what was seen agrees on it")] = "low"
    evidence: Annotated[list[Evidence], Meta(description="what speaks for it"), FULL_ONLY] = []


class Roles(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One color for each role, or null where nothing plays it."""

    background: Annotated[RoleColor | None, describe("Background", "what the page stands on")] = None
    text: Annotated[RoleColor | None, describe("Text", "body text")] = None
    primary: Annotated[
        RoleColor | None, describe("Primary", "the brand's: buttons, links, builder slots")
    ] = None
    accent: Annotated[RoleColor | None, describe("Accent", "a second chromatic color, unlike the first")] = (
        None
    )
    border: Annotated[RoleColor | None, describe("Border", "lines and edges")] = None


class DarkRoles(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What a dark scheme makes of the page as a whole."""

    background: Annotated[RoleColor, describe("Background", "what the page stands on")]
    text: Annotated[RoleColor, describe("Text", "the color of body")]


class PresetColor(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A color preset of WordPress, its theme or its editor."""

    slug: Annotated[str, describe("Slug", "the preset's slug, as in its custom property")]
    name: Annotated[str, describe("Name", "from theme.json; else WordPress's own name, or the slug's words")]
    hex: Hex
    origin: Annotated[
        Literal["core", "theme"], describe("Origin", "`core`: one of the twelve every site declares")
    ] = "theme"
    used: Annotated[
        bool, describe("Used", "whether a rule or class of the page uses it; declared is not used")
    ] = False


class ThemeGlobal(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A color slot of a theme or page builder."""

    variable: Annotated[
        str, describe("Variable", "the custom property; of a theme that has none, the name of its setting")
    ]
    label: Annotated[str, describe("Variable label", "what the builder calls the slot")]
    value: Annotated[str, Meta(description="as written")]
    hex: Annotated[str | None, Meta(description="`#rrggbb`, after `var()`; null when it is no color")]
    builder: Annotated[str, describe("Builder", "theme or builder that the variable belongs to")]
    role: Annotated[Role | None, describe("Role", "the role that the slot is meant for")] = None
    unchanged: Annotated[bool, describe("Default value", "still the value the builder ships with")] = False
    source: Annotated[str, Meta(description="where the vendor documents it")] = ""


class Gradient(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A gradient found in the CSS."""

    css: Annotated[str, describe("Gradient", "as written, after `var()`")]
    type: Annotated[str, describe("Type", "`linear`, `radial`, `conic`, or one of them `repeating-…`")]
    colors: Annotated[
        list[str],
        describe("Colors", "its stops in order: hex, `#rrggbbaa` when not opaque, or `transparent`"),
    ]
    count: Annotated[int, describe("Count", "occurrences")]
    used: Annotated[bool, describe("Used", "whether a rule that has it applies to something in the page")] = (
        True
    )


class PassingColor(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The nearest color that would pass."""

    hex: Annotated[Hex, describe(WHOLE)]
    name: Name
    ratio: Annotated[float, Meta(description="the ratio it reaches, cut to two decimals")]


class Contrast(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One pair of colors, by WCAG 2.2."""

    label: Annotated[str, Meta(description="the foreground and what it stands on")]
    ratio: Annotated[float, Meta(ge=1, le=21, description="cut, not rounded, to two decimals")]
    rating: Annotated[
        Rating, Meta(description="`AAA` from 7, `AA` from 4.5, `AA Large` (large text) from 3, else `Fail`")
    ]
    note: Annotated[str | None, describe("Note", "one sentence on what the pair is taken from")]
    foreground: Hex
    background: Hex
    passing: Annotated[
        PassingColor | None,
        describe(
            "Would pass", "below 4.5, the foreground of the same hue, lighter or darker, that reaches it"
        ),
    ] = None


class ColorStats(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """How much was read."""

    declarations: Annotated[int, describe("Declarations", "declarations parsed")] = 0
    unique_colors: Annotated[int, describe("Distinct colors", "distinct colors in them")] = 0
    grouped: Annotated[int, describe("Groups", "groups of colors alike")] = 0
    custom_properties: Annotated[int, describe("Custom properties", "custom properties seen")] = 0
    unparsed: Annotated[int, describe("Not computed", "color functions that could not be computed")] = 0


class ColorReport(VisitFields, frozen=True, kw_only=True, rename="camel"):
    """The colors a site uses, and what for."""

    success: Annotated[Literal[True], Meta(description="true on every report")] = True
    is_cms: Annotated[bool | None, describe("Runs WordPress", "null when the page could not be read")]
    palette: Annotated[
        list[PaletteColor], describe("Palette", "what counts most comes first"), Most(16, only="used_count")
    ]
    dark_palette: Annotated[
        list[PaletteColor], describe("Dark scheme", "colors that a dark scheme alone brings in"), Most(6)
    ] = []
    dark_roles: Annotated[
        DarkRoles | None,
        describe("Roles under a dark scheme", "null when no dark scheme sets html's or body's colors anew"),
    ] = None
    wp_palette: Annotated[
        list[PresetColor],
        describe("WordPress presets", "WordPress's color presets, as declared"),
        Most(48, by=("used",)),
    ] = []
    theme_globals: Annotated[
        list[ThemeGlobal], describe("Theme and builder colors", "slots of themes and page builders"), Most(16)
    ] = []
    gradients: Annotated[
        list[Gradient],
        describe("Gradients", "gradient declarations found in CSS"),
        Most(4, by=("used", "count")),
    ] = []
    theme_color_meta: Annotated[
        str | None,
        describe(
            "theme-color meta", "`<meta name=theme-color>`, as written; of several that for a light screen"
        ),
    ] = None
    roles: Annotated[Roles, describe("Roles", "the single color inferred for each role")]
    contrast: Annotated[list[Contrast], describe("Contrast", "the pairs a reader meets first")] = []
    stats: Annotated[ColorStats, describe("Read")]
    stylesheets: Annotated[StylesheetStats, describe("Stylesheets")]
    rendered: RenderedField = None
    url: Annotated[str, describe("Address", "final URL after redirects", json_format="uri")]
    checked_at: Annotated[
        str, describe("Checked at", "when the page was visited, UTC", json_format="date-time")
    ]
