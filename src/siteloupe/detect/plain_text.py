"""Strangers' text made plain: one bounded line without markup."""

import html
import re

MAX_TEXT = 300
MAX_READ = 2000

_TAG = re.compile(r"<[A-Za-z/!][^<>]*+>")
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]++")


def plain(text: str, most: int = MAX_TEXT) -> str:
    """``text`` as a reader would see it: tags and controls dropped, entities resolved, spaces collapsed.

    Of the first 2,000 characters at most ``most`` are kept. Tags go before entities are resolved, so what
    was written as text stays text: the result is never to be put into HTML unescaped.
    """
    bounded = _TAG.sub("", text.strip()[:MAX_READ])
    return " ".join(_UNSEEN.sub(" ", html.unescape(bounded)).split())[:most].rstrip()
