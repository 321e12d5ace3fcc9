"""The settings of a WordPress block theme.

Source: https://developer.wordpress.org/block-editor/reference-guides/theme-json-reference/theme-json-living/
"""

import json
from collections.abc import Mapping
from typing import Any

from siteloupe.present.export.tokens import tokens

MAX_GRADIENTS = 12


def theme_json(report: Mapping[str, Any]) -> str:
    """A ``theme.json`` whose palette and gradients are the site's."""
    palette = [{"slug": token.name, "name": token.title, "color": token.hex} for token in tokens(report)]
    used = [each for each in report.get("gradients") or () if each["used"] and "…" not in each["css"]]
    gradients = [
        {"slug": f"gradient-{number}", "name": f"Gradient {number}", "gradient": each["css"]}
        for number, each in enumerate(used[:MAX_GRADIENTS], 1)
    ]
    document = {
        "$schema": "https://schemas.wp.org/trunk/theme.json",
        "version": 3,
        "settings": {"color": {"palette": palette, "gradients": gradients}},
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
