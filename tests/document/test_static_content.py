"""Static content: the elements that a visitor could see before any script has run."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.document import static_content_of
from siteloupe.document.parse import parse
from siteloupe.document.static_content import (
    MAX_NOSCRIPT,
    MAX_OWN_TEXT,
    MAX_STATIC,
    _is_full_of_paragraphs,
    _visible_elements,
)
from tests.pages import exchange


def content(body="", head=""):
    return static_content_of(exchange(head, body))


def tags(body):
    return [element.tag for element in content(body).elements]


def of_bytes(body):
    return static_content_of(replace(exchange(), body=body))


def test_elements_come_in_order_with_their_parents_and_own_text():
    found = content("<div id=a>one <b>two</b>\n three</div>").elements
    assert [(each.tag, each.parent, each.text) for each in found] == [
        ("body", -1, ""),
        ("div", 0, "one three"),
        ("b", 1, "two"),
    ]
    assert found[1].attributes == {"id": "a"}


@pytest.mark.parametrize(
    "hidden",
    [
        "<p hidden>x",
        "<p style='color:red;DISPLAY : none'>x",
        "<p style='visibility:hidden'>x",
        "<template><p>x</p></template>",
        "<script>p</script>",
        "<style>p</style>",
        "<noscript><p>x</p></noscript>",
        "<dialog><p>x</p></dialog>",
        "<input type=HIDDEN>",
        "<div hidden><p>x</p></div>",
    ],
)
def test_what_nobody_sees_is_left_out(hidden):
    assert tags(hidden) == ["body"]


def test_a_body_that_waits_for_its_styles_is_shown():
    assert [each.tag for each in of_bytes(b"<body hidden style='display:none'><p>x").elements] == [
        "body",
        "p",
    ]


def test_what_is_inside_of_a_drawing_or_a_list_of_choices_is_not_read():
    assert tags("<svg><text>x</text></svg><select><option>x</select>") == ["body", "svg", "select"]


def test_a_shadow_tree_in_the_html_is_content():
    found = content(
        "<shop-page><template shadowrootmode=open><h1>Clocks</h1></template></shop-page>"
    ).elements
    assert [(each.tag, each.text) for each in found] == [("body", ""), ("shop-page", ""), ("h1", "Clocks")]
    assert found[2].parent == 1


def test_shadow_trees_are_read_behind_an_empty_one():
    shadow = "<shop-{0}><template shadowrootmode=open>{1}</template></shop-{0}>"
    found = content(shadow.format("a", "") + shadow.format("b", "<i>1</i>") + "<b>2</b>").elements
    assert [(each.tag, each.parent) for each in found[1:]] == [
        ("shop-a", 0),
        ("shop-b", 0),
        ("b", 0),
        ("i", 2),
    ]


def test_a_page_of_frames_has_these_as_elements():
    found = of_bytes(
        b"<html><head></head><frameset rows='100%,*'><frame src=/a><noframes><p>no</noframes></frameset>"
    )
    assert [each.tag for each in found.elements] == ["frameset", "frame"]


def test_the_text_of_noscript_is_kept_apart():
    assert content("<noscript>Turn <b>it</b> on</noscript>").noscripts == ("Turn <b>it</b> on",)
    assert len(content(f"<noscript>{'x' * 9000}</noscript>").noscripts[0]) == MAX_NOSCRIPT


@pytest.mark.parametrize(
    ("head", "refresh"),
    [
        ("<meta http-equiv=Refresh content='0;url=/a'>", "0;url=/a"),
        ("<meta http-equiv=refresh content='9'><meta http-equiv=refresh content='0;url=/a'>", "9"),
        ("<meta http-equiv=refresh content=''><meta http-equiv=refresh content='0;url=/a'>", "0;url=/a"),
        ("<noscript><meta http-equiv=refresh content='0;url=/a'></noscript>", ""),
        ("<template><meta http-equiv=refresh content='0;url=/a'></template>", ""),
        ("<meta name=refresh content='0;url=/a'>", ""),
    ],
)
def test_the_first_refresh_that_browsers_heed_is_kept(head, refresh):
    assert content(head=head).refresh == refresh


def test_a_large_page_is_cut():
    found = content("<i>" * (MAX_STATIC + 5))
    assert found.cut
    assert found.elements == ()
    assert not content("<p>x").cut


def test_the_text_of_an_element_is_bounded():
    assert len(content(f"<p>{'x ' * 9000}").elements[1].text) <= MAX_OWN_TEXT


@pytest.mark.parametrize("around", ["{}", "<div>{}</div>", "<ul><li>{}</ul>"])
def test_paragraphs_with_much_text_show_that_a_page_is_cut(around):
    assert content(around.format(f"<p>{'x' * 900}" * 5)).cut
    assert not content(around.format(f"<p>{'x' * 900}" * 4)).cut


@given(
    st.lists(
        st.sampled_from(
            [
                f"<p>{'x' * 390}",
                "<p hidden>",
                "<i style='display: none'>",
                "<div><template shadowrootmode=open>",
                *(
                    "<div>",
                    "<div hidden>",
                    "<svg>",
                    "<template>",
                    "<b>",
                    "<object>",
                    "<noscript>",
                    "<dialog>",
                ),
                *("</p>", "</i>", "</div>", "</svg>", "</template>", "</noscript>", "</dialog>"),
            ]
        ),
        max_size=40,
    )
)
def test_a_page_that_is_full_of_paragraphs_is_full_element_by_element(pieces):
    document = parse("".join(pieces).encode(), None, scripting=True)
    assert not _is_full_of_paragraphs(document) or _visible_elements(document) is None


@given(st.binary(max_size=400))
def test_any_bytes_are_some_content(body):
    for element in of_bytes(body).elements:
        assert element.parent < len(of_bytes(body).elements)


@given(
    st.lists(
        st.sampled_from(
            [
                "<div>",
                "</div>",
                "<template shadowrootmode=open>",
                "</template>",
                "<frameset>",
                "<frame>",
                "x",
                "<svg>",
                "<p hidden>",
            ]
        ),
        max_size=60,
    )
)
def test_parents_come_before_what_is_in_them(pieces):
    for number, element in enumerate(content("".join(pieces)).elements):
        assert element.parent < number
