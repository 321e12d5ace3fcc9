"""Telling a version from what else stands where versions do: time stamps, dates, hashes."""

import re

MAX_LENGTH = 40

_VERSION = re.compile(r"(\d{1,7})(?:\.\d{1,6}){0,5}+(?:[-.+_ ]?+[A-Za-z][\w.+-]{0,20}+)?+", re.ASCII)
_HASH = re.compile(r"[0-9a-f]{7,}+", re.IGNORECASE)
_DATE = re.compile(r"(?:19|20)\d\d[._-]?+[01]\d[._-]?+[0-3]\d|(?:19|20)\d\d", re.ASCII)


def is_version(text: str) -> bool:
    """Whether ``text`` can be the version of software somebody released."""
    if len(text) > MAX_LENGTH or _DATE.fullmatch(text) or _HASH.fullmatch(text):
        return False
    return _VERSION.fullmatch(text) is not None
