"""The header of a theme's style.css, parsed as WordPress parses it.

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
"""The part of the file that WordPress reads, in bytes."""

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

_OTHER_LABELS = (
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
"""Other labels that themes use; they show where a joined value ends."""

_LINE_START = r"[ \t]*+(?:<\?php)?+[ \t/*#@]*+(?:![ \t]*+)?+"
_LINE = re.compile(rf"{_LINE_START}({'|'.join(_LABELS)}):(.*)", re.IGNORECASE)
_LABEL = re.compile(rf"({'|'.join(_OTHER_LABELS + _LABELS)}):")
_JOINED_LABEL = re.compile(rf"(?<=[\w./)]){_LABEL.pattern}")
_COMMENT_END = re.compile(r"\*/|\?>")
_NOT_UTF_8 = re.compile(rb"[\0\x1b]")
"""Valid in UTF-8, but not in its texts: UTF-16 and ISO-2022-JP use them, with bytes that are all ASCII."""
_NEXT_COMMENT = re.compile(r"[ \t]*+\n?+[ \t]*+(?=/\*)")


@dataclass(frozen=True, slots=True)
class StyleHeader:
    """The fields of a theme's header: plain text on one line each, empty without a value."""

    theme_name: str
    theme_uri: str = ""
    author: str = ""
    version: str = ""
    template: str = ""
    update_uri: str = ""
    tags: str = ""
    description: str = ""


def header_of(answer: Answer | None) -> StyleHeader | None:
    """Return the header in a downloaded style.css; None without a download, or for another document."""
    if not isinstance(answer, Exchange) or not 200 <= answer.status < 300:
        return None
    return parse_header(answer.body, charset_of(answer.headers.get("content-type")))


def parse_header(body: bytes, charset: str | None = None) -> StyleHeader | None:
    """Return the header in the first 8 KB of ``body``, or None without a ``Theme Name``.

    ``charset`` is the value in the HTTP header. There are two differences from WordPress. The header must be
    in one comment (or in comments without text between them) or before the first rule, so that later comments
    cannot add fields. And lines that a minifier joined are split again.
    """
    text = _decode_text(body[:MAX_BYTES], charset).replace("\r\n", "\n").replace("\r", "\n")
    if _is_markup(text):
        return None
    for block in _header_blocks(text):
        fields = _read_fields(block)
        header = StyleHeader(*(_clean(name, fields.get(name, "")) for name in StyleHeader.__match_args__))
        if header.theme_name:
            return header
    return None


def _decode_text(body: bytes, charset: str | None) -> str:
    """Decode ``body`` as UTF-8 when it is valid, otherwise as declared, otherwise as windows-1252.

    UTF-8 comes before the declaration, unlike in CSS Syntax section 3.2: servers declare a character set for
    files that they did not check, and other text is almost never valid UTF-8. An incomplete character at the
    end is left out.
    """
    try:
        text = codecs.getincrementaldecoder("utf-8-sig")().decode(body)
    except UnicodeDecodeError:
        return decode(body, charset, "windows-1252")
    if _NOT_UTF_8.search(body):
        return decode(body, charset, "utf-8")
    return text


def _is_markup(text: str) -> bool:
    """Whether the text is an HTML or XML document that the server sent instead of a missing file."""
    start = text.lstrip()
    return start.startswith("<") and not start.startswith(("<?php", "<!--"))


def _header_blocks(text: str) -> Iterator[str]:
    """Yield the parts that can contain a header: the text before comments and rules, then comments."""
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


def _read_fields(block: str) -> dict[str, str]:
    """Return the first value of each field in ``block``, by the attribute's name."""
    lines = block.split("\n")
    fields: dict[str, str] = {}
    for line in lines:
        if match := _LINE.match(line):
            fields.setdefault(_field_name(match[1]), match[2])
    return _split_joined_fields(lines, fields) if _is_joined(block, fields) else fields


def _is_joined(block: str, fields: dict[str, str]) -> bool:
    """Whether a minifier joined lines: a label directly follows a word, or is inside a short value."""
    short = (value for field, value in fields.items() if field not in {"tags", "description"})
    return bool(fields) and (_JOINED_LABEL.search(block) is not None or any(map(_LABEL.search, short)))


def _split_joined_fields(lines: list[str], joined: dict[str, str]) -> dict[str, str]:
    """Cut every value at the next label, and add the fields inside the values."""
    fields = {field: _LABEL.split(value, 1)[0] for field, value in joined.items()}
    for line in lines:
        _, *pieces = _LABEL.split(line)
        for label, value in zip(pieces[::2], pieces[1::2], strict=True):
            if label in _LABELS:
                fields.setdefault(_field_name(label), value)
    if version := fields.get("version", "").split():
        fields["version"] = version[0]
    return fields


def _clean(field: str, value: str) -> str:
    """Return a value as plain text, without the end of its comment."""
    if not value:
        return ""
    return plain_text(_COMMENT_END.split(value, 1)[0], MAX_READ if field.endswith("_uri") else MAX_TEXT)


def _field_name(label: str) -> str:
    return label.lower().replace(" ", "_")
