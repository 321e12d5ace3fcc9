"""Outlines for the JavaScript walker: the same sections and the same words, as JSON."""

import msgspec

from siteloupe.present.words import FLAG_WORDS, VERDICT_WORDS
from siteloupe.reports.outline import Outline


def outline_json(outline: Outline) -> bytes:
    """``{"sections": [{label, path, kind, columns}], "words": {flag, verdict}}``.

    ``words`` maps ``true``, ``false`` and ``null`` to what a reader is told, so that no walker makes up
    its own.
    """
    words = {"flag": FLAG_WORDS, "verdict": VERDICT_WORDS}
    return msgspec.json.encode({"sections": outline, "words": words})
