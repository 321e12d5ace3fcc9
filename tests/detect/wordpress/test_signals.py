"""Each signal needs files or markup of WordPress on the site itself; a mention is not enough."""

import msgspec
import pytest

from siteloupe.detect.page.assets import assets_of
from siteloupe.detect.wordpress.signals import names_other_system, signals_of
from siteloupe.document import page_of
from tests.pages import exchange


def signals_in(head="", body="", *, namespaces=(), **more):
    answer = exchange(head, body, **more)
    parsed = page_of(answer)
    detected = signals_of(answer, parsed, assets_of(parsed), namespaces)
    names = {name for name, value in msgspec.to_builtins(detected.signals).items() if value}
    assert {each.what for each in detected.evidence} == names
    return names


STYLE = '<link rel="stylesheet" href="{}">'


@pytest.mark.parametrize(
    ("head", "signals"),
    [
        ('<meta name="generator" content="WordPress 6.4.2">', {"metaGenerator"}),
        ('<meta name="Generator" content="WordPress.com">', {"metaGenerator"}),
        (
            '<meta name="generator" content="Site Kit 1"><meta name="generator" content="WordPress 5">',
            {"metaGenerator"},
        ),
        (STYLE.format("/wp-content/themes/a/style.css"), {"wpContent"}),
        (STYLE.format("https://www.example.org/wp-content/a.css"), {"wpContent"}),
        (STYLE.format("//cdn.example.org/wp-content/a.css"), {"wpContent"}),
        (STYLE.format("/blog/wp-content/plugins/b/b.css?ver=1"), {"wpContent"}),
        (STYLE.format("https:/wp-content/themes/a/style.css"), {"wpContent"}),
        (STYLE.format("/_static/??/wp-content/a.css,/wp-includes/b.css?m=1"), {"wpContent", "wpIncludes"}),
        ('<script src="/wp-includes/js/jquery/jquery.min.js"></script>', {"wpIncludes"}),
        (
            STYLE.format("https://c0.wp.com/c/6.4/wp-includes/css/dist/block-library/style.min.css"),
            {"wpIncludes"},
        ),
        ('<link rel="https://api.w.org/" href="/wp-json/">', {"linkHeader"}),
        ('<link rel="alternate" type="application/json" href="/wp-json/wp/v2/pages/2">', {"restApi"}),
        (
            '<link rel="alternate" type="application/json+oembed" href="/?rest_route=/oembed/1.0/embed">',
            {"restApi"},
        ),
        ('<link rel="pingback" href="https://example.org/xmlrpc.php">', {"xPingback"}),
        ('<style id="global-styles-inline-css">body{}</style>', {"wpBlocks"}),
        (
            r'<script type="speculationrules">["\/wp-*.php","\/wp-content\/themes\/a\/*"]</script>',
            {"wpContent"},
        ),
        (
            r'<script type="application/json" id="wp-emoji-settings">["https:\/\/example.org\/wp-includes\/e.js"]</script>',
            {"wpIncludes"},
        ),
    ],
)
def test_markup_of_wordpress_is_a_signal(head, signals):
    assert signals_in(head) == signals


@pytest.mark.parametrize(
    ("headers", "signals"),
    [
        ({"link": '<https://example.org/wp-json/>; rel="https://api.w.org/"'}, {"linkHeader"}),
        ({"x-pingback": "https://example.org/xmlrpc.php"}, {"xPingback"}),
        ({"x-powered-by": "WordPress VIP <https://wpvip.com>"}, {"xPoweredBy"}),
        ({"x-powered-by": "PHP/8.2.1"}, set()),
        ({"x-powered-by": "WP Engine"}, set()),
        ({"x-powered-by": "WP Rocket/3.4.4"}, set()),
        ({"link": '<https://example.org/>; rel="shortlink"'}, set()),
    ],
)
def test_a_header_of_wordpress_is_a_signal(headers, signals):
    assert signals_in(headers=headers) == signals


