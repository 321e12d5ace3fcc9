"""References in a page's attributes, such as ``../a.css``, as a browser resolves them, and those of a srcset.

Sources: https://url.spec.whatwg.org/#concept-url-parser and
https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute
"""

import functools
import re

import ada_url

MAX_CANDIDATES = 50

_LOST_HOST = re.compile(r"https?:/(?![/\\])", re.IGNORECASE)
"""``https:/path``, from exports that drop the host: browsers read it as a path when the page has that scheme.
We do it for any scheme of the page, because a host without a dot does not exist."""

_ROOTED = re.compile(
    r"/(?!/)\.?+(?:[A-Za-z0-9_\-~!$()*+,:;=@]++[./])*+[A-Za-z0-9_\-~!$()*+,:;=@]*+"
    r"(?:\?[A-Za-z0-9_\-~!$()*+,:;=@/.&]*+)?+"
)
"""A path from the root that parsing does not change: no escapes, no dot segments."""

_ABSOLUTE = re.compile(r"https?://(?:(?!xn--)[a-z0-9-]++\.)++[a-z]{2,24}+(?=/)")
"""A scheme and host that parsing does not change."""


def absolute_url(base: str, reference: str) -> str:
    """Resolve ``reference`` against ``base`` to an absolute http(s) URL; empty for any other URL.

    Source: https://url.spec.whatwg.org/#concept-url-parser; most references are plain and need no parser.
    """
    if reference[:1] == "/":
        if _ROOTED.fullmatch(reference):
            return _origin(base) + reference
    elif not reference or reference[:5].lower() == "data:":
        return ""
    elif (plain := _ABSOLUTE.match(reference)) and _ROOTED.fullmatch(reference, plain.end()):
        return reference
    if _LOST_HOST.match(reference):
        reference = reference[reference.index(":") + 1 :]
    try:
        joined: str = ada_url.join_url(base, reference)
    except ValueError:
        return ""
    return joined if joined.startswith(("http://", "https://")) else ""


@functools.lru_cache(maxsize=64)
def _origin(base: str) -> str:
    """Return scheme, host and port of an absolute URL."""
    return "/".join(base.split("/", 3)[:3])


def srcset_urls(srcset: str) -> list[str]:
    """Return the URLs of ``srcset`` without descriptors, at most 50. Commas inside a URL belong to it."""
    urls: list[str] = []
    for piece in srcset.split()[: MAX_CANDIDATES * 2]:
        word = piece.rstrip(",")
        if word and not _is_descriptor(word):
            urls.append(word)
    return urls[:MAX_CANDIDATES]


def _is_descriptor(word: str) -> bool:
    return word[-1] in "wxh" and word[:-1].replace(".", "", 1).isdigit()
