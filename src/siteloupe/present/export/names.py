"""Names of tokens: lower-case words joined with hyphens, each once in its file."""

import re
import unicodedata
from collections.abc import Container, Mapping
from typing import Any

from siteloupe.reports.inert import inert

_NOT_NAME = re.compile(r"[^a-z0-9]+")


def name_from(text: str) -> str:
    """The letters and digits of ``text`` that ASCII has, as words joined with hyphens; may be empty."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return _NOT_NAME.sub("-", plain).strip("-")


def unique(name: str, taken: Container[str]) -> str:
    """``name``, with a number behind it when it is taken."""
    free, number = name, 2
    while free in taken:
        free, number = f"{name}-{number}", number + 1
    return free


def heading(what: str, report: Mapping[str, Any]) -> str:
    """What a file holds: one line, safe in a comment of any format."""
    url = inert(str(report.get("url") or ""), 200).replace("*/", "")
    return f"{what} of {url}, read by siteloupe on {str(report.get('checkedAt') or '')[:10]}"
