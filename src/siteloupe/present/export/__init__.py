"""A report as files for other tools: each format is a function from the report to the text of a file."""

from collections.abc import Callable, Mapping
from typing import Any

from siteloupe.present.export import colors, fonts

Export = Callable[[Mapping[str, Any]], str]
"""From a report (as JSON values) to a text that ends with a newline."""

EXPORTS: Mapping[str, Mapping[str, Export]] = {
    "color-palette": {
        "css": colors.css,
        "tailwind": colors.tailwind,
        "dtcg": colors.dtcg,
        "theme.json": colors.theme_json,
        "gpl": colors.gpl,
    },
    "font-detector": {
        "css": fonts.css,
        "tailwind": fonts.tailwind,
        "dtcg": fonts.dtcg,
        "theme.json": fonts.theme_json,
    },
}
"""The formats by the analysis's name."""
