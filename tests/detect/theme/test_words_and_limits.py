"""Labels and limits of style.css and of the theme directory's answers, as the theme of a site shows them."""

import pytest

from siteloupe.capture import Exchange, Headers, ThemeFiles
from tests.directory_answers import answer, listing
from tests.pages import site

HEAD = (
    '<meta name="generator" content="WordPress 6.9">'
    '<link rel=stylesheet href="/wp-content/themes/plain-paper/style.css">'
)


def theme(style=None, directory=None, status=200):
    body = style.encode() if isinstance(style, str) else style
    url = "https://example.org/wp-content/themes/plain-paper/style.css"
    headers = Headers([("content-type", "text/css")])
    file = None if body is None else Exchange(url, url, status, headers, body)
    return site(HEAD, theme=ThemeFiles("plain-paper", style=file, directory=directory)).theme


LABELS = ["Theme Name", "Theme URI", "Author", "Author URI", "Version", "Template", "Text Domain"]
LABELS += ["Requires at least", "Requires PHP", "Update URI", "Tags", "Description"]
FOREIGN = ["GitHub Theme URI", "License", "License URI", "Domain Path", "Status", "Tested up to"]
FOREIGN += ["Template Version", "WC requires at least", "WC tested up to", "Copyright"]


@pytest.mark.parametrize("label", LABELS[1:] + FOREIGN)
def test_a_joined_value_ends_where_the_next_label_begins(label):
    assert theme(f"/* Theme Name: Crumb {label}: x */").name == "Crumb"


@pytest.mark.parametrize("label", ["Tags", "Description"])
def test_a_long_text_may_hold_a_label(label):
    found = theme(f"/*\nTheme Name: Crumb\n{label}: x Version: 1 y\nVersion: 2 3\n*/")
    assert (found.name, found.version) == ("Crumb", "2 3")


@pytest.mark.parametrize(("before", "is_read"), [(8192 - 20, True), (8192 - 19, False), (9000, False)])
def test_eight_kilobytes_of_a_style_css_are_read(before, is_read):
    text = f"/*{'x' * (before - 3)}\nTheme Name: Crumbled"
    assert (theme(text).name == "Crumbled") is is_read


@pytest.mark.parametrize(
    ("status", "is_read"), [(199, False), (200, True), (299, True), (300, False), (404, False)]
)
def test_a_style_css_that_is_served_is_read(status, is_read):
    assert (theme("/* Theme Name: Crumb */", status=status).name == "Crumb") is is_read


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("/* Theme Name: Crumb */", "Crumb"),
        ("Theme Name: Crumb\n/* x */", "Crumb"),
        ("/* x *//* Theme Name: Crumb */", "Plain Paper"),
        ("/* x */\n/* Theme Name: Crumb */", "Crumb"),
        ("/* x */ a{} /* Theme Name: Crumb */", "Crumb"),
        ("/* Theme Name: */ a{} /* Theme Name: Crumb */", "Crumb"),
        ("/* Theme Name: Crumb", "Crumb"),
        ("/*/ Theme Name: Crumb */", "Crumb"),
        ("a{} Theme Name: Crumb", "Plain Paper"),
        ("<html>\nTheme Name: Crumb", "Plain Paper"),
        ("  <!doctype html>\nTheme Name: Crumb", "Plain Paper"),
        ("<!--\nTheme Name: Crumb", "Crumb"),
        ("<?php\n/*\nTheme Name: Crumb */", "Crumb"),
        ("/*\rTheme Name: Crumb\r*/", "Crumb"),
        ("/*\nTheme Name: Crumb\nTheme Name: Other\n*/", "Crumb"),
    ],
)
def test_where_a_header_may_stand(text, name):
    assert theme(text).name == name


def test_texts_are_cut_but_addresses_less_so():
    address = f"https://example.net/{'x' * 900}"
    found = theme(f"/*\nTheme Name: {'n' * 400}\nTheme URI: {address}\nAuthor: {'a' * 400}\n*/")
    assert (len(found.name), len(found.author), found.theme_uri) == (300, 300, address)
    assert [len(each.value) for each in found.evidence if each.where == "style.css"] == [300]


def test_two_thousand_characters_of_a_text_are_read():
    assert theme(f"/* Theme Name: {'<b>' * 661}{'n' * 400} */").name == "n" * 17


