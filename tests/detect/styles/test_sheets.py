"""The sheets that a page applies, and the answers that are stylesheets."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.capture import Exchange, Headers, Missing, Sheet
from siteloupe.css.stylesheet import parse_stylesheet
from siteloupe.detect.styles.sheets import (
    Reference,
    applied_sheets,
    applies,
    imports_of,
    is_css,
    is_never_on_screens,
    statistics,
)
from siteloupe.document import Style, page_of
from tests.pages import exchange, page

SHEET = "https://example.org/a.css"


def sheets_of(markup):
    return [each for each in applied_sheets(page(markup)) if isinstance(each, Reference)]


@pytest.mark.parametrize(
    "markup",
    [
        "<link rel=stylesheet href=a.css>",
        "<link rel='STYLESHEET' type='text/css' href='a.css#top'>",
        "<link rel=stylesheet href=a.css media=print onload=\"this.media='all'\">",
        "<link rel=stylesheet href=a.css media='not all' data-media=all onload='this.media=this.dataset.media'>",
        "<link rel=preload as=style href=a.css onload=\"this.onload=null;this.rel='stylesheet'\">",
        "<link rel='alternate stylesheet' href=a.css onload=\"this.rel='stylesheet'\">",
        "<link rel=stylesheet data-href=a.css>",
        "<link rel=stylesheet data-pmdelayedstyle='/a.css'>",
        "<link rel=stylesheet href='data:text/css,' data-lazy-href=a.css>",
        "<noscript><link rel=stylesheet href=a.css></noscript>",
        "<link rel=preload as=style href=a.css><link rel=stylesheet href=a.css>",
    ],
)
def test_a_sheet_that_browsers_apply_is_found(markup):
    assert sheets_of(markup) == [Reference(SHEET, "all" if "data-media" in markup else "")]


@pytest.mark.parametrize(
    "markup",
    [
        "<link rel=stylesheet>",
        "<link rel=stylesheet href=''>",
        "<link rel=stylesheet href='data:text/css,a{}'>",
        "<link rel=stylesheet href=a.css media=print>",
        "<link rel=stylesheet href=a.css media='only print, speech'>",
        "<link rel='alternate stylesheet' href=a.css title=dark>",
        "<link rel='stylesheet/less' href=a.less>",
        "<link rel=stylesheet type=text/less href=a.less>",
        "<link rel=stylesheet type=text/plain href=a.css data-category=marketing>",
        "<link rel=stylesheet href=a.css disabled>",
        "<link rel=preload as=style href=a.css>",
        "<link rel=preload as=font href=a.woff2 onload=\"this.rel='stylesheet'\">",
        "<link rel=prefetch href=a.css>",
        "<!-- <link rel=stylesheet href=a.css> -->",
    ],
)
def test_a_link_that_applies_nothing_is_no_sheet(markup):
    assert sheets_of(markup) == []


def test_the_media_of_a_link_is_kept():
    assert sheets_of("<link rel=stylesheet href=a.css media='(MIN-WIDTH: 600px)'>") == [
        Reference(SHEET, "(min-width: 600px)")
    ]


def test_sheets_and_blocks_come_in_document_order():
    found = applied_sheets(page("<style>a{}</style><link rel=stylesheet href=a.css>", "<style>b{}</style>"))
    assert [each.text if isinstance(each, Style) else each.url for each in found] == ["a{}", SHEET, "b{}"]


@pytest.mark.parametrize("media", ["print", "PRINT", "only print", "speech, print", "not all", "tty and (x)"])
def test_these_media_are_never_on_screens(media):
    assert is_never_on_screens(media)


@pytest.mark.parametrize("media", ["", "all", "screen", "print, screen", "(max-width: 1px)", "not print"])
def test_these_media_may_be_on_screens(media):
    assert not is_never_on_screens(media)


def test_imports_are_relative_to_the_sheet_without_print_and_late_ones():
    sheet = parse_stylesheet(
        '@import "b.css"; @import url(//x.org/c.css) screen; @import "d.css" print; a{} @import "e.css";'
    )
    assert list(imports_of(sheet, "https://example.org/css/a.css")) == [
        Reference("https://example.org/css/b.css", ""),
        Reference("https://x.org/c.css", "screen"),
    ]


def answer(body, kind="text/css", status=200):
    headers = Headers([("content-type", kind)] if kind else [])
    return Exchange(SHEET, SHEET, status, headers, body.encode() if isinstance(body, str) else body)


@pytest.mark.parametrize(
    "found",
    [
        answer("a{}"),
        answer(""),
        answer("a{}", kind=None),
        answer("a{}", kind="text/html"),
        answer("a{}", kind="application/octet-stream"),
        answer("<!-- a{} -->"),
        answer("<!-- a{}"),
        answer(b"\xef\xbb\xbf  a{}"),
    ],
)
def test_this_is_a_sheet(found):
    assert is_css(found)


@pytest.mark.parametrize(
    "found",
    [
        Missing(SHEET, "timed-out"),
        answer("a{}", status=404),
        answer("a{}", status=304),
        answer("<!doctype html><style>a{}</style>"),
        answer("<html>"),
        answer(" \n<!-- error --><body>a{}"),
        answer("<?xml version='1.0'?><html/>"),
        answer("<br />\n<b>Warning</b>: Undefined {"),
        answer("Not found", kind="text/html; charset=utf-8"),
        answer("", kind="text/html"),
        answer("GIF89a{", kind="image/gif"),
        answer('{"code":"rest_no_route"}', kind="application/json"),
    ],
)
def test_this_is_no_sheet(found):
    assert not is_css(found)


@given(st.binary(max_size=300))
def test_any_body_is_a_sheet_or_not(body):
    assert is_css(answer(body)) in {True, False}


def test_statistics_separate_failed_sheets_from_those_over_budget():
    visited = exchange("<style>é</style>")
    sheets = (
        Sheet("https://example.org/1.css", answer("a{}")),
        Sheet("https://example.org/2.css", answer("gone", status=404)),
        Sheet("https://example.org/3.css", Missing("https://example.org/3.css", "timed-out")),
        Sheet("https://example.org/4.css", Missing("https://example.org/4.css", "over-budget")),
    )
    found = statistics(sheets, page_of(visited))
    assert (found.found, found.fetched, found.failed, found.inline_blocks, found.css_bytes) == (4, 1, 2, 1, 5)


@pytest.mark.parametrize(
    ("kind", "options", "standards", "quirks", "quirks_elsewhere"),
    [
        ("text/css", "", True, True, True),
        ("TEXT/CSS; charset=utf-8", "nosniff", True, True, True),
        (None, "", True, True, True),
        ("text/plain", "", False, True, False),
        ("application/octet-stream", "", False, True, False),
        ("text/html", "", False, True, False),
        ("text/plain", "nosniff", False, False, False),
    ],
)
def test_a_sheet_of_another_type_applies_in_quirks_mode_alone(
    kind, options, standards, quirks, quirks_elsewhere
):
    lines = [("content-type", kind)] if kind else []
    lines += [("x-content-type-options", options)] if options else []
    own, other = (
        Exchange(url, url, 200, Headers(lines), b"a{color:red}")
        for url in ("https://example.org/a.css", "https://cdn.test/a.css")
    )
    old = page_of(replace(exchange(), body=b"<p>text"))
    assert applies(own, page()) is standards
    assert applies(own, old) is quirks
    assert applies(other, old) is quirks_elsewhere
