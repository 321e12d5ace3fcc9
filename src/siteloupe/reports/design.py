"""The design system of a page: the values that its rules use again and again."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from siteloupe.reports.brief import Most
from siteloupe.reports.fields import describe

Count = Annotated[int, describe("Count", "rules that use it and apply to something in the page")]


class ScaleValue(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A length that rules use."""

    value: Annotated[str, describe("Value", "as written where it is used most, after var()")]
    px: Annotated[float, Meta(description="in pixels, at 16 px a rem and 1440 px a window")]
    count: Count


class CssValue(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A value of another kind."""

    value: Annotated[str, describe("Value", "as written, after var()")]
    count: Count


class Breakpoint(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A width of the window at which rules begin or end to apply."""

    px: Annotated[float, describe("Width", "in pixels")]
    bound: Annotated[
        Literal["min", "max"], describe("Bound", "`min`: from this width on; `max`: up to this width")
    ]
    count: Annotated[int, describe("Count", "rules inside of such a media query")]


class ComponentStyle(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What most elements of a kind look like, by the page's own rules, before anybody points at them."""

    name: Annotated[Literal["button", "link", "input"], describe("Component", "the kind of element")]
    count: Annotated[int, describe("Seen", "elements that were looked at, at most 20")]
    background: Annotated[str | None, describe("Background", "`#rrggbb`; null without one of its own")] = None
    color: Annotated[str | None, describe("Text color", "`#rrggbb`, as painted")] = None
    border_radius: Annotated[
        str | None, describe("Corner radius", "as written; null where unlike or unset")
    ] = None
    padding: Annotated[str | None, describe("Padding", "as `borderRadius`")] = None
    border: Annotated[str | None, describe("Border", "as `borderRadius`")] = None
    font_weight: Annotated[str | None, describe("Font weight", "as `borderRadius`")] = None
    text_decoration: Annotated[str | None, describe("Decoration", "as `borderRadius`")] = None


class Design(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The scales and components of a page, by the CSS that was read; what is used most is kept."""

    spacing: Annotated[
        list[ScaleValue],
        describe("Spacing", "margins, paddings and gaps, the smallest first"),
        Most(8, by=("count",)),
    ] = []
    radii: Annotated[
        list[ScaleValue], describe("Corner radii", "the smallest first"), Most(5, by=("count",))
    ] = []
    shadows: Annotated[list[CssValue], describe("Shadows", "shadows of boxes, most used first"), Most(3)] = []
    breakpoints: Annotated[
        list[Breakpoint], describe("Breakpoints", "the narrowest first"), Most(6, by=("count",))
    ] = []
    transitions: Annotated[list[CssValue], describe("Transitions", "most used first"), Most(3)] = []
    z_index: Annotated[
        list[CssValue], describe("Layers", "values of z-index, the lowest first"), Most(5, by=("count",))
    ] = []
    components: Annotated[
        list[ComponentStyle],
        describe("Components", "buttons, links and fields; empty where not all styles were read"),
    ] = []
