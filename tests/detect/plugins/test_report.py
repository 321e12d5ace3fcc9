"""The plugins of a page, from everything that shows one."""

import pytest
from msgspec import UNSET

from siteloupe.capture import Exchange, Headers, Hop
from siteloupe.detect.plugins.report import MAX_MARKS, MAX_PLUGINS
from tests.pages import exchange
from tests.plugins import plugins_in


def found(head="", body="", namespaces=(), **given):
    visited = exchange(head, body, **given)
    return plugins_in(visited, namespaces)


def css(*paths):
    return "".join(f'<link rel="stylesheet" href="/wp-content/{path}">' for path in paths)


def test_a_plugin_by_its_files():
    plugin = found(css("plugins/contact-form-7/a.css?ver=5.8.1"))["contact-form-7"]
    assert (plugin.name, plugin.known, plugin.kind) == ("Contact Form 7", True, "plugin")
    assert (plugin.version, plugin.version_source) == ("5.8.1", "asset")
    (evidence,) = {(each.what, each.where, each.value) for each in plugin.evidence if "a.css" in each.value}
    assert evidence == (
        "plugin",
        "<link rel=stylesheet>",
        "https://example.org/wp-content/plugins/contact-form-7/a.css?ver=5.8.1",
    )


def test_an_unknown_plugin_is_named_by_its_folder():
    plugin = found(css("plugins/my-own_thing/a.css"))["my-own_thing"]
    assert (plugin.name, plugin.known, plugin.version, plugin.version_source) == (
        "My Own Thing",
        False,
        None,
        None,
    )


@pytest.mark.parametrize(
    ("head", "slug", "version", "source"),
    [
        ("<!-- This site is optimized with the Yoast SEO plugin v22.1 - https://yoast.com/ -->", "wordpress-seo", "22.1", "comment"),
        ('<meta name="generator" content="WooCommerce 8.7.0">', "woocommerce", "8.7.0", "generator"),
        ('<form><input type="hidden" name="_wpcf7_version" value="5.8.1"></form>', "contact-form-7", "5.8.1", "markup"),
        ('<script>\n/* <![CDATA[ */\nvar LS_Meta = {"v":"6.8.4"};</script>', "LayerSlider", "6.8.4", "json"),
        ('<script src="https://stats.wp.com/e-202345.js"></script>', "jetpack", None, None),
        ('<style id="wpr-usedcss">i{}</style>', "wp-rocket", None, None),
        (css("cache/autoptimize/css/autoptimize_5f9d.css"), "autoptimize", None, None),
        (css("litespeed/css/5f9d.css"), "litespeed-cache", None, None),
        (css("cache/min/1/5f9d.css"), "wp-rocket", None, None),
    ],
)  # fmt: skip
def test_a_plugin_by_a_mark(head, slug, version, source):
    plugin = found(head)[slug]
    assert (plugin.version, plugin.version_source, plugin.known) == (version, source, True)
    assert plugin.evidence


def test_a_plugin_by_a_body_class():
    plugin = found(classes="js-comp-ver-6.10.0 wpb-js-composer")["js_composer"]
    assert (plugin.version, plugin.version_source) == ("6.10.0", "class")


def test_a_plugin_by_headers_of_the_answer_and_of_the_sites_own_redirects():
    answer = exchange(
        headers={"X-Powered-By": "W3 Total Cache/2.1.1", "Set-Cookie": "pll_language=en; path=/"}
    )
    hop = Hop("http://example.org/", 301, Headers([("X-Redirect-By", "redirection")]))
    strange = Hop("http://short.example/", 301, Headers([("X-Redirect-By", "Yoast SEO Premium")]))
    visited = Exchange(answer.url, answer.url, 200, answer.headers, answer.body, hops=(strange, hop))
    plugins = plugins_in(visited)
    assert set(plugins) == {"w3-total-cache", "polylang", "redirection"}
    assert (plugins["w3-total-cache"].version, plugins["w3-total-cache"].version_source) == (
        "2.1.1",
        "header",
    )
    assert plugins["redirection"].evidence[0].where == "x-redirect-by header"


def test_a_plugin_by_its_rest_namespace():
    plugins = found(namespaces=("wp/v2", "oembed/1.0", "contact-form-7/v1", "unheard-of/v1"))
    assert set(plugins) == {"contact-form-7"}
    assert plugins["contact-form-7"].evidence[0].where == "REST root"


def test_drop_ins_and_must_use_plugins_are_told_apart():
    plugins = found(css("mu-plugins/a-loader/a.css"), headers={"X-Nananana": "Batcache-Hit"})
    assert {slug: plugin.kind for slug, plugin in plugins.items()} == {
        "a-loader": "mu-plugin",
        "batcache": "drop-in",
    }


def test_what_the_plugin_states_goes_before_what_its_files_carry():
    head = (
        css("plugins/elementor/a.css?ver=3.1")
        + '<meta name="generator" content="Elementor 3.20.1; features">'
    )
    plugin = found(head)["elementor"]
    assert (plugin.version, plugin.version_source) == ("3.20.1", "generator")
    assert plugin.evidence[0].where == "<meta name=generator>"


def test_a_number_that_is_wordpresss_own_is_no_plugins():
    generator = '<meta name="generator" content="WordPress 6.8.1">'
    assert found(generator + css("plugins/a/a.css?ver=6.8.1"))["a"].version is None


