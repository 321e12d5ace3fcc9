"""The files that a page's HTML makes a browser fetch, in a browser with scripting.

With scripting, ``<noscript>`` contains only text. So this parses the document a second time, and only the
analyses that need it do so.
"""

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from siteloupe.capture import Exchange
from siteloupe.document.page import MAX_ATTRIBUTE, MAX_ELEMENTS
from siteloupe.document.parse import base_url, parse
from siteloupe.document.references import absolute_url, srcset_urls
from siteloupe.document.script_start import is_javascript

_REFERRING = {
    "script": "src",
    "link": "href",
    "img": "src",
    "input": "src",
    "iframe": "src",
    "embed": "src",
    "object": "data",
}
"""Elements that load a file, and the attribute with its URL."""

_LOADING = ", ".join(f"{tag}:not(template *)" for tag in _REFERRING).replace("script", "script[src]")
Attributes = Callable[[str], str | None]
"""Returns an attribute's value by name; None when it is not set."""

_NONE: frozenset[str] = frozenset()
_PRELOADS = frozenset({"preload", "modulepreload"})

MAX_MARKED = 500


@dataclass(frozen=True, slots=True)
class Loads:
    """The files that a browser fetches, and how many of them delay the first view.

    ``fetched`` are distinct URLs without fragments. ``blocking`` is the number of files in the head that a
    browser needs before it shows anything. ``marks`` are the attributes that frameworks leave, with their
    first value, and their custom elements.

    Source: https://web.dev/articles/critical-rendering-path/render-blocking-css and
    https://html.spec.whatwg.org/multipage/scripting.html#attr-script-async
    """

    fetched: tuple[str, ...]
    blocking: int
    marks: Mapping[str, str]


def loads_of(
    exchange: Exchange, attributes: frozenset[str] = _NONE, elements: frozenset[str] = _NONE
) -> Loads:
    """Return the files that the page in an exchange's body makes a browser fetch.

    ``attributes`` and ``elements`` are the names of the ``marks`` to find.
    """
    document = parse(exchange.body, exchange.headers.get("content-type"), scripting=True)
    base = base_url(document, exchange.url)
    head = frozenset(document.select("head > script[src], head > link"))
    references: dict[str, None] = {}
    blocking = 0
    for element in document.select(_LOADING)[:MAX_ELEMENTS]:
        if reference := loaded_reference(element.tag, element.attr):
            references[reference] = None
            blocking += element in head and blocks_rendering(element.tag, element.attr)
    urls = (absolute_url(base, reference).partition("#")[0] for reference in references)
    return Loads(tuple(dict.fromkeys(filter(None, urls))), blocking, marks_in(document, attributes, elements))


def loaded_reference(tag: str, attribute: Attributes) -> str:
    """Return the reference that a browser fetches for a ``tag`` with these attributes; empty without one.

    A browser fetches one source of an image: here it is ``src``, otherwise the first of ``srcset``.
    """
    reference = attribute(_REFERRING.get(tag, "")) or ""
    match tag:
        case "script" if not _runs(attribute):
            return ""
        case "link" if not _is_loading(attribute):
            return ""
        case "input" if _type_of(attribute) != "image":
            return ""
        case "img" if not reference:
            return next(iter(srcset_urls(attribute("srcset") or "")), "")
        case _:
            return reference[:MAX_ATTRIBUTE]


def blocks_rendering(tag: str, attribute: Attributes) -> bool:
    """Whether a browser waits with the first view until it has the file of this element of the head."""
    if tag == "script":
        deferred = attribute("async") is not None or attribute("defer") is not None
        return not deferred and _type_of(attribute) != "module"
    media = (attribute("media") or "").strip().lower()
    return "stylesheet" in _relations_of(attribute) and media in {"", "all", "screen"}


def _type_of(attribute: Attributes) -> str:
    kind = attribute("type")
    return kind.partition(";")[0].strip().lower() if kind else ""


def _runs(attribute: Attributes) -> bool:
    """Whether a browser runs a script; those with modules, as all of today, run no ``nomodule`` script.

    Source: https://html.spec.whatwg.org/multipage/scripting.html#attr-script-nomodule
    """
    kind = _type_of(attribute)
    return is_javascript(kind) and (kind == "module" or attribute("nomodule") is None)


def _relations_of(attribute: Attributes) -> frozenset[str]:
    relations = attribute("rel")
    return frozenset(relations.lower().split()) if relations else _NONE


def _is_loading(attribute: Attributes) -> bool:
    relations = _relations_of(attribute)
    if "stylesheet" in relations:
        return "alternate" not in relations and attribute("disabled") is None
    return not relations.isdisjoint(_PRELOADS)


def marks_in(document: Any, attributes: frozenset[str], elements: frozenset[str]) -> dict[str, str]:
    """Return the ``attributes`` in a document with their first values, and the ``elements`` in it."""
    marked = document.select(_selector(attributes))[:MAX_MARKED] if attributes else ()
    named = islice(document.iter_elements(elements), MAX_ELEMENTS) if elements else ()
    found = dict.fromkeys((element.tag for element in named), "")
    for element in marked:
        for name, value in element.attrs.items():
            if name in attributes:
                found.setdefault(name, str(value or "")[:300])
    return found


@functools.lru_cache(maxsize=8)
def _selector(attributes: frozenset[str]) -> str:
    """Return a selector of all elements with one of ``attributes``; in ``:is`` it takes less time."""
    names = (name.replace(":", "\\:") for name in sorted(attributes))
    return f":is({','.join(f'[{name}]' for name in names)})"
