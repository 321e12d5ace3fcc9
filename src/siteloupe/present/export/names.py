"""Names of tokens, and the first line of a file."""

import re
import unicodedata
from collections.abc import Container

from siteloupe.reports.inert import inert

_NOT_NAME = re.compile(r"[^a-z0-9]+")


def name_from(text: str) -> str:
    """Return ``text`` as lower-case ASCII words with hyphens; empty without ASCII letters and digits."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return _NOT_NAME.sub("-", plain).strip("-")


def unique_name(name: str, taken: Container[str]) -> str:
    """Return ``name``, with a number at the end when the name is already used."""
    free, number = name, 2
    while free in taken:
        free, number = f"{name}-{number}", number + 1
    return free


def name_from_number(number: float) -> str:
    """Return a number that is not negative as part of a name: 1.5 is ``1-5``."""
    return f"{number:g}".replace(".", "-")


def heading(subject: str, url: str, day: str) -> str:
    """Return the heading of a file: one line, safe in comments of all formats."""
    return f"{subject} of {inert(url, 200).replace('*/', '')}, read by siteloupe on {inert(day[:10])}"
