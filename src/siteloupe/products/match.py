"""Matching: the entries that fit an answer, the hits of each, and the versions in them.

Suffixes belong to the version, such as those of pre-releases: https://semver.org/#spec-item-9.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from siteloupe.products.facts import AnswerFacts, SearchText, Subject, Texts, WantedTexts
from siteloupe.products.product import ANY_ENDING, Condition, Product, View

MAX_LENGTH = 40

_VERSION = re.compile(r"(\d{1,7})(?:\.\d{1,6}){0,5}+(?:[-.+_ ]?+[A-Za-z][\w.+-]{0,20}+)?+", re.ASCII)
_HASH = re.compile(r"[0-9a-f]{7,}+", re.IGNORECASE)
_DATE = re.compile(r"(?:19|20)\d\d[._-]?+[01]\d[._-]?+[0-3]\d|(?:19|20)\d\d", re.ASCII)
_BEHIND = re.compile(r"[ v]{0,2}+(\d[\w.]{0,30}+(?:-[A-Za-z][\w.]{0,10}+)?+)", re.ASCII)


def is_version(text: str) -> bool:
    """Whether ``text`` can be the version of released software."""
    if len(text) > MAX_LENGTH or _DATE.fullmatch(text) or _HASH.fullmatch(text):
        return False
    return _VERSION.fullmatch(text) is not None


def version_at(text: str, place: int) -> str | None:
    """Return the version at ``place``, also after a space or a ``v``, with its suffix."""
    match = _BEHIND.match(text, place)
    version = match[1].rstrip(".") if match else ""
    return version if is_version(version) else None


AnyProduct = TypeVar("AnyProduct", bound=Product)

MAX_VALUE = 300
MAX_VERSION = 40
MAX_TRIES = 20
"""Most occurrences of a text that are checked for a version after it."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A condition that was met, the text that met it, cut at 300 characters, and the version in it."""

    condition: Condition
    value: str
    version: str | None = None


@dataclass(frozen=True, slots=True)
class Match(Generic[AnyProduct]):
    """A product with at least one hit; hits are in the order of its conditions."""

    product: AnyProduct
    hits: tuple[Hit, ...]

    def best(self) -> Hit:
        """Return the first hit with a version, otherwise the first hit."""
        return next((hit for hit in self.hits if hit.version), self.hits[0])


class Matcher(Generic[AnyProduct]):
    """Compiled entries.

    An entry is tested only when the answer has a word that the entry requires. With a ``view``, only the
    conditions for it count.
    """

    def __init__(self, products: Sequence[AnyProduct], view: View | None = None) -> None:
        self.products = tuple(products)
        self._rules = [_Rule(product, view) for product in products]
        self._wanted = WantedTexts(
            each for rule in self._rules for test in rule.tests for each in test.subjects
        )
        self._words: dict[Subject, list[tuple[str, int]]] = {}
        for number, rule in enumerate(self._rules):
            for test in rule.any or rule.all[:1]:
                self._words.setdefault(test.subject, []).append((test.word, number))

    def matches(self, facts: AnswerFacts) -> list[Match[AnyProduct]]:
        """Return every product in ``facts``, in the order of the entries."""
        texts = self._wanted.texts(facts)
        numbers = {
            number
            for subject, text in texts.items()
            for word, number in self._words.get(subject, ())
            if word in text.searched
        }
        found = []
        for number in sorted(numbers):
            product = self.products[number]
            if product.fits(facts.status) and (hits := self._rules[number].hits(texts)):
                found.append(Match(product, hits))
        return found


class _Rule:
    """One entry, compiled."""

    __slots__ = ("_none", "all", "any")

    def __init__(self, product: Product, view: View | None) -> None:
        self.all = [_Test(condition) for condition in product.all]
        self.any = [_Test(condition) for condition in product.any if view is None or condition.shows(view)]
        self._none = [_Test(condition) for condition in product.none]

    @property
    def tests(self) -> list["_Test"]:
        return self.all + self.any + self._none

    def hits(self, texts: Texts) -> tuple[Hit, ...]:
        """Return the hits; empty when a required condition fails, or an excluding one is met."""
        needed = [test.hit(texts) for test in self.all]
        if None in needed or any(test.hit(texts) for test in self._none):
            return ()
        of_several = [hit for test in self.any if (hit := test.hit(texts))]
        return tuple(filter(None, [*needed, *of_several])) if of_several or not self.any else ()


class _Test:
    """One compiled condition: ``word`` must occur in the subject's text."""

    __slots__ = ("_pattern", "_start", "beside", "condition", "subject", "word")

    def __init__(self, condition: Condition) -> None:
        self.condition = condition
        self.subject = condition.subject
        self.beside = (self.subject[0], condition.beside) if condition.beside else None
        self._start = len(self.subject[1]) - 1 if self.subject[1].endswith(ANY_ENDING) else 0
        self.word = _search_word(condition) if not self._start else ""
        self._pattern = (
            re.compile(condition.pattern, re.IGNORECASE | re.MULTILINE) if condition.pattern else None
        )

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """Return every subject that the condition looks at."""
        return (self.subject, self.beside) if self.beside else (self.subject,)

    def hit(self, texts: Texts) -> Hit | None:
        """Return the hit of the condition, or None."""
        if (text := texts.get(self.subject)) is None or (self.beside and self.beside not in texts):
            return None
        if self._start:
            return self._hit_by_name(text)
        if self._pattern is not None:
            return self._hit_by_pattern(text, self._pattern)
        return next(self._hits_by_word(text), None)

    def _hit_by_name(self, text: SearchText) -> Hit | None:
        for name in text.searched.strip("\n").split("\n"):
            version = version_at(name, self._start) if self.condition.version else None
            if version or not self.condition.version:
                return Hit(self.condition, name[:MAX_VALUE], version)
        return None

    def _hit_by_pattern(self, text: SearchText, pattern: "re.Pattern[str]") -> Hit | None:
        if (match := pattern.search(text.written)) is None:
            return None
        version = match[1][:MAX_VERSION].rstrip(".-") if pattern.groups and match[1] else ""
        return Hit(self.condition, _line(text, match.start(), match.end()), version or None)

    def _hits_by_word(self, text: SearchText) -> Iterator[Hit]:
        place = text.searched.find(self.word)
        for _ in range(MAX_TRIES):
            if place < 0:
                return
            end = place + len(self.word)
            version = (
                version_at(_text_of_places(text), end) if self.condition.version else text.version or None
            )
            if version or not self.condition.version:
                yield Hit(self.condition, _line(text, place, end), version)
            place = text.searched.find(self.word, place + 1)


def _search_word(condition: Condition) -> str:
    """Return the text to search for."""
    if condition.equals:
        return f"\n{condition.equals}\n"
    if condition.starts_with:
        return f"\n{condition.starts_with}"
    return condition.contains or ("\n" if condition.version else "")


def _text_of_places(text: SearchText) -> str:
    """Return the text as written, if its positions equal those of the searched text."""
    return text.written if len(text.written) == len(text.searched) else text.searched


def _line(text: SearchText, start: int, end: int) -> str:
    """Return the line around a hit as written; a long line is cut, beginning near the hit."""
    given = _text_of_places(text)
    first = given.rfind("\n", 0, start + 1) + 1
    last = given.find("\n", max(first, end - 1))
    last = last if last >= 0 else len(given)
    if last - first > MAX_VALUE:
        first = max(first, start - MAX_VALUE // 2)
    return given[first : min(last, first + MAX_VALUE)].strip()
