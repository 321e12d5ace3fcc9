"""The short texts of almost empty pages: the page loads, needs JavaScript, or leads on.

The words of many languages are rows of ``data/page_phrases.tsv``, in lower case.
"""

import functools
import re

from siteloupe.data import rows

MAX_WAITING = 80
MAX_REQUEST = 240
"""The longest such texts, in characters; longer ones are content."""

_NOT_WORDS = re.compile(r"[\W\d_]++")
_SCRIPTS = re.compile(r"java ?script|(?<![\w.])js(?!\w)", re.IGNORECASE)
_FIRST_UNSPACED = "\u0e00"
"""The first character of Thai; most scripts after it in Unicode have no spaces between words."""


def is_waiting(text: str) -> bool:
    """Whether a text says only that the page loads, such as ``Loading…``, ``42 %`` or dots."""
    if len(text) > MAX_WAITING:
        return False
    words = _words(text)
    if not words or words.startswith(_waiting_phrases(spaced=False)):
        return True
    spaced = _waiting_phrases(spaced=True)
    return f" {words} ".startswith(spaced) or f" {words} ".endswith(spaced)


def asks_for_scripts(text: str) -> bool:
    """Whether a text asks visitors to turn JavaScript on, and does not only name it."""
    if len(text) > MAX_REQUEST or not names_scripts(text):
        return False
    lower = text.lower()
    return any(part in lower for part in _texts("enable-scripts"))


def names_scripts(text: str) -> bool:
    """Whether a text names JavaScript; in ``<noscript>``, that is a warning."""
    return _SCRIPTS.search(text) is not None


def leads_on(text: str) -> bool:
    """Whether a text says that its page leads on to another."""
    lower = text.lower()
    return any(part in lower for part in _texts("leads-on"))


def _words(text: str) -> str:
    return _NOT_WORDS.sub(" ", text).strip().lower()


@functools.cache
def _waiting_phrases(*, spaced: bool) -> tuple[str, ...]:
    phrases = (_words(text) for text in _texts("waiting"))
    chosen = [phrase for phrase in phrases if (phrase[-1] < _FIRST_UNSPACED) is spaced]
    return tuple(f" {phrase} " if spaced else phrase for phrase in chosen)


@functools.cache
def _texts(says: str) -> tuple[str, ...]:
    return tuple(row["text"] for row in rows("page_phrases.tsv") if row["says"] == says)
