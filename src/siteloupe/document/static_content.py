"""The content of a page's HTML before its scripts run: its elements and their own text.

It is read as a browser with scripting reads it, so what stands in ``<noscript>`` is no element. A page with a
lot of text needs no such look, so only those who ask pay for a second parse.
"""

import re
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import repeat
from typing import Any, NamedTuple

from siteloupe.capture import Exchange
from siteloupe.document.page import MAX_ATTRIBUTE, MAX_ELEMENTS
from siteloupe.document.parse import attributes, child_nodes, parse

MAX_STATIC = 3_000
"""Most elements that are read; a page with more is not empty."""

MAX_SEEN_TEXT = 2_000
"""Most characters of text; a page with more is not empty either."""

MAX_OWN_TEXT = 400
"""Most characters of the text directly inside one element."""

MAX_READ = 4 * MAX_OWN_TEXT
"""Most characters of each piece of it that are read, white space included."""

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
    first ``<meta http-equiv=refresh>``, or empty. ``cut`` is true when the page has more content: then it has
    no elements here, as nobody asks what is on a page that is not empty.
    """

    elements: tuple[StaticElement, ...]
    noscripts: tuple[str, ...]
    refresh: str
    cut: bool


def static_content_of(exchange: Exchange) -> StaticContent:
    """Return the static content of the page in an exchange's body. Never raises: any bytes are a page."""
    document = parse(exchange.body, exchange.headers.get("content-type"), scripting=True)
    kept = None if _is_full_of_paragraphs(document) else _visible_elements(document)
    if kept is None:
        return StaticContent((), (), _refresh(document), cut=True)
    elements = tuple(
        StaticElement(element.tag, attributes(element), parent, text) for element, parent, text in kept
    )
    noscripts = tuple(each.text[:MAX_NOSCRIPT] for each in document.select("noscript")[:20])
    return StaticContent(elements, noscripts, _refresh(document), cut=False)


def _is_full_of_paragraphs(document: Any) -> bool:
    """Whether the visible paragraphs alone have too much text: on most pages a few of them do."""
    shows: dict[Any, bool] = {}  # whether an element shows what is in it
    seen_text = 0
    for paragraph in document.iter_elements("p"):
        path, element = [], paragraph
        while element is not None and element not in shows:
            path.append(element)
            element = element.parent
        shown = shows.get(element, False)
        for inner in reversed(path):
            tag = getattr(inner, "tag", "")  # the document, and what is in a template, have none
            shown = tag in _TOP or (shown and tag not in _OPAQUE and not _is_hidden(tag, inner.attr))
            shows[inner] = shown
        if shown:
            seen_text += len(_own_text(child_nodes(paragraph, MAX_READ)[0]))
            if seen_text >= MAX_SEEN_TEXT:
                return True
    return False


def _visible_elements(document: Any) -> list[tuple[Any, int, str]] | None:
    """Return the visible elements, each with its parent's number and its own text; None for too many.

    They are in document order, but those of shadow trees come last. Too much text is too many, too.
    """
    top = document.select_one("body, frameset")
    kept: list[tuple[Any, int, str]] = []
    seen_text = 0
    waiting: list[tuple[Any, int]] = [(top, -1)] if top is not None else []
    shadows: deque[tuple[Any, int]] = deque()
    for _ in range(MAX_ELEMENTS):
        if not waiting:
            break
        element, parent = waiting.pop()
        tag, number = element.tag, len(kept)
        if tag in _TOP or not _is_hidden(tag, element.attr):
            texts, inside = child_nodes(element, MAX_READ) if tag not in _OPAQUE else ([], [])
            text = _own_text(texts) if texts else ""
            kept.append((element, parent, text))
            seen_text += len(text)
            if number + 1 >= MAX_STATIC or seen_text >= MAX_SEEN_TEXT:
                return None
            waiting += zip(reversed(inside), repeat(number))
            if (shadow := element.shadow_root) is not None:
                shadows.append((shadow, number))
        while shadows and not waiting:
            shadow, number = shadows.popleft()
            waiting += zip(reversed(child_nodes(shadow)[1]), repeat(number))
    return kept


def _own_text(texts: list[str]) -> str:
    return " ".join(" ".join(texts).split())[:MAX_OWN_TEXT]


def _is_hidden(tag: str, attribute: Callable[[str], str | None]) -> bool:
    if tag in _UNSEEN or attribute("hidden") is not None:
        return True
    if tag == "input" and (attribute("type") or "").lower() == "hidden":
        return True
    return _HIDING.search((attribute("style") or "")[:MAX_ATTRIBUTE]) is not None


def _refresh(document: Any) -> str:
    """Only the first counts: https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-refresh."""
    for meta in document.select("meta[http-equiv][content]:not(template *)")[:200]:
        given = attributes(meta)
        if given["http-equiv"].strip().lower() == "refresh" and given["content"].strip():
            return given["content"]
    return ""
