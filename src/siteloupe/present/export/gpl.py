"""A palette for GIMP, Inkscape, Krita and others.

Source: https://developer.gimp.org/core/standards/gpl/
"""

from collections.abc import Mapping
from typing import Any

from siteloupe.present.export.tokens import heading, tokens


def gpl(report: Mapping[str, Any]) -> str:
    """A ``.gpl`` file: one color a line."""
    lines = ["GIMP Palette", f"Name: {heading(report)}", "Columns: 5", "#"]
    for token in tokens(report):
        red, green, blue = token.rgb
        lines.append(f"{red:3} {green:3} {blue:3}\t{token.title}")
    return "\n".join([*lines, ""])
