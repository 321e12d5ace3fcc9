"""Matching rows against one answer: a lookup by name, then substring tests, each linear in its text."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from siteloupe.signatures.observed import Observed
from siteloupe.signatures.rows import Condition, Row

AnyRow = TypeVar("AnyRow", bound=Row)

Subject = tuple[str, str]
Texts = dict[Subject, str]

MAX_VALUE = 300


@dataclass(frozen=True, slots=True)
class Found(Generic[AnyRow]):
    """A row that matched: by which of its conditions, and the text that met it, lower case, cut at 300."""

    row: AnyRow
    condition: Condition
    value: str


class Matcher(Generic[AnyRow]):
    """Rows ready to be matched. A row is only looked at when a subject that it cannot do without is there."""

    def __init__(self, rows: Sequence[AnyRow]) -> None:
        self.rows = tuple(rows)
        self._rules = [_Rule(row) for row in rows]
        self._always: list[int] = []
        self._by_subject: dict[Subject, list[int]] = {}
        for number, rule in enumerate(self._rules):
            if (subjects := rule.needed()) is None:
                self._always.append(number)
            for subject in subjects or ():
                self._by_subject.setdefault(subject, []).append(number)

    def matches(self, observed: Observed) -> list[Found[AnyRow]]:
        """Every row that ``observed`` meets, in the order of the file."""
        texts = texts_of(observed)
        numbers = set(self._always)
        for subject in texts:
            numbers.update(self._by_subject.get(subject, ()))
        found = []
        for number in sorted(numbers):
            rule = self._rules[number]
            if rule.row.fits(observed.status) and (met := rule.met_by(texts)) is not None:
                found.append(Found(self.rows[number], *met))
        return found


def texts_of(observed: Observed) -> Texts:
    """Each subject's values in lower case, one a line, with a line end before the first and after the last.

    So fenced, ``equals``, ``starts-with`` and ``contains`` are all one substring test.
    """
    lines: dict[Subject, list[str]] = {}
    for name, value in observed.headers:
        lines.setdefault(("header", name), []).append(value)
    for name, value in observed.metas:
        lines.setdefault(("meta", name), []).append(value)
    for name in observed.cookies:
        lines[("cookie", name)] = [name]
    lines[("part", "url")] = [observed.url]
    lines[("part", "title")] = [observed.title]
    lines[("part", "script")] = [*observed.scripts]
    lines[("part", "stylesheet")] = [*observed.stylesheets]
    texts = {
        subject: _fenced(values) for subject, values in lines.items() if any(values) or subject[0] != "part"
    }
    if observed.body:
        texts[("part", "body")] = observed.body
    return texts


def _fenced(values: Iterable[str]) -> str:
    return "\n".join(("", *(value.replace("\n", " ").lower() for value in values), ""))


class _Test:
    """One condition, compiled."""

    __slots__ = ("_pattern", "_prefix", "_word", "condition", "subject")

    def __init__(self, condition: Condition) -> None:
        self.condition = condition
        self.subject = condition.subject
        self._prefix = self.subject[1].removesuffix("*") if self.subject[1].endswith("*") else None
        self._pattern = (
            re.compile(condition.pattern, re.IGNORECASE | re.MULTILINE) if condition.pattern else None
        )
        self._word = _word(condition)

    @property
    def needed(self) -> Subject | None:
        return self.subject if self._prefix is None else None

    def met_by(self, texts: Texts) -> str | None:
        """The text that meets the condition, or None."""
        if self._prefix is None:
            text = texts.get(self.subject)
            return self._seen_in(text) if text is not None else None
        named = (text for (kind, name), text in texts.items() if self._is_named(kind, name, self._prefix))
        return next((seen for seen in map(self._seen_in, named) if seen is not None), None)

    def _is_named(self, kind: str, name: str, prefix: str) -> bool:
        return kind == self.subject[0] and name.startswith(prefix)

    def _seen_in(self, text: str) -> str | None:
        if self._pattern is not None:
            match = self._pattern.search(text)
            return None if match is None else _line(text, match.start(), match.end())
        place = text.find(self._word)
        return None if place < 0 else _line(text, place, place + len(self._word))


def _word(condition: Condition) -> str:
    """What to search in a fenced text."""
    if condition.equals:
        return f"\n{condition.equals.lower()}\n"
    if condition.starts_with:
        return f"\n{condition.starts_with.lower()}"
    return (condition.contains or "").lower()


def _line(text: str, start: int, end: int) -> str:
    """The line around a hit, as much of it as may be kept, beginning near the hit."""
    start = max(text.rfind("\n", 0, start + 1) + 1, start - MAX_VALUE // 2, 0)
    line_end = text.find("\n", max(start, end - 1))
    return text[start : min(line_end if line_end >= 0 else len(text), start + MAX_VALUE)].strip()


class _Rule:
    """One row, compiled."""

    __slots__ = ("_all", "_any", "_none", "row")

    def __init__(self, row: Row) -> None:
        self.row = row
        self._all = [_Test(condition) for condition in row.all]
        self._any = [_Test(condition) for condition in row.any]
        self._none = [_Test(condition) for condition in row.none]

    def needed(self) -> set[Subject] | None:
        """Subjects of which at least one must be there for a match; None when that cannot be told."""
        for test in self._all:
            if test.needed is not None:
                return {test.needed}
        subjects = {test.needed for test in self._any}
        return {subject for subject in subjects if subject} if subjects and None not in subjects else None

    def met_by(self, texts: Texts) -> tuple[Condition, str] | None:
        """The first condition that was met and by what, or None when the row does not match."""
        first: tuple[Condition, str] | None = None
        for test in self._all:
            if (seen := test.met_by(texts)) is None:
                return None
            first = first or (test.condition, seen)
        if self._any:
            met = ((test.condition, test.met_by(texts)) for test in self._any)
            hit = next(((condition, seen) for condition, seen in met if seen is not None), None)
            if hit is None:
                return None
            first = first or hit
        if any(test.met_by(texts) is not None for test in self._none):
            return None
        return first
