"""The header of style.css is parsed as in WordPress, also after a minifier."""

from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.capture import Exchange, Headers, Missing
from siteloupe.detect.page.text import plain_text
from siteloupe.detect.theme.style_css import MAX_BYTES, StyleHeader, header_of, parse_header
from tests.css.encodings import LABELS

PLAIN = b"""/*
Theme Name: Twenty Foo
Theme URI: https://wordpress.org/themes/twentyfoo/
Author: the WordPress team
Author URI: https://wordpress.org/
Description: A theme: with colons, and more.
Requires at least: 6.4
Requires PHP: 7.2
Version: 1.3
License: GNU General Public License v2 or later
Template: twentybar
Text Domain: twentyfoo
Update URI: https://example.test/update
Tags: one-column, blog
*/
body { margin: 0 }
"""


def test_every_field_is_read():
    assert parse_header(PLAIN) == StyleHeader(
        theme_name="Twenty Foo",
        theme_uri="https://wordpress.org/themes/twentyfoo/",
        author="the WordPress team",
        version="1.3",
        template="twentybar",
        update_uri="https://example.test/update",
        tags="one-column, blog",
        description="A theme: with colons, and more.",
    )


NAMED = {"theme_name": "X"}
VERSIONED = {"theme_name": "X", "version": "1.2"}

