"""JSON as a file that people read too."""

import json
from collections.abc import Mapping
from typing import Any


def json_text(document: Mapping[str, Any]) -> str:
    """Return ``document`` with an indent of two spaces, and a newline at the end."""
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
