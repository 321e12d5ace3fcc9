"""The fonts of a report as files for other tools.

Sources: https://tailwindcss.com/docs/theme, https://www.designtokens.org/TR/2025.10/format/ and
https://developer.wordpress.org/block-editor/reference-guides/theme-json-reference/theme-json-living/
"""

import json
from collections.abc import Mapping
from typing import Any

from siteloupe.present.export import names
from siteloupe.present.export.typefaces import sizes, stacks


def css(report: Mapping[str, Any]) -> str:
    """Custom properties on ``:root``: ``--font-body`` and so on, and ``--text-16`` for sizes."""
    return _block(report, ":root")


def tailwind(report: Mapping[str, Any]) -> str:
    """A ``@theme`` block for Tailwind 4, which makes ``font-body`` and ``text-16`` of it."""
    return _block(report, "@theme")


def dtcg(report: Mapping[str, Any]) -> str:
    """A ``.tokens.json`` file: a group of families and one of sizes."""
    families = {
        stack.name: {"$type": "fontFamily", "$value": list(stack.families), "$description": stack.title}
        for stack in stacks(report)
    }
    dimensions = {
        size.name: {
            "$type": "dimension",
            "$value": {"value": size.px, "unit": "px"},
            "$description": size.css,
        }
        for size in sizes(report)
    }
    return _json(
        {
            "$description": names.heading("Fonts", report),
            "fontFamily": {"$type": "fontFamily", **families},
            "fontSize": {"$type": "dimension", **dimensions},
        }
    )


def theme_json(report: Mapping[str, Any]) -> str:
    """A ``theme.json`` whose font families and sizes are the site's, without files."""
    families = [
        {"slug": stack.name, "name": stack.title, "fontFamily": stack.css} for stack in stacks(report)
    ]
    scale = [
        {"slug": f"size-{size.name}", "name": f"{size.px:g} px", "size": size.css} for size in sizes(report)
    ]
    return _json(
        {
            "$schema": "https://schemas.wp.org/trunk/theme.json",
            "version": 3,
            "settings": {"typography": {"fontFamilies": families, "fontSizes": scale}},
        }
    )


def _block(report: Mapping[str, Any], around: str) -> str:
    lines = [f"  --font-{stack.name}: {stack.css};" for stack in stacks(report)]
    lines += [f"  --text-{size.name}: {size.css};" for size in sizes(report)]
    return "\n".join([f"/* {names.heading('Fonts', report)} */", f"{around} {{", *lines, "}", ""])


def _json(document: Mapping[str, Any]) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
