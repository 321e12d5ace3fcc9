"""A plugin's version is read from ?ver= only when the number is plausibly its own."""

import pytest

from siteloupe.detect.page.assets import assets_of
from siteloupe.detect.plugins.files import plugin_files
from siteloupe.detect.plugins.versions import asset_versions, is_library, version_in
from siteloupe.detect.wordpress.directories import Directories
from tests.pages import page


def versions(*assets, core="6.8.1"):
    """By slug; each asset is a path inside plugins/ and maybe the element's id."""
    pairs = (asset if isinstance(asset, tuple) else (asset, "") for asset in assets)
    markup = (
        f'<script id="{identity}" src="/wp-content/plugins/{path}"></script>' for path, identity in pairs
    )
    found = asset_versions(plugin_files(assets_of(page("".join(markup))), Directories()), core)
    return {slug: each.version for slug, each in found.items()}


def test_the_number_that_all_of_its_files_carry():
    assert versions("a/a.js?ver=1.2", "a/b.js?ver=1.2", "a/c.js") == {"a": "1.2"}


@pytest.mark.parametrize(
    "path",
    [
        "a/a.js",
        "a/a.js?ver=6.8.1",  # WordPress's own: the author passed none
        "a/a.js?ver=1700000000",
        "a/a.js?ver=5d5620b008039b216cd87667c0118115",
        "a/a.js?ver=20231012",
        "a/lib/a.js?ver=4.1",
        "a/assets/vendor/a.js?ver=4.1",
        "a/js/swiper.min.js?ver=8.4.5",
        "a/js/jquery.flexslider.js?ver=2.7",
        "a/js/font-awesome.min.css?ver=4.7",
        "a/js/js-cookie/js.cookie.min.js?ver=2.1.4",
    ],
)
def test_numbers_that_are_not_its_own(path):
    assert versions(path) == {}


def test_a_number_on_three_plugins_is_nobodys():
    assert versions("a/a.js?ver=9.9", "b/b.js?ver=9.9") == {"a": "9.9", "b": "9.9"}
    assert versions("a/a.js?ver=9.9", "b/b.js?ver=9.9", "c/c.js?ver=9.9", "c/d.js?ver=1.4") == {"c": "1.4"}


def test_when_files_disagree_the_main_ones_decide():
    assert versions("a-b/x.js?ver=3.1", "a-b/a-b.js?ver=1.2") == {"a-b": "1.2"}
    assert versions("a-b/x.js?ver=3.1", ("a-b/y.js?ver=1.2", "a-b-main-js")) == {"a-b": "1.2"}
    assert versions("form-lite/x.js?ver=3.1", "form-lite/form-full.css?ver=1.7") == {"form-lite": "1.7"}
    assert versions("wp-form/x.js?ver=3.1", "wp-form/form.css?ver=1.7") == {"wp-form": "1.7"}
    assert versions("a-b/x.js?ver=3.1", "a-b/y.js?ver=1.2") == {}
    assert versions("a-b/a-b.js?ver=3.1", "a-b/a-b.css?ver=1.2") == {}


def test_when_no_file_is_the_main_one_most_files_decide():
    several = ("a-b/x.js?ver=1.2", "a-b/y.js?ver=1.2", "a-b/z.js?ver=1.2")
    assert versions(*several, "a-b/v.js?ver=3.1", "a-b/w.js?ver=4.1") == {"a-b": "1.2"}
    assert versions(*several, "a-b/v.js?ver=3.1", "a-b/w.js?ver=3.1", "a-b/u.js?ver=4.1") == {}


def test_different_libraries_that_agree_have_the_version_of_the_plugin():
    swiper, chart = "a/vendor/swiper.min.js?ver=2.17.0", "a/js/vendor/chart.js?ver=2.17.0"
    assert versions(swiper, chart) == {"a": "2.17.0"}
    assert versions(swiper, "a/vendor/swiper.min.css?ver=2.17.0") == {}
    assert versions(swiper, chart, "a/lib/popper.js?ver=1.1", "a/lib/moment.js?ver=1.1") == {}
    assert versions(swiper, chart, "a/a.js?ver=1.2") == {"a": "1.2"}


@pytest.mark.parametrize(
    ("value", "version"),
    [
        ("2.31.2", "2.31.2"),
        ("d41d8cd98f00b204e980-2.31.2", "2.31.2"),
        ("1.2.3-1700000000", "1.2.3"),
        ("1.2.3.1700000000", "1.2.3"),
        ("1.2.3-d41d8cd98f", "1.2.3"),
        ("1.2.3-beta2", "1.2.3-beta2"),
        ("1.2.3-deadbeef", "1.2.3-deadbeef"),  # it may be a word
        ("d41d8cd98f00b204e980", None),
        ("1700000000", None),
    ],
)
def test_a_version_beside_a_hash_or_a_time(value, version):
    assert version_in(value) == version


@pytest.mark.parametrize(
    ("paths", "certainty"),
    [
        (["a/a.js?ver=1.2"], "single"),
        (["a/a.js?ver=1.2", "a/a.js?ver=1.2"], "single"),
        (["a/a.js?ver=1.2", "a/b.js?ver=1.2"], "shared"),
        (["a/a.js?ver=1.2", "a/b.js?ver=3.1"], "single"),
    ],
)
def test_how_firmly_files_show_a_version(paths, certainty):
    markup = "".join(f'<script src="/wp-content/plugins/{path}"></script>' for path in paths)
    found = asset_versions(plugin_files(assets_of(page(markup)), Directories()), None)
    assert found["a"].certainty == certainty


def test_tools_that_save_sites_put_the_version_into_the_name():
    assert versions("a/a.css@ver=1.7.4.css", "a/b.js%3Fver=1.7.4") == {"a": "1.7.4"}


def test_the_release_that_a_host_keeps_is_the_version():
    parsed = page('<script src="https://c0.wp.com/p/jetpack/12.9.1/a.js"></script>')
    found = asset_versions(plugin_files(assets_of(parsed), Directories()), None)
    assert found["jetpack"].version == "12.9.1"
    assert found["jetpack"].certainty == "stated"


@pytest.mark.parametrize(
    ("slug", "name", "expected"),
    [
        ("a", "js/swiper.min.js", True),
        ("a", "js/swiper-bundle.js", True),
        ("a", "js/owl.carousel.css", True),
        ("a", "vendors/x.js", True),
        ("word-premium", "vendor/plugins/word/css/form.css", False),
        ("word-premium", "vendor/plugins/word/js/swiper.min.js", True),
        ("word-premium", "vendor/other/css/form.css", True),
        ("a", "LIB/x.js", True),
        ("a", "js/swipers.js", False),
        ("a", "library-page.js", False),
        ("swiper-slider", "swiper-slider.js", False),
        ("tables-swiper-rows", "swiper-rows.min.js", False),
        ("tables-swiper", "swiper.min.js", True),
    ],
)
def test_libraries_are_known_by_folder_and_name(slug, name, expected):
    assert is_library(slug, name) is expected
