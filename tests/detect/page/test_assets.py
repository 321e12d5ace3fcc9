"""A URL that lists files gives these files, compressed or not, and never more than 200."""

import base64
import zlib

from hypothesis import given
from hypothesis import strategies as st

from siteloupe.detect.page.assets import MAX_PARTS, listed_paths


def compress(text):
    return "?-" + base64.b64encode(zlib.compress(text.encode())).decode()


def test_a_list_is_split_at_its_commas_and_loses_its_parameters():
    assert listed_paths("/_static/", "?/a.css,/b/c.css?m=123j") == ("/a.css", "/b/c.css")


def test_a_compressed_list_is_unpacked():
    assert listed_paths("/_static/", compress("/a.css,/b.js")) == ("/a.css", "/b.js")
    assert listed_paths("/_static/", compress("/a.css,/b.js").rstrip("=") + "&cssminify=yes") == (
        "/a.css",
        "/b.js",
    )


def test_a_list_of_minify_has_its_folder():
    assert listed_paths("/min/", "f=a.css,b.css") == ("/a.css", "/b.css")
    assert listed_paths("/min/", "b=wp-content/themes&f=x/a.css,x/b.css") == (
        "/wp-content/themes/x/a.css",
        "/wp-content/themes/x/b.css",
    )


def test_only_the_first_fields_of_a_query_are_read():
    many = "&".join(f"x{number}" for number in range(30))
    assert listed_paths("/min/", f"f=a.css,b.css&{many}") == ("/a.css", "/b.css")
    assert listed_paths("/min/", f"{many}&f=a.css,b.css") == ()


def test_an_ordinary_query_lists_nothing():
    assert listed_paths("/style.css", "ver=6.4,1") == ()


def test_a_bomb_stops_at_the_limit():
    assert listed_paths("/_static/", compress("/a.css," * 1_000_000)) != ()
    assert len(listed_paths("/_static/", compress("/a.css," * 1_000_000))) <= MAX_PARTS


@given(st.text(max_size=80), st.text(max_size=300))
def test_no_text_raises(path, query):
    for prefix in ("", "?", "?-", "?-eJ", "f=", "f=.js&" + "x&" * 30):
        assert len(listed_paths(path, prefix + query)) <= MAX_PARTS
