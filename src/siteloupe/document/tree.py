"""The elements of a page as a tree, for matching selectors: which rules apply to which text."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from siteloupe.capture import Exchange
from siteloupe.document.page import MAX_ATTRIBUTE
from siteloupe.document.parse import parse, text_nodes

MAX_TREE = 20_000
"""Most elements of a page, in document order."""

MAX_ROOT_CLASSES = 500

_WITHOUT_VISIBLE_TEXT = frozenset(
    """
    head title script style noscript template textarea select option iframe object svg math canvas audio video
    """.split()  # noqa: SIM905
)
"""Elements whose text is not visible in a browser with scripting, or has a font of its own."""


@dataclass(frozen=True, eq=False)
class Tree:
    """Elements by number, in document order.

    ``parents`` are the parents' numbers, -1 for the root. ``tags`` are the names in lower case. ``text`` is
    the number of visible characters directly inside, with collapsed white space. ``styles`` are the style
    attributes. ``depth`` is the depth of the deepest element.
    """

    parents: Sequence[int]
    tags: Sequence[str]
    text: Sequence[int]
    styles: Mapping[int, str]
    depth: int
    _document: Any
    _numbers: Mapping[Any, int]
    _nodes: Sequence[Any]

    def __len__(self) -> int:
        return len(self.tags)

    @cached_property
    def texts_within(self) -> Sequence[int]:
        """The number of visible characters in each element, with those in the elements inside."""
        within = [*self.text]
        parents = self.parents
        for element in range(len(within) - 1, 0, -1):
            if count := within[element]:
                within[max(0, parents[element])] += count
        return within

    def select(self, selector: str) -> list[int]:
        """Return the elements that ``selector`` selects, in order; none when the parser does not know it.

        The caller must pass short and simple selectors: see ``css.selector.Selector.plain``.
        """
        try:
            elements = self._document.select(selector)
        except ValueError:
            return []
        numbers = map(self._numbers.get, elements)
        if len(self._numbers) < MAX_TREE:  # so all elements of the page have one
            return cast("list[int]", list(numbers))
        return [number for number in numbers if number is not None]

    def select_among(self, selector: str, elements: Iterable[int]) -> list[int]:
        """Return those of ``elements`` that ``selector`` selects: for a few, faster than :meth:`select`."""
        try:
            return [each for each in elements if self._nodes[each].matches(selector)]
        except ValueError:
            return []

    def matches_root(self, selector: str) -> bool:
        """Whether html or body matches ``selector``, which is short and simple; it takes constant time."""
        try:
            return any(root.matches(selector) for root in self._roots())
        except ValueError:
            return False

    def root_classes(self) -> frozenset[str]:
        """Return the classes of html and body in lower case, at most 500 of each."""
        classes = [str(root.attr("class") or "").lower().split()[:MAX_ROOT_CLASSES] for root in self._roots()]
        return frozenset(name for names in classes for name in names)

    def _roots(self) -> list[Any]:
        roots = (self._document.select_one(tag) for tag in ("html", "body"))
        return [root for root in roots if root is not None]


def tree_of(exchange: Exchange) -> Tree:
    """Return the tree of the page in an exchange's body. Never raises: any bytes are a page."""
    document = parse(exchange.body, exchange.headers.get("content-type"))
    elements = document.select("*")[:MAX_TREE]
    numbers = dict(zip(elements, range(len(elements)), strict=True))
    number_of = numbers.get
    tags = [element.tag for element in elements]
    parents = [number_of(element.parent, -1) for element in elements]
    visible: list[bool] = []
    depths: list[int] = []
    for parent, tag in zip(parents, tags, strict=True):
        visible.append((parent < 0 or visible[parent]) and tag not in _WITHOUT_VISIBLE_TEXT)
        depths.append(depths[parent] + 1 if parent >= 0 else 0)
    text = _text_lengths(document, numbers, visible)
    styled = ((number_of(element), element) for element in document.select("[style]"))
    styles = {
        number: str(style)[:MAX_ATTRIBUTE]
        for number, element in styled
        if number is not None and (style := element.attr("style"))
    }
    return Tree(parents, tags, text, styles, max(depths, default=0), document, numbers, elements)


def _text_lengths(document: Any, numbers: Mapping[Any, int], visible: Sequence[bool]) -> list[int]:
    """Return the number of visible characters directly inside each element."""
    lengths = [0] * len(visible)
    for node in text_nodes(document):
        number = numbers.get(node.parent, -1)
        if number >= 0 and visible[number]:
            lengths[number] += len(" ".join(node.data.split()))
    return lengths
