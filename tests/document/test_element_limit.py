"""Pages are cut where their tags would become too many elements, and no others."""

import pytest
import turbohtml
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.document.element_limit import (
    MAX_MADE,
    MAX_REPEATED,
    MAX_TAGS,
    MAX_TEMPLATES,
    ElementCounter,
    _at_most_open,
    _most_open,
    limit_elements,
    too_many_from,
)
from tests.pages import exchange

OPEN = b"".join(b"<b a=%d>" % number for number in range(400))


def elements(body):
    return len(turbohtml.parse(body, positions=False).select("*"))


def test_a_page_is_cut_after_the_last_allowed_tag():
    filling = b"<br>" * MAX_TAGS
    assert too_many_from(filling) is None
    assert too_many_from(filling + b"<p>text") == len(filling)


def test_a_page_is_cut_after_the_last_allowed_template():
    templates = b"<Template>" * MAX_TEMPLATES
    assert too_many_from(templates) is None
    assert too_many_from(templates + b"<p>x<template>") == len(templates) + len(b"<p>x")


@pytest.mark.parametrize(
    "block",
    [
        b"<p>x",
        b"</div><div>x",
        b"<li>x",
        b"</h1><h2>x</h2><h1>",
        b"<p><img>",
        b"<p><span>x</span>",
        b"<p><button>x</button>",
        b"<P>x",
        b"<p><!-- <p> -->x",
        b"<p><script>'<p>'</script>x",
    ],
)
def test_a_page_is_cut_where_formatting_elements_are_made_anew_too_often(block):
    for before in (b"<p>", b"<div>", b"<ul><li>", b"<h1>"):
        body = before + OPEN + block * 2_000
        end = too_many_from(body)
        made = elements(body if end is None else body[:end])
        assert made <= 1.2 * MAX_MADE


@pytest.mark.parametrize(
    "unit",
    [
        b"<p><b>x</b>",
        b"<p><a href=a>x",
        b"<b>x</b>" * 3 + b"<div>y</div>",
        b"<table><tr><td><b>x<td><font color=red>y</table>",
        b"<p><b class=a>",
        b"<ul><li><a href=a>x<ul><li><a href=b>y</ul></ul>",
        b"<!-- <b a=1> --><p>x",
        b"<script>'<b a=1>'</script><p>x",
        b"<object><b>x</object><p>y",
        b"<template><b>x</template><p>y",
    ],
)
def test_a_page_of_few_open_elements_is_read_whole(unit):
    assert too_many_from(unit * 10_000) is None


@pytest.mark.parametrize(
    "unit", [b"<p><b>x</b></p>", b"<p><i>x", b"<div><b><p>x</b></div>", b"<li><a href=a>x"]
)
def test_elements_are_counted_about_as_the_parser_makes_them(unit):
    body = b"<!doctype html><html><head><body>" + unit * 500
    made = ElementCounter(body)
    assert made.too_many_from() is None
    assert made.count == pytest.approx(elements(body), rel=0.1)


@pytest.mark.parametrize("name", ["body", "html", "BODY"])
def test_a_page_is_cut_where_roots_have_too_many_attributes_to_join(name):
    body = "".join(f"<{name} a{number}=1>" for number in range(10_000)).encode()
    end = too_many_from(body)
    assert end is not None
    assert end**2 / len("<body a1000=1>") < 4 * MAX_REPEATED


def test_a_cut_page_says_so_and_a_whole_one_is_the_same_object():
    whole, large = exchange("", "<p>x"), exchange("", "<p>" + OPEN.decode() + "<p>x" * 2_000)
    assert limit_elements(whole) is whole
    assert limit_elements(large).truncated
    assert len(limit_elements(large).body) < len(large.body)


def test_a_page_in_utf_16_is_cut_too():
    body = "\ufeff<p>" + OPEN.decode() + "<p>x" * 2_000
    for encoding in ("utf-16-le", "utf-16-be"):
        assert too_many_from(body.encode(encoding)) is not None


@given(st.lists(st.sampled_from([b"a", b"i", b"/a", b"/i", b"/tt"])))
def test_the_quick_look_never_says_fewer_open_elements(formatting: list[bytes]) -> None:
    assert _at_most_open(formatting) >= _most_open(formatting)
