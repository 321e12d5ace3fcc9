"""The header of a theme's style.css, read by WordPress's own rule.

Source: https://developer.wordpress.org/reference/functions/get_file_data/ and
https://developer.wordpress.org/themes/basics/main-stylesheet-style-css/
"""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass

from siteloupe.capture import Answer, Exchange
from siteloupe.css.encoding import charset_of, decode
from siteloupe.detect.page.text import MAX_READ, MAX_TEXT, plain_text

MAX_BYTES = 8192
"""WordPress reads no more of the file than this."""

_LABELS = (
    "Theme Name",
    "Theme URI",
    "Author",
    "Author URI",
    "Version",
    "Template",
    "Text Domain",
    "Requires at least",
    "Requires PHP",
    "Update URI",
    "Tags",
    "Description",
)

_FOREIGN_LABELS = (
    "GitHub Theme URI",
    "License",
    "License URI",
    "Domain Path",
    "Status",
    "Tested up to",
    "Template Version",
    "WC requires at least",
    "WC tested up to",
    "Copyright",
)
"""What else themes state there; needed to see where a joined value ends."""

_LINE_START = r"[ \t]*+(?:<\?php)?+[ \t/*#@]*+(?:![ \t]*+)?+"
_LINE = re.compile(rf"{_LINE_START}({'|'.join(_LABELS)}):(.*)", re.IGNORECASE)
_LABEL = re.compile(rf"({'|'.join(_FOREIGN_LABELS + _LABELS)}):")
_GLUED_LABEL = re.compile(rf"(?<=[\w./)]){_LABEL.pattern}")
_COMMENT_END = re.compile(r"\*/|\?>")
_NOT_UTF_8 = re.compile(rb"[\0\x1b]")
"""Valid in UTF-8, but in no text: UTF-16 and ISO-2022-JP have them, which may be ASCII byte by byte."""
_NEXT_COMMENT = re.compile(r"[ \t]*+\n?+[ \t]*+(?=/\*)")


@dataclass(frozen=True, slots=True)
class StyleHeader:
    """What a theme says of itself: plain text on one line each, empty where nothing is stated."""

    theme_name: str
    theme_uri: str = ""
    author: str = ""
    author_uri: str = ""
    version: str = ""
    template: str = ""
    text_domain: str = ""
    requires_at_least: str = ""
    requires_php: str = ""
    update_uri: str = ""
    tags: str = ""
    description: str = ""


def header_of(answer: Answer | None) -> StyleHeader | None:
    """The header in a style.css that was asked for; None when it could not be read, or is something else."""
    if not isinstance(answer, Exchange) or not 200 <= answer.status < 300:
        return None
    return read(answer.body, charset_of(answer.headers.get("content-type")))


def read(body: bytes, charset: str | None = None) -> StyleHeader | None:
    """The header in the first 8 KB of ``body``, or None when no ``Theme Name`` is stated there.

    ``charset`` is what the HTTP header says. Two departures from WordPress: the header is sought in one
    comment (or run of adjoining ones) or before the first rule, so that later comments cannot add to it;
    and lines that a minifier has joined are taken apart again.
    """
    text = _text(body[:MAX_BYTES], charset).replace("\r\n", "\n").replace("\r", "\n")
    if _is_markup(text):
        return None
    for block in _blocks(text):
        stated = {field: _cleaned(field, value) for field, value in _stated(block).items()}
        if stated.get("theme_name"):
            return StyleHeader(**stated)
    return None


def _text(body: bytes, charset: str | None) -> str:
    """``body`` as UTF-8 where it is that, else as declared, else as windows-1252.

    UTF-8 comes before the declaration, against CSS Syntax section 3.2, because servers declare a character
    set for files that they have not looked into, and bytes that are UTF-8 by chance are next to unheard of.
    A character cut in two at the end is left out.
    """
    try:
        text = codecs.getincrementaldecoder("utf-8-sig")().decode(body)
    except UnicodeDecodeError:
        return decode(body, charset, "windows-1252")
    if _NOT_UTF_8.search(body):
        return decode(body, charset, "utf-8")
    return text


def _is_markup(text: str) -> bool:
    """True for an HTML or XML document that is served in the place of a missing file."""
    start = text.lstrip()
    return start.startswith("<") and not start.startswith(("<?php", "<!--"))


def _blocks(text: str) -> Iterator[str]:
    """Where a header may stand: the text before comments and rules, then each run of adjoining comments."""
    comment = text.find("/*")
    before = text[:comment] if comment >= 0 else text
    yield before.partition("{")[0]
    while comment >= 0:
        end = _comment_end(text, comment)
        while following := _NEXT_COMMENT.match(text, end):
            end = _comment_end(text, following.end())
        yield text[comment:end]
        comment = text.find("/*", end)


def _comment_end(text: str, start: int) -> int:
    end = text.find("*/", start + 2)
    return end + 2 if end >= 0 else len(text)


def _stated(block: str) -> dict[str, str]:
    """The first statement of each field in ``block``, by its attribute's name."""
    lines = block.split("\n")
    stated: dict[str, str] = {}
    for line in lines:
        if found := _LINE.match(line):
            stated.setdefault(_attribute(found[1]), found[2])
    return _taken_apart(lines, stated) if _is_joined(block, stated) else stated


def _is_joined(block: str, stated: dict[str, str]) -> bool:
    """True when a minifier has joined lines: a label is stuck to a word, or a short value holds one."""
    short = (value for field, value in stated.items() if field not in {"tags", "description"})
    return bool(stated) and (_GLUED_LABEL.search(block) is not None or any(map(_LABEL.search, short)))


def _taken_apart(lines: list[str], stated: dict[str, str]) -> dict[str, str]:
    """``stated`` with every value cut where the next label begins, and the fields that lay inside."""
    apart = {field: _LABEL.split(value, 1)[0] for field, value in stated.items()}
    for line in lines:
        _, *pieces = _LABEL.split(line)
        for label, value in zip(pieces[::2], pieces[1::2], strict=True):
            if label in _LABELS:
                apart.setdefault(_attribute(label), value)
    if version := apart.get("version", "").split():
        apart["version"] = version[0]
    return apart


def _cleaned(field: str, value: str) -> str:
    """A value without the end of its comment, as plain text."""
    return plain_text(_COMMENT_END.split(value, 1)[0], MAX_READ if field.endswith("_uri") else MAX_TEXT)


def _attribute(label: str) -> str:
    return label.lower().replace(" ", "_")
