"""How much of a page is searched for plugins, whom a version is believed, and what is told: on both sides."""

import pytest

from tests.pages import site

WORDPRESS = '<meta name="generator" content="WordPress 6.9">'


def plugins(head="", body="", **given):
    return {plugin.slug: plugin for plugin in site(WORDPRESS + head, body, **given).plugins}


def script(*paths, where="plugins"):
    return "".join(f"<script src='/wp-content/{where}/{path}'></script>" for path in paths)


# ------------------------------------------------------------ versions


@pytest.mark.parametrize(
    ("head", "slug", "version", "source"),
    [
        (
            '<meta name="generator" content="All in One SEO (AIOSEO) 4.5"><!-- All in One SEO 4.1 -->',
            "all-in-one-seo-pack",
            "4.5",
            "generator",
        ),
        (
            "<!-- wp-parsely Plugin Version 3.1 --><meta name=wp-parsely_version content=3.2>",
            "wp-parsely",
            "3.1",
            "comment",
        ),
        (
            "<script>var mi_version = '8.1';</script><!-- Google Analytics by MonsterInsights plugin v8.2 -->",
            "google-analytics-for-wordpress",
            "8.2",
            "comment",
        ),
        (
            (
                '<script>var LS_Meta = {"v":"7.1"};</script>'
                '<meta name="generator" content="Powered by LayerSlider 7.2 - x">'
            ),
            "LayerSlider",
            "7.2",
            "generator",
        ),
    ],
)
def test_of_two_marks_the_more_trusted_states_the_version(head, slug, version, source):
    found = plugins(head)[slug]
    assert (found.version, found.version_source) == (version, source)


def test_a_generator_is_trusted_more_than_a_header():
    head = '<meta name="generator" content="WP Rocket 3.16" />'
    found = plugins(head, headers={"x-powered-by": "WP Rocket/3.4.4"})["wp-rocket"]
    assert (found.version, found.version_source) == ("3.16", "generator")


@pytest.mark.parametrize(("sharing", "version"), [(1, "9.9"), (2, "9.9"), (3, None), (4, None)])
def test_a_number_on_three_plugins_is_nobodys(sharing, version):
    found = plugins(script(*(f"p{each}/a.js?ver=9.9" for each in range(sharing))))
    assert found["p0"].version == version


@pytest.mark.parametrize(
    ("paths", "version"),
    [
        (["a-b/x.js?ver=1.2", "a-b/y.js?ver=1.2"], "1.2"),
        (["a-b/x.js?ver=1.2", "a-b/y.js?ver=1.3"], None),
        (["a-b/x.js?ver=1.2", "a-b/a-b.js?ver=1.3"], "1.3"),
        (["a-b/a-b.js?ver=1.2", "a-b/a-b-x.js?ver=1.3"], None),
        (["a-b/a-b.js?ver=1.2", "a-b/a-b-x.js?ver=1.3", "a-b/a-b-y.js?ver=1.3"], "1.3"),
        (["a-b/a-b.js?ver=1.2", "a-b/a-b-x.js?ver=1.3", "a-b/a-b-y.js?ver=1.4"], None),
        (["a-b/a-b.js?v=1.2"], "1.2"),
        (["a-b/a-b.js?version=1.2"], "1.2"),
        (["a-b/a-b.js?x=1.2"], None),
        (["a-b/a-b.js?ver=6.9"], None),
    ],
)
def test_the_version_that_files_carry(paths, version):
    assert plugins(script(*paths))["a-b"].version == version


@pytest.mark.parametrize("extension", ["png", "svg"])
def test_an_image_carries_no_version(extension):
    assert plugins(body=f"<img src=/wp-content/plugins/a/a.{extension}?ver=1.2>")["a"].version is None


# ------------------------------------------------------------ what is searched


PLACE = "'/wp-content/plugins/a-plugin/a.js'"


@pytest.mark.parametrize(("more", "is_read"), [(0, True), (20, False)])
def test_a_million_characters_of_scripts_are_searched(more, is_read):
    before = 1_000_000 - len(PLACE) + more
    assert ("a-plugin" in plugins(f"<script>{';' * before}{PLACE}</script>")) is is_read


def test_texts_that_name_no_plugin_take_no_room():
    assert "a-plugin" in plugins(f"<script>{';' * 1_000_000}</script><script>{PLACE}</script>")
    filled = f"<script>plugins{';' * 1_000_000}</script>"
    assert "a-plugin" not in plugins(f"{filled}<script>{PLACE}</script>")


@pytest.mark.parametrize(("before", "is_read"), [(299, True), (300, False)])
def test_three_hundred_addresses_of_a_script_are_read(before, is_read):
    text = "'/wp-content/plugins/other/a.js'" * before
    assert ("a-plugin" in plugins(f"<script>{text}{PLACE}</script>")) is is_read


@pytest.mark.parametrize(("between", "is_own"), [(340, False), (420, True)])
def test_an_address_begins_within_400_characters(between, is_own):
    """Before that nobody looks, and what is left of a stranger's address reads like one of the site's."""
    text = f"'https://elsewhere.net/{'x' * between}/wp-content/plugins/a-plugin/a.js'"
    assert ("a-plugin" in plugins(f"<script>{text}</script>")) is is_own


