"""What entries look at is bounded, whatever a site sends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.capture import Exchange, Headers
from siteloupe.products import AnswerFacts, facts_of
from siteloupe.products.facts import BODY_END, BODY_START, title_of


def facts(body: bytes, headers: Headers = Headers()) -> AnswerFacts:  # noqa: B008
    return facts_of(Exchange("https://a.test/", "https://a.test/", 200, headers, body), body=True)


@pytest.mark.parametrize("filler", [b"x", b"<title", b"<title>", b"<", b" ", b"\xff"])
def test_only_the_start_and_the_end_of_a_long_body_are_kept(filler: bytes) -> None:
    body = (b"BEGIN" + filler * 5_000_000)[:5_000_000] + b"END"
    found = facts(body)
    assert found.body.startswith("begin")
    assert found.body.endswith("end")
    assert len(found.body) <= BODY_START + BODY_END + 1
    assert len(found.title) <= 500


def test_a_short_body_is_kept_whole() -> None:
    assert facts(b"<P>Just a moment</P>").body == "<p>just a moment</p>"


@pytest.mark.parametrize("encoding", ["utf-8", "windows-1251", "shift_jis", "utf-16"])
def test_words_are_found_in_every_encoding(encoding: str) -> None:
    assert "just a moment" in facts("<title>Just a moment</title>".encode(encoding)).body


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("<title>just a\n moment</title>", "just a moment"),
        ('<title data-x="1">a</title><title>b</title>', "a"),
        ("<title>never closed", ""),
        ("<p>no title</p>", ""),
        ("<title", ""),
        ("", ""),
    ],
)
def test_the_title_is_the_first_one(text: str, title: str) -> None:
    assert title_of(text) == title


def test_cookies_are_known_by_name() -> None:
    headers = Headers([("Set-Cookie", "TS01ab=1; Path=/"), ("Set-Cookie", "  _abck = x"), ("Set-Cookie", "")])
    assert facts(b"", headers).cookies == {"ts01ab", "_abck"}


@given(st.binary(max_size=300), st.lists(st.tuples(st.text(max_size=20), st.text(max_size=40)), max_size=5))
def test_nothing_a_site_sends_raises(body: bytes, lines: list[tuple[str, str]]) -> None:
    facts(body, Headers(lines))
