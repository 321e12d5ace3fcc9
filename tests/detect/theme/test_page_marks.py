"""A page names its theme in several places; a child theme is separate from its parent."""

import base64
import zlib

import pytest

from siteloupe.detect.page.assets import assets_of
from siteloupe.detect.theme.page_marks import ThemeMarks, theme_marks
from siteloupe.detect.wordpress.directories import directories_of
from siteloupe.document import Page
from tests.pages import page


def theme_of(found: Page) -> ThemeMarks | None:
    assets = assets_of(found)
    return theme_marks(found, assets, directories_of(found, assets))


def css(path, identity=""):
    return f'<link rel="stylesheet" id="{identity}" href="{path}">'


def themes(*slugs):
    return "".join(css(f"/wp-content/themes/{slug}/style.css?ver=1") for slug in slugs)


def compress(paths):
    return base64.b64encode(zlib.compress(",".join(paths).encode())).decode().rstrip("=")


SPECULATION = (
    '<script type="speculationrules">{{"prefetch":[{{"where":{{"and":[{{"not":{{"href_matches":'
    '["/wp-*.php","/wp-admin/*",{}]}}}}]}}}}]}}</script>'
)


@pytest.mark.parametrize(
    ("head", "classes", "slug", "parent"),
    [
        (themes("astra"), "", "astra", None),
        (themes("bridge", "bridge-child"), "", "bridge-child", "bridge"),
        (themes("bridge-child", "bridge"), "", "bridge-child", "bridge"),
        (themes("hueman", "hueman-antary"), "", "hueman-antary", "hueman"),
        (themes("flatsome", "shop"), "theme-flatsome", "shop", "flatsome"),
        (themes("genesis", "foodie-pro"), "", "foodie-pro", "genesis"),
        ("", "wp-theme-twentytwentyfive", "twentytwentyfive", None),
        ("", "wp-theme-flatsome wp-child-theme-flatsome-kid", "flatsome-kid", "flatsome"),
        (
            SPECULATION.format('"/wp-content/themes/enfold-child/*","/wp-content/themes/enfold/*"'),
            "",
            "enfold-child",
            "enfold",
        ),
        (SPECULATION.format('"/wp-content/themes/blocksy/*"'), "", "blocksy", None),
        (
            SPECULATION.format('"/app/themes/wavesurfer/*"') + css("/app/themes/wavesurfer/a.css"),
            "",
            "wavesurfer",
            None,
        ),
        (css("/app/themes/sage/app.css") + css("/app/plugins/b/b.css"), "", "sage", None),
        (css("/wp-content/themes/vip/acme/style.css"), "", "acme", None),
        (css("/wp-content/themes/pub/tarski/print.css"), "wp-theme-pubtarski", "tarski", None),
        (css("/wp-content/themes/My%20Theme%202.0/a.css"), "wp-theme-MyTheme20", "My Theme 2.0", None),
        ('<meta name="generator" content="WordPress.com">', "wp-theme-pubtarski", "tarski", None),
        (
            '<meta name="generator" content="WordPress.com">',
            "wp-theme-pubtarski wp-child-theme-premiumtarski-two",
            "tarski-two",
            "tarski",
        ),
        (SPECULATION.format('"/wp-content/themes/pub/tarski/*"'), "wp-theme-pubtarski", "tarski", None),
        ('<meta name="generator" content="WordPress 6.9">', "wp-theme-publisher", "publisher", None),
        (css("/wp-content/themes/pub/minnow/style.css"), "", "minnow", None),
        (css("/_static/??/wp-content/themes/a/x.css,/wp-content/themes/a/style.css?m=1j"), "", "a", None),
        (
            css("/_static/??-" + compress(["/wp-content/themes/pub/sela/style.css"]) + "?cssminify=yes"),
            "",
            "sela",
            None,
        ),
        (css("/min/?f=wp-content/plugins/p/p.css,wp-content/themes/Pirate/style.css"), "", "Pirate", None),
        (css("/wp-content/cache/min/1/wp-content/themes/neve/style.css"), "", "neve", None),
        (
            css("/wp-content/themes/a/style.css", "parent-style-css") + css("/wp-content/themes/b/x.css"),
            "",
            "b",
            "a",
        ),
        (
            "<style id='x-inline-css'>/*# sourceURL=https://example.org/wp-content/themes/ollie/style.css */</style>",
            "",
            "ollie",
            None,
        ),
        (
            "<style class='wp-fonts-local'>@font-face{src:url('/wp-content/themes/ollie/a.woff2')}</style>",
            "",
            "ollie",
            None,
        ),
        ("<style id='twentytwentyfive-style-inline-css'>a{}</style>", "", "twentytwentyfive", None),
    ],
)
def test_the_page_names_the_theme(head, classes, slug, parent):
    marks = theme_of(page(head, classes=classes))
    assert marks is not None
    assert (marks.slug, marks.parent_slug) == (slug, parent)
    assert marks.evidence


