"""The tree has parents, text and style attributes, and matches selectors."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.document import tree_of
from siteloupe.document.tree import MAX_ROOT_CLASSES
from tests.pages import exchange


def tree(body, head=""):
    return tree_of(exchange(head, body))


def test_elements_are_in_document_order_with_their_parents():
    found = tree("<div><p>a</p></div><i></i>")
    assert found.tags[-4:] == ["body", "div", "p", "i"]
    body = len(found) - 4
    assert found.parents[-3:] == [body, body + 1, body]
    assert found.parents[0] == -1
    assert found.depth == 3


def test_text_is_the_visible_text_directly_inside():
    found = tree(
        "<p>one  two <b>three</b>\n four</p><script>x</script><noscript>y</noscript><svg><text>z</text></svg>"
    )
    text = dict(zip(found.tags, found.text, strict=True))
    assert text["p"] == len("one two") + len("four")
    assert text["b"] == len("three")
    assert sum(found.text) == text["p"] + text["b"]


def test_comments_are_not_text():
    assert sum(tree("<p><!-- hello --></p>").text) == 0


def test_style_attributes_are_kept_by_element():
    found = tree("<p style='color:red'>a<b style=''>b</b></p>")
    assert list(found.styles.values()) == ["color:red"]
    assert found.tags[next(iter(found.styles))] == "p"


def test_selectors_return_elements_in_order():
    found = tree("<ul><li class=a>1<li>2</ul>")
    assert [found.tags[number] for number in found.select("ul, li")] == ["ul", "li", "li"]
    assert found.select("li.a") == [found.tags.index("li")]


def test_an_unknown_selector_selects_nothing():
    assert tree("<p>").select("p::before") == []
    assert tree("<p>").select("p:nonsense") == []
    assert tree("<p>").select("") == []


@given(st.text(max_size=60))
def test_any_selector_is_matched_without_an_error(selector):
    tree("<p class=a>").select(selector)


ROOTS = b"<html class='Big js' data-theme=forest><body class=home id=top><p class=note>x</p></body></html>"


@pytest.mark.parametrize(
    ("selector", "matches"),
    [
        ("html", True),
        ("body", True),
        ("p", False),
        (":root.js", True),
        ("[data-theme=forest]", True),
        ("[data-theme=ocean]", False),
        ("#top.home", True),
        (".note", False),
        ("::", False),
        ("", False),
    ],
)
def test_html_and_body_match_selectors(selector, matches):
    page = exchange()
    assert tree_of(replace(page, body=ROOTS)).matches_root(selector) is matches


def test_the_classes_of_html_and_body_are_together_and_bounded():
    assert tree_of(replace(exchange(), body=ROOTS)).root_classes() == {"big", "js", "home"}
    many = " ".join(f"c{number}" for number in range(MAX_ROOT_CLASSES + 9))
    page = exchange(classes=many)
    assert len(tree_of(page).root_classes()) == MAX_ROOT_CLASSES
