"""Plugins are found by the folders of the files that a page loads."""

import base64
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.detect.assets import assets_of
from siteloupe.detect.directories import directories_of
from siteloupe.detect.plugin_assets import is_slug, plugin_files
from tests.pages import page

PACKED = base64.b64encode(zlib.compress(b"/wp-content/plugins/a/a.css,/wp-content/plugins/b/b.css")).decode()


def files(*urls):
    parsed = page("".join(f'<script src="{url}"></script>' for url in urls))
    return [*plugin_files(parsed, directories_of(parsed, assets_of(parsed)))]


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
    found = plugin_files(parsed, directories_of(parsed, assets_of(parsed)))
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
        return [file.slug for file in plugin_files(parsed, directories_of(parsed, ()))]

    assert slugs("") == ["a"]
    assert slugs("https://s0.wp.com.example") == []


@given(st.text(max_size=120))
def test_a_slug_is_one_plain_folder(text):
    if is_slug(text):
        assert text
        assert not set(text) & set("/*\\?#<>\"'&%\n\0")
        assert text not in {".", ".."}
