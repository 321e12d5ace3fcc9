"""A report as files that other tools read: each format a function from the report to the text of a file."""

from collections.abc import Callable, Mapping
from typing import Any

from siteloupe.present.export import fonts
from siteloupe.present.export.css import css, tailwind
from siteloupe.present.export.dtcg import dtcg
from siteloupe.present.export.gpl import gpl
from siteloupe.present.export.theme_json import theme_json

Export = Callable[[Mapping[str, Any]], str]
"""From a report as its JSON says, to a text that ends with a newline."""

EXPORTS: Mapping[str, Mapping[str, Export]] = {
    "color-palette": {"css": css, "tailwind": tailwind, "dtcg": dtcg, "theme.json": theme_json, "gpl": gpl},
    "font-detector": {
        "css": fonts.css,
        "tailwind": fonts.tailwind,
        "dtcg": fonts.dtcg,
        "theme.json": fonts.theme_json,
    },
}
"""The formats of each analysis that has any, by the analysis's name."""
