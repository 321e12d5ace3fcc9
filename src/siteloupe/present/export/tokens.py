"""What every file of tokens is made of: names, each once in its file, a heading, blocks of CSS and JSON.

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
    """``text`` as lower-case ASCII words joined with hyphens; empty when it has no such letter or digit."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return _NOT_NAME.sub("-", plain).strip("-")


def unique_name(name: str, taken: Container[str]) -> str:
    """``name``, with a number behind it when it is taken."""
    free, number = name, 2
    while free in taken:
        free, number = f"{name}-{number}", number + 1
    return free


def heading(subject: str, report: Mapping[str, Any]) -> str:
    """What a file holds, such as Colors: one line, safe in a comment of any format."""
    url = inert(str(report.get("url") or ""), 200).replace("*/", "")
    return f"{subject} of {url}, read by siteloupe on {str(report.get('checkedAt') or '')[:10]}"


def css_file(title: str, opening: str, declarations: Iterable[str]) -> str:
    """A stylesheet of one block that ``opening`` opens, below ``title`` as a comment."""
    lines = (f"  {declaration}" for declaration in declarations)
    return "\n".join([f"/* {title} */", f"{opening} {{", *lines, "}", ""])


def json_file(document: Mapping[str, Any]) -> str:
    """``document`` as JSON with an indent of two spaces."""
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def theme_json_file(settings: Mapping[str, Any]) -> str:
    """A ``theme.json``, the settings file of a WordPress block theme, with ``settings`` alone."""
    schema = "https://schemas.wp.org/trunk/theme.json"
    return json_file({"$schema": schema, "version": 3, "settings": settings})
