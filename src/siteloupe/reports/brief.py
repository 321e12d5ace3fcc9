"""The default answer: long lists keep what is used most, and ``more`` counts the rest.

What it has is said beside the fields of a report, by :class:`Most`. The full answer has everything.
"""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, cast, get_args, get_origin

import msgspec
from msgspec import UNSET, UnsetType

from siteloupe.reports.bounds import Bounded
from siteloupe.reports.inert import ELLIPSIS

MAX_BRIEF = 15_000
"""Most bytes of a default answer: under 5,000 tokens, as reports have at least 3.1 bytes a token (o200k)."""


@dataclass(frozen=True, slots=True)
class Most:
    """Beside a field: the default answer keeps at most ``number`` entries, or characters of a text.

    Of a longer list those stay for which the attributes ``by`` are largest, in the list's order; of equal
    ones, the first. Entries without the attribute ``only`` are left out, unless all entries are without it.
    A field of which 0 are kept is left out.
    """

    number: int
    by: tuple[str, ...] = ()
    only: str = ""


FULL_ONLY = Most(0)
"""Beside a field that only the full answer has."""

Report = TypeVar("Report", bound=Bounded)


def brief(report: Report, *, most_evidence: int | None = None) -> Report:
    """Return ``report`` as the default answer has it; ``more`` says by dotted field what was left out.

    With ``most_evidence`` the report keeps so many pieces of its own evidence and its entries none, so that
    there is room for more entries.
    """
    left_out: dict[str, int] = {}
    cut = cast("Report", _cut(report, "", left_out, most_evidence))
    return msgspec.structs.replace(cut, more=left_out) if left_out else cut


def left_out_of(report: Bounded, path: str) -> int:
    """Return how many entries of the list at ``path`` are not in ``report``."""
    counts = (report.more, report.truncated)
    return sum(count.get(path, 0) for count in counts if count is not UNSET)


def most_of(kind: Any) -> Most | None:
    """Return what the default answer keeps of a field of the annotated type ``kind``; None for all of it."""
    return next((each for each in getattr(kind, "__metadata__", ()) if isinstance(each, Most)), None)


class _Field(NamedTuple):
    name: str
    encoded: str
    rule: Most | None


@functools.cache
def _fields(struct: type[msgspec.Struct]) -> tuple[_Field, ...]:
    """Return the fields that may be cut: those with a rule, and those with structs or lists."""
    return tuple(
        _Field(field.name, field.encode_name, rule)
        for field in msgspec.structs.fields(struct)
        if (rule := most_of(field.type)) or _may_nest(field.type)
    )


_PLAIN = frozenset({str, int, float, bool, type(None), UnsetType})


def _may_nest(kind: Any) -> bool:
    """Whether a value of the annotated type ``kind`` may be a struct or a list; true for unknown types."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _may_nest(arguments[0])
    if origin in {Union, UnionType}:
        return any(map(_may_nest, arguments))
    return not (kind in _PLAIN or origin in {Literal, dict})


_NESTED = (msgspec.Struct, list)


def _cut(value: Any, path: str, left_out: dict[str, int], most_evidence: int | None) -> Any:
    """Cut ``value``; return the same object when nothing changes."""
    if isinstance(value, msgspec.Struct):
        changed = {}
        for name, encoded, rule in _fields(type(value)):
            own = getattr(value, name)
            inner = f"{path}.{encoded}" if path else encoded
            if encoded == "evidence" and most_evidence is not None:
                rule = FULL_ONLY if path else Most(most_evidence)  # noqa: PLW2901 - the stricter rule
            kept = own if rule is None else _keep(own, rule, inner, left_out)
            cut = _cut(kept, inner, left_out, most_evidence) if isinstance(kept, _NESTED) else kept
            if cut is not own:
                changed[name] = cut
        return msgspec.structs.replace(value, **changed) if changed else value
    if isinstance(value, list):
        entries = [_cut(entry, path, left_out, most_evidence) for entry in value]
        return value if all(map(_same, entries, value)) else entries
    return value


def _keep(value: Any, rule: Most, path: str, left_out: dict[str, int]) -> Any:
    if isinstance(value, str) and rule.number:
        return value if len(value) <= rule.number else value[: rule.number - 1] + ELLIPSIS
    if isinstance(value, list):
        kept = _most_used(value, rule)
        if rest := len(value) - len(kept):
            left_out[path] = left_out.get(path, 0) + rest
        value = value if rest == 0 else kept
    return value if rule.number else UNSET


def _most_used(entries: list[Any], rule: Most) -> Sequence[Any]:
    if rule.only:
        entries = [entry for entry in entries if getattr(entry, rule.only)] or entries
    if len(entries) <= rule.number or not rule.by:
        return entries[: rule.number]
    places = sorted(range(len(entries)), key=lambda place: _use(entries[place], rule.by), reverse=True)
    return [entries[place] for place in sorted(places[: rule.number])]


def _use(entry: Any, by: tuple[str, ...]) -> tuple[float, ...]:
    return tuple(float(getattr(entry, name) or 0) for name in by)


def _same(one: object, other: object) -> bool:
    return one is other
