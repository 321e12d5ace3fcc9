"""Whether a browser shows a document in quirks mode: ``document.compatMode`` is ``BackCompat`` then.

Source: https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode
"""

import functools
from typing import Any

from siteloupe.data import rows

_XHTML = "application/xhtml+xml"


def is_quirks(document: Any, content_type: str | None) -> bool:
    """Whether a parsed ``document`` that was served as ``content_type`` is in quirks mode."""
    if (content_type or "").partition(";")[0].strip().lower() == _XHTML:
        return False
    doctype = next((node for node in document.children if hasattr(node, "system_id")), None)
    if doctype is None or (doctype.name or "").lower() != "html":
        return True
    public, system = (doctype.public_id or "").lower(), (doctype.system_id or "").lower()
    if public in _identifiers("public") or system in _identifiers("system"):
        return True
    starts = _identifiers("public-start")
    return public.startswith(starts if system else (*starts, *_identifiers("public-start-alone")))


@functools.cache
def _identifiers(kind: str) -> tuple[str, ...]:
    found = rows("quirks_doctypes.tsv")
    return tuple(row["identifier"].lower() for row in found if row["kind"] == kind)
