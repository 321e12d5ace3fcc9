"""What is different between two reports of one analysis, field by field.

The reports' own structure decides, so a field that is new is compared without new code; the outline gives
the words and the order. Evidence and the time of the visit are left out: they say how a thing was seen.
"""

import enum
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from siteloupe.present.words import label_of, unread_fields
from siteloupe.reports.outline import Kind, Outline

MAX_DEPTH = 16

_LEFT_OUT = frozenset({"url", "checkedAt", "success", "truncated", "evidence", "note"})
_IDENTITIES = ("slug", "family", "hex", "variable", "name", "label", "value", "css")
"""Fields that say which entry of a list is which; the first that every entry has, each another, is taken."""


class Change(enum.StrEnum):
    """What became of a value."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class Difference:
    """One value that is not the same: ``path`` names it for programs, ``label`` for people.

    In a path, an entry of a list stands in brackets: ``plugins[akismet].version``. ``before`` and ``after``
    are JSON values, None for what is not there.
    """

    path: str
    label: str
    change: Change
    before: Any
    after: Any


def differences(
    before: Mapping[str, Any], after: Mapping[str, Any], outline: Outline
) -> tuple[Difference, ...]:
    """Every difference between two reports (their JSON's own values), in the outline's order.

    Of a page that could not be read only what was seen is compared.
    """
    fields = unread_fields(before) | unread_fields(after)
    before, after = ({n: v for n, v in side.items() if n not in fields} for side in (before, after))
    labels, order = _labels(outline)
    found = [
        Difference(".".join(path), _label(path, labels), change, one, other)
        for path, change, one, other in _compare(before, after, ())
    ]
    return tuple(
        sorted(found, key=lambda each: order.get(_known_beginning(_plain(each.path), order), len(order)))
    )


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
    """Entries that are the same thing are compared, whatever their order; the others came or went."""
    if (identity := _identity(before, after)) is None:
        yield from _compare_as_sets(before, after, path)
        return
    mine = {str(entry[identity]): entry for entry in before}
    theirs = {str(entry[identity]): entry for entry in after}
    for name in {**mine, **theirs}:
        yield from _compare(mine.get(name), theirs.get(name), _entry(path, name))


def _compare_as_sets(before: list[Any], after: list[Any], path: tuple[str, ...]) -> Iterator[_Found]:
    """Values, and entries that nothing tells apart: each that only one side has, as often as it does."""
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
    """A path without the entries it goes through."""
    return ".".join(step.partition("[")[0] for step in path.split("."))


def _known_beginning(path: str, labels: Mapping[str, Any]) -> str:
    """The longest beginning of ``path`` that the outline has a word for."""
    while path and path not in labels:
        path = path.rpartition(".")[0]
    return path


def _labels(outline: Outline) -> tuple[dict[str, str], dict[str, int]]:
    """The outline's words for paths, and the number of the section that each stands in."""
    labels: dict[str, str] = {}
    order: dict[str, int] = {}
    for number, section in enumerate(outline):
        if section.kind is Kind.EVIDENCE:
            continue
        if section.path:
            labels.setdefault(section.path, section.label)
        for column in section.columns:
            # Columns of a verdict are fields of the report, those of all else fields of the section's value.
            inside = section.path and section.kind is not Kind.VERDICT
            labels.setdefault(f"{section.path}.{column.path}" if inside else column.path, column.label)
        order |= {path: number for path in labels if path not in order}
    return labels, order


def _label(path: tuple[str, ...], labels: Mapping[str, str]) -> str:
    """The words for every step: "Plugins: akismet: Version"."""
    words: list[str] = []
    plain = ""
    for step in path:
        name, _, entry = step.partition("[")
        plain = f"{plain}.{name}" if plain else name
        words.append(labels.get(plain) or label_of(name))
        if entry:
            words.append(entry.removesuffix("]"))
    return ": ".join(words)
