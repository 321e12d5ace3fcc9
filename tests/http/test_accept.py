"""What a client would rather read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.http.accept import prefers_html

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"


@pytest.mark.parametrize(
    ("accept", "html"),
    [
        (BROWSER, True),
        ("text/html", True),
        ("TEXT/HTML", True),
        ("text/*", True),
        ("text/html;q=0.9, application/json;q=0.8", True),
        ("text/html;charset=utf-8;q=0.5", True),
        ("text/html, */*;q=0.1", True),
        ("", False),
        ("*/*", False),
        ("application/json", False),
        ("application/json, text/html", False),
        ("text/html;q=0.5, application/json", False),
        ("text/html;q=0.5, */*", False),
        ("text/html;q=0", False),
        ("text/html;q=x", False),
        ("text/html;q=nan", False),
        ("text/plain", False),
        (",;,;q=1,", False),
    ],
)
def test_html_is_preferred_only_where_it_is_wanted_more_than_json(accept, html):
    assert prefers_html(accept) is html


@given(st.text(max_size=200))
def test_any_accept_header_is_understood_somehow(accept):
    assert prefers_html(accept) in {True, False}
