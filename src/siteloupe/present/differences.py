"""The differences between two reports of one analysis, field by field.

The comparison follows the structure of the reports, so a new field needs no new code; the outline has the
labels and the order. Evidence, coverage and the time of the visit are not compared. A difference that one
side may only not have seen is marked as uncertain.
"""

import enum
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from siteloupe.present.words import label_of, unread_fields, value_at
from siteloupe.reports.outline import Kind, Outline

MAX_DEPTH = 16

_LEFT_OUT = frozenset(
    {"coverage", "url", "checkedAt", "success", "truncated", "more", "notice", "evidence", "note"}
)
_IDENTITIES = ("slug", "family", "hex", "variable", "name", "label", "value", "css")
"""Fields that identify the entries of a list: the first field that is distinct in all entries counts."""


class Change(enum.StrEnum):
    """The kind of a difference."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


class DriftKind(enum.StrEnum):
    """The kinds of values that a design has, in the words of ``--allow``."""

    COLORS = "colors"
    FONTS = "fonts"
    SIZES = "sizes"
    SPACING = "spacing"
    RADII = "radii"
    BREAKPOINTS = "breakpoints"
    SHADOWS = "shadows"


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference: ``path`` names the value for programs, ``label`` for people.

    In a path, an entry of a list is in brackets: ``plugins[akismet].version``. ``before`` and ``after`` are
    JSON values, None for an absent value. ``certain`` is false when the side without the value, or one of two
    sides with different values, saw only a part of its site, or when the value depends on how long the site
    took to answer: two visits of one site differ in it.
    """

    path: str
    label: str
    change: Change
    before: Any
    after: Any
    certain: bool = True


def differences(
    before: Mapping[str, Any], after: Mapping[str, Any], outline: Outline
) -> tuple[Difference, ...]:
    """Return every difference between two reports (as JSON values), in the outline's order.

    When a page could not be read, only the fields that were seen are compared.
    """
    fields = unread_fields(before) | unread_fields(after)
    seen = _extent_of(before), _extent_of(after)
    before, after = ({n: v for n, v in side.items() if n not in fields} for side in (before, after))
    labels, order = _labels(outline)
    found = [
        Difference(".".join(each[0]), _label(each[0], labels), *each[1:], certain=_is_certain(each, *seen))
        for each in _compare(before, after, ())
    ]
    return tuple(
        sorted(found, key=lambda each: order.get(_known_beginning(_plain(each.path), order), len(order)))
    )


class _Seen(enum.IntEnum):
    """How much of a site one report saw."""

    PART = 0
    PAGE = 1  # its page and its stylesheets, but not its REST API
    WHOLE = 2


def _extent_of(report: Mapping[str, Any]) -> _Seen:
    codes = {value_at(caveat, "code") for caveat in value_at(report, "coverage.caveats") or ()}
    return _Seen.WHOLE if not codes else _Seen.PAGE if codes == {"rest-unasked"} else _Seen.PART


def _is_certain(found: "_Found", before: _Seen, after: _Seen) -> bool:
    """Whether each side saw enough to say so.

    Who lacks a thing must have seen everything. Two texts that were read say something by themselves, but for
    a confidence, which counts what was seen.
    """
    path, change, one, other = found
    if path[0] == "performance" and not _TIMED.isdisjoint(path):
        return False
    if change is Change.ADDED:
        return before is _Seen.WHOLE
    if change is Change.REMOVED:
        return after is _Seen.WHOLE
    were_read = isinstance(one, str) and isinstance(other, str) and path[-1] != "confidence"
    return min(before, after) >= (_Seen.PAGE if were_read else _Seen.WHOLE)


_TIMED = frozenset(
    {"serverResponseMs", "downloadMs", "ttfbRating", "score", "grade", "components[serverResponseMs]"}
)
"""Fields of ``performance`` that depend on how long the site took."""

