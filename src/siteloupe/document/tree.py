"""The elements of a page as a tree, for matching selectors: which rules reach which text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from siteloupe.capture import Exchange
from siteloupe.document.page import MAX_ATTRIBUTE
from siteloupe.document.parse import parse

MAX_TREE = 20_000
"""Elements of a page that are looked at, in document order."""

_UNSEEN = frozenset(
    """
    head title script style noscript template textarea select option iframe object svg math canvas audio video
    """.split()  # noqa: SIM905
)
"""Elements whose text nobody reads in a browser that runs scripts, or reads in a font of its own."""


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """Elements by number, in document order.

    ``parents`` holds each one's parent, -1 for the root; ``tags`` the names in lower case; ``text`` how many
    characters of text a reader sees directly inside, white space folded; ``styles`` the style attributes.
    ``depth`` is that of the deepest element.
    """

    parents: Sequence[int]
    tags: Sequence[str]
    text: Sequence[int]
    styles: Mapping[int, str]
    depth: int
    _document: Any
    _numbers: Mapping[Any, int]

    def __len__(self) -> int:
        return len(self.tags)

    def matching(self, selector: str) -> list[int]:
        """The elements that ``selector`` selects, in order; none when the parser does not know it.

        The caller keeps selectors short and simple: see ``css.selector.Selector.plain``.
        """
        try:
            found = self._document.select(selector)
        except ValueError:
            return []
        return [self._numbers[element] for element in found if element in self._numbers]


def tree_of(exchange: Exchange) -> Tree:
    """The tree of the page in an exchange's body. Never raises: any bytes are some page."""
    document = parse(exchange.body, exchange.headers.get("content-type"))
    elements = document.select("*")[:MAX_TREE]
    numbers = {element: number for number, element in enumerate(elements)}
    parents: list[int] = []
    seen: list[bool] = []
    depths: list[int] = []
    text: list[int] = []
    styles: dict[int, str] = {}
    for number, element in enumerate(elements):
        parent = numbers.get(element.parent, -1)
        parents.append(parent)
        depths.append(depths[parent] + 1 if parent >= 0 else 0)
        is_seen = (parent < 0 or seen[parent]) and element.tag not in _UNSEEN
        seen.append(is_seen)
        text.append(_own_text(element) if is_seen else 0)
        if style := element.attr("style"):
            styles[number] = str(style)[:MAX_ATTRIBUTE]
    tags = [element.tag for element in elements]
    return Tree(parents, tags, text, styles, max(depths, default=0), document, numbers)


def _own_text(element: Any) -> int:
    texts = [child.data for child in element.children if type(child).__name__ == "Text"]
    return sum([len(" ".join(text.split())) for text in texts])
