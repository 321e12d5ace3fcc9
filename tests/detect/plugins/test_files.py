"""Plugins are found by the folders of loaded files, and by addresses and handles in inline code."""

import base64
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.detect.page.assets import assets_of
from siteloupe.detect.plugins.files import is_slug, mentions_of, plugin_files
from siteloupe.detect.plugins.marks import handles_of, slug_of
from siteloupe.detect.wordpress.directories import Directories, directories_of
from siteloupe.document import Page
from tests.pages import page

PACKED = base64.b64encode(zlib.compress(b"/wp-content/plugins/a/a.css,/wp-content/plugins/b/b.css")).decode()


def handles_in(found: Page, folders: frozenset[str], told: frozenset[str]):
    return handles_of(found, assets_of(found), Directories(), folders, told)


def files(*urls):
    parsed = page("".join(f'<script src="{url}"></script>' for url in urls))
    return [*plugin_files(assets_of(parsed), directories_of(parsed, assets_of(parsed)))]


@pytest.mark.parametrize(
    ("urls", "slugs"),
    [
        (["/wp-content/plugins/a-plugin/js/a.js?ver=1"], ["a-plugin"]),
        (["/blog/wp-content/plugins/a-plugin/a.js"], ["a-plugin"]),
        (["https://www.example.org/wp-content/plugins/a-plugin/a.js"], ["a-plugin"]),
        (["https://cdn.example.org/wp-content/plugins/a-plugin/a.js"], ["a-plugin"]),
        (["/wp-content/plugins/LayerSlider/a.js", "/wp-content/plugins/js_composer/a.js"], ["LayerSlider", "js_composer"]),
        (["/wp-content/plugins/a-plugin-1.2/a.js"], ["a-plugin-1.2"]),
        (["/app/themes/t/t.js", "/app/plugins/a-plugin/a.js"], ["a-plugin"]),
        (["/wp-content/cache/min/1/wp-content/plugins/a-plugin/a.js?ver=1700000000"], ["a-plugin"]),
        (["/_static/??/wp-content/plugins/a/a.js,/wp-content/plugins/b/b.js?m=1j"], ["a", "b"]),
        ([f"/_static/??-{PACKED}"], ["a", "b"]),
        (["/wp-content/plugins/bwp-minify/min/?f=wp-content/plugins/a/a.js"], ["bwp-minify", "a"]),
        (["https://cdn-x.nitrocdn.com/y/assets/static/optimized/rev-1/example.org/wp-content/plugins/a/a.js"], ["a"]),
        (["https://proxy.example/f:js/https://www.example.org/wp-content/plugins/a/a.js"], ["a"]),
        (["https://proxy.example/f:js/https://an-example.org/wp-content/plugins/a/a.js"], []),
        (["https://s1.wp.com/wp-content/plugins/a/a.js"], ["a"]),
        (["https://s1.wp.com/wp-content/themes/vip/plugins/a/a.js"], ["a"]),
        (["/wp-content/plugins/hello.php?js=1"], ["hello"]),
    ],
)  # fmt: skip
def test_slugs_are_read_from(urls, slugs):
    assert [file.slug for file in files(*urls)] == slugs


@pytest.mark.parametrize(
    "url",
    [
        "/wp-content/plugins/index.php",
        "/wp-content/plugins/style.css",
        "/wp-content/plugins/*/a.js",
        "/wp-content/plugins//a.js",
        "/wp-content/plugins/.git/a.js",
        "/wp-content/themes/t/plugins/a/a.js",
        "/plugins/a/a.js",
        "https://other.example/wp-content/plugins/a/a.js",
        "https://s1.wp.com/wp-content/mu-plugins/carousel/a.js",
        "/wp-content/mu-plugins/js/a.js",
        "https://c0.wp.com/c/6.4.2/wp-includes/js/a.js",
    ],
)
def test_no_plugin_is_read_from(url):
    assert files(url) == []


@pytest.mark.parametrize(
    "element",
    [
        '<script type="rocketlazyloadscript" data-rocket-src="/wp-content/plugins/a/a.js"></script>',
        '<link rel="stylesheet" data-pmdelayedstyle="/wp-content/plugins/a/a.css">',
    ],
)
def test_a_file_that_is_held_back_shows_its_plugin(element):
    parsed = page(element)
    found = plugin_files(assets_of(parsed), directories_of(parsed, assets_of(parsed)))
    assert [file.slug for file in found] == ["a"]


@pytest.mark.parametrize("folder", ["mu-plugins", "client-mu-plugins"])
def test_must_use_plugins_are_told_apart(folder):
    (file,) = files(f"/wp-content/{folder}/a-loader/a.js")
    assert (file.slug, file.kind) == ("a-loader", "mu-plugin")


def test_jetpacks_copy_of_the_plugin_directory_names_the_release():
    (file,) = files("https://c0.wp.com/p/jetpack/12.9.1/_inc/build/a.min.js")
    assert (file.slug, file.release, file.name) == ("jetpack", "12.9.1", "_inc/build/a.min.js")


def test_an_image_counts_on_the_sites_own_host_only():
    def slugs(host):
        parsed = page(body=f'<img src="{host}/wp-content/plugins/a/a.png">')
        return [file.slug for file in plugin_files(assets_of(parsed), directories_of(parsed, ()))]

    assert slugs("") == ["a"]
    assert slugs("https://s0.wp.com.example") == []


@given(st.text(max_size=120))
def test_a_slug_is_one_plain_folder(text):
    if is_slug(text):
        assert text
        assert not set(text) & set("/*\\?#<>\"'&%\n\0")
        assert text not in {".", ".."}


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
    assert [mark.slug for mark in handles_in(page(head), frozenset(), frozenset())] == ["contact-form-7"]


def test_handles_with_a_file_of_their_own_and_those_of_other_plugins_do_not_count():
    filed = page('<script id="contact-form-7-js" src="/wp-content/themes/t/cf7.js"></script>')
    assert [*handles_in(filed, frozenset(), frozenset())] == []
    held = page('<script id="contact-form-7-js" data-src="/wp-content/themes/t/cf7.js"></script>')
    assert [*handles_in(held, frozenset(), frozenset())] == []
    inline = page('<script id="contact-form-7-js-extra"></script>')
    assert [*handles_in(inline, frozenset(), frozenset({"contact-form-7-js"}))] == []


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
    found = [mark.slug for mark in handles_in(parsed, frozenset(), frozenset())]
    assert found == slugs


def test_one_word_is_no_handle_of_a_plugin_on_a_copy():
    parsed = page('<link rel=stylesheet id="newsletter-css" href="/wp-content/cache/a/5f9d.css">')
    assert [*handles_in(parsed, frozenset(), frozenset())] == []


@given(st.text(alphabet="\\/\"'()plugins wcontet-.:*", max_size=200))
def test_no_script_fails_the_search(text):
    parsed = page(f"<script>plugins {text}</script>")
    assert all(mark.slug for mark in mentions_of(parsed, Directories()))
    assert [*handles_in(parsed, frozenset(), frozenset())] == []
