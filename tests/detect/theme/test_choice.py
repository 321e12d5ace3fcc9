"""Of several themes that a page shows, the weights of what names them choose the active one and its parent."""

import pytest

from tests.pages import site


def style(slug, name="a.css", identity=""):
    return f'<link rel="stylesheet" id="{identity}" href="/wp-content/themes/{slug}/{name}">'


def files(slug, number, markup):
    return "".join(markup.format(f"/wp-content/themes/{slug}/{place}") for place in range(number))


STYLE = '<link rel="stylesheet" href="{}.css">'
SCRIPT = '<script src="{}.js"></script>'
FONT = '<link rel="preload" as="font" href="{}.woff2">'
IMAGE = '<img src="{}.png">'


def chosen(head, body="", classes=""):
    marks = site(head, body, classes=classes).theme_marks
    assert marks is not None
    return marks


@pytest.mark.parametrize(
    ("number", "markup", "slug"),
    [
        (16, STYLE, "small"),
        (17, STYLE, "large"),
        (20, SCRIPT, "small"),
        (21, SCRIPT, "large"),
        (53, FONT, "small"),
        (54, FONT, "large"),
        (160, IMAGE, "small"),
        (161, IMAGE, "large"),
    ],
)
def test_a_linked_style_css_counts_as_four_styles_and_gives_way_to_four_times_its_weight(
    number, markup, slug
):
    assert chosen(style("small", "style.css"), files("large", number, markup)).slug == slug


def test_of_two_linked_style_css_the_later_is_the_themes():
    first, second = style("first", "style.css"), style("second", "style.css")
    assert chosen(first + second).slug == "second"
    assert chosen(second + first).slug == "first"
    assert chosen(first + second + first).slug == "first"


def test_only_a_stylesheet_named_style_is_a_style_css():
    assert chosen(style("first", "style.css") + style("second", "main.css")).slug == "first"
    assert chosen(style("first", "style.min.css") + style("second", "a/style.css")).slug == "first"
    script = '<script src="/wp-content/themes/second/style.js"></script>'
    assert chosen(style("first", "style.css") + script).slug == "first"


@pytest.mark.parametrize(("place", "parent"), [(2, "one"), (3, "one"), (4, None)])
def test_parent_and_child_are_looked_for_among_the_four_that_weigh_most(place, parent):
    slugs = ["one", "two", "three", "four", "five"]
    slugs[place] = "one-child"
    head = "".join(files(slug, 9 - rank, STYLE) for rank, slug in enumerate(slugs))
    marks = chosen(head)
    assert marks.parent_slug == parent
    assert marks.slug == ("one-child" if parent else "one")


def test_ten_candidates_are_kept():
    head = "".join(files(f"theme{number}", 15 - number, STYLE) for number in range(12))
    marks = chosen(head)
    assert [slug for slug, _ in marks.others] == [f"theme{number}" for number in range(1, 10)]


@pytest.mark.parametrize(
    ("identity", "other", "theme"),
    [
        ("parent-style-css", "", ("second", "first")),
        ("parent-theme-css", "", ("second", "first")),
        ("parent-css", "", ("second", "first")),
        ("first-parent-style-css", "", ("second", "first")),
        ("PARENT-STYLE", "", ("second", "first")),
        ("", "child-style-css", ("second", "first")),
        ("", "child-theme-css", ("second", "first")),
        ("", "second-child-style-css", ("second", "first")),
        ("child-style-css", "", ("first", "second")),
        ("", "parent-style-css", ("first", "second")),
        ("parents-css", "", ("first", None)),
        ("", "grandchild-css", ("first", None)),
        ("parent-style-css", "parent-theme-css", ("first", None)),
        ("child-style-css", "child-theme-css", ("first", None)),
    ],
)
def test_handles_of_child_themes_tell_parent_from_child(identity, other, theme):
    marks = chosen(style("first", "a.css", identity) + style("second", "b.css", other) + style("first"))
    assert (marks.slug, marks.parent_slug) == theme


