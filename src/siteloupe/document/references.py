"""References made absolute: what a browser would ask for when an attribute says ``../a.css``."""

import functools
import re

import ada_url

_LOST_HOST = re.compile(r"https?:/(?![/\\])", re.IGNORECASE)
"""``https:/path``, as exports write that drop the host: browsers take it for a path on a page of that
scheme; so do we whatever the page's scheme, because a host without a dot leads nowhere."""

_ROOTED = re.compile(
    r"/(?!/)(?:[A-Za-z0-9_\-~!$()*+,:;=@]++|[./](?![./]))*+(?:\?[A-Za-z0-9_\-~!$()*+,:;=@/.&]*+)?+"
)
"""A path from the root in which parsing would change nothing: no escapes, no dot segments."""

_ABSOLUTE = re.compile(r"https?://(?:(?!xn--)[a-z0-9-]++\.)++[a-z]{2,24}+(?=/)")
"""A scheme and host in which parsing would change nothing either."""


def absolute(base: str, reference: str) -> str:
    """``reference`` found at ``base`` as an absolute http(s) URL, or empty when it is none.

    Source: https://url.spec.whatwg.org/#concept-url-parser; the plain forms, which are most, need no parser.
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
    """Scheme, host and port of an absolute URL."""
    return "/".join(base.split("/", 3)[:3])
