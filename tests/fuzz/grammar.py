"""A small grammar of pages, stylesheets, headers and JSON that knows what the readers look for."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from siteloupe.capture import Headers, Timing
from siteloupe.data import rows
from siteloupe.net.replay import SavedHop
from siteloupe.net.wire import Resolved, WireAnswer
from tests.fuzz.choices import Choices
from tests.fuzz.visits import SeedVisit
from tests.opentype.fonts import font

MAX_DEPTH = 12
MAX_TEXT = 100_000

ODD = (
    "-", "\x00", "\u202e", "\U000e0041", "\U000e0000", "\u2028", "\x1b[31m", "\x85", "\ufeff", "\u200b", "\xad",
    "²", "٣", "１", "İ", "ß", "%", "%ff", "%00", "%2f", "\\", "\\110000 ", "\\0 ", "&#xd800;", "&#0;", "&#x80;",
    "1e999", "-0", "99999999999999999999999", "9" * 5000, "NaN", "a" * 400, "[", "]", "http://[", "{", "}", "(", ")",
    "'", '"', "/*", "*/", "<!--", "]]>", "url(", "var(--a)", "$odd$odd", "\ud800", "=", "&", ";", ",", "\t\n",
)  # fmt: skip
"""Characters and numbers that programs do not expect."""


@cache
def _rules() -> Mapping[str, Sequence[str]]:
    """The texts of each rule."""
    rules: dict[str, list[str]] = {}
    name = ""
    for line in (Path(__file__).parent / "grammar.txt").read_text("utf-8").splitlines():
        if line.startswith("  "):
            written = line.strip().replace("\\n", "\n")
            rules[name].append("" if written == "(nothing)" else written)
        elif line and not line.startswith("#"):
            name = line
            rules[name] = []
    return {**rules, **_samples()}


def _samples() -> Mapping[str, Sequence[str]]:
    """What a site may send by the project's own entries and tables."""
    tables = _entries()
    samples = [sample for row in tables for sample in row.get("samples", ()) if isinstance(sample, dict)]
    headers = [f"{name}: {value}" for sample in samples for name, value in sample.get("headers", {}).items()]
    cookies = [f"set-cookie: {name}=1" for sample in samples for name in sample.get("cookies", ())]
    conditions = [each for row in tables for each in row.get("any", ())]
    classes = [each[kind] for each in conditions for kind in ("class", "body-class") if kind in each]
    slots = [row["sample"] for row in tables if isinstance(row.get("sample"), str)]
    return {
        "odd": ODD,
        "sample": [sample["body"] for sample in samples if "body" in sample],
        "header_sample": headers + cookies,
        "mark": [
            sample["body"]
            for row in tables
            if "plugin" in row
            for sample in row["samples"]
            if "body" in sample
        ],
        "mark_class": classes,
        "slot": [text for text in slots if text.startswith("--")],
        "service": [row["host"] for row in rows("font_services.tsv")],
        "library_host": [row["host"] for row in rows("library_cdns.tsv")],
        "pull_zone": [row["sample"] for row in rows("pull_zones.tsv")],
        "icon_family": [row["family"] for row in rows("icon_fonts.tsv")],
        "font_variable": [row["variable"] for row in rows("font_variables.tsv")],
    }


def _entries() -> list[dict[str, Any]]:
    """The products, and the rows of color slots and settings."""
    files = sorted(Path(str(resources.files("siteloupe.products"))).glob("*.toml"))
    tables = [tomllib.loads(file.read_text("utf-8")) for file in files]
    return [entry for table in tables for kind in ("product", "row") for entry in table.get(kind, ())]


@cache
def _names() -> re.Pattern[str]:
    """``$name`` in a text; the longest name first, so that a text may go on after one: ``$numberpx``."""
    names = sorted(_rules(), key=len, reverse=True)
    return re.compile(rf"\$({'|'.join(names)})")


class _Text:
    """One text on its way, which has at most MAX_TEXT characters."""

    def __init__(self, choices: Choices) -> None:
        self._choices = choices
        self._room = MAX_TEXT

    def of(self, name: str, depth: int = 0) -> str:
        texts = _rules()[name]
        chosen = texts[0] if depth > MAX_DEPTH or self._room <= 0 else self._choices.one_of(texts)
        self._room -= len(chosen)
        return _names().sub(lambda match: self.of(match[1], depth + 1), chosen)


def text_of(name: str, choices: Choices) -> str:
    """A text of the rule ``name``."""
    return _Text(choices).of(name)


def header_of(choices: Choices) -> tuple[str, str]:
    """A header's name, in lower case, and its value."""
    name, _, value = text_of("header", choices).partition(": ")
    return name.lower(), value


FILES: Mapping[str, tuple[str, str]] = {
    "https://example.org/wp-content/themes/orchard/style.css": ("text/css", "style_css"),
    "https://example.org/wp-content/themes/orchard/theme.json": ("application/json", "theme_json"),
    "https://example.org/wp-json/": ("application/json", "rest_json"),
    "https://api.wordpress.org/themes/info/1.2/?a": ("application/json", "directory_json"),
    "https://example.org/a.css": ("text/css", "css"),
    "https://example.org/b.css": ("text/css; charset=utf-8", "css"),
}
"""Files beside the page: the media type and the rule of each."""


def made_visit(choices: Choices) -> SeedVisit:
    """A page, and an answer for each role that a file may have."""
    headers = [header_of(choices) for _ in range(choices.below(6))]
    page = text_of("page", choices)
    hops = {"https://example.org/": _hop("text/html; charset=utf-8", page.encode(errors="replace"), headers)}
    for url, (kind, rule) in FILES.items():
        hops[url] = _hop(kind, text_of(rule, choices).encode(errors="replace"))
    hops["https://example.org/a.woff2"] = _hop("font/woff2", _font())
    return SeedVisit("example.org", hops)


@cache
def _font() -> bytes:
    return font(flavor="woff2")


def _hop(kind: str, body: bytes, headers: Sequence[tuple[str, str]] = ()) -> SavedHop:
    lines = Headers([("content-type", kind), *headers])
    timing = Timing(connect=20.0, first_byte=30.0, download=5.0)
    return SavedHop(Resolved(()), WireAnswer(200, lines, body, False, len(body), timing))
