"""The words for values, and the rule for empty values: all walkers share them."""

import enum
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from siteloupe.reports.inert import inert
from siteloupe.reports.outline import Column, Kind, Outline

MAX_TEXT = 300
MAX_URL = 2000

FLAG_WORDS: Mapping[str, str] = {"true": "yes", "false": "no", "null": "could not see"}
VERDICT_WORDS: Mapping[str, str] = {
    "true": "yes",
    "false": "no",
    "null": "can't tell",
    "unsure": "no sign in what could be seen",
    "partly": "not everything could be read",
}
"""``unsure`` is "no" for a site that was seen in part; ``partly`` introduces the caveats."""

REFUSAL_WORDS: Mapping[str, str] = {
    "bot-protection": "Site blocked the request",
    "challenge": "Site blocked the request",
    "rate-limited": "Site blocked the request",
    "refused": "Site blocked the request",
    "unauthorized": "Site asks for a sign-in",
    "legal": "Page withheld for legal reasons",
    "not-found": "Page not found",
    "origin-down": "Site is down",
    "server-error": "Site reports an error",
    "not-html": "Not an HTML page",
    "": "Page could not be read",
}
"""Headlines for the reasons why a page could not be read; the last one is for reasons of tomorrow."""


def refusal_headline(reason: object) -> str:
    """Return the headline for a reason why a page could not be read."""
    return REFUSAL_WORDS.get(str(reason or ""), REFUSAL_WORDS[""])


class Tone(enum.StrEnum):
    """The meaning of a value, which walkers color; words or marks always show it too."""

    PLAIN = "plain"
    GOOD = "good"
    BAD = "bad"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Cell:
    """One value in words: ``text`` is inert and never empty. ``alpha`` is that of a color, 0 to 1."""

    text: str
    tone: Tone = Tone.PLAIN
    kind: Kind = Kind.TEXT
    alpha: float = 1.0


def value_at(value: Any, path: str) -> Any:
    """Return the value at a dotted path; None when a step is missing or null."""
    for step in filter(None, path.split(".")):
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


def is_empty(value: Any) -> bool:
    """Whether a value needs no line: null, empty text or an empty list; false and 0 need one."""
    return value is None or (isinstance(value, str | list | Mapping) and not value)


def label_of(name: str) -> str:
    """Write a field's JSON name as words: ``nameSource`` is "Name source"."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).replace("-", " ").replace("_", " ")
    return inert(words[:1].upper() + words[1:].lower(), 60)


def kind_of(value: Any) -> Kind:
    """Return the kind of a value when the outline has none."""
    match value:
        case bool():
            return Kind.FLAG
        case int() | float():
            return Kind.NUMBER
        case list():
            return Kind.TABLE if any(isinstance(entry, Mapping) for entry in value) else Kind.TAGS
        case Mapping():
            return Kind.RECORD
        case str() if value.startswith(("https://", "http://")):
            return Kind.LINK
        case _:
            return Kind.TEXT


def cell_of(row: Any, column: Column) -> Cell | None:
    """Return one value of a row in words; None for an empty value, unless the column has words for null.

    A null flag is not empty: it says that something could not be seen. A flag whose own word is empty says
    nothing in this case, such as that a font is not for icons.
    """
    value = value_at(row, column.path)
    match column.kind:
        case Kind.FLAG | Kind.VERDICT:
            return _flag(row, column, value)
        case _ if is_empty(value):
            text = _own_words("null", column, "")
            return Cell(text, Tone.UNKNOWN, column.kind) if text else None
        case Kind.NUMBER | Kind.FLOOR | Kind.METER:
            return Cell(_number(row, column, value), kind=column.kind)
        case Kind.TIME:
            return Cell(inert(str(value).replace("T", " ").replace("Z", " UTC"), 40), kind=Kind.TIME)
        case Kind.LINK | Kind.COLOR | Kind.NOTATION:
            return Cell(inert(str(value), MAX_URL), kind=column.kind)
        case _:
            text = _one_line(value)
            return _plain(_own_words(text, column, text))


def _flag(row: Any, column: Column, value: Any) -> Cell | None:
    if value is None and not _is_present(row, column.path):
        return None
    if isinstance(value, str):
        return _plain(value)
    words = VERDICT_WORDS if column.kind is Kind.VERDICT else FLAG_WORDS
    if value is None:
        return Cell(_own_words("null", column, words["null"]), Tone.UNKNOWN, column.kind)
    tone = Tone.PLAIN if column.good is None else (Tone.GOOD if bool(value) == column.good else Tone.BAD)
    name = "true" if value else "false"
    text = _own_words(name, column, words[name])
    return Cell(text, tone, column.kind) if text else None


def _own_words(value: str, column: Column, otherwise: str) -> str:
    """Return the column's own words for a value, otherwise ``otherwise``."""
    return dict(column.words).get(value, otherwise)


def _is_present(row: Any, path: str) -> bool:
    parent, _, name = path.rpartition(".")
    holder = value_at(row, parent)
    return isinstance(holder, Mapping) and name in holder


def _number(row: Any, column: Column, value: Any) -> str:
    text = _format_number(value)
    if column.kind is Kind.FLOOR:
        text += "+"
    if column.whole and not is_empty(whole := value_at(row, column.whole)):
        text += f" of {_format_number(whole)}"
    return f"{text} {column.unit}" if column.unit else text


def _format_number(value: Any) -> str:
    """Write a number with grouped thousands; without a fraction when it is whole, as in JavaScript."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return f"{value:,}" if isinstance(value, int | float) else inert(str(value), 40)


def _one_line(value: Any) -> str:
    """Write a list or object on one line."""
    match value:
        case bool() | None:
            return FLAG_WORDS["null" if value is None else str(value).lower()]
        case list():
            return ", ".join(_one_line(entry) for entry in value[:50])
        case Mapping():
            pairs = list(value.items())[:50]
            return ", ".join(f"{name} {_one_line(entry)}" for name, entry in pairs if not is_empty(entry))
        case float():
            return str(int(value) if value.is_integer() else value)
        case _:
            return str(value)


def _plain(text: str) -> Cell | None:
    return Cell(line) if (line := inert(text, MAX_TEXT)) else None


_REFUSAL = frozenset({"isCms", "blocked", "blockedBy", "status", "reason", "note"})


def unread_fields(report: Mapping[str, Any]) -> set[str]:
    """Return the fields without meaning for an unreadable page: empty, null, false or 0 in all parts."""
    if not report.get("blocked"):
        return set()
    return {name for name, value in report.items() if name not in _REFUSAL and _says_nothing(value)}


def drop_unread(report: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return ``report`` without its ``unread_fields``."""
    fields = unread_fields(report)
    return {name: value for name, value in report.items() if name not in fields} if fields else report


def _says_nothing(value: Any) -> bool:
    return not value or (isinstance(value, Mapping) and all(map(_says_nothing, value.values())))


def outline_json(outline: Outline) -> bytes:
    """``{"sections": [{label, path, kind, columns}], "words": {flag, verdict, refused}}``.

    ``words`` has the words for ``true``, ``false`` and ``null`` and the headlines of refusals, which all
    walkers use.
    """
    words = {"flag": FLAG_WORDS, "verdict": VERDICT_WORDS, "refused": REFUSAL_WORDS}
    return msgspec.json.encode({"sections": outline, "words": words})
