"""What a page shows by itself: text, pictures and controls count, what only says "wait" does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.detect.page.visible import _LOADER, _NOTICE, _STAND_IN, ICON, PICTURE, visible_content
from siteloupe.document import static_content_of
from tests.pages import exchange


def visible(body):
    return visible_content(static_content_of(exchange(body=body)))


@pytest.mark.parametrize(
    ("body", "amount"),
    [
        ("", 0),
        ("<p>one two</p>", 6),
        ("<p>Loading…</p>", 0),
        ("<p>Loading the shop, please wait</p>", 0),
        (
            "<p>Loading docks to let, in every size and for every purse, from the harbour to the old station.</p>",
            76,
        ),
        ("<p>42 %</p>", 0),
        ("<div class='page-loader'>Hang in there<img src=/spin.gif></div>", 0),
        ("<div class=loader-x><p>" + "long " * 40 + "</p></div>", 160),
        ("<div class=loading><h1>Clocks</h1><p>" + "long " * 30 + "</p></div>", 126),
        ("<div class=loading><img src=/a.png><img src=/b.png><img src=/c.png></div>", 3 * PICTURE),
        ("<div id=preloader><svg></svg></div>", 0),
        ("<p>{{ title }} [[ x ]] <%= y %></p>", 0),
        ("<p>Please enable JavaScript to see this page.</p>", 0),
        ("<p>Please enable <b>JavaScript</b> to see this page.</p>", 0),
        ("<p>I am a JavaScript developer.</p>", 24),
        ("<a href='#root'>Skip to content</a>", 0),
        ("<a href='/about'>About</a>", 5),
        ("<img src=/a.png>", PICTURE),
        ("<img>", 0),
        ("<img src=/loading.gif>", 0),
        ("<img src=/pixel.gif width=1 height=1>", 0),
        ("<iframe src=about:blank></iframe>", 0),
        ("<input name=q>", PICTURE),
        ("<canvas></canvas>", 0),
        ("<svg></svg>", ICON),
    ],
)
def test_content_is_measured(body, amount):
    assert visible(body).total == amount


def test_pictures_are_no_text():
    shown = visible("<p>one</p><img src=/a.png>")
    assert (shown.text, shown.total) == (3, 3 + PICTURE)


def test_what_is_inside_of_an_element_is_told_by_its_number():
    shown = visible("<div><p>one</p></div><div>four</div>")
    assert list(shown.amounts) == [7, 3, 3, 4]


@given(st.text(max_size=200))
def test_any_text_is_measured(text):
    shown = visible(text)
    assert 0 <= shown.text <= shown.total


@given(st.from_regex(_LOADER) | st.from_regex(_NOTICE))
def test_each_name_of_a_loader_or_a_notice_has_one_of_their_words(name):
    assert _STAND_IN.search(name)
