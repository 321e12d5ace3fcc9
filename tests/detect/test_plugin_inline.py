"""Inline code names plugins by the addresses in it, and by the handles it stands under."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.detect.directories import Directories
from siteloupe.detect.plugin_handles import handles_of, slug_of
from siteloupe.detect.plugin_inline import mentions_of
from tests.pages import page


def mentioned(head, body=""):
    return [(mark.slug, mark.kind) for mark in mentions_of(page(head, body), Directories())]


@pytest.mark.parametrize(
    "head",
    [
        r'<script>var x = {"url":"https:\/\/example.org\/wp-content\/plugins\/a\/a.png"};</script>',
        r'<script>var x = "\/wp-content\/plugins\/a\/a.js"</script>',
        '<script>var x = "https://cdn.example.org/wp-content/plugins/a/a.js"</script>',
        "<style>i{background:url(/wp-content/plugins/a/a.png)}</style>",
        "<style>i{background:url('../wp-content/plugins/a/a.png')}</style>",
        "<style>i{}/*# sourceURL=https://example.org/wp-content/plugins/a/a.css */</style>",
        "<style>i{}/*# sourceURL=wp-content/plugins/a/a.css */</style>",
    ],
)
def test_a_folder_on_the_sites_own_host_shows_its_plugin(head):
    assert mentioned(head) == [("a", "plugin")]


@pytest.mark.parametrize(
    "head",
    [
        '<script>var x = "https://other.example/wp-content/plugins/a/a.js"</script>',
        '<script>var x = "/plugins/a/a.js"</script>',
        '<script type="speculationrules">{"href_matches":["/wp-content/plugins/*","/wp-content/plugins/*/a"]}</script>',
        "<script>var x = '/wp-content/plugins/a'</script>",
        '<script>var x = "https://s0.wp.com/wp-content/mu-plugins/wpcom-smileys/a.png"</script>',
        '<script>var x = "https://[/wp-content/plugins/a/"</script>',
    ],
)
def test_other_addresses_show_nothing(head):
    assert mentioned(head) == []


def test_styles_of_elements_and_forms_count_too():
    body = '<i style="background:url(/wp-content/plugins/a/a.png)"></i><form action="/wp-content/mu-plugins/b/b.php">'
    assert mentioned("", body) == [("a", "plugin"), ("b", "mu-plugin")]


@pytest.mark.parametrize(
    ("handle", "slug"),
    [
        ("contact-form-7-js-extra", "contact-form-7"),
        ("contact-form-7-recaptcha-js-before", "contact-form-7"),
        ("cookie-notice-front-js-before", "cookie-notice"),
        ("akismet-inline-css", "akismet"),
        ("elementor-hello-inline-css", None),
        ("contact-form-77-js", None),
        ("font-awesome-inline-css", None),
        ("my-own-js-after", None),
        ("-js", None),
    ],
)
def test_a_handle_begins_with_the_slug_of_a_known_plugin(handle, slug):
    assert slug_of(handle) == slug


def test_the_longest_slug_wins_also_one_that_only_the_page_names():
    assert slug_of("contact-form-7-extra-js") == "contact-form-7"
    assert slug_of("contact-form-7-extra-js", frozenset({"contact-form-7-extra"})) == "contact-form-7-extra"


@pytest.mark.parametrize(
    "head",
    [
        '<script id="contact-form-7-js-extra">var x</script>',
        '<style id="contact-form-7-inline-css">i{}</style>',
        "<script>var x\n//# sourceURL=contact-form-7-js-extra\n</script>",
        "<style>i{}\n/*# sourceURL=contact-form-7-inline-css */</style>",
    ],
)
def test_handles_stand_in_ids_and_in_source_comments(head):
    assert [mark.slug for mark in handles_of(page(head), Directories(), frozenset(), frozenset())] == [
        "contact-form-7"
    ]


def test_handles_with_a_file_of_their_own_and_those_of_other_plugins_do_not_count():
    filed = page('<script id="contact-form-7-js" src="/wp-content/themes/t/cf7.js"></script>')
    assert [*handles_of(filed, Directories(), frozenset(), frozenset())] == []
    held = page('<script id="contact-form-7-js" data-src="/wp-content/themes/t/cf7.js"></script>')
    assert [*handles_of(held, Directories(), frozenset(), frozenset())] == []
    inline = page('<script id="contact-form-7-js-extra"></script>')
    assert [*handles_of(inline, Directories(), frozenset(), frozenset({"contact-form-7-js"}))] == []


@pytest.mark.parametrize(
    ("path", "slugs"),
    [
        ("litespeed/css/5f9d.css", ["contact-form-7"]),
        ("cache/autoptimize/css/autoptimize_single_5f9d.css", ["contact-form-7"]),
        ("uploads/siteground-optimizer-assets/contact-form-7.min.css", ["contact-form-7"]),
        ("themes/t/cf7.css", []),
        ("plugins/my-forms/cf7.css", []),
    ],
)
def test_a_copy_in_a_cache_keeps_the_handle_of_its_plugin(path, slugs):
    parsed = page(f'<link rel=stylesheet id="contact-form-7-css" href="/wp-content/{path}">')
    found = [mark.slug for mark in handles_of(parsed, Directories(), frozenset(), frozenset())]
    assert found == slugs


def test_one_word_is_no_handle_of_a_plugin_on_a_copy():
    parsed = page('<link rel=stylesheet id="newsletter-css" href="/wp-content/cache/a/5f9d.css">')
    assert [*handles_of(parsed, Directories(), frozenset(), frozenset())] == []


@given(st.text(alphabet="\\/\"'()plugins wcontet-.:*", max_size=200))
def test_no_script_fails_the_search(text):
    parsed = page(f"<script>plugins {text}</script>")
    assert all(mark.slug for mark in mentions_of(parsed, Directories()))
    assert [*handles_of(parsed, Directories(), frozenset(), frozenset())] == []
