"""What a page's HTML makes a browser fetch and run, judged as a browser with scripting reads it.

There ``<noscript>`` holds text only, so the document is parsed once more; only those who ask pay for that.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from siteloupe.capture import Exchange
from siteloupe.document.marks import marks_in
from siteloupe.document.page import MAX_ATTRIBUTE, MAX_ELEMENTS, is_javascript
from siteloupe.document.parse import base_url, parse
from siteloupe.document.references import absolute
from siteloupe.document.srcset import candidates

_REFERRING = {
    "script": "src",
    "link": "href",
    "img": "src",
    "input": "src",
    "iframe": "src",
    "embed": "src",
    "object": "data",
}
"""Elements that load, and the attribute that says what."""

_LOADING = ", ".join(f"{tag}:not(template *)" for tag in _REFERRING).replace("script", "script[src]")
Attributes = Callable[[str], str | None]
"""Gives an attribute's value by name; None where it is not set."""

_NONE: frozenset[str] = frozenset()
_PRELOADS = frozenset({"preload", "modulepreload"})


@dataclass(frozen=True, slots=True)
class Loads:
    """What is fetched, and how much of it holds up the first view.

    ``fetched`` are distinct URLs, fragments left out; ``blocking`` counts the files of the head that must
    have come before a browser shows anything. ``marks`` are attributes that frameworks
    leave, with their first value, and custom elements.

    Source: https://web.dev/articles/critical-rendering-path/render-blocking-css and
    https://html.spec.whatwg.org/multipage/scripting.html#attr-script-async
    """

    fetched: tuple[str, ...]
    blocking: int
    marks: Mapping[str, str]


def loads_of(
    exchange: Exchange, attributes: frozenset[str] = _NONE, elements: frozenset[str] = _NONE
) -> Loads:
    """What the page in an exchange's body makes a browser fetch.

    ``attributes`` and ``elements`` are the names that ``marks`` are looked for by.
    """
    document = parse(exchange.body, exchange.headers.get("content-type"), scripting=True)
    base = base_url(document, exchange.url)
    head = frozenset(document.select("head > script[src], head > link"))
    references: dict[str, None] = {}
    blocking = 0
    for element in document.select(_LOADING)[:MAX_ELEMENTS]:
        if reference := loaded(element.tag, element.attr):
            references[reference] = None
            blocking += element in head and blocks(element.tag, element.attr)
    urls = (absolute(base, reference).partition("#")[0] for reference in references)
    return Loads(tuple(dict.fromkeys(filter(None, urls))), blocking, marks_in(document, attributes, elements))


def loaded(tag: str, attribute: Attributes) -> str:
    """The reference that a browser fetches for a ``tag`` with these attributes; empty when for none.

    Of the sources of an image a browser takes one: ``src`` here, else the first of ``srcset``.
    """
    reference = attribute(_REFERRING.get(tag, "")) or ""
    match tag:
        case "script" if not is_javascript(_kind(attribute)):
            return ""
        case "link" if not _is_loading(attribute):
            return ""
        case "input" if _kind(attribute) != "image":
            return ""
        case "img" if not reference:
            return next(iter(candidates(attribute("srcset") or "")), "")
        case _:
            return reference[:MAX_ATTRIBUTE]


def blocks(tag: str, attribute: Attributes) -> bool:
    """Whether a browser shows nothing before it has what this element of the head loads."""
    if tag == "script":
        deferred = attribute("async") is not None or attribute("defer") is not None
        return not deferred and _kind(attribute) != "module"
    media = (attribute("media") or "").strip().lower()
    return "stylesheet" in _relations(attribute) and media in {"", "all", "screen"}


def _kind(attribute: Attributes) -> str:
    kind = attribute("type")
    return kind.partition(";")[0].strip().lower() if kind else ""


def _relations(attribute: Attributes) -> frozenset[str]:
    relations = attribute("rel")
    return frozenset(relations.lower().split()) if relations else _NONE


def _is_loading(attribute: Attributes) -> bool:
    relations = _relations(attribute)
    if "stylesheet" in relations:
        return "alternate" not in relations and attribute("disabled") is None
    return not relations.isdisjoint(_PRELOADS)
