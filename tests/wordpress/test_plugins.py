"""Plugins on real WordPress: Debian's own, and some that enqueue their files as WordPress's handbook says."""

import pytest

from siteloupe.capture import Capture, Exchange, Headers
from siteloupe.detect.site import Site
from tests.plugins import plugins_in
from tests.wordpress.site import ACTIVATE_PLUGIN

pytestmark = [pytest.mark.wordpress, pytest.mark.xdist_group("wordpress")]

PLUGIN = """<?php
/* Plugin Name: {name}
   Version: 2.4.1 */
add_action('wp_enqueue_scripts', function () {{
    {code}
}});
"""


@pytest.fixture
def write_plugin(wordpress, tmp_path):
    """Install a plugin that runs ``code`` when WordPress enqueues styles and scripts."""

    def write(slug, code):
        (folder := tmp_path / slug).mkdir()
        (folder / f"{slug}.php").write_text(PLUGIN.format(name=slug, code=code))
        (folder / "look.css").write_text("body { margin: 0 }")
        (folder / "act.js").write_text("'act';")
        wordpress.install_plugin(folder)

    return write


def visited(site, path="/"):
    headers, body = site.get(path)
    url = site.url + path.lstrip("/")
    return Exchange(url, url, 200, Headers(headers.items()), body.encode())


def found(site, path="/", namespaces=()):
    exchange = visited(site, path)
    return plugins_in(exchange, namespaces)


def test_wordpress_tells_its_version_also_without_its_generator(wordpress):
    assert Site(Capture("2026-01-01T00:00:00Z", visited(wordpress))).cms_version.source == "generator"
    wordpress.must_use("silent", "remove_action('wp_head', 'wp_generator');")
    told = Site(Capture("2026-01-01T00:00:00Z", visited(wordpress))).cms_version
    assert (told.version, told.source) == (wordpress.version, "emoji")


def test_a_fresh_wordpress_has_no_plugins(wordpress):
    assert found(wordpress) == {}


def test_a_plugin_that_loads_no_file_is_found_by_its_namespace(wordpress):
    assert wordpress.run(ACTIVATE_PLUGIN, slug="akismet") is None
    namespaces = wordpress.run("return rest_get_server()->get_namespaces();")
    plugin = found(wordpress, namespaces=tuple(namespaces))["akismet"]
    assert (plugin.known, plugin.version) == (True, None)


def test_the_version_that_an_author_passes_is_the_plugins(wordpress, write_plugin):
    write_plugin(
        "shop-notes", "wp_enqueue_style('shop-notes', plugins_url('look.css', __FILE__), [], '2.4.1');"
    )
    plugin = found(wordpress)["shop-notes"]
    assert (plugin.name, plugin.known, plugin.kind) == ("Shop Notes", False, "plugin")
    assert (plugin.version, plugin.version_source) == ("2.4.1", "asset")


@pytest.mark.parametrize("version", ["false", "null", "time()", "md5('a')"])
def test_another_number_is_not(wordpress, write_plugin, version):
    write_plugin("shop-notes", f"wp_enqueue_script('act', plugins_url('act.js', __FILE__), [], {version});")
    assert found(wordpress)["shop-notes"].version is None


def test_settings_printed_for_a_script_name_its_folder(wordpress, write_plugin):
    code = """wp_register_script('elsewhere', false); wp_enqueue_script('elsewhere');
    wp_localize_script('elsewhere', 'elsewhere', ['image' => plugins_url('a.png', __FILE__)]);"""
    write_plugin("shop-notes", code)
    (evidence,) = found(wordpress)["shop-notes"].evidence
    assert evidence.where == "inline <script>"


def test_must_use_plugins_are_told_apart(wordpress):
    url = "content_url('mu-plugins/keeper/keep.css')"
    wordpress.must_use("keeper", f"add_action('wp_enqueue_scripts', fn () => wp_enqueue_style('k', {url}));")
    assert found(wordpress)["keeper"].kind == "mu-plugin"
