"""Tokens as ``theme.json``, the settings file of a WordPress block theme.

Source: https://developer.wordpress.org/block-editor/reference-guides/theme-json-reference/theme-json-living/
"""

from typing import Any

from siteloupe.present.export.design_tokens import DesignTokens
from siteloupe.present.export.json_text import json_text

SCHEMA = "https://schemas.wp.org/trunk/theme.json"


def write(tokens: DesignTokens) -> str:
    """Presets of colors, gradients, font families and sizes, without font files.

    WordPress has no presets for a dark scheme: its colors have slugs that begin with ``dark-``.
    """
    color: dict[str, Any] = {"palette": _palette(tokens), "gradients": _gradients(tokens)}
    typography: dict[str, Any] = {
        "fontFamilies": [
            {"slug": stack.name, "name": stack.title, "fontFamily": stack.css} for stack in tokens.stacks
        ],
        "fontSizes": [
            {"slug": f"size-{size.name}", "name": f"{size.px:g} px", "size": size.css}
            for size in tokens.sizes
        ],
    }
    spacing: dict[str, Any] = {
        "spacingSizes": [
            {"slug": f"space-{each.name}", "name": f"{each.px:g} px", "size": each.css}
            for each in tokens.spacing
        ]
    }
    shadow: dict[str, Any] = {
        "presets": [
            {"slug": f"shadow-{each.name}", "name": f"Shadow {each.name}", "shadow": each.css}
            for each in tokens.shadows
        ]
    }
    settings = {"color": color, "typography": typography, "spacing": spacing, "shadow": shadow}
    kept = {name: {key: rows for key, rows in part.items() if rows} for name, part in settings.items()}
    return json_text(
        {"$schema": SCHEMA, "version": 3, "settings": {name: part for name, part in kept.items() if part}}
    )


def _palette(tokens: DesignTokens) -> list[dict[str, str]]:
    light = {token.name for token in tokens.colors}
    dark = [
        token._replace(name=f"dark-{token.name}") if token.name in light else token for token in tokens.dark
    ]
    return [
        {"slug": token.name, "name": token.title, "color": token.css} for token in (*tokens.colors, *dark)
    ]


def _gradients(tokens: DesignTokens) -> list[dict[str, str]]:
    return [
        {"slug": f"gradient-{number}", "name": f"Gradient {number}", "gradient": css}
        for number, css in enumerate(tokens.gradients, 1)
    ]
