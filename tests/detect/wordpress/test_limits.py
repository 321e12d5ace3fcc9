"""How much of a page is read for WordPress's signals, version, folders and REST root: on both sides."""

import json

import pytest

from siteloupe.capture import Exchange, Headers
from tests.pages import site

GENERATOR = '<meta name="generator" content="{}">'


def script(path):
    return f'<script src="{path}"></script>'


# ------------------------------------------------------------ folders


@pytest.mark.parametrize(("number", "kept"), [(1, 1), (2, 2), (3, 3), (4, 3)])
def test_three_content_directories_besides_the_usual_one_are_kept(number, kept):
    body = "".join(
        script(f"/app{each}/themes/t/a.js") + script(f"/app{each}/uploads/b.js") for each in range(number)
    )
    expected = ("/wp-content/", *(f"/app{each}/" for each in range(kept)))
    assert site(body).directories.content == expected


@pytest.mark.parametrize(
    ("head", "content"),
    [
        (script("/app/themes/t/a.js") + script("/app/plugins/p/a.js"), ("/app/",)),
        (script("/app/themes/t/a.js") + script("/app/mu-plugins/p/a.js"), ("/app/",)),
        (script("/app/themes/t/a.js") + script("/app/themes/u/a.js"), ()),
        (script("/app/plugins/t/a.js") + script("/app/uploads/u/a.js"), ()),
        (script("/themes/t/a.js") + script("/uploads/u/a.js"), ()),
        (script("/app/themes/") + script("/app/uploads/u/a.js"), ()),
        (script("/app/themes/t/a.js") + script("/wp-includes/js/a.js"), ("/app/",)),
        (script("/themes/t/a.js") + script("/wp-includes/js/a.js"), ()),
        (
            script("/app/themes/t/a.js") + script("/wp-includes/js/a.js") + script("/wp-content/a.js"),
            (),
        ),
        (
            "<style>a{background:url(/app/themes/t/a.png)}</style>" + script("/wp-includes/js/a.js"),
            ("/app/",),
        ),
        ("<style>a{background:url(/app/themes/t/a.png)}</style>", ()),
        (script("/app/plugins/p/themes/t/a.js") + script("/wp-includes/js/a.js"), ()),
    ],
)
def test_a_content_directory_of_another_name(head, content):
    assert site(head).directories.content[1:] == content


@pytest.mark.parametrize(
    ("path", "theme"),
    [
        ("/wp-content/themes/a/style.css", "a"),
        ("/wp-content/cache/wp-content/themes/a/style.css", "a"),
        ("/wp-content/themes/a/wp-content/themes/b/style.css", "b"),
        ("/wp-content/themes//style.css", None),
        ("/wp-content/themes/style.css", None),
    ],
)
def test_the_folder_after_the_innermost_content_directory(path, theme):
    marks = site(f'<link rel=stylesheet href="{path}">').theme_marks
    assert (marks and marks.slug) == theme


# ------------------------------------------------------------ version


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("WordPress 6.9", "6.9"),
        ("WordPress 6.9.1", "6.9.1"),
        ("WordPress 10.12.1", None),
        ("WordPress 6.9-beta1-1234", "6.9-beta1-1234"),
        ("WordPress 6.9; x", "6.9"),
        ("WordPress 6", None),
        ("Wordpress", None),
    ],
)
def test_a_version_as_the_generator_states_it(text, version):
    found = site(GENERATOR.format(text)).cms_version
    assert (found and found.version) == version


EMOJI = "'/wp-includes/js/wp-emoji-release.min.js?ver=6.9.1'"


@pytest.mark.parametrize(("more", "version"), [(0, "6.9.1"), (1, None), (2, "6.9"), (4, None)])
def test_so_much_of_the_emoji_settings_is_read(more, version):
    text = "window._wpemojiSettings = "
    blank = 50_000 - len(text) - len(EMOJI) + 1 + more
    found = site(f"<script>{text}{' ' * blank}{EMOJI}</script>").cms_version
    assert (found and found.version) == version


def test_sources_of_a_version_in_their_order():
    emoji = f"<script>window._wpemojiSettings = {EMOJI}</script>"
    asset = script("/wp-includes/js/wp-embed.min.js?ver=6.7")
    found = site(GENERATOR.format("WordPress 6.8") + emoji + asset).cms_version
    assert (found.version, found.source) == ("6.8", "generator")
    found = site(emoji + asset).cms_version
    assert (found.version, found.source) == ("6.9.1", "emoji")
    found = site(asset).cms_version
    assert (found.version, found.source) == ("6.7", "asset")
    assert site(f"<script>{EMOJI}</script>").cms_version is None
    data = f"<script type=application/json id=wp-emoji-settings>{EMOJI}</script>"
    assert site(data).cms_version.version == "6.9.1"


def test_what_most_files_say_is_the_version():
    names = ["wp-embed", "wp-emoji-release", "comment-reply"]
    files = [script(f"/wp-includes/js/{name}.min.js?ver=6.{each}") for each, name in enumerate(names)]
    assert site(files[0] + files[1]).cms_version.version == "6.0"
    twice = script("/wp-includes/js/wp-embed.min.js?ver=6.1")
    assert site(files[0] + files[1] + twice).cms_version.version == "6.1"


def test_evidence_is_cut_at_300_characters():
    found = site(GENERATOR.format(f"WordPress 6.9; {'x' * 400}"))
    assert [len(each.value) for each in found.signals.evidence] == [300]
    assert len(found.cms_version.evidence.value) == 300


# ------------------------------------------------------------ signals