SHAPES = {
    "one field": (b"/* Theme Name: X */", NAMED),
    "newline endings": (b"/*\nTheme Name: X\nVersion: 1.2\n*/", VERSIONED),
    "carriage return and newline": (b"/*\r\nTheme Name: X\r\nVersion: 1.2\r\n*/", VERSIONED),
    "carriage returns alone": (b"/*\rTheme Name: X\rVersion: 1.2\r*/", VERSIONED),
    "mixed endings": (b"/*\r\nTheme Name: X\rVersion: 1.2\n*/", VERSIONED),
    "stars before fields": (b"/**\n * Theme Name: X\n * Version: 1.2\n */", VERSIONED),
    "hashes and ats": (b"/*\n# Theme Name: X\n@ Version: 1.2\n*/", VERSIONED),
    "tabs and wide gaps": (b"/*\n\tTheme Name:  \t  X\n\t\tVersion:\t1.2\n*/", VERSIONED),
    "a box of stars": (b"/*****\n*** Theme Name: X ***\n*****/", {"theme_name": "X ***"}),
    "no space after the colon": (b"/*\nTheme Name:X\nVersion:1.2\n*/", VERSIONED),
    "any case": (b"/*\ntheme name: X\nVERSION: 1.2\n*/", VERSIONED),
    "a space before the colon is no field": (b"/*\nTheme Name: X\nVersion : 1.2\n*/", NAMED),
    "no comment at all": (b"Theme Name: X\nVersion: 1.2\nbody{}", VERSIONED),
    "line comments": (b"// Theme Name: X\n// Version: 1.2\n", VERSIONED),
    "a php tag on the same line": (b"<?php /* Theme Name: X */", NAMED),
    "a php tag on its own line": (b"<?php\n/*\nTheme Name: X\nVersion: 1.2\n*/ ?>", VERSIONED),
    "the end of a php tag in the value": (b"<?php\n# Theme Name: X ?> trailing", NAMED),
    "the end of the comment in the value": (b"/* Theme Name: X\nVersion: 1.2 */body{}", VERSIONED),
    "a comment to be kept": (b"/*!\nTheme Name: X\nVersion: 1.2\n*/", VERSIONED),
    "a comment to be kept, on one line": (b"/*! Theme Name: X */", NAMED),
    "a charset rule first": (b'@charset "UTF-8";\n/*\nTheme Name: X\nVersion: 1.2\n*/', VERSIONED),
    "a charset rule first, on one line": (
        b'@charset "UTF-8";/*!\nTheme Name: X\nVersion: 1.2\n*/',
        VERSIONED,
    ),
    "an import first": (b'@import "a.css";\n/*\nTheme Name: X\n*/', NAMED),
    "another comment first": (b"/*! made by a tool */\n\n/*\nTheme Name: X\nVersion: 1.2\n*/", VERSIONED),
    "rules first": (b"a{color:red}\n/*\nTheme Name: X\nVersion: 1.2\n*/", VERSIONED),
    "a comment for each field": (b"/* Theme Name: X */\n/* Version: 1.2 */\na{}", VERSIONED),
    "a blank line inside": (b"/*\nTheme Name: X\n\n\nVersion: 1.2\n*/", VERSIONED),
    "blank lines before": (b"\n\n  \n/*\nTheme Name: X\n*/", NAMED),
    "an unclosed comment": (b"/*\nTheme Name: X\nVersion: 1.2", VERSIONED),
    "the first of two wins": (b"/*\nTheme Name: X\nVersion: 1.2\nVersion: 9\n*/", VERSIONED),
    "an empty first one wins too": (b"/*\nTheme Name: X\nVersion:\nVersion: 9\n*/", NAMED),
    "only spaces are nothing": (b"/*\nTheme Name: X\nVersion:   \t\n*/", NAMED),
    "a longer name is another field": (b"/*\nTheme Name: X\nTemplate Version: 9\n*/", NAMED),
    "a word before is another field": (b"/*\nTheme Name: X\nGitHub Theme URI: a/b\n*/", NAMED),
    "a byte order mark": (b"\xef\xbb\xbf/*\nTheme Name: X\nVersion: 1.2\n*/", VERSIONED),
    "a byte order mark on the name": (b"\xef\xbb\xbfTheme Name: X\n", NAMED),
    "utf-16, little end first": ("\ufeff/*\nTheme Name: Ü\n*/".encode("utf-16-le"), {"theme_name": "Ü"}),
    "utf-16, big end first": ("\ufeff/*\nTheme Name: Ü\n*/".encode("utf-16-be"), {"theme_name": "Ü"}),
    "utf-8": ("/*\nTheme Name: Thème 東京\n*/".encode(), {"theme_name": "Thème 東京"}),
    "windows-1252": ("/*\nTheme Name: Thème “X”\n*/".encode("cp1252"), {"theme_name": "Thème “X”"}),
    "a charset that is declared": (
        '@charset "windows-1251";\n/*\nTheme Name: Тема\n*/'.encode("cp1251"),
        {"theme_name": "Тема"},
    ),
    "a charset that is declared wrongly": (
        '@charset "iso-8859-2";\n/*\nTheme Name: Thème\n*/'.encode(),
        {"theme_name": "Thème"},
    ),
    "entities": (
        b"/*\nTheme Name: Salt &amp; Pepper &#8211; X\n*/",
        {"theme_name": "Salt & Pepper \u2013 X"},
    ),
    "markup in a value": (
        b'/*\nTheme Name: X\nAuthor: <a href="https://e.test">Me</a>\n*/',
        {"theme_name": "X", "author": "Me"},
    ),
    "controls in a value": (b"/*\nTheme Name: X\x00\x1b[31m Y\n*/", {"theme_name": "X [31m Y"}),
    "minified onto one line": (
        b"/*!Theme Name: X Version: 9.2License: GPL v2 Author: Me*/a{}",
        {"theme_name": "X", "version": "9.2", "author": "Me"},
    ),
    "minified without spaces": (
        b"/*Theme Name:XTheme URI:https://e.test/Author:MeAuthor URI:https://me.testVersion:1.2*/",
        {
            "theme_name": "X",
            "theme_uri": "https://e.test/",
            "author": "Me",
            "version": "1.2",
        },
    ),
    "some lines joined": (
        b"/*\nTheme Name: X\nDescription: Nice \nThemeTags: a, b, ajaxAuthor: Me\nVersion: 9.2License: GPL\n*/",
        {"theme_name": "X", "description": "Nice", "tags": "a, b, ajax", "author": "Me", "version": "9.2"},
    ),
    "joined, and text after the version": (
        b"/*Theme Name: X Version: 1.2 This theme, like WordPress, is free.*/",
        VERSIONED,
    ),
    "joined, with foreign fields": (
        b"/*Theme Name: X Template Version: 7 GitHub Theme URI: a/b Version: 1.2*/",
        VERSIONED,
    ),
    "a description that speaks of a field": (
        b"/*\nTheme Name: X\nDescription: For any Version: of Y\n*/",
        {"theme_name": "X", "description": "For any Version: of Y"},
    ),
    "a comment below the header": (
        b"/*\nTheme Name: X\n*/\n\n/* Version: 8.0.1 of normalize.css */\na{}",
        NAMED,
    ),
    "a rule below the header": (b"/*\nTheme Name: X\n*/\na{}\nversion: 9", NAMED),
    "a comment among the rules": (b"/*\nTheme Name: X\n*/\na{}/*\nAuthor: Someone\n*/", NAMED),
    "the header at the end of the 8 KB": (b"/*" + b" " * 8000 + b"\nTheme Name: X\n*/", NAMED),
}

