"""Selectors: whether an element matches one as the page is shown at first, and how specific it is.

States (``:hover``), pseudo-elements and what hangs on siblings never match: who reads the page does not see
the first two, and the third is not kept. Matching is linear in the elements around.

Source: https://drafts.csswg.org/selectors-4/
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple, Protocol

from siteloupe.css.escapes import unescaped, unquoted
from siteloupe.css.grammar import IDENT, STRING
from siteloupe.css.values import closing, split_commas

MAX_LENGTH = 1000
MAX_COMPOUNDS = 16
MAX_NESTING = 3

Specificity = tuple[int, int, int]

_TOKEN = re.compile(
    rf"([.#])({IDENT})"
    rf"|\[\s*+({IDENT})\s*+(?:([~|^$*]?=)\s*+({STRING}|{IDENT}|[^\]\s\"']++)\s*+([iIsS]\s*+)?+)?+\]"
    rf"|:({IDENT})(\()?+"
    rf"|({IDENT}|\*)"
    r"|\s*+>\s*+|\s++",
    re.ASCII,
)


class Node(Protocol):
    """An element, as far as selectors ask."""

    @property
    def tag(self) -> str:
        """Its name in lower case."""

    @property
    def id(self) -> str:
        """Its id, empty without one."""

    @property
    def classes(self) -> frozenset[str]:
        """Its classes."""

    @property
    def attributes(self) -> Mapping[str, str]:
        """Its attributes by name in lower case."""

    @property
    def parent(self) -> "Node | None":
        """The element it stands in."""


class Attribute(NamedTuple):
    """``[name]``, or with an operator and value."""

    name: str
    operator: str = ""
    value: str = ""
    any_case: bool = False

    def matches(self, given: Mapping[str, str]) -> bool:
        """Whether the attributes ``given`` fulfil it."""
        if (have := given.get(self.name)) is None:
            return False
        value = self.value
        if self.any_case:
            have, value = have.lower(), value.lower()
        return not self.operator or _COMPARISONS[self.operator](have, value)


_COMPARISONS: Mapping[str, Callable[[str, str], bool]] = {
    "=": lambda have, value: have == value,
    "~=": lambda have, value: value in have.split(),
    "|=": lambda have, value: have == value or have.startswith(f"{value}-"),
    "^=": lambda have, value: value != "" and have.startswith(value),
    "$=": lambda have, value: value != "" and have.endswith(value),
    "*=": lambda have, value: value != "" and value in have,
}


class Compound(NamedTuple):
    """What one element must be: everything between two combinators."""

    tag: str = ""
    ids: frozenset[str] = frozenset()
    classes: frozenset[str] = frozenset()
    attributes: tuple[Attribute, ...] = ()
    one_of: tuple[tuple["Selector", ...], ...] = ()
    none_of: tuple["Selector", ...] = ()

    def matches(self, node: Node) -> bool:
        """Whether ``node`` by itself is that."""
        return (
            (not self.tag or self.tag == node.tag)
            and (not self.ids or self.ids == {node.id})
            and self.classes <= node.classes
            and all(attribute.matches(node.attributes) for attribute in self.attributes)
            and all(any(each.matches(node) for each in choice) for choice in self.one_of)
            and not any(each.matches(node) for each in self.none_of)
        )

    @property
    def key(self) -> str:
        """The rarest thing an element must have for it: ``#id``, ``.class``, its tag, or ``*``."""
        if self.ids:
            return f"#{min(self.ids)}"
        if self.classes:
            return f".{max(self.classes, key=lambda name: (len(name), name))}"
        return self.tag or "*"


class Selector(NamedTuple):
    """One selector without commas: compounds from the left, and whether each is a child of the one before."""

    compounds: tuple[Compound, ...]
    child: tuple[bool, ...]
    specificity: Specificity
    around: frozenset[str] = frozenset()
    """Classes and ids that elements around it must have: a quick way to see that it cannot match."""

    def matches(self, node: Node) -> bool:
        """Whether ``node``, among the elements around it, matches."""
        compounds = self.compounds
        if not compounds[-1].matches(node):
            return False
        if len(compounds) == 1:
            return True
        around: list[Node] = []
        parent = node.parent
        while parent is not None:
            around.append(parent)
            parent = parent.parent
        # For each compound in turn, the places from the root on where the selector so far may end.
        ends = [index for index, each in enumerate(reversed(around)) if compounds[0].matches(each)]
        for compound, child in zip(compounds[1:-1], self.child[1:-1], strict=True):
            ends = self._next(ends, around, compound, child=child)
        return bool(ends) and (not self.child[-1] or ends[-1] == len(around) - 1)

    @staticmethod
    def _next(ends: list[int], around: list[Node], compound: Compound, *, child: bool) -> list[int]:
        if not ends:
            return ends
        last = len(around) - 1
        places = (end + 1 for end in ends) if child else range(ends[0] + 1, last + 1)
        return [place for place in places if place <= last and compound.matches(around[last - place])]

    @property
    def key(self) -> str:
        """See :attr:`Compound.key`, of the element itself."""
        return self.compounds[-1].key