_Found = tuple[tuple[str, ...], Change, Any, Any]


def _compare(before: Any, after: Any, path: tuple[str, ...]) -> Iterator[_Found]:
    if before == after or len(path) > MAX_DEPTH:
        return
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for name in {**before, **after}:
            if name not in _LEFT_OUT:
                yield from _compare(before.get(name), after.get(name), (*path, name))
    elif isinstance(before, list) and isinstance(after, list):
        yield from _lists(before, after, path)
    else:
        yield path, _change(before, after), before, after


def _lists(before: list[Any], after: list[Any], path: tuple[str, ...]) -> Iterator[_Found]:
    """Compare entries with the same identity, in any order; the others were added or removed."""
    if (identity := _identity(before, after)) is None:
        yield from _compare_as_sets(before, after, path)
        return
    mine = {str(entry[identity]): entry for entry in before}
    theirs = {str(entry[identity]): entry for entry in after}
    for name in {**mine, **theirs}:
        yield from _compare(mine.get(name), theirs.get(name), _entry(path, name))


def _compare_as_sets(before: list[Any], after: list[Any], path: tuple[str, ...]) -> Iterator[_Found]:
    """Compare lists as sets with counts, for values and for entries without an identity."""
    mine, theirs = (Counter(msgspec.json.encode(entry) for entry in side) for side in (before, after))
    for encoded in (mine - theirs).elements():
        yield path, Change.REMOVED, msgspec.json.decode(encoded), None
    for encoded in (theirs - mine).elements():
        yield path, Change.ADDED, None, msgspec.json.decode(encoded)


def _identity(before: list[Any], after: list[Any]) -> str | None:
    for name in _IDENTITIES:
        if all(_tells_apart(name, side) for side in (before, after)):
            return name
    return None


def _tells_apart(name: str, entries: list[Any]) -> bool:
    values = [entry.get(name) if isinstance(entry, Mapping) else None for entry in entries]
    return all(isinstance(value, str) for value in values) and len(set(values)) == len(values)


def _change(before: Any, after: Any) -> Change:
    if before is None and isinstance(after, Mapping | list | str):
        return Change.ADDED
    if after is None and isinstance(before, Mapping | list | str):
        return Change.REMOVED
    return Change.CHANGED


def _entry(path: tuple[str, ...], name: str) -> tuple[str, ...]:
    return (*path[:-1], f"{path[-1] if path else ''}[{name}]")


def _plain(path: str) -> str:
    """Return a path without its entries."""
    return ".".join(step.partition("[")[0] for step in path.split("."))


def _known_beginning(path: str, labels: Mapping[str, Any]) -> str:
    """Return the longest beginning of ``path`` with a label in the outline."""
    while path and path not in labels:
        path = path.rpartition(".")[0]
    return path


def _labels(outline: Outline) -> tuple[dict[str, str], dict[str, int]]:
    """Return the outline's labels by path, each with the number of its section."""
    labels: dict[str, str] = {}
    order: dict[str, int] = {}
    for number, section in enumerate(outline):
        if section.kind is Kind.EVIDENCE:
            continue
        if section.path:
            labels.setdefault(section.path, section.label)
        for column in section.columns:
            # Columns of a verdict are fields of the report, other columns are fields of the section's value.
            inside = section.path and section.kind is not Kind.VERDICT
            labels.setdefault(f"{section.path}.{column.path}" if inside else column.path, column.label)
        order |= {path: number for path in labels if path not in order}
    return labels, order


def _label(path: tuple[str, ...], labels: Mapping[str, str]) -> str:
    """Return the labels of every step: "Plugins: akismet: Version"."""
    words: list[str] = []
    plain = ""
    for step in path:
        name, _, entry = step.partition("[")
        plain = f"{plain}.{name}" if plain else name
        words.append(labels.get(plain) or label_of(name))
        if entry:
            words.append(entry.removesuffix("]"))
    return ": ".join(words)
