"""What the version of software looks like, and the one that stands behind a word.

Suffixes are the version's own, such as those of pre-releases: https://semver.org/#spec-item-9.
"""

import re

MAX_LENGTH = 40

_VERSION = re.compile(r"(\d{1,7})(?:\.\d{1,6}){0,5}+(?:[-.+_ ]?+[A-Za-z][\w.+-]{0,20}+)?+", re.ASCII)
_HASH = re.compile(r"[0-9a-f]{7,}+", re.IGNORECASE)
_DATE = re.compile(r"(?:19|20)\d\d[._-]?+[01]\d[._-]?+[0-3]\d|(?:19|20)\d\d", re.ASCII)
_BEHIND = re.compile(r"[ v]{0,2}+(\d[\w.]{0,30}+(?:-[A-Za-z][\w.]{0,10}+)?+)", re.ASCII)


def is_version(text: str) -> bool:
    """Whether ``text`` can be the version of software somebody released."""
    if len(text) > MAX_LENGTH or _DATE.fullmatch(text) or _HASH.fullmatch(text):
        return False
    return _VERSION.fullmatch(text) is not None


def version_at(text: str, place: int) -> str | None:
    """The version that begins at ``place``, after a blank or a ``v`` at most, its suffix included."""
    match = _BEHIND.match(text, place)
    version = match[1].rstrip(".") if match else ""
    return version if is_version(version) else None