@pytest.mark.parametrize(
    ("slugs", "theme"),
    [
        (("acme", "acme-pro"), ("acme-pro", "acme")),
        (("acme", "ACME"), ("acme", None)),
        (("acme", "acme2 child"), ("acme2 child", "acme")),
        (("shop-child", "acme"), ("shop-child", "acme")),
        (("shop-child", "shop-child-two"), ("shop-child", None)),
        (("shop.child.two", "acme"), ("shop.child.two", "acme")),
        (("children", "acme"), ("children", None)),
        (("acme", "genesis"), ("acme", "genesis")),
    ],
)
def test_names_of_folders_tell_parent_from_child(slugs, theme):
    first, second = slugs
    marks = chosen(style(first, "a.css") + style(first, "b.css") + style(second, "c.css"))
    assert (marks.slug, marks.parent_slug) == theme


def test_a_class_of_the_template_beside_the_files_of_another_theme_names_the_parent():
    head = style("first", "a.css") + style("second", "b.css")
    assert chosen(head, classes="theme-first").slug == "second"
    assert chosen(head, classes="theme-second").slug == "first"
    assert chosen(head, classes="theme-second").parent_slug == "second"
    assert chosen(head, classes="theme-third").parent_slug is None


def test_a_theme_that_wordpress_names_outweighs_many_files_of_another():
    marks = chosen(files("other", 60, STYLE), classes="wp-theme-acme")
    assert (marks.slug, marks.parent_slug) == ("acme", None)
    assert [slug for slug, _ in marks.others] == ["other"]


def test_the_evidence_is_the_first_four_of_the_theme_then_of_its_parent_cut_at_300_characters():
    long = "x" * 400
    head = files("acme-child", 6, STYLE) + style("acme", f"{long}.css") + files("acme", 3, STYLE)
    marks = chosen(head)
    assert [each.value.split("/")[5][:12] for each in marks.evidence] == ["acme-child"] * 4 + ["acme"] * 4
    assert [len(each.value) for each in marks.evidence][4] == 300


@pytest.mark.parametrize("group", ["vip", "pub", "premium", "a8c", "h4", "partner"])
def test_a_folder_of_wordpress_com_groups_themes(group):
    assert chosen(style(f"{group}/acme", "style.css")).slug == "acme"
    marks = chosen('<meta name="generator" content="WordPress.com">', classes=f"wp-theme-{group}acme")
    assert (marks.slug, marks.base_url) == (
        "acme",
        f"https://example.org/wp-content/themes/{group}/acme/",
    )


def test_of_known_handles_the_theme_with_most_is_named():
    head = "<style id='astra-style-inline-css'>a{}</style><style id='neve-style-inline-css'>a{}</style>"
    assert chosen(f"{head}<style id='neve-style-two-css'>a{{}}</style>").slug == "neve"
    assert chosen(head).slug == "astra"
    assert site("<style id='unheard-of-style-inline-css'>a{}</style>").theme_marks is None
    assert site("<style id='astra-style-inline'>a{}</style>").theme_marks is None
    assert chosen(head + style("own")).slug == "own"


@pytest.mark.parametrize("folder", ["assets", "core", "Core", "acme_content", "acme-assets"])
def test_a_folder_of_shared_files_gives_way_to_a_theme_and_is_none_itself(folder):
    several = files(folder, 9, STYLE)
    assert chosen(several + files("acme", 1, SCRIPT)).slug == "acme"
    assert chosen(several + files("acme", 1, SCRIPT)).others == ()
    assert site(several).theme_marks is None


def test_a_theme_may_have_the_name_of_a_folder_of_shared_files():
    assert chosen(style("core", "style.css")).slug == "core"
    assert chosen("", classes="wp-theme-core").slug == "core"


@pytest.mark.parametrize("name", ["a.css", "style.css"])
@pytest.mark.parametrize(
    ("own", "theme"),
    [
        (style("mine", "style.css"), ("mine", "enfold")),
        (style("mine", "other.css"), ("mine", "enfold")),
        (SCRIPT.format("/wp-content/themes/mine/a"), ("mine", "enfold")),
        (IMAGE.format("/wp-content/themes/mine/a"), ("enfold", None)),
        (style("astra", "other.css"), ("enfold", None)),
    ],
)
def test_a_published_theme_beside_one_of_the_sites_own_is_its_parent(own, theme, name):
    marks = chosen(files("enfold", 30, STYLE) + style("enfold", name), own)
    assert (marks.slug, marks.parent_slug) == theme


def test_of_two_themes_that_nobody_knows_neither_is_the_parent():
    marks = chosen(files("unheard-of", 30, STYLE) + style("mine", "other.css"))
    assert (marks.slug, marks.parent_slug) == ("unheard-of", None)
