"""JSON in a page's markup, parsed within limits."""

import json
from typing import Any

MAX_JSON = 500_000
MAX_STRINGS = 5_000


def parse_json(text: str) -> Any:
    """Return the value of a JSON text; None when it is longer than 500,000 characters, or not JSON."""
    if len(text) > MAX_JSON:
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def strings_of(text: str) -> tuple[str, ...]:
    """Return every string value in a JSON text, in order, at most 5,000; empty when it is not JSON."""
    strings: list[str] = []
    waiting: list[Any] = [parse_json(text)]
    while waiting and len(strings) < MAX_STRINGS:
        value = waiting.pop()
        if isinstance(value, str):
            strings.append(value)
        elif isinstance(value, dict):
            waiting.extend(reversed(value.values()))
        elif isinstance(value, list):
            waiting.extend(reversed(value))
    return tuple(strings)
