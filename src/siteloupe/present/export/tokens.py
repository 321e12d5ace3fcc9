"""The parts of every file of tokens: unique names, a heading, blocks of CSS and JSON.

Sources: https://tailwindcss.com/docs/theme and
https://developer.wordpress.org/block-editor/reference-guides/theme-json-reference/theme-json-living/
"""

import json
import re
import unicodedata
from collections.abc import Container, Iterable, Mapping
from typing import Any

from siteloupe.reports.inert import inert

CSS_BLOCK = ":root"
"""Opens a block of custom properties for a whole page."""

TAILWIND_BLOCK = "@theme"
"""Opens a block of custom properties from which Tailwind 4 makes classes."""

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


def heading(subject: str, report: Mapping[str, Any]) -> str:
    """Return the heading of a file: one line, safe in comments of all formats."""
    url = inert(str(report.get("url") or ""), 200).replace("*/", "")
    return f"{subject} of {url}, read by siteloupe on {str(report.get('checkedAt') or '')[:10]}"


def css_file(title: str, opening: str, declarations: Iterable[str]) -> str:
    """Return a stylesheet with one block, below ``title`` as a comment."""
    lines = (f"  {declaration}" for declaration in declarations)
    return "\n".join([f"/* {title} */", f"{opening} {{", *lines, "}", ""])


def json_file(document: Mapping[str, Any]) -> str:
    """Return ``document`` as JSON with an indent of two spaces."""
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def theme_json_file(settings: Mapping[str, Any]) -> str:
    """Return a ``theme.json``, the settings file of a WordPress block theme, with only ``settings``."""
    schema = "https://schemas.wp.org/trunk/theme.json"
    return json_file({"$schema": schema, "version": 3, "settings": settings})
