"""Plugins have the names of the bundled list, or are named by their folders."""

import pytest

from siteloupe.data import rows
from siteloupe.detect.plugins.files import is_slug
from siteloupe.detect.plugins.marks import plugin_name
from siteloupe.products.book import NAMED


@pytest.mark.parametrize(
    ("slug", "name"),
    [
        ("wordpress-seo", ("Yoast SEO", True)),
        ("js_composer", ("WPBakery Page Builder", True)),
        ("LayerSlider", ("LayerSlider", True)),
        ("layerslider", ("Layerslider", False)),
        ("elementor-master", ("Elementor", True)),
        ("jetpack-11.2", ("Jetpack", True)),
        ("jetpack-own", ("Jetpack Own", False)),
        ("shariff", ("Shariff Wrapper", True)),
        ("wp-own-thing", ("WP Own Thing", False)),
    ],
)
def test_names(slug, name):
    assert plugin_name(slug) == name


def test_every_plugin_of_the_list_has_a_name_and_a_source():
    for row in (row for table in NAMED for row in rows(table)):
        assert row["source"].startswith("https://")
        assert row["name"]
        assert is_slug(row["slug"])


def test_a_directory_page_names_its_own_plugin():
    for row in (row for table in NAMED for row in rows(table)):
        before, directory, slug = row["source"].partition("//wordpress.org/plugins/")
        assert not directory or slug == f"{row['slug']}/", before


def test_libraries_are_listed_once_in_lower_case():
    listed = [row["name"] for row in rows("script_libraries.tsv")]
    assert len(set(listed)) == len(listed)
    assert all(name == name.lower() for name in listed)


def test_folders_are_listed_once_for_what_they_hold():
    listed = [(row["name"], row["holds"]) for row in rows("folders.tsv")]
    assert len(set(listed)) == len(listed)
    assert {holds for _, holds in listed} == {"libraries", "loose files", "theme assets"}
    assert all(name == name.lower() for name, _ in listed)