def test_eight_namespaces_of_the_rest_root_are_told():
    names = [f"wp/v{each}" for each in range(9)]
    found = listed(names)
    assert [each.value for each in found.signals.evidence if each.what == "restApi"] == [", ".join(names[:8])]


def listed(names, status=200, url="https://example.org/wp-json/", text=None):
    body = (text or json.dumps({"namespaces": names})).encode()
    return site(rest_root=Exchange("https://example.org/wp-json/", url, status, Headers(), body))


def test_five_hundred_namespaces_are_read_each_cut_at_200_characters():
    assert len(listed([f"x/v{each}" for each in range(501)]).namespaces) == 500
    assert len(listed([f"x/v{each}" for each in range(499)]).namespaces) == 499
    assert [len(name) for name in listed(["x" * 300]).namespaces] == [200]


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ({}, ("wp/v2",)),
        ({"status": 201}, ()),
        ({"status": 404}, ()),
        ({"url": "https://www.example.org/wp-json/"}, ("wp/v2",)),
        ({"url": "https://cdn.example.org/wp-json/"}, ()),
        ({"text": "[]"}, ()),
        ({"text": '{"namespaces": "x"}'}, ()),
        ({"text": '\ufeff{"namespaces": ["wp/v2", 7]}'}, ("wp/v2",)),
    ],
)
def test_what_a_rest_root_lists(given, names):
    assert listed(["wp/v2"], **given).namespaces == names


@pytest.mark.parametrize(
    ("head", "url"),
    [
        (
            '<link rel="https://api.w.org/" href="/blog/wp-json/">',
            "https://example.org/blog/wp-json/?_fields=namespaces",
        ),
        (
            '<link rel="https://api.w.org/" href="/?rest_route=/">',
            "https://example.org/?rest_route=/&_fields=namespaces",
        ),
        (
            '<link rel="https://api.w.org/" href="https://elsewhere.net/wp-json/">',
            "https://example.org/wp-json/?_fields=namespaces",
        ),
        (
            GENERATOR.format("WordPress 6.9")
            + '<link rel="https://api.w.org/" href="https://elsewhere.net/wp-json/">',
            "https://example.org/wp-json/?_fields=namespaces",
        ),
        (GENERATOR.format("WordPress 6.9"), "https://example.org/wp-json/?_fields=namespaces"),
        ("", "https://example.org/wp-json/?_fields=namespaces"),
    ],
)
def test_where_the_rest_root_is_asked_for(head, url):
    assert site(head, url="https://example.org/a/b").rest_root_url == url


@pytest.mark.parametrize(
    "identity", ["global-styles-inline-css", "wp-block-library-css", "wp-block-library-inline-css"]
)
def test_styles_of_the_block_editor_count_when_nothing_else_tells(identity):
    assert site(f"<style id={identity}>a{{}}</style>").signals.signals.wp_blocks
    other = f"<style id={identity}>a{{}}</style>{GENERATOR.format('WordPress 6.9')}"
    assert not site(other).signals.signals.wp_blocks


UPLOAD = '<img src="/wp-content/uploads/2020/a.jpg">'


@pytest.mark.parametrize(
    ("generator", "is_wordpress"),
    [
        ("Joomla! - Open Source Content Management", False),
        ("Ghost 5.8", False),
        ("Wix.com Website Builder", False),
        ("Hugo 0.139.0", False),
        ("PrestaShop", False),
        ("MediaWiki 1.42", False),
        ("Discourse 3.2.0", False),
        ("WooCommerce 9.1", True),
        ("Elementor 3.25", True),
        ("Unheard Of", True),
        (f"{'x' * 1001}", True),
    ],
)
def test_uploads_alone_count_unless_another_system_is_named(generator, is_wordpress):
    found = site(GENERATOR.format(generator), UPLOAD)
    assert found.is_wordpress is is_wordpress


@pytest.mark.parametrize(
    ("more", "is_wordpress"),
    [
        ('<script src="/wp-content/plugins/a/a.js"></script>', True),
        ('<script src="/wp-includes/js/a.js"></script>', True),
        ('<script type=speculationrules>["/wp-*.php","/wp-content/uploads/*"]</script>', True),
        ('<p class="wp-block-quote"></p>', False),
    ],
)
def test_what_else_counts_beside_uploads_on_a_page_of_another_system(more, is_wordpress):
    assert site(GENERATOR.format("Drupal 11"), UPLOAD + more).is_wordpress is is_wordpress


@pytest.mark.parametrize(
    ("headers", "signal"),
    [
        ({"x-powered-by": "WordPress VIP"}, "x_powered_by"),
        ({"x-pingback": "https://example.org/xmlrpc.php"}, "x_pingback"),
        ({"x-pingback": "https://example.org/xmlsrv/xmlrpc.php"}, None),
        ({"link": '<https://example.org/wp-json/>; rel="https://api.w.org/"'}, "link_header"),
    ],
)
def test_headers_of_wordpress(headers, signal):
    signals = site(headers=headers).signals.signals
    assert bool(signal and getattr(signals, signal)) is (signals.count > 0)


@pytest.mark.parametrize(
    ("host", "counts"),
    [
        ("https://example.org", True),
        ("https://cdn.example.org", True),
        ("https://example.net", False),
        ("https://elsewhere.net", False),
    ],
)
def test_a_link_to_the_rest_api_counts_on_the_sites_hosts(host, counts):
    for path in ("/wp-json/wp/v2/pages/2", "/?rest_route=/wp/v2"):
        signals = site(f'<link rel=alternate href="{host}{path}">').signals.signals
        assert signals.rest_api is counts