@pytest.mark.parametrize(
    "head",
    [
        "",
        css("/wp-content/themes/vip/plugins/a/a.css"),
        css("/wp-content/themes/vip/acme-plugins/a.css"),
        css("/wp-content/themes/h4/global/style.css"),
        css("https://partner.net/wp-content/themes/theirs/badge.css"),
        css("/wp-content/themes/style.css"),
        css("/themes/drupal/style.css"),
        SPECULATION.format('"/wp-content/themes/*"'),
        "</head><body class='wp-theme- wp-child-theme-'>",
        "<script>x = '/wp-content/themes/mentioned/style.css'</script>",
        "<style>a{background:url(https://elsewhere.net/wp-content/themes/theirs/a.png)}</style>",
    ],
)
def test_other_markup_names_no_theme(head):
    assert theme_of(page(head)) is None


@pytest.mark.parametrize(
    ("head", "base_url"),
    [
        (themes("astra"), "https://example.org/wp-content/themes/astra/"),
        (
            css("https://www.example.org/blog/wp-content/themes/astra/a/b.css?x=1"),
            "https://www.example.org/blog/wp-content/themes/astra/",
        ),
        (
            css("/wp-content/cache/min/1/wp-content/themes/neve/style.css"),
            "https://example.org/wp-content/cache/min/1/wp-content/themes/neve/",
        ),
        (css("/_static/??/wp-content/themes/a/x.css,/b.css"), "https://example.org/wp-content/themes/a/"),
        (css("/wp-content/themes/my%20theme/style.css"), "https://example.org/wp-content/themes/my%20theme/"),
    ],
)
def test_the_folder_of_the_theme_contains_its_files(head, base_url):
    marks = theme_of(page(head))
    assert marks is not None
    assert marks.base_url == base_url


@pytest.mark.parametrize(
    ("head", "body", "classes", "base_url"),
    [
        (
            SPECULATION.format('"/blog/wp-content/uploads/*","/blog/wp-content/themes/acme/*"'),
            "",
            "wp-theme-acme",
            "https://example.org/blog/wp-content/themes/acme/",
        ),
        (
            SPECULATION.format('"/app/themes/acme/*"') + css("https://cdn.example.org/app/themes/acme/a.css"),
            "",
            "",
            "https://cdn.example.org/app/themes/acme/",
        ),
        ("", "", "wp-theme-acme", "https://example.org/wp-content/themes/acme/"),
        (
            "",
            '<img src="/cms/wp-content/uploads/a.png">',
            "wp-theme-acme",
            "https://example.org/cms/wp-content/themes/acme/",
        ),
        (
            '<script src="/wp/wp-includes/js/a.js"></script>',
            "",
            "wp-theme-acme",
            "https://example.org/wp/wp-content/themes/acme/",
        ),
        (
            css("/app/themes/sage/app.css") + css("/app/plugins/b/b.css"),
            "",
            "wp-theme-acme",
            "https://example.org/app/themes/acme/",
        ),
        (
            '<meta name="generator" content="WordPress.com">',
            "",
            "wp-theme-pubtarski",
            "https://example.org/wp-content/themes/pub/tarski/",
        ),
        (
            "<style id='twentytwentyfive-style-inline-css'>a{}</style>",
            "",
            "",
            "https://example.org/wp-content/themes/twentytwentyfive/",
        ),
    ],
)
def test_the_folder_of_a_theme_without_files_is_wordpresss_default(head, body, classes, base_url):
    marks = theme_of(page(head, body, classes=classes))
    assert marks is not None
    assert marks.base_url == base_url


def test_the_other_candidates_are_in_order():
    marks = theme_of(page(themes("one", "two") + css("/wp-content/themes/two/x.css")))
    assert marks is not None
    assert marks.slug == "two"
    assert marks.others == (("one", "https://example.org/wp-content/themes/one/"),)
