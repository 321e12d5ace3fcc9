"""The declaration that applies to an element is the same as in a browser."""

import pytest

from siteloupe.capture import Capture
from siteloupe.detect.site import Site
from siteloupe.detect.styles import cascade
from siteloupe.detect.styles.cascade import Styling, cascaded_values, declared_values
from siteloupe.document import tree_of
from tests.pages import exchange

ORDER = frozenset({"order"})


def value_of(css, body="<main id=m><p class='a b'>text</p></main>", tag="p", head=""):
    """Return the value of ``order`` for the first ``tag``, None without a declaration."""
    visited = Capture("2026-01-01T00:00:00Z", exchange(f"{head}<style>{css}</style>", body))
    site, tree = Site(visited).css, tree_of(visited.page)
    declared = declared_values(site, ORDER)
    won = cascaded_values(Styling(site, tree), ORDER, declared, lambda each: each.value)
    found = won.get(tree.tags.index(tag))
    return found.value if found else None


@pytest.mark.parametrize(
    ("css", "expected"),
    [
        ("p{order:1}p{order:2}", "2"),
        (".a{order:1}p{order:2}", "1"),
        ("#m p{order:1}.a.b{order:2}", "1"),
        ("p{order:1!important}#m p{order:2}", "1"),
        ("p{order:1!important}.a{order:2!important}", "2"),
        ("p:hover{order:1}", None),
        ("p::before{order:1}", None),
        ("div p{order:1}", None),
        ("main > p, div{order:1}", "1"),
        ("@media print{p{order:1}}", None),
        ("@media (max-width:600px){p{order:1}}", None),
        ("@media (min-width:600px){p{order:1}}", "1"),
        ("@media (prefers-color-scheme:dark){p{order:1}}", None),
        ("@layer x{.a{order:1}}p{order:2}", "2"),
        ("p{order:1!important}@layer x{p{order:2!important}}", "2"),
        ("@keyframes k{from{order:1}}", None),
        (":root{--o:3}p{order:var(--o)}", "3"),
        ("p{order:1}p{order:var(--none)}", "1"),
        ("main{order:1}", None),
        ("main{& p{order:4}}", "4"),
        (".missing p{order:1}p{order:2}", "2"),
        ("p{order:1!important}p{order:2}", "1"),
        ("p{order:1}.a{order:2}p{order:3}", "2"),
        ("p{order:1}@layer x{p{order:2}}", "1"),
    ],
)
def test_a_declaration_wins(css, expected):
    assert value_of(css) == expected


def test_a_style_attribute_wins_over_selectors_but_not_over_important_declarations():
    body = "<main><p style='order:9'>x</p></main>"
    assert value_of("#m p{order:1}p{order:2}", body) == "9"
    assert value_of("p{order:2!important}", body) == "2"


def test_sheets_for_other_media_do_not_apply():
    assert value_of("p{order:1}", head="<style media=print>p{order:2!important}</style>") == "1"


def test_the_work_is_bounded(monkeypatch):
    monkeypatch.setattr(cascade, "MAX_WORK", 5)
    css, body = "b{order:1}main p{order:2}", "<main><p>text</p></main><b>text</b>"
    assert value_of(css, body, "p") == "2"
    assert value_of(css, body, "b") is None


def test_the_number_of_selectors_is_bounded(monkeypatch):
    monkeypatch.setattr(cascade, "MAX_PARSED", 1)
    assert value_of("p{order:1}main p{order:2}p{order:3}") == "3"


def test_a_selector_that_rules_repeat_is_matched_once(monkeypatch):
    monkeypatch.setattr(cascade, "MAX_WORK", 5)
    assert value_of("p{order:1}p{order:2}p{order:3}") == "3"


def test_equal_style_attributes_apply_to_each_element():
    body = "<p style='order:8'>x</p><i style='order:8'>y</i><b style='order:9'>z</b>"
    assert [value_of("", body, tag) for tag in ("p", "i", "b")] == ["8", "8", "9"]


def test_markup_deeper_than_the_limit_is_not_matched():
    assert value_of("p{order:1}", "<div>" * 300 + "<p>x") is None


def test_a_cascaded_value_has_its_sheet_and_selector():
    visited = Capture("2026-01-01T00:00:00Z", exchange("<style id=s>i, p{order:1}</style>", "<p>x"))
    site, tree = Site(visited).css, tree_of(visited.page)
    declared = declared_values(site, ORDER)
    (won,) = cascaded_values(Styling(site, tree), ORDER, declared, lambda each: each.value).values()
    assert (won.selector, won.declared.sheet.where, won.declared.context.selector) == (
        "p",
        "<style id=s>",
        "i, p",
    )


def test_selectors_that_select_elements_are_told():
    visited = Capture(
        "", exchange("<style>p{order:1}.gone{order:2}b p{order:3}p{order:4}</style>", "<p>x</p>")
    )
    site, tree = Site(visited).css, tree_of(visited.page)
    matched: set[str] = set()
    cascaded_values(
        Styling(site, tree), ORDER, declared_values(site, ORDER), lambda each: each.value, matched=matched
    )
    assert matched == {"p"}


def test_a_selector_is_not_matched_where_stronger_ones_have_all_elements_of_its_tag(monkeypatch):
    monkeypatch.setattr(cascade, "MAX_WORK", 20)
    weaker = "".join(f"p:not(.n{number}){{order:1}}" for number in range(20))
    assert value_of(f"{weaker}b{{order:2}}#m p{{order:3}}") == "3"
    assert value_of(f"{weaker}b{{order:2}}#m p{{order:3}}", "<main id=m><p>x</p></main><b>y</b>", "b") == "2"


def test_a_tag_is_the_same_in_any_case():
    body = "<svg><linearGradient>x</linearGradient></svg><p>y</p>"
    assert value_of("LINEARGRADIENT{order:1}", body, "linearGradient") == "1"
    assert value_of("P{order:1}", body, "p") == "1"
    assert value_of(r"\70{order:1}", body, "p") == "1"


def test_style_attributes_are_read_once_for_equal_texts():
    body = "<p style='order:1;color:red'>x</p><b style='order:2'>y</b><i style='order:1;color:red'>z</i>"
    visited = Capture("", exchange("", body))
    site, tree = Site(visited).css, tree_of(visited.page)
    read = []
    won = cascaded_values(Styling(site, tree), ("order",), (), lambda each: read.append(each) or each.value)
    assert [(tree.tags[element], each.value) for element, each in won.items()] == [
        ("p", "1"),
        ("b", "2"),
        ("i", "1"),
    ]
    assert [each.value for each in read] == ["1", "2"]