# ------------------------------------------------------------ the directory


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (0, 0),
        (10**12, 10**12),
        (10**12 + 1, None),
        (-1, None),
        ("9" * 12, 10**12 - 1),
        ("1" + "0" * 12, None),
        (True, None),
        ("1.5", None),
    ],
)
def test_a_count_of_the_directory(count, told):
    found = theme(directory=answer(listing(active_installs=count)))
    assert (found.active_installs or None if told is None else found.active_installs) == told


@pytest.mark.parametrize(
    ("status", "body", "in_repo"),
    [
        (200, b"false", False),
        (404, b"false", None),
        (404, b'{"error":"Theme not found"}', False),
        (200, b'{"error":"Invalid slug"}', False),
        (200, b'{"error":"Something else"}', None),
        (500, b'{"error":"Theme not found"}', None),
        (200, b"[]", None),
        (200, b"{", None),
        (200, b"\xef\xbb\xbffalse", False),
    ],
)
def test_an_answer_of_the_directory(status, body, in_repo):
    found = theme(directory=answer(body, status)).in_repo
    assert (found if isinstance(found, bool) else None) is in_repo


@pytest.mark.parametrize(("before", "in_repo"), [(185, False), (190, None)])
def test_so_much_of_an_error_of_the_directory_is_read(before, in_repo):
    body = f'{{"error":"{"x" * before}Theme not found"}}'.encode()
    found = theme(directory=answer(body, 404)).in_repo
    assert (found if isinstance(found, bool) else None) is in_repo


OTHER = "/*\nTheme Name: Own\nAuthor: Acme\n{}\n*/"


@pytest.mark.parametrize(
    ("line", "in_repo"),
    [
        ("", False),
        ("Theme URI: https://wordpress.org/themes/x", True),
        ("Theme URI: https://www.wordpress.org/themes/x", True),
        ("Theme URI: https://de.wordpress.org/themes/x", True),
        ("Theme URI: https://w.org/x", True),
        ("Theme URI: https://notwordpress.org/x", False),
        ("Theme URI: https://paperworks.test/other", True),
        ("Theme URI: https://elsewhere.test/", False),
        ("Update URI: https://w.org/plain-paper/", True),
        ("Update URI: https://elsewhere.test/", False),
    ],
)
def test_a_namesake_in_the_directory_is_another_theme(line, in_repo):
    assert theme(OTHER.format(line), answer(listing())).in_repo is in_repo


@pytest.mark.parametrize(
    ("name", "author", "in_repo"),
    [
        ("Plain Paper Two", "Acme", True),
        ("Paper", "Acme", True),
        ("Own", "PAPER-works", True),
        ("Own", "Paper Works Ltd", True),
        ("Own", "Acme", False),
    ],
)
def test_a_name_or_author_that_holds_the_other_is_the_same(name, author, in_repo):
    style = f"/*\nTheme Name: {name}\nAuthor: {author}\n*/"
    assert theme(style, answer(listing())).in_repo is in_repo


@pytest.mark.parametrize(("installed", "outdated"), [("2.4", True), ("2.4.1", False), ("2.5", False)])
def test_a_theme_is_outdated_when_the_directory_has_a_later_version(installed, outdated):
    style = f"/*\nTheme Name: Plain Paper\nVersion: {installed}\n*/"
    assert theme(style, answer(listing())).outdated is outdated


@pytest.mark.parametrize(
    ("slug", "name"), [("my-wp_shop", "My WP Shop"), ("wc.seo", "WC SEO"), ("wpx", "Wpx")]
)
def test_a_folder_in_title_case(slug, name):
    head = HEAD.replace("plain-paper", slug)
    assert site(head, theme=ThemeFiles(slug)).theme.name == name


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("https://example.test/a", "https://example.test/a"),
        ("http://example.test/a", "http://example.test/a"),
        ("ftp://example.test/a", None),
        ("https://me@example.test/", None),
        ("https://:secret@example.test/", None),
        ("https://me:secret@example.test/", None),
        ("http:///", None),
    ],
)
def test_an_address_in_a_header_is_one_of_the_web(written, told):
    found = theme(f"/*\nTheme Name: Crumb\nTheme URI: {written}\n*/").theme_uri
    assert (found or None) == told
