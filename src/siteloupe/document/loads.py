"""What an element makes a browser fetch, judged by its attributes alone."""

from collections.abc import Mapping

from siteloupe.document.srcset import candidates

DORMANT = ",".join(
    f"{holder} {tag}"
    for holder in ("noscript", "template")
    for tag in ("link", "script", "img", "input", "iframe", "embed", "object")
)
"""Elements that a browser with scripting never fetches anything for, as a selector."""

_PRELOADS = frozenset({"preload", "modulepreload"})


def loaded(tag: str, given: Mapping[str, str]) -> str:
    """The reference that a browser fetches for a ``tag`` with these attributes; empty when for none.

    Of the sources of an image a browser takes one: ``src`` here, else the first of ``srcset``.
    """
    match tag:
        case "script":
            return given.get("src", "")
        case "link":
            return given.get("href", "") if _is_loading(given) else ""
        case "img":
            return given.get("src", "") or next(iter(candidates(given.get("srcset", ""))), "")
        case "input":
            return given.get("src", "") if given.get("type", "").lower() == "image" else ""
        case "iframe" | "embed":
            return given.get("src", "")
        case "object":
            return given.get("data", "")
        case _:
            return ""


def _is_loading(given: Mapping[str, str]) -> bool:
    rel = frozenset(given.get("rel", "").lower().split())
    if "stylesheet" in rel:
        return "alternate" not in rel and "disabled" not in given
    return not rel.isdisjoint(_PRELOADS)
