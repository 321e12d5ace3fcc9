"""What a page's HTML makes a browser fetch, judged as a browser with scripting reads it.

There ``<noscript>`` holds text only, so the document is parsed once more; only those who ask pay for that.
"""

import weakref
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from siteloupe.capture import Exchange
from siteloupe.document.page import MAX_ELEMENTS, is_javascript
from siteloupe.document.parse import attributes, base_url, parse
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

_LOADING = ", ".join(f"{tag}:not(template *)" for tag in _REFERRING)
_PRELOADS = frozenset({"preload", "modulepreload"})


@dataclass(frozen=True, slots=True)
class Loads:
    """What is fetched, and how much of it holds up the first view.

    ``fetched`` are distinct URLs, fragments left out; ``blocking`` counts the files of the head that must
    have come before a browser shows anything.

    Source: https://web.dev/articles/critical-rendering-path/render-blocking-css and
    https://html.spec.whatwg.org/multipage/scripting.html#attr-script-async
    """

    fetched: tuple[str, ...]
    blocking: int


_loads: "weakref.WeakKeyDictionary[Exchange, Loads]" = weakref.WeakKeyDictionary()


def loads_of(exchange: Exchange) -> Loads:
    """What the page in an exchange's body makes a browser fetch; found once."""
    if (loads := _loads.get(exchange)) is None:
        loads = _loads[exchange] = _read(exchange)
    return loads


def _read(exchange: Exchange) -> Loads:
    document = parse(exchange.body, exchange.headers.get("content-type"), scripting=True)
    base = base_url(document, exchange.url)
    references = dict.fromkeys(_references(document))
    urls = (absolute(base, reference).partition("#")[0] for reference in references)
    head = document.select("head > script[src], head > link")[:MAX_ELEMENTS]
    return Loads(
        fetched=tuple(dict.fromkeys(filter(None, urls))),
        blocking=sum(blocks(element.tag, attributes(element)) for element in head),
    )


def _references(document: Any) -> Iterator[str]:
    for element in document.select(_LOADING)[:MAX_ELEMENTS]:
        if reference := loaded(element.tag, attributes(element)):
            yield reference


def loaded(tag: str, given: Mapping[str, str]) -> str:
    """The reference that a browser fetches for a ``tag`` with these attributes; empty when for none.

    Of the sources of an image a browser takes one: ``src`` here, else the first of ``srcset``.
    """
    match tag:
        case "script" if not is_javascript(_kind(given)):
            return ""
        case "link" if not _is_loading(given):
            return ""
        case "input" if given.get("type", "").lower() != "image":
            return ""
        case "img" if not given.get("src"):
            return next(iter(candidates(given.get("srcset", ""))), "")
        case _:
            return given.get(_REFERRING.get(tag, ""), "")


def blocks(tag: str, given: Mapping[str, str]) -> bool:
    """Whether a browser shows nothing before it has the file of this element of the head."""
    if tag == "script":
        kind = _kind(given)
        return is_javascript(kind) and kind != "module" and given.keys().isdisjoint({"async", "defer"})
    rel = given.get("rel", "").lower().split()
    return (
        "stylesheet" in rel
        and _is_loading(given)
        and given.get("media", "").strip().lower() in {"", "all", "screen"}
    )


def _kind(given: Mapping[str, str]) -> str:
    return given.get("type", "").partition(";")[0].strip().lower()


def _is_loading(given: Mapping[str, str]) -> bool:
    rel = frozenset(given.get("rel", "").lower().split())
    if "stylesheet" in rel:
        return "alternate" not in rel and "disabled" not in given
    return not rel.isdisjoint(_PRELOADS)
