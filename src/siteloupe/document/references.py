"""References of a page or stylesheet, made absolute as a browser does it."""

import re

import ada_url

_LOST_HOST = re.compile(r"https?:/(?![/\\])", re.IGNORECASE)
"""``https:/path``, as exports write that drop the host: browsers take it for a path on a page of that
scheme; so do we whatever the page's scheme, because a host without a dot leads nowhere."""


def absolute(base: str, reference: str) -> str:
    """``reference``, found where ``base`` counts, as an absolute http(s) URL; empty when it is none."""
    if not reference or reference[:5].lower() == "data:":
        return ""
    if _LOST_HOST.match(reference):
        reference = reference[reference.index(":") + 1 :]
    try:
        joined: str = ada_url.join_url(base, reference)
    except ValueError:
        return ""
    return joined if joined.startswith(("http://", "https://")) else ""
