"""What the short texts of almost empty pages say: that the page loads, asks for JavaScript, or leads on.

The words of many languages are rows of ``data/page_phrases.tsv``, in lower case.
"""

import functools
import re

from siteloupe.data import rows

MAX_WAITING = 80
MAX_REQUEST = 240
"""Characters of a text that may say so; a longer one is content."""

_NOT_WORDS = re.compile(r"[\W\d_]++")
_SCRIPTS = re.compile(r"java ?script|(?<![\w.])js(?!\w)", re.IGNORECASE)
_FIRST_UNSPACED = "\u0e00"
"""Thai, and most of what comes after it in Unicode, has no spaces between words."""


def is_waiting(text: str) -> bool:
    """Whether a text says no more than that the page loads, as ``Loading…``, ``42 %`` or dots do."""
    if len(text) > MAX_WAITING:
        return False
    words = _words(text)
    if not words or words.startswith(_waiting(spaced=False)):
        return True
    spaced = _waiting(spaced=True)
    return f" {words} ".startswith(spaced) or f" {words} ".endswith(spaced)


def asks_for_scripts(text: str) -> bool:
    """Whether a text of a page asks visitors to turn JavaScript on, and does not only name it."""
    if len(text) > MAX_REQUEST or not names_scripts(text):
        return False
    lower = text.lower()
    return any(part in lower for part in _texts("enable-scripts"))


def names_scripts(text: str) -> bool:
    """Whether a text names JavaScript, which in ``<noscript>`` is a warning."""
    return _SCRIPTS.search(text) is not None


def leads_on(text: str) -> bool:
    """Whether a text says that its page leads on to another."""
    lower = text.lower()
    return any(part in lower for part in _texts("leads-on"))


def _words(text: str) -> str:
    return _NOT_WORDS.sub(" ", text).strip().lower()


@functools.cache
def _waiting(*, spaced: bool) -> tuple[str, ...]:
    phrases = (_words(text) for text in _texts("waiting"))
    chosen = [phrase for phrase in phrases if (phrase[-1] < _FIRST_UNSPACED) is spaced]
    return tuple(f" {phrase} " if spaced else phrase for phrase in chosen)


@functools.cache
def _texts(says: str) -> tuple[str, ...]:
    return tuple(row["text"] for row in rows("page_phrases.tsv") if row["says"] == says)