def test_a_mark_goes_to_the_edition_that_the_page_loads():
    comment = "<!-- / Google Analytics by MonsterInsights -->"
    assert set(found(comment)) == {"google-analytics-for-wordpress"}
    assert set(found(comment + css("plugins/google-analytics-premium/a.css"))) == {"google-analytics-premium"}


def test_a_mark_goes_to_the_folder_that_has_a_version_in_its_name():
    body = "<div class='sharedaddy'></div>"
    assert set(found(css("mu-plugins/jetpack-11.6/a.css"), body)) == {"jetpack-11.6"}


def test_the_share_buttons_of_wordpress_com_are_no_jetpack():
    body = "<div class='sharedaddy'></div>"
    theme = '<link rel="stylesheet" href="https://s1.wp.com/wp-content/themes/vip/a/style.css">'
    assert set(found(css("uploads/a.css"), body)) == {"jetpack"}
    assert "jetpack" not in found(css("uploads/a.css") + theme, body)


def test_two_editions_of_one_comment_are_two_plugins():
    head = "<!-- This site is optimized with the Yoast SEO Premium plugin v19.3 (Yoast SEO v19.4) - https://yoast.com/ -->"
    assert {slug: plugin.version for slug, plugin in found(head).items()} == {
        "wordpress-seo-premium": "19.3",
        "wordpress-seo": "19.4",
    }


def test_visible_text_and_links_show_nothing():
    body = "<p>This site is optimized with the Yoast SEO plugin v22.1</p><a href='/wp-content/plugins/a/a.zip'>a</a>"
    assert found(body=body) == {}


def test_a_page_without_plugins_has_none():
    assert found() == {}


def test_the_list_and_its_evidence_are_bounded_and_the_same_each_time():
    assets = [
        f"plugins/p{number}/{name}.css" for number in range(MAX_PLUGINS + 50) for name in range(MAX_MARKS + 2)
    ]
    first, second = found(css(*assets)), found(css(*assets))
    assert [*first] == [*second] == [f"p{number}" for number in range(MAX_PLUGINS)]
    assert all(len(plugin.evidence) == MAX_MARKS for plugin in first.values())


def test_very_long_marks_are_cut():
    head = f'<meta name="generator" content="Elementor 3.20.1 {"x" * 10_000}">'
    assert all(len(each.value) <= 300 for each in found(head)["elementor"].evidence)


def test_an_asset_that_states_the_version_is_told_once():
    plugin = found(css("plugins/elementor/a.css?ver=3.1"))["elementor"]
    assert (plugin.version, [each.where for each in plugin.evidence]) == ("3.1", ["<link rel=stylesheet>"])


@pytest.mark.parametrize(
    ("namespace", "slug"),
    [
        ("activitypub/1.0", "activitypub"),
        ("activitypub/2.0", "activitypub"),
        ("contact-form-7/v9", "contact-form-7"),
        ("cptui/v1", "custom-post-type-ui"),
        ("/cptui/v1/", "custom-post-type-ui"),
        ("wc/v3", "woocommerce"),
        ("wc/v99", None),  # extensions of WooCommerce begin theirs alike
        ("jetpack/v4", None),
        ("jetpack-boost/v1", None),  # plain Jetpack registers it too
        ("groups/v1", None),
        ("wp/v2", None),
    ],
)
def test_a_namespace_shows_the_only_plugin_that_registers_it(namespace, slug):
    assert list(found(namespaces=(namespace,))) == ([slug] if slug else [])


def test_how_firmly_a_version_is_known():
    stated = found('<meta name="generator" content="Elementor 3.20.1; features">')
    shared = found(css("plugins/elementor/a.css?ver=3.1", "plugins/elementor/b.css?ver=3.1"))
    single = found(css("plugins/elementor/a.css?ver=3.1"))
    unknown = found(css("plugins/elementor/a.css"))
    several = (stated, shared, single, unknown)
    assert [each["elementor"].version_certainty for each in several] == ["stated", "shared", "single", UNSET]


def test_code_that_a_plugin_prints_itself_has_its_version():
    def style(address, identity="formidable-css"):
        return found(f'<link rel="stylesheet" id="{identity}" href="{address}">')

    ajax = "/wp-admin/admin-ajax.php"
    assert style(f"{ajax}?action=frmpro_css&amp;ver=6.34")["formidable"].version == "6.34"
    assert style(f"{ajax}?ver=6.34") == {}
    assert style(f"{ajax}?action=frmpro_css&amp;ver=6.34", "unheard-of-css") == {}
    assert style(f"https://other.example{ajax}?action=frmpro_css&amp;ver=6.34") == {}


def test_plugins_in_a_renamed_folder_are_found():
    paths = "extra/contact-form-7/a.css", "extra/elementor/b.css?ver=3.1", "extra/unheard-of/c.css"
    plugins = found(css("themes/a/style.css", *paths))
    assert {slug: plugin.version for slug, plugin in plugins.items()} == {
        "contact-form-7": None,
        "elementor": "3.1",
        "unheard-of": None,
    }


def test_a_custom_property_shows_the_plugin_whose_prefix_it_has():
    assert list(found("<style>:root{--qlwapp-scheme-font-size:18px}</style>")) == ["wp-whatsapp-chat"]
    assert found("<style>:root{--wp--preset--font-size--small:18px}</style>") == {}
