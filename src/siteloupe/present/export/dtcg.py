"""Design tokens in the W3C community group's format.

Source: https://www.designtokens.org/TR/2025.10/format/ and https://www.designtokens.org/TR/2025.10/color/
"""

import json
from collections.abc import Mapping
from typing import Any

from siteloupe.present.export.tokens import Token, heading, tokens


def dtcg(report: Mapping[str, Any]) -> str:
    """A ``.tokens.json`` file: one group of colors."""
    group = {token.name: _token(token) for token in tokens(report)}
    document = {"$description": heading(report), "color": {"$type": "color", **group}}
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _token(token: Token) -> dict[str, Any]:
    components = [round(part / 255, 4) for part in token.rgb]
    value = {"colorSpace": "srgb", "components": components, "alpha": 1, "hex": token.hex}
    return {"$type": "color", "$value": value, "$description": token.title}
