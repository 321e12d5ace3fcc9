"""What a site's design is made of, as named values: the one input of every format."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from siteloupe.present.export import color_tokens, font_tokens
from siteloupe.present.export.color_tokens import ColorToken
from siteloupe.present.export.font_tokens import SizeToken, StackToken
from siteloupe.present.export.names import heading
from siteloupe.present.export.scale_tokens import ScaleToken, ShadowToken, scale_tokens, shadow_tokens

COLORS = "color-palette"
FONTS = "font-detector"

SUBJECTS = {frozenset({COLORS}): "Colors", frozenset({FONTS}): "Fonts"}


@dataclass(frozen=True, slots=True, kw_only=True)
class DesignTokens:
    """The tokens of one page; each list is empty where its report is missing or has none.

    ``title`` is one line that is safe in comments of all formats. ``dark`` are the colors of the dark scheme;
    those with the name of a light one take its place there.
    """

    title: str
    colors: tuple[ColorToken, ...] = ()
    dark: tuple[ColorToken, ...] = ()
    gradients: tuple[str, ...] = ()
    stacks: tuple[StackToken, ...] = ()
    sizes: tuple[SizeToken, ...] = ()
    spacing: tuple[ScaleToken, ...] = ()
    radii: tuple[ScaleToken, ...] = ()
    breakpoints: tuple[ScaleToken, ...] = ()
    shadows: tuple[ShadowToken, ...] = ()


def design_tokens(reports: Mapping[str, Mapping[str, Any]]) -> DesignTokens:
    """Return the tokens in some of a page's reports (as JSON values), by the analyses' names."""
    colors, fonts = reports.get(COLORS) or {}, reports.get(FONTS) or {}
    first = colors or fonts
    subject = SUBJECTS.get(frozenset(reports), "Design tokens")
    return DesignTokens(
        title=heading(subject, str(first.get("url") or ""), str(first.get("checkedAt") or "")),
        colors=color_tokens.color_tokens(colors),
        dark=color_tokens.dark_tokens(colors),
        gradients=color_tokens.gradients(colors),
        stacks=font_tokens.stack_tokens(fonts),
        sizes=font_tokens.size_tokens(fonts),
        spacing=scale_tokens(colors, "spacing"),
        radii=scale_tokens(colors, "radii"),
        breakpoints=scale_tokens(colors, "breakpoints"),
        shadows=shadow_tokens(colors),
    )
