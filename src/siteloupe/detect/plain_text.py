"""Strangers' text made plain: one bounded line without markup."""

import html
import re

MAX_CHARACTERS = 2000

_TAG = re.compile(r"<[A-Za-z/!][^<>]*+>")
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]++")


def plain(text: str) -> str:
    """``text`` as a reader would see it: entities resolved, tags and controls dropped, spaces collapsed.

    At most 2,000 characters go in and come out. Tags are dropped before entities are resolved, so what was
    written as text stays text: the result is never to be put into HTML unescaped.
    """
    bounded = _TAG.sub("", text[:MAX_CHARACTERS])
    return " ".join(_UNSEEN.sub(" ", html.unescape(bounded)).split())[:MAX_CHARACTERS]