@pytest.mark.parametrize(
    ("head", "body"),
    [
        (
            '<meta name="generator" content="Powered by WPBakery Page Builder - drag and drop for WordPress.">',
            "",
        ),
        ('<meta name="generator" content="Drupal 10">', ""),
        ('<meta name="keywords" content="WordPress, hosting">', ""),
        ("", "<p>We moved to WordPress: see /wp-content/themes/x/style.css</p>"),
        ("", '<a href="/wp-content/uploads/a.pdf">a</a><a href="https://example.org/wp-admin/">log in</a>'),
        ("<script>var dirs = ['/wp-content/', '/wp-includes/'];</script>", ""),
        ("", '<img src="https://blog.elsewhere.net/wp-content/uploads/a.png">'),
        ("", '<img src="https://shop.example.org/wp-content/uploads/a.png">'),
        (STYLE.format("https://partner.net/wp-content/plugins/badge/badge.css"), ""),
        (
            '<link rel="EditURI" type="application/rsd+xml" href="https://example.org/w/api.php?action=rsd">',
            "",
        ),
        ('<link rel="pingback" href="https://example.org/xmlsrv/xmlrpc.php">', ""),
        ('<link rel="alternate" href="https://elsewhere.net/wp-json/wp/v2/posts/1">', ""),
        ("<!-- WORDPRESS /wp-content/ -->", '<div class="wp-content-module"></div>'),
        ("", '<p class="wp-block-paragraph">pasted</p>'),
        ('<meta property="og:image" content="https://example.org/wp-content/a.png">', ""),
    ],
)
def test_a_mention_of_wordpress_is_no_signal(head, body):
    assert signals_in(head, body) == set()


def test_an_image_on_the_sites_own_host_is_a_signal():
    assert signals_in(body='<img data-src="/wp-content/uploads/2020/a.jpg">') == {"wpContent"}


@pytest.mark.parametrize(
    ("head", "body", "signal"),
    [
        ("<style>a{background:url(/wp-content/uploads/a.png)}</style>", "", "wpContent"),
        ("<style>a{}/*# sourceURL=/wp-content/themes/a/style.css */</style>", "", "wpContent"),
        ("", "<p style=\"background:url('/wp-content/uploads/a.png')\">", "wpContent"),
        ("", '<amp-img src="/wp-content/uploads/a.png"></amp-img>', "wpContent"),
        ('<link rel="wlwmanifest" href="/wp-includes/wlwmanifest.xml">', "", "wpIncludes"),
        ('<link rel="modulepreload" href="/wp-includes/js/dist/a.js">', "", "wpIncludes"),
        ('<script type="importmap">{"imports":{"a":"/wp-includes/js/dist/a.js"}}</script>', "", "wpIncludes"),
    ],
)
def test_a_weak_sign_on_the_sites_own_host_is_a_signal_without_other_signals(head, body, signal):
    assert signals_in(head, body) == {signal}
    for host in ("https://elsewhere.net", "https://shop.example.net"):
        assert signals_in(head.replace("/wp-", f"{host}/wp-"), body.replace("/wp-", f"{host}/wp-")) == set()


def test_a_preload_or_style_does_not_add_to_a_stronger_signal():
    faint = '<link rel="preload" href="/wp-includes/a.js"><style>a{background:url(/wp-content/a.png)}</style>'
    assert signals_in('<meta name="generator" content="WordPress 6">' + faint) == {"metaGenerator"}


def test_an_image_through_wordpress_coms_proxy_belongs_to_its_original_host():
    assert signals_in(body='<img src="https://i0.wp.com/example.org/wp-content/uploads/a.jpg?w=1">') == {
        "wpContent"
    }
    assert signals_in(body='<img src="https://i0.wp.com/elsewhere.net/wp-content/uploads/a.jpg">') == set()


def test_an_image_through_an_optimizer_belongs_to_the_address_in_its_path():
    proxy = "https://cdn.example.net/client/q_lossy/https://{}/wp-content/uploads/a.jpg"
    assert signals_in(body=f'<img src="{proxy.format("www.example.org")}">') == {"wpContent"}
    assert signals_in(body=f'<img src="{proxy.format("elsewhere.net")}">') == set()


def test_block_classes_are_a_signal_beside_another_one_or_in_variety():
    assert signals_in(STYLE.format("/wp-content/a.css"), '<p class="wp-block-quote"></p>') == {
        "wpContent",
        "wpBlocks",
    }
    many = '<div class="wp-block-group"><p class="wp-block-quote"></p><b class="wp-block-button"></b></div>'
    assert signals_in(body=many) == {"wpBlocks"}


