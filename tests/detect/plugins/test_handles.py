"""Plugins have the names of the bundled list, or are named by their folders."""

import pytest

from siteloupe.data import rows
from siteloupe.detect.plugins.files import is_slug
from siteloupe.detect.plugins.handles import plugin_name


@pytest.mark.parametrize(
    ("slug", "name"),
    [
        ("wordpress-seo", ("Yoast SEO", True)),
        ("js_composer", ("WPBakery Page Builder", True)),
        ("LayerSlider", ("LayerSlider", True)),
        ("layerslider", ("Layerslider", False)),
        ("wp-own-thing", ("WP Own Thing", False)),
    ],
)
def test_names(slug, name):
    assert plugin_name(slug) == name


def test_at_least_five_hundred_plugins_are_known_each_once_with_a_source():
    listed = rows("plugins.tsv")
    assert len(listed) >= 500
    assert len({row["slug"] for row in listed}) == len(listed)
    assert all(
        row["source"].startswith("https://") and row["name"] and is_slug(row["slug"]) for row in listed
    )


def test_a_directory_page_names_its_own_plugin():
    for row in rows("plugins.tsv"):
        before, directory, slug = row["source"].partition("//wordpress.org/plugins/")
        assert not directory or slug == f"{row['slug']}/", before


def test_every_rest_namespace_has_one_owner_and_none_is_wordpresss():
    listed = rows("rest_namespaces.tsv")
    assert len({row["namespace"] for row in listed}) == len(listed)
    core = {"wp", "oembed", "wp-site-health", "wp-block-editor", "wp-abilities", "batch", "wp-sync"}
    assert not {row["namespace"].partition("/")[0] for row in listed} & core


def test_libraries_are_listed_once_in_lower_case():
    listed = [row["name"] for row in rows("script_libraries.tsv")]
    assert len(set(listed)) == len(listed)
    assert all(name == name.lower() for name in listed)
