"""A site keeps what was read off its page for a further capture of the same visit, and nothing else."""

from dataclasses import replace

from siteloupe.capture import Exchange, Headers
from tests.pages import exchange, site

OF_THE_PAGE = ("refusal", "page", "loads", "tree", "assets", "directories", "cms_version", "theme_marks")
OF_THE_PAGE += ("rest_root_url",)
HEAD = (
    '<meta name="generator" content="WordPress 6.9">'
    '<link rel=stylesheet href="/wp-content/themes/acme/style.css">'
)


def test_what_was_read_off_the_page_is_kept_for_a_further_capture_of_it():
    first = site(HEAD)
    read = {name: getattr(first, name) for name in OF_THE_PAGE}
    further = first.with_capture(replace(first.capture, at="later"))
    assert further.capture.at == "later"
    assert all(vars(further)[name] is value for name, value in read.items())


def test_what_depends_on_more_than_the_page_is_read_again():
    first = site(HEAD)
    assert (first.namespaces, first.signals.signals.rest_api) == ((), False)
    answer = Exchange(
        "https://example.org/wp-json/",
        "https://example.org/wp-json/",
        200,
        Headers(),
        b'{"namespaces":["wp/v2"]}',
    )
    further = first.with_capture(replace(first.capture, rest_root=answer))
    assert (further.namespaces, further.signals.signals.rest_api) == (("wp/v2",), True)


def test_another_page_is_read_anew():
    first = site(HEAD)
    assert first.theme_marks.slug == "acme"
    other = first.with_capture(replace(first.capture, page=exchange()))
    assert other.theme_marks is None
    assert other.page is not first.page


def test_theme_and_plugins_are_those_of_wordpress():
    plugin = "<script src=/wp-content/plugins/a-plugin/a.js></script>"
    found = site(HEAD + plugin)
    assert (found.is_wordpress, found.theme.slug, [each.slug for each in found.plugins]) == (
        True,
        "acme",
        ["a-plugin"],
    )
    plain = site('<meta name="generator" content="Drupal 11">')
    assert (plain.is_wordpress, plain.theme, plain.plugins) == (False, None, ())


def test_a_number_that_is_wordpresss_own_is_no_plugins():
    plugin = "<script src=/wp-content/plugins/a-plugin/a.js?ver=6.9></script>"
    assert site(HEAD + plugin).plugins[0].version is None
    assert site(HEAD + plugin.replace("6.9", "6.8")).plugins[0].version == "6.8"
