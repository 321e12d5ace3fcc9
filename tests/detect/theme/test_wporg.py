"""The directory's answers are read in every shape; another theme with the same slug is recognized."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.capture import Missing
from siteloupe.detect.theme.style_css import StyleHeader
from siteloupe.detect.theme.wporg import DirectoryTheme, NotListed, could_list, is_same, read_answer
from tests.directory_answers import NOT_FOUND, answer, listing


def test_a_listed_theme_is_read():
    assert read_answer(answer(listing())) == DirectoryTheme(
        slug="plain-paper",
        name="Plain Paper",
        version="2.4.1",
        author="Paper Works",
        theme_uri="https://paperworks.test/plain-paper/",
        screenshot_url="https://ts.w.test/wp-content/themes/plain-paper/screenshot.png?ver=2.4.1",
        active_installs=500_000,
        downloads=1_234_567,
        parent_slug=None,
    )


@pytest.mark.parametrize(
    ("stated", "field", "read_as"),
    [
        ({"name": "Salt &amp; Paper &#8211; X"}, "name", "Salt & Paper \u2013 X"),
        ({"name": "<b>Paper</b>\n"}, "name", "Paper"),
        ({"name": ""}, "name", None),
        ({"name": 7}, "name", None),
        ({"name": None}, "name", None),
        ({"version": "1.0-beta"}, "version", "1.0-beta"),
        ({"version": 1.1}, "version", None),
        ({"version": ["1.1"]}, "version", None),
        ({"author": {"display_name": "Paper", "author": "Other"}}, "author", "Paper"),
        ({"author": {"display_name": "", "author": "Other"}}, "author", "Other"),
        ({"author": {"display_name": False, "author": False, "user_nicename": "paper"}}, "author", "paper"),
        ({"author": {}}, "author", None),
        ({"author": "paper"}, "author", "paper"),
        ({"author": '<a href="https://e.test">Paper</a>'}, "author", "Paper"),
        ({"author": False}, "author", None),
        ({"author": None}, "author", None),
        ({"author": []}, "author", None),
        ({"active_installs": 0}, "active_installs", 0),
        ({"active_installs": "20000"}, "active_installs", 20_000),
        ({"active_installs": "20,000+"}, "active_installs", None),
        ({"active_installs": "9" * 5000}, "active_installs", None),
        ({"active_installs": 10**15}, "active_installs", None),
        ({"active_installs": -1}, "active_installs", None),
        ({"active_installs": 1.5}, "active_installs", None),
        ({"active_installs": True}, "active_installs", None),
        ({"active_installs": None}, "active_installs", None),
        ({"active_installs": {}}, "active_installs", None),
        ({"downloaded": "77"}, "downloads", 77),
        ({"downloaded": False}, "downloads", None),
        ({"screenshot_url": "https://ts.w.test/a.jpg"}, "screenshot_url", "https://ts.w.test/a.jpg"),
        ({"screenshot_url": "javascript:alert(1)"}, "screenshot_url", None),
        ({"screenshot_url": "data:image/png;base64,AA"}, "screenshot_url", None),
        ({"screenshot_url": False}, "screenshot_url", None),
        ({"screenshot_url": ""}, "screenshot_url", None),
        ({"theme_url": "ftp://example.test"}, "theme_uri", None),
        ({"theme_url": False}, "theme_uri", None),
        ({"parent": {"slug": "paper", "name": "Paper"}}, "parent_slug", "paper"),
        ({"parent": {"slug": False}}, "parent_slug", None),
        ({"template": "paper"}, "parent_slug", "paper"),
        ({"template": "plain-paper"}, "parent_slug", None),
        ({"template": "../paper"}, "parent_slug", None),
    ],
)
def test_each_field_is_read_by_its_type(stated, field, read_as):
    theme = read_answer(answer(listing(**stated)))
    assert isinstance(theme, DirectoryTheme)
    assert getattr(theme, field) == read_as


def test_missing_fields_are_unknown():
    assert read_answer(answer({"slug": "plain-paper"})) == DirectoryTheme("plain-paper")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (NOT_FOUND, 404),
        (NOT_FOUND, 200),
        (b'{"error":"Invalid slug provided"}', 404),
        (b"\xef\xbb\xbf" + NOT_FOUND, 404),
        (b"false", 200),
    ],
)
def test_an_unknown_slug_is_not_listed(body, status):
    assert read_answer(answer(body, status)) == NotListed()


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 200),
        (b"", 404),
        (b"<h1>404 Not Found</h1>", 404),
        (b"false", 404),
        (b"null", 200),
        (b"[]", 200),
        (b"{}", 200),
        (b'"Theme not found"', 200),
        (b'{"error":"Slug not provided"}', 404),
        (b'{"error":["Theme not found"]}', 404),
        (b'{"code":"rest_no_route"}', 404),
        (b'{"slug":7}', 200),
        (b'{"slug":"Divi"}', 200),
        (b'{"slug":"../etc"}', 200),
        (b'{"slug":"plain-paper"', 200),
        (b'{"slug":"plain-paper"}x', 200),
        (b'{"slug":"\xff"}', 200),
        (b'{"slug":"\\ud800"}', 200),
        (b'{"slug":"plain-paper","downloaded":' + b"9" * 100_000 + b"}", 200),
        (b'{"slug":"plain-paper","rating":NaN}', 200),
        (b'{"a":' * 200_000, 200),
        (b"[" * 1_000_000, 200),
        (b'{"slug":"plain-paper"}', 404),
        (b'{"slug":"plain-paper"}', 500),
        (b'{"error":"Theme not found"}', 403),
        (NOT_FOUND, 429),
        (NOT_FOUND, 503),
    ],
)
def test_any_other_answer_says_nothing(body, status):
    assert read_answer(answer(body, status)) is None


def test_a_missing_answer_says_nothing():
    assert read_answer(Missing("https://api.wordpress.test/", "timed-out")) is None
    assert read_answer(None) is None


@pytest.mark.parametrize("slug", ["astra", "twentytwentyfive", "a-b_c", "7", "x" * 200])
def test_lower_case_slugs_could_be_listed(slug):
    assert could_list(slug)


@pytest.mark.parametrize("slug", ["", "Divi", "a.b", "a b", "a/b", "é", "x" * 201, "a\n", "astra%20"])
def test_other_slugs_could_not_be_listed(slug):
    assert not could_list(slug)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from(sorted(listing())), JSON))
def test_any_values_are_read_without_an_error(changes):
    read_answer(answer({**listing(), **changes}))


@given(st.binary(max_size=200), st.sampled_from([200, 404, 500]))
def test_any_bytes_are_read_without_an_error(body, status):
    read_answer(answer(body, status))


LISTED = DirectoryTheme("paper", "Plain Paper", "1.0", "Paper Works", "https://paperworks.test/plain-paper/")


def header(**stated):
    return StyleHeader(**{"theme_name": "Corporate", "author": "Acme GmbH", **stated})


@pytest.mark.parametrize(
    "installed",
    [
        header(theme_name="Plain Paper"),
        header(theme_name="plain-paper"),
        header(theme_name="Plain Paper Pro"),
        header(theme_name="Paper"),
        header(author="Paper Works"),
        header(author="PaperWorks Ltd."),
        header(author="by Paper Works and friends"),
        header(author=""),
        header(theme_uri="https://wordpress.org/themes/paper/"),
        header(theme_uri="https://de.wordpress.org/themes/paper/"),
        header(theme_uri="http://www.paperworks.test/"),
        header(update_uri="https://wordpress.org/themes/paper/"),
        header(update_uri="https://w.org/theme/paper"),
    ],
)
def test_a_theme_with_one_equal_field_is_the_listed_one(installed):
    assert is_same(installed, LISTED)


@pytest.mark.parametrize(
    "installed",
    [
        header(),
        header(theme_uri="https://acme.test/"),
        header(theme_uri="https://notwordpress.org/"),
        header(theme_uri="https://wordpress.org.acme.test/"),
        header(theme_uri="not an address"),
        header(theme_name="Plain Paper", author="Paper Works", update_uri="https://acme.test/theme"),
        header(theme_name="Plain Paper", author="Paper Works", update_uri="false"),
    ],
)
def test_a_theme_without_an_equal_field_or_with_other_updates_is_another(installed):
    assert not is_same(installed, LISTED)


def test_an_empty_listing_cannot_differ():
    assert is_same(header(), DirectoryTheme("paper"))