def test_an_address_is_cut_at_300_characters_where_it_is_told():
    text = f"'https://example.org/{'x' * 350}/wp-content/plugins/a-plugin/a.js'"
    (evidence,) = plugins(f"<script>{text}</script>")["a-plugin"].evidence
    assert len(evidence.value) == 300


@pytest.mark.parametrize(
    ("element", "where"),
    [
        (f"<script>x({PLACE})</script>", "inline <script>"),
        (f"<style>a{{background:url({PLACE})}}</style>", "<style>"),
        ("<p style='background:url(/wp-content/plugins/a-plugin/a.png)'>", "style attribute"),
        ("<form action=/wp-content/plugins/a-plugin/a.php>", "<form action>"),
    ],
)
def test_texts_that_name_a_plugin(element, where):
    assert [each.where for each in plugins(body=element)["a-plugin"].evidence] == [where]


@pytest.mark.parametrize(
    ("folder", "kind"),
    [("plugins", "plugin"), ("mu-plugins", "mu-plugin"), ("client-mu-plugins", "mu-plugin")],
)
def test_folders_of_plugins(folder, kind):
    assert plugins(script("a-plugin/a.js", where=folder))["a-plugin"].kind == kind
    text = f"<script>'/wp-content/{folder}/a-plugin/a.js'</script>"
    assert plugins(text)["a-plugin"].kind == kind
    copied = f"<script id=contact-form-7-js src=/wp-content/{folder}/other/a.js></script>"
    assert "contact-form-7" not in plugins(copied)


@pytest.mark.parametrize(
    ("host", "trusted"),
    [
        ("https://example.org", True),
        ("https://cdn.example.org", True),
        ("https://s0.wp.com", True),
        ("https://cdn.example.net", False),
        ("https://elsewhere.net", False),
    ],
)
def test_hosts_whose_addresses_in_scripts_count(host, trusted):
    text = f"<script>'{host}/wp-content/plugins/a-plugin/a.js'</script>"
    assert ("a-plugin" in plugins(text)) is trusted


@pytest.mark.parametrize(("length", "is_read"), [(150, True), (151, False)])
def test_a_handle_has_150_characters_at_most(length, is_read):
    handle = f"contact-form-7-{'x' * (length - 18)}-js"
    assert len(handle) == length
    assert ("contact-form-7" in plugins(f"<script id={handle}>1</script>")) is is_read
    copy = f"<script id={handle} src=/wp-content/cache/a.js></script>"
    assert ("contact-form-7" in plugins(copy)) is is_read


@pytest.mark.parametrize(("after", "is_read"), [(300, True), (400, False)])
def test_the_last_400_characters_of_a_block_hold_its_handle(after, is_read):
    text = f"<style>/*# sourceURL=contact-form-7-inline-css */{' ' * after}</style>"
    assert ("contact-form-7" in plugins(text)) is is_read
    exact = "sourceURL=contact-form-7-inline-css"
    close = f"<style>/*# {exact} {' ' * (400 - len(exact) - 3)}</style>"
    assert "contact-form-7" in plugins(close)
    assert "contact-form-7" not in plugins(close.replace(" </style>", "   </style>"))


@pytest.mark.parametrize(
    ("handle", "is_one"),
    [
        ("contact-form-7-css", True),
        ("js_composer-css", True),
        ("newsletter-css", False),
        ("contact-form-7", False),
    ],
)
def test_handles_of_copies_are_of_two_words(handle, is_one):
    assert bool(plugins(f"<link rel=stylesheet id={handle} href=/wp-content/cache/a.css>")) is is_one


# ------------------------------------------------------------ what is told


def test_five_hundred_plugins_and_six_marks_of_each_are_told():
    paths = [f"p{number}/{name}.js" for number in range(520) for name in range(8)]
    found = plugins(script(*paths))
    assert list(found) == [f"p{number}" for number in range(500)]
    assert {len(plugin.evidence) for plugin in found.values()} == {6}
    mentions = "".join(f"'/wp-content/plugins/q{number}/a.js'" for number in range(10))
    assert len(plugins(script(*paths) + f"<script>{mentions}</script>")) == 500
    fewer = script(*(f"p{number}/a.js" for number in range(495)))
    assert len(plugins(f"{fewer}<script>{mentions}</script>")) == 500


def test_a_mark_that_is_seen_twice_is_told_once():
    assert len(plugins(script("a-plugin/a.js") * 3)["a-plugin"].evidence) == 1


@pytest.mark.parametrize(
    ("address", "slug"),
    [
        ("https://c0.wp.com/p/jetpack/12.9.1/a.js", "jetpack"),
        ("https://s1.wp.com/wp-content/themes/vip/plugins/a-plugin/a.js", "a-plugin"),
        ("/wp-content/plugins/hello.php", "hello"),
        ("/wp-content/plugins/index.php", None),
        ("/wp-content/plugins/a.css", None),
        ("/wp-content/mu-plugins/js/a.js", None),
        ("https://s1.wp.com/wp-content/mu-plugins/carousel/a.js", None),
    ],
)
def test_odd_places_of_plugins(address, slug):
    assert list(plugins(f"<script src={address}></script>")) == ([slug] if slug else [])


@pytest.mark.parametrize(
    ("is_slug", "name"), [(True, "x" * 100), (False, "x" * 101), (True, "_x"), (False, "-x")]
)
def test_the_folder_of_a_plugin(is_slug, name):
    assert bool(plugins(script(f"{name}/a.js"))) is is_slug
