"""What a visitor reads and presses: links, buttons and text, each with the elements around it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from siteloupe.capture import Exchange
from siteloupe.document.page import MAX_ATTRIBUTE
from siteloupe.document.read import parse

MAX_LINKS = 400
MAX_BUTTONS = 200
MAX_TEXTS = 300
MAX_DEPTH = 200
"""Elements around one that are kept; what lies deeper is left out."""

_LINKS = "a[href]"
_BUTTONS = (
    "button, input[type=submit], input[type=button], input[type=image], [role=button], "
    "a[class*=button], a[class*=btn], a[class*=Button], a[class*=Btn]"
)
_TEXTS = "p, li, h1, h2, h3, h4, dd, td, blockquote, figcaption"


@dataclass(frozen=True, slots=True, eq=False)
class Element:
    """An element as selectors see it. ``text`` is how many characters stand in it, white space apart."""

    tag: str
    id: str
    classes: frozenset[str]
    attributes: Mapping[str, str]
    parent: "Element | None"
    text: int


@dataclass(frozen=True, slots=True, eq=False)
class Elements:
    """A sample of a page's elements, in document order; ``body`` stands in ``html``."""

    html: Element
    body: Element
    links: tuple[Element, ...] = ()
    buttons: tuple[Element, ...] = ()
    texts: tuple[Element, ...] = ()


def elements_of(exchange: Exchange) -> Elements:
    """The elements of the page in an exchange's body: links, buttons and text, of each kind the first ones.

    Never raises: any bytes are some page.
    """
    document = parse(exchange.body, exchange.headers.get("content-type"))
    known = _Known({})
    html = known.element(document.select_one("html"))
    body = known.element(document.select_one("body")) if html else None
    html = html or Element("html", "", frozenset(), {}, None, 0)
    return Elements(
        html,
        body or Element("body", "", frozenset(), {}, html, 0),
        known.elements(document, _LINKS, MAX_LINKS),
        known.elements(document, _BUTTONS, MAX_BUTTONS),
        known.elements(document, _TEXTS, MAX_TEXTS),
    )


@dataclass(frozen=True, slots=True)
class _Known:
    """Elements by the parser's own, so that those around several are shared."""

    made: dict[Any, Element]

    def elements(self, document: Any, selector: str, most: int) -> tuple[Element, ...]:
        found = (self.element(each) for each in document.select(selector)[:most])
        return tuple(each for each in found if each is not None)

    def element(self, node: Any) -> Element | None:
        """The element of ``node``; None when it lies too deep, or there is none."""
        chain: list[Any] = []
        while node is not None and node not in self.made and hasattr(node, "attrs"):
            chain.append(node)
            node = node.parent
            if len(chain) > MAX_DEPTH:
                return None
        made = self.made.get(node)
        for each in reversed(chain):
            made = self.made[each] = _made(each, made)
        return made


def _made(node: Any, parent: Element | None) -> Element:
    given = {
        name: (" ".join(value) if isinstance(value, list) else value or "")[:MAX_ATTRIBUTE]
        for name, value in node.attrs.items()
    }
    text = len("".join(node.text.split())) if node.tag in _COUNTED else 0
    return Element(
        node.tag, given.get("id", ""), frozenset(given.get("class", "").split()), given, parent, text
    )


_COUNTED = frozenset({"a", "button", *_TEXTS.split(", ")})
