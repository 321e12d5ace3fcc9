"""The parameters, out of query strings as they come."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.errors import BadParameter, BadTarget
from siteloupe.http.query import inspect_of, is_full, render_of, url_of


@pytest.mark.parametrize(
    ("query", "url"),
    [
        (b"url=example.com", "example.com"),
        (b"url=https://example.com/?a=1", "https://example.com/?a=1"),
        (b"url=https%3A%2F%2Fexample.com%2F%3Fa%3D1%26b%3D2", "https://example.com/?a=1&b=2"),
        (b"url=https://example.com/?a=1&b=2", "https://example.com/?a=1"),
        (b"a=1&url=example.com&b", "example.com"),
        (b"%75%72%6C=example.com", "example.com"),
        (b"url=b%C3%BCcher.example", "bücher.example"),
        ("url=bücher.example".encode(), "bücher.example"),
        (b"url=a+b%2Bc", "a b+c"),
        (b"url=example.com%2525", "example.com%25"),
        (b"url=100%", "100%"),
        (b"url=%zz", "%zz"),
        (b"url=%00", "\0"),
        (b"&&url=example.com&&", "example.com"),
        (b"URL=no&url=example.com&Url=no", "example.com"),
    ],
)
def test_the_url_is_decoded_once(query, url):
    assert url_of(query) == url


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        (b"", "Name the site"),
        (b"url", "Name the site"),
        (b"url=", "Name the site"),
        (b"URL=example.com", "Name the site"),
        (b"site=example.com", "Name the site"),
        (b"url=example.com&url=example.org", "more than once"),
        (b"url=example.com&url=", "more than once"),
        (b"url=example.com&%75rl=example.com", "more than once"),
        (b"url=%FF", "UTF-8"),
        (b"url=b\xfccher.example", "UTF-8"),
        (b"url=%ED%A0%80", "UTF-8"),
        (b"url=" + b"a" * 20_000, "too long"),
    ],
)
def test_what_is_no_url_is_refused_with_a_sentence(query, sentence):
    with pytest.raises(BadTarget, match=sentence):
        url_of(query)


@given(st.binary(max_size=200))
def test_any_query_gives_a_text_or_a_refusal(query):
    with suppress(BadTarget):
        assert isinstance(url_of(b"url=" + query), str)


@pytest.mark.parametrize(
    ("query", "told"),
    [
        (b"url=example.com", None),
        (b"", None),
        (b"inspect=1&url=example.com", True),
        (b"url=example.com&inspect=0", False),
        (b"url=example.com&%69nspect=1", True),
        (b"INSPECT=1", None),
    ],
)
def test_whether_to_look_inside_of_files_is_read(query, told):
    assert inspect_of(query) is told


@pytest.mark.parametrize(
    "query", [b"inspect", b"inspect=", b"inspect=true", b"inspect=2", b"inspect=%31", b"inspect=1&inspect=1"]
)
def test_any_other_way_to_ask_for_it_is_refused(query):
    with pytest.raises(BadParameter, match="inspect"):
        inspect_of(query)


@pytest.mark.parametrize(
    ("query", "told"),
    [(b"url=example.com", None), (b"render=1&url=example.com", True), (b"url=example.com&render=0", False)],
)
def test_render_is_one_or_zero_or_left_out(query, told):
    assert render_of(query) is told


@pytest.mark.parametrize("query", [b"render", b"render=", b"render=true", b"render=2", b"render=1&render=1"])
def test_any_other_render_is_refused(query):
    with pytest.raises(BadParameter, match="render"):
        render_of(query)


@pytest.mark.parametrize(
    ("query", "full"),
    [(b"", False), (b"detail=default", False), (b"detail=full", True), (b"url=a.example&detail=full", True)],
)
def test_everything_is_given_when_it_is_asked_for(query, full):
    assert is_full(query) is full


@pytest.mark.parametrize("query", [b"detail=", b"detail=all", b"detail=full&detail=full", b"detail=FULL"])
def test_any_other_detail_is_refused_in_words(query):
    with pytest.raises(BadParameter, match="detail"):
        is_full(query)