BLOCKS = '<div class="wp-block-group"><p class="wp-block-quote"></p><b class="wp-block-button"></b></div>'
UPLOAD = '<img src="/wp-content/uploads/2020/a.jpg">'


STYLED = '<p style="background:url(/wp-content/uploads/2020/a.jpg)">'


@pytest.mark.parametrize("body", [BLOCKS, UPLOAD, BLOCKS + UPLOAD, STYLED])
@pytest.mark.parametrize(
    ("generator", "headers"),
    [
        ("Joomla! - Open Source Content Management", {}),
        ("Hugo 0.139.0", {}),
        ("PrestaShop", {}),
        ("", {"x-generator": "Drupal 11 (https://www.drupal.org)"}),
    ],
)
def test_content_alone_is_no_signal_on_a_page_that_names_another_system(generator, headers, body):
    assert signals_in(f'<meta name="generator" content="{generator}">', body, headers=headers) == set()


@pytest.mark.parametrize(
    "generator", ["WooCommerce 9.1", "Elementor 3.25", "ClassicPress 2.1", "Unheard Of 1"]
)
def test_content_alone_is_a_signal_with_other_generators(generator):
    for body in (UPLOAD, STYLED):
        assert signals_in(f'<meta name="generator" content="{generator}">', body) == {"wpContent"}


def test_code_of_wordpress_is_a_signal_although_another_system_is_named():
    for code in (STYLE.format("/wp-content/themes/a/a.css"), '<img src="/wp-content/themes/a/a.png">'):
        assert signals_in(f'<meta name="generator" content="TYPO3 4.5 CMS">{code}') == {"wpContent"}


def test_a_rest_root_that_lists_namespaces_is_a_signal():
    assert signals_in(namespaces=("wp/v2",)) == {"restApi"}


def test_a_mirror_of_the_sites_files_is_a_signal_only_without_other_signals():
    paths = ("themes/a/style.css", "themes/a/a.js", "plugins/b/b.js")
    mirror = "".join(STYLE.format(f"https://static.mirror.net/wp-content/{path}") for path in paths)
    assert signals_in(mirror) == {"wpContent"}
    assert signals_in('<meta name="generator" content="WordPress 6">' + mirror) == {"metaGenerator"}


def test_a_pull_zone_with_the_sites_files_belongs_to_the_site():
    paths = ("themes/a/style.css", "themes/a/a.css", "plugins/b/b.css")
    zone = "".join(STYLE.format(f"https://acme.b-cdn.net/wp-content/{path}") for path in paths)
    assert signals_in('<meta name="generator" content="WordPress 6">' + zone) == {
        "metaGenerator",
        "wpContent",
    }


def test_evidence_is_cut_at_300_characters():
    answer = exchange(f'<meta name="generator" content="WordPress {"9" * 5000}">')
    parsed = page_of(answer)
    detected = signals_of(answer, parsed, assets_of(parsed))
    assert len(detected.evidence[0].value) == 300
    assert len(str(detected.signals.meta_generator)) == 300


def names_other(*generators, **headers):
    tags = "".join(f'<meta name="generator" content="{generator}">' for generator in generators)
    answer = exchange(tags, headers=headers)
    return names_other_system(answer, page_of(answer))


@pytest.mark.parametrize(
    "generator",
    ["Joomla! - Open Source Content Management", "Drupal 11", "Ghost 5.8", "Hugo 0.139.0", "MediaWiki 1.42"],
)
def test_a_generator_names_it(generator):
    assert names_other(generator)
    assert names_other("Site Kit by Google 1.142.0", generator)
    assert names_other(**{"x-generator": "Drupal 11 (https://www.drupal.org)"})


@pytest.mark.parametrize(
    "generator",
    [
        "",
        "WordPress 6.9",
        "WordPress.com",
        "WooCommerce 9.1",
        "ClassicPress 2.1",
        "Elementor 3.25",
        "Unheard Of",
    ],
)
def test_wordpress_and_its_plugins_and_unknown_generators_are_no_other_system(generator):
    assert not names_other(generator)


def test_other_headers_name_no_system():
    assert not names_other(**{"x-powered-by": "Shopify", "server": "Squarespace"})
