"""The real WordPress of the tests is one: what the other tests rely on."""

import json

import pytest

from tests.wordpress.site import PACKAGED

pytestmark = pytest.mark.wordpress


def test_the_front_page_announces_wordpress(wordpress):
    headers, page = wordpress.get("/")
    assert f'<meta name="generator" content="WordPress {wordpress.version}" />' in page
    assert '<http://blog.test/wp-json/>; rel="https://api.w.org/"' in headers.get_all("Link")


def test_files_are_served_as_they_are(wordpress):
    headers, style = wordpress.get("/wp-includes/css/dist/block-library/style.min.css")
    assert headers["Content-Type"].startswith("text/css")
    assert style.startswith((":root", "@charset"))


def test_every_theme_can_be_switched_to(wordpress):
    assert wordpress.themes
    for theme in wordpress.themes:
        wordpress.activate(theme)
        assert wordpress.run("return get_stylesheet();") == theme
        assert "</html>" in wordpress.get("/")[1]


PLUGIN = """<?php
/* Plugin Name: A plugin */
add_action('wp_enqueue_scripts', function () {
    wp_enqueue_style('a-plugin', plugins_url('a.css', __FILE__), [], '3.1');
});
"""


def test_a_plugin_can_be_installed(wordpress, tmp_path):
    folder = tmp_path / "a-plugin"
    folder.mkdir()
    folder.joinpath("a-plugin.php").write_text(PLUGIN)
    wordpress.install_plugin(folder)
    assert "/wp-content/plugins/a-plugin/a.css?ver=3.1" in wordpress.get("/")[1]


def test_a_plugin_of_the_package_can_be_activated(wordpress):
    wordpress.install_plugin(PACKAGED / "wp-content/plugins/akismet")
    root = json.loads(wordpress.get("/wp-json/?_fields=namespaces")[1])
    assert "akismet/v1" in root["namespaces"]


def test_the_next_test_finds_it_as_new(wordpress):
    assert wordpress.run("return get_option('active_plugins');") == []
    assert "a-plugin" not in wordpress.get("/")[1]
