"""What a report saw: of a page that could not be read, nothing seen is not the same as nothing there."""

from collections.abc import Mapping
from typing import Any

_REFUSAL = frozenset({"isCms", "blocked", "blockedBy", "status", "reason", "note"})


def unseen(report: Mapping[str, Any]) -> set[str]:
    """The fields of a page that could not be read which say nothing of it: empty, null, false or 0 in all."""
    if not report.get("blocked"):
        return set()
    return {name for name, value in report.items() if name not in _REFUSAL and _says_nothing(value)}


def seen(report: Mapping[str, Any]) -> Mapping[str, Any]:
    """``report`` without its ``unseen`` fields."""
    fields = unseen(report)
    return {name: value for name, value in report.items() if name not in fields} if fields else report


def _says_nothing(value: Any) -> bool:
    return not value or (isinstance(value, Mapping) and all(map(_says_nothing, value.values())))
