"""Matching rows against one answer: a lookup by name, then substring tests, each linear in its text."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from siteloupe.signatures.observed import Observed
from siteloupe.signatures.rows import NAMED, Condition, Row
from siteloupe.signatures.texts import ANY_NAME, Subject, Text, Texts, Wanted

AnyRow = TypeVar("AnyRow", bound=Row)

MAX_VALUE = 300
MAX_VERSION = 40


@dataclass(frozen=True, slots=True)
class Found(Generic[AnyRow]):
    """A row that matched: by which of its conditions, the text that met it cut at 300, and a version."""

    row: AnyRow
    condition: Condition
    value: str
    version: str | None = None


@dataclass(frozen=True, slots=True)
class _Hit:
    """A condition that was met, by what, and the version that stood there."""

    condition: Condition
    value: str
    version: str | None


class Matcher(Generic[AnyRow]):
    """Rows ready to be matched. A row is only looked at when a subject that it cannot do without is there."""

    def __init__(self, rows: Sequence[AnyRow]) -> None:
        self.rows = tuple(rows)
        self._rules = [_Rule(row) for row in rows]
        self._wanted = Wanted(test.subject for rule in self._rules for test in rule.tests)
        self._always: list[int] = []
        self._by_subject: dict[Subject, list[int]] = {}
        for number, rule in enumerate(self._rules):
            if (subjects := rule.needed()) is None:
                self._always.append(number)
            for subject in subjects or ():
                self._by_subject.setdefault(subject, []).append(number)

    def matches(self, observed: Observed) -> list[Found[AnyRow]]:
        """Every row that ``observed`` meets, in the order of the file."""
        texts = self._wanted.texts(observed)
        numbers = set(self._always)
        for subject in texts:
            numbers.update(self._by_subject.get(subject, ()))
        found = []
        for number in sorted(numbers):
            rule = self._rules[number]
            if rule.row.fits(observed.status) and (hit := rule.met_by(texts)) is not None:
                found.append(Found(self.rows[number], hit.condition, hit.value, hit.version))
        return found


class _Test:
    """One condition, compiled."""

    __slots__ = ("_gives_version", "_pattern", "_prefix", "_word", "condition", "subject")

    def __init__(self, condition: Condition) -> None:
        self.condition = condition
        self.subject = condition.subject
        self._prefix = self.subject[1].removesuffix(ANY_NAME) if self.subject[1].endswith(ANY_NAME) else None
        self._pattern = (
            re.compile(condition.pattern, re.IGNORECASE | re.MULTILINE) if condition.pattern else None
        )
        self._gives_version = self.subject[0] == "file" or bool(self._pattern and self._pattern.groups)
        self._word = _word(condition)

    @property
    def needed(self) -> Subject | None:
        return self.subject if self._prefix is None else None

    @property
    def gives_version(self) -> bool:
        """Whether meeting the condition can tell a version."""
        return self._gives_version

    def met_by(self, texts: Texts) -> _Hit | None:
        """What meets the condition, or None."""
        kind = self.subject[0]
        if self._prefix is None:
            text = texts.get(self.subject)
            return self._seen_in(text) if text is not None else None
        if kind in NAMED:
            text = texts.get((kind, ANY_NAME))
            return self._name_in(text) if text is not None else None
        named = (
            text for (other, each), text in texts.items() if other == kind and each.startswith(self._prefix)
        )
        return next((hit for hit in (self._seen_in(text) for text in named) if hit is not None), None)

    def _name_in(self, text: Text) -> _Hit | None:
        """The first name that begins as the wildcard says, letter case included."""
        place = text.written.find(f"\n{self._prefix}")
        return None if place < 0 else _Hit(self.condition, _line(text, place, place + 1), None)

    def _seen_in(self, text: Text) -> _Hit | None:
        if self._pattern is not None:
            match = self._pattern.search(text.written)
            if match is None:
                return None
            version = match[1] if self._gives_version and match[1] else None
            return _Hit(self.condition, _line(text, match.start(), match.end()), _cut(version))
        place = text.lower.find(self._word)
        if place < 0:
            return None
        return _Hit(self.condition, _line(text, place, place + len(self._word)), _cut(text.version))


def _cut(version: str | None) -> str | None:
    return version[:MAX_VERSION].rstrip(".-") or None if version else None


def _word(condition: Condition) -> str:
    """What to search in a fenced text."""
    if condition.equals:
        return f"\n{condition.equals.lower()}\n"
    if condition.starts_with:
        return f"\n{condition.starts_with.lower()}"
    return (condition.contains or "").lower()


def _line(text: Text, start: int, end: int) -> str:
    """The line around a hit as written, as much of it as may be kept, beginning near the hit."""
    given = text.written if len(text.written) == len(text.lower) else text.lower
    start = max(given.rfind("\n", 0, start + 1) + 1, start - MAX_VALUE // 2, 0)
    line_end = given.find("\n", max(start, end - 1))
    return given[start : min(line_end if line_end >= 0 else len(given), start + MAX_VALUE)].strip()


class _Rule:
    """One row, compiled."""

    __slots__ = ("_all", "_any", "_none", "row")

    def __init__(self, row: Row) -> None:
        self.row = row
        self._all = [_Test(condition) for condition in row.all]
        self._any = [_Test(condition) for condition in row.any]
        self._none = [_Test(condition) for condition in row.none]

    @property
    def tests(self) -> list[_Test]:
        return self._all + self._any + self._none

    def needed(self) -> set[Subject] | None:
        """Subjects of which at least one must be there for a match; None when that cannot be told."""
        for test in self._all:
            if test.needed is not None:
                return {test.needed}
        subjects = {test.needed for test in self._any}
        return {subject for subject in subjects if subject} if subjects and None not in subjects else None

    def met_by(self, texts: Texts) -> _Hit | None:
        """The first condition that was met, with the first version that any tells; None for no match."""
        hits: list[_Hit] = []
        for test in self._all:
            if (hit := test.met_by(texts)) is None:
                return None
            hits.append(hit)
        if self._any:
            before = len(hits)
            for test in self._any:
                if len(hits) > before and not test.gives_version:
                    continue
                if (hit := test.met_by(texts)) is not None:
                    hits.append(hit)
            if len(hits) == before:
                return None
        if any(test.met_by(texts) is not None for test in self._none):
            return None
        return _with_version(hits)


def _with_version(hits: list[_Hit]) -> _Hit:
    """The hit that tells a version, else the first."""
    return next((hit for hit in hits if hit.version), hits[0])