NONE = {
    "empty": b"",
    "blank": b" \r\n\t",
    "css alone": b"body{color:red}",
    "an empty name": b"/*\nTheme Name:\nVersion: 1.2\n*/",
    "no name": b"/*\nVersion: 1.2\nAuthor: Me\n*/",
    "a name in a rule": b"a{content:'\nTheme Name: X\n'}",
    "a name in the middle of a line": b"/* the Theme Name: X */",
    "the header after 8 KB": b"/*" + b"\n" * MAX_BYTES + b"Theme Name: X\n*/",
    "the name cut at 8 KB": b"/*" + b" " * (MAX_BYTES - 8) + b"\nTheme Name: X\n*/",
    "a page for a missing file": b"<!DOCTYPE html>\n<html><title>404</title><pre>\nTheme Name: X\n</pre>",
    "a page without doctype": b"\n\n<html>\n<!--\nTheme Name: X\n-->",
    "xml": b'<?xml version="1.0"?>\n<a>\nTheme Name: X\n</a>',
    "json": b'{"error": "Theme Name: X"}',
    "an image": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256)) * 8,
    "zeros": b"\x00" * MAX_BYTES,
    "one huge line": b"a" * 100_000,
    "comment openings": b"/*" * MAX_BYTES,
    "empty comments": b"/**/" * MAX_BYTES,
    "angle brackets": b"<" * MAX_BYTES,
}


@pytest.mark.parametrize(("body", "stated"), SHAPES.values(), ids=SHAPES)
def test_a_header_is_parsed_in_every_shape(body, stated):
    header = parse_header(body)
    assert header is not None
    assert {field: value for field, value in asdict(header).items() if value} == stated


@pytest.mark.parametrize("body", NONE.values(), ids=NONE)
def test_text_without_a_theme_name_is_no_header(body):
    assert parse_header(body) is None


def test_the_length_of_a_value_is_limited():
    header = parse_header(
        b"/*\nTheme Name: " + b"x" * 3500 + b"\nTheme URI: " + b"y" * 3500 + b"\nVersion: 1\n*/"
    )
    assert header is not None
    assert len(header.theme_name) == 300
    assert len(header.theme_uri) == 2000
    assert header.version == "1"


def test_a_character_cut_at_8_kb_does_not_change_the_encoding():
    body = "/*\nTheme Name: Thème\n*/".encode()
    padded = body + b" " * (MAX_BYTES - len(body) - 1) + "é".encode()
    header = parse_header(padded)
    assert header is not None
    assert header.theme_name == "Thème"


@given(st.binary(max_size=400))
def test_any_bytes_are_read_without_an_error(body):
    parse_header(body)
    parse_header(b"/*\nTheme Name: X\n" + body)


FIELDS = st.sampled_from(
    ["Theme Name:", "Version:", "Author:", "License:", "/*", "*/", "\n", "{", "x", " ", "<?php", "&#9", "<a "]
)


@given(st.lists(FIELDS, max_size=60))
def test_no_value_contains_a_line_end_or_the_end_of_the_comment(pieces):
    header = parse_header("".join(pieces).encode())
    if header is not None:
        assert header.theme_name
        assert all("\n" not in value and "*/" not in value for value in asdict(header).values())


def exchange(status, body, content_type="text/css"):
    url = "https://example.test/wp-content/themes/x/style.css"
    return Exchange(url, url, status, Headers([("content-type", content_type)]), body)


def test_only_a_downloaded_file_has_a_header():
    assert header_of(exchange(200, PLAIN)) is not None
    assert header_of(exchange(404, PLAIN)) is None
    assert header_of(exchange(301, PLAIN)) is None
    assert header_of(Missing("https://example.test/style.css", "timed-out")) is None
    assert header_of(None) is None


def test_a_style_sheet_with_the_type_of_html_is_checked_by_its_content():
    assert header_of(exchange(200, PLAIN, "text/html")) is not None
    assert header_of(exchange(200, b"<!doctype html>\nTheme Name: X", "text/css")) is None


def test_the_charset_of_the_answer_applies_when_the_bytes_are_not_utf_8():
    body = "/*\nTheme Name: Тема\n*/".encode("cp1251")
    header = header_of(exchange(200, body, 'text/css; charset="Windows-1251"'))
    assert header is not None
    assert header.theme_name == "Тема"


def in_encoding(encoding, text):
    """Encode ``text``, which is ASCII; the encoding may take two bytes for each character."""
    codecs = {"UTF-16BE": "utf-16-be", "UTF-16LE": "utf-16-le"}
    return text.encode(codecs.get(encoding.name, "ascii"))


@pytest.mark.parametrize(("label", "encoding"), LABELS, ids=[label for label, _ in LABELS])
def test_every_label_of_the_encoding_standard_selects_its_encoding(label, encoding):
    start, end = in_encoding(encoding, "/*\nTheme Name: X"), in_encoding(encoding, "\n*/")
    header = header_of(exchange(200, start + encoding.body + end, f"text/css; charset={label}"))
    if encoding.name == "replacement":  # browsers read nothing at all
        assert header is None
    else:
        assert header is not None
        assert header.theme_name == plain_text(f"X{encoding.text}")


def test_a_wrong_charset_does_not_hide_a_header_in_ascii():
    for label in ("utf-16le", "iso-2022-jp", "iso-2022-kr", "nonsense"):
        header = header_of(exchange(200, PLAIN, f"text/css; charset={label}"))
        assert header is not None
