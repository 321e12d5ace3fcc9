"""The content of a page's HTML before its scripts run: its elements and their own text.

It is read as a browser with scripting reads it, so what stands in ``<noscript>`` is no element. A page with a
lot of text needs no such look, so only those who ask pay for a second parse.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, NamedTuple

from siteloupe.capture import Exchange
from siteloupe.document.page import MAX_ELEMENTS
from siteloupe.document.parse import attributes, parse

MAX_STATIC = 3_000
"""Most elements that are read; a page with more is not empty."""

MAX_SEEN_TEXT = 2_000
"""Most characters of text; a page with more is not empty either."""

MAX_OWN_TEXT = 400
"""Most characters of the text directly inside one element."""

MAX_NOSCRIPT = 2_000
"""Most characters of the text of one ``<noscript>``."""

_UNSEEN = frozenset({"head", "script", "style", "template", "noscript", "noframes", "datalist", "dialog"})
"""Elements that show nothing, including their content."""

_OPAQUE = frozenset({"svg", "math", "canvas", "video", "audio", "object", "iframe", "select", "picture"})
"""Elements that show something by themselves; their content is not read."""

_TOP = frozenset({"body", "frameset"})
"""The page itself: many pages hide it for a moment, until their styles are loaded."""

_HIDING = re.compile(r"(?:display\s*+:\s*+none|visibility\s*+:\s*+hidden)", re.IGNORECASE)


class StaticElement(NamedTuple):
    """A visible element: ``parent`` is the number of its parent, -1 without a visible one.

    ``text`` is the text directly inside, with collapsed white space.
    """

    tag: str
    attributes: Mapping[str, str]
    parent: int
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class StaticContent:
    """The visible elements of body or frameset in document order, their parents before them.

    ``noscripts`` are the texts of ``<noscript>``, which may contain tags. ``refresh`` is the content of the
    first ``<meta http-equiv=refresh>``, or empty. ``cut`` is true when the page has more content.
    """

    elements: tuple[StaticElement, ...]
    noscripts: tuple[str, ...]
    refresh: str
    cut: bool


def static_content_of(exchange: Exchange) -> StaticContent:
    """Return the static content of the page in an exchange's body. Never raises: any bytes are a page."""
    document = parse(exchange.body, exchange.headers.get("content-type"), scripting=True)
    reader = _StaticReader()
    # One element at a time: a list of all would hold an object for each element of a large page.
    reader.read(islice(document.xpath_iter("//*"), MAX_ELEMENTS))
    noscripts = tuple(each.text[:MAX_NOSCRIPT] for each in document.select("noscript")[:20])
    return StaticContent(tuple(reader.elements), noscripts, _refresh(document), reader.is_full)


class _StaticReader:
    """Reads elements in document order; those of a shadow tree come last."""

    def __init__(self) -> None:
        self.elements: list[StaticElement] = []
        self._numbers: dict[Any, int] = {}
        self._text = 0

    @property
    def is_full(self) -> bool:
        """Whether the page is not empty, so that reading can stop."""
        return len(self.elements) >= MAX_STATIC or self._text >= MAX_SEEN_TEXT

    def read(self, found: Iterable[Any]) -> None:
        """Keep each visible element inside visible elements, and the content of its shadow tree."""
        waiting: deque[Any] = deque()
        for element in chain(found, _drain(waiting)):
            if self.is_full:
                return
            parent = self._numbers.get(element.parent, -1)
            if parent < 0 and element.tag not in _TOP:
                continue
            given = attributes(element)
            if element.tag in _TOP or not _is_hidden(element.tag, given):
                self._keep(StaticElement(element.tag, given, parent, _own_text(element)), element)
                if (shadow := element.shadow_root) is not None:
                    self._numbers[shadow] = len(self.elements) - 1
                    waiting.extend(shadow.select("*"))

    def _keep(self, kept: StaticElement, element: Any) -> None:
        if element.tag not in _OPAQUE:
            self._numbers[element] = len(self.elements)
        self.elements.append(kept)
        self._text += len(kept.text)


def _drain(waiting: deque[Any]) -> Iterator[Any]:
    """Yield the items of ``waiting``, also items added during the iteration."""
    while waiting:
        yield waiting.popleft()


def _is_hidden(tag: str, given: Mapping[str, str]) -> bool:
    if tag in _UNSEEN or "hidden" in given or (tag == "input" and given.get("type", "").lower() == "hidden"):
        return True
    return "style" in given and _HIDING.search(given["style"]) is not None


def _own_text(element: Any) -> str:
    if element.tag in _OPAQUE:
        return ""
    texts = [child.data[: MAX_OWN_TEXT * 4] for child in element.children if type(child).__name__ == "Text"]
    return " ".join(" ".join(texts).split())[:MAX_OWN_TEXT]


def _refresh(document: Any) -> str:
    """Only the first counts: https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-refresh."""
    for meta in document.select("meta[http-equiv][content]:not(template *)")[:200]:
        given = attributes(meta)
        if given["http-equiv"].strip().lower() == "refresh" and given["content"].strip():
            return given["content"]
    return ""