@lru_cache(maxsize=16384)
def parse_selector(text: str, nesting: int = 0) -> Selector | None:
    """One selector without commas; None when it is broken, or can match nothing that is shown at first."""
    if len(text) > MAX_LENGTH or nesting > MAX_NESTING:
        return None
    reader = _Reader(nesting)
    position, text = 0, text.strip()
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None or match.end() == position:
            return None
        position = match.end()
        arguments = ""
        if match[8]:
            end = closing(text, position - 1)
            arguments, position = text[position:end], end + 1
        if not reader.take(match, arguments):
            return None
    return reader.selector()


class _Reader:
    """Takes one token after the other."""

    def __init__(self, nesting: int) -> None:
        self._nesting = nesting
        self._compounds: list[Compound] = []
        self._child = [False]
        self._open = _Parts()
        self._specificity = (0, 0, 0)

    def take(self, match: re.Match[str], arguments: str) -> bool:
        """Take a token; False when nothing can match any more."""
        mark, name, attribute, operator, value, case, pseudo, _, tag = match.groups()
        parts = self._open
        if mark:
            (parts.classes if mark == "." else parts.ids).add(unescaped(name))
            self._add((0, 1, 0) if mark == "." else (1, 0, 0))
        elif attribute:
            any_case = (case or "").strip() in {"i", "I"} or attribute.lower() == "type"
            parts.attributes.append(
                Attribute(attribute.lower(), operator or "", unquoted(value or ""), any_case)
            )
            self._add((0, 1, 0))
        elif pseudo:
            return self._pseudo(pseudo.lower(), arguments)
        elif tag:
            if not parts.is_empty:
                return False
            parts.tag = "" if tag == "*" else tag.lower()
            parts.is_universal = tag == "*"
            self._add((0, 0, int(tag != "*")))
        else:
            return self._combinator(match[0])
        return True

    def selector(self) -> Selector | None:
        """What was taken; None when it ends in a combinator, or is too long."""
        if self._open.is_empty or len(self._compounds) >= MAX_COMPOUNDS:
            return None
        around = frozenset(name for each in self._compounds for name in (*each.classes, *each.ids))
        compounds = (*self._compounds, self._open.compound())
        return Selector(compounds, tuple(self._child), self._specificity, around)

    def _combinator(self, text: str) -> bool:
        if self._open.is_empty:
            return False
        self._compounds.append(self._open.compound())
        self._child.append(">" in text)
        self._open = _Parts()
        return True

    def _pseudo(self, name: str, arguments: str) -> bool:
        parts = self._open
        if name in {"is", "where", "matches", "-webkit-any", "-moz-any", "not"}:
            every = [parse_selector(one, self._nesting + 1) for one in split_commas(arguments)]
            found = tuple(one for one in every if one is not None)
            if name == "not":
                parts.none_of += found
                parts.is_universal = True
            elif not found:
                return False
            else:
                parts.one_of.append(found)
            if name != "where" and found:
                self._add(max(one.specificity for one in found))
            return True
        if name == "root":
            parts.one_of.append((_HTML,))
        elif name in {"link", "any-link"}:
            parts.attributes.append(Attribute("href"))
        elif name not in {"enabled", "read-write", "defined"}:
            return False
        parts.is_universal = True
        self._add((0, 1, 0))
        return True

    def _add(self, more: Specificity) -> None:
        ids, classes, tags = self._specificity
        self._specificity = (ids + more[0], classes + more[1], tags + more[2])


class _Parts:
    """A compound while it is read."""

    def __init__(self) -> None:
        self.tag = ""
        self.is_universal = False
        self.ids: set[str] = set()
        self.classes: set[str] = set()
        self.attributes: list[Attribute] = []
        self.one_of: list[tuple[Selector, ...]] = []
        self.none_of: tuple[Selector, ...] = ()

    @property
    def is_empty(self) -> bool:
        """True while it asks for nothing."""
        asks = self.ids or self.classes or self.attributes or self.one_of or self.none_of
        return not (self.tag or self.is_universal or asks)

    def compound(self) -> Compound:
        """What was read."""
        return Compound(
            self.tag,
            frozenset(self.ids),
            frozenset(self.classes),
            tuple(self.attributes),
            tuple(self.one_of),
            self.none_of,
        )


_HTML = Selector((Compound("html"),), (False,), (0, 0, 1))
