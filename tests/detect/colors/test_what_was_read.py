"""Roles and ratios say no more than was read: part of the styles, none of them, or a page that scripts build."""

import pytest

from siteloupe.analyses.colors import analyze
from siteloupe.capture import Capture, Missing, Sheet
from siteloupe.detect.site import Site
from tests.colors import AT, answer, report
from tests.pages import exchange

ROLES = ("background", "text", "primary", "accent", "border")
ORDER = ("low", "medium", "high")
FONTS = "https://example.org/fonts.css"
SHEETS = {
    "https://example.org/base.css": "body{background:#fafafa;color:#222222}",
    "https://example.org/theme.css": "a{color:#b7410e}.btn{background:#b7410e;color:#fff;border:1px solid #dccfc2}",
    FONTS: "h1{font-weight:700}",
}
BODY = "<p>Words of the page, <a href=/>with a link</a>.</p><button class=btn>Buy</button>"
SHELL = "<div id=root></div><noscript>You need to enable JavaScript to run this app.</noscript>"
SHELL_HEAD = "<script type=module src=/assets/index-4f2a9c1b.js></script>"


def visit(sheets, unread=(), *, head="", body=BODY, truncated=False):
    """A page that links all ``sheets``, of which those in ``unread`` gave no answer."""
    links = "".join(f"<link rel=stylesheet href={url}>" for url in [*sheets, *unread])
    answers = [Sheet(url, answer(url, text)) for url, text in sheets.items()]
    answers += [Sheet(url, Missing(url, "timed-out")) for url in unread]
    page = exchange(f"{head}{links}", body)
    if truncated:
        page = type(page)(page.requested, page.url, page.status, page.headers, page.body, truncated=True)
    return analyze(Site(Capture(AT, page, stylesheets=tuple(answers))))


def confidences(found):
    return {name: role.confidence for name in ROLES if (role := getattr(found.roles, name)) is not None}


def test_with_everything_read_roles_are_certain():
    assert confidences(visit(SHEETS)) == {
        "background": "high",
        "text": "high",
        "primary": "high",
        "border": "high",
    }


@pytest.mark.parametrize("unread", list(SHEETS))
def test_taking_away_a_sheet_weakens_roles_and_never_changes_or_strengthens_them(unread):
    whole = visit(SHEETS)
    found = visit({url: text for url, text in SHEETS.items() if url != unread}, [unread])
    assert found.stylesheets.fetched < found.stylesheets.found
    for name in ROLES:
        before, after = getattr(whole.roles, name), getattr(found.roles, name)
        if after is not None:
            assert (after.hex, after.confidence) == (before.hex, "low")
            assert ORDER.index(after.confidence) <= ORDER.index(before.confidence)
    ratios = {each.label: each.ratio for each in whole.contrast}
    assert all(each.ratio == ratios[each.label] for each in found.contrast)


@pytest.mark.parametrize(
    ("unread", "roles", "contrasts"),
    [
        ("https://example.org/base.css", {"primary", "border"}, 0),
        ("https://example.org/theme.css", {"background", "text"}, 1),
        (FONTS, {"background", "text", "primary", "border"}, 3),
    ],
)
def test_what_rests_on_a_default_is_none_when_a_sheet_is_unread(unread, roles, contrasts):
    found = visit({url: text for url, text in SHEETS.items() if url != unread}, [unread])
    assert set(confidences(found)) == roles
    assert len(found.contrast) == contrasts


def test_when_no_sheet_was_read_nothing_is_said():
    found = visit(
        {}, list(SHEETS), head="<meta name=theme-color content=#b7410e><style>body{color:#222}</style>"
    )
    assert (confidences(found), found.contrast, found.dark_roles) == ({}, [], None)
    assert found.theme_color_meta == "#b7410e"


def test_a_page_without_sheets_has_the_colors_of_browsers():
    found = visit({})
    assert confidences(found) == {"background": "high", "text": "high"}
    assert [each.where for each in found.roles.text.evidence] == [
        "no color of html or body: browsers show black"
    ]


def test_a_page_that_scripts_build_says_nothing_of_defaults():
    found = visit({}, head=SHELL_HEAD, body=SHELL)
    assert found.coverage.page == "script-shell"
    assert (confidences(found), found.contrast) == ({}, [])


def test_a_page_that_scripts_build_says_little_of_what_is_stated():
    found = visit(SHEETS, head=SHELL_HEAD, body=SHELL)
    assert found.coverage.page == "script-shell"
    assert set(confidences(found).values()) == {"low"}
    assert found.roles.background.hex == "#fafafa"


def test_a_page_that_was_cut_has_low_confidence():
    assert set(confidences(visit(SHEETS, truncated=True)).values()) == {"low"}


DARK = "@media (prefers-color-scheme:dark){body{background:#101418}}"


@pytest.mark.parametrize(
    ("css", "text", "confidence"),
    [
        (f"body{{color:#eeeeee}}{DARK}", "#eeeeee", "low"),
        (DARK, None, None),
    ],
)
def test_roles_of_a_dark_scheme_rest_on_what_was_read_too(css, text, confidence):
    found = visit({"https://example.org/base.css": css}, [FONTS]).dark_roles
    assert (found and (found.text.hex, found.background.confidence)) == (text and (text, confidence))
    assert visit({"https://example.org/base.css": css}).dark_roles.background.confidence == "medium"


LINK = "<p>Words of the page, <a href=/>with a link</a>, and with more words than that.</p>"


@pytest.mark.parametrize(
    ("css", "primary"),
    [
        ("", None),
        ("body{background:#fff;color:#222}", None),
        ("a{text-decoration:none}", None),
        ("a{color:revert}", None),
        ("a{color:nonsense}", None),
        ("a{color:var(--none)}", None),
        ("a{color:#b7410e}", "#b7410e"),
        ("h1{color:#b7410e}", "#b7410e"),
        (":root{--wp--preset--color--brand:#b7410e}p{color:var(--wp--preset--color--brand)}", "#b7410e"),
        (":root{--wp--preset--color--primary:#b7410e}h2{color:var(--wp--preset--color--primary)}", "#b7410e"),
        (":root{--wp--preset--color--accent:#b7410e}h2{color:var(--wp--preset--color--accent)}", "#b7410e"),
    ],
)
def test_the_default_color_of_links_is_no_brand(css, primary):
    role = report(css, f"<h2>Heading</h2>{LINK}").roles.primary
    assert (role and role.hex) == primary


@pytest.mark.parametrize("slug", ["brand", "primary", "primary-color", "main", "Brand"])
def test_a_used_preset_that_is_named_as_the_brand_wins_over_other_text(slug):
    css = (
        f":root{{--wp--preset--color--{slug}:#b7410e;--wp--preset--color--other:#00796b}}"
        f".x{{color:var(--wp--preset--color--{slug})}}.y{{color:var(--wp--preset--color--other)}}"
    )
    found = report(css, f"<b class=x>x</b><b class=y>y</b>{LINK}").roles.primary
    assert found.hex == "#b7410e"
    assert "preset" in [each.what for each in found.evidence]


def test_a_preset_that_the_page_does_not_use_is_no_evidence():
    css = ":root{--wp--preset--color--brand:#b7410e}"
    assert report(css, LINK).roles.primary is None


def test_the_color_of_a_focused_link_is_no_brand():
    css = ".skip-link:focus{background:#21759b;color:#fff}body{color:#222}"
    assert report(css, f"<a class=skip-link href=#main>Skip</a>{LINK}").roles.primary is None
    hovered = "a:hover{color:#21759b}a{color:#21759b}"
    assert report(hovered, LINK).roles.primary.hex == "#21759b"


@pytest.mark.parametrize(
    "head",
    [
        "<link rel=mask-icon href=/i.svg color=#b8420f>",
        "<meta name=msapplication-TileColor content=#b8420f>",
        "<meta name=theme-color content=#b6400d>",
    ],
)
def test_what_a_page_states_is_grouped_with_the_nearly_equal_color_of_its_links(head):
    found = report("a{color:#b7410e}", LINK, head=head).roles.primary
    assert found.hex == "#b7410e"
    assert {"links"} < {each.what for each in found.evidence}


def test_statements_that_are_nearly_equal_are_grouped_without_any_css():
    head = "<link rel=mask-icon href=/i.svg color=#b8420f><meta name=msapplication-TileColor content=#b7410e>"
    assert {each.what for each in report("", LINK, head=head).roles.primary.evidence} == {"tile", "mask-icon"}


@pytest.mark.parametrize(
    ("css", "used"),
    [
        ("p{color:#b7410e}.a{color:#00796b}", {"#00796b"}),
        (".a{color:#00796b}p{color:#b7410e}", {"#00796b"}),
        ("p{color:#b7410e!important}.a{color:#00796b}", {"#b7410e"}),
        ("p{background:#b7410e}.a{background-color:#00796b}", {"#00796b"}),
        (".a{color:#b7410e;color:#00796b}", {"#00796b"}),
        ("p{border-color:#b7410e}.a{border-color:#00796b}", {"#b7410e", "#00796b"}),
        ("p::before{color:#b7410e}.a{color:#00796b}", {"#b7410e", "#00796b"}),
        ("p:hover{color:#b7410e}.a{color:#00796b}", {"#b7410e", "#00796b"}),
        ("p,b{color:#b7410e}.a{color:#00796b}", {"#b7410e", "#00796b"}),
    ],
)
def test_declarations_that_lose_the_cascade_are_not_used(css, used):
    body = "<p class=a>Words</p>" + ("<b>x</b>" if "b{" in css else "")
    palette = report(css, body).palette
    assert {each.hex for each in palette if each.used_count} == used
    assert all(each.origin == "declared" for each in palette if each.hex not in used)


ATTRIBUTES = "[data-color=red]{--c:#c62828}[data-color=teal]{--c:#00796b}"


def test_custom_properties_of_elements_give_the_colors_that_are_used():
    body = "<p data-color=teal class=x>Words</p>"
    found = report(f"{ATTRIBUTES}.x{{background:var(--c)}}", body).palette
    assert [each.hex for each in found] == ["#00796b"]
    both = report(
        f"{ATTRIBUTES}.x{{background:var(--c)}}", body + "<p data-color=red class=x>Words</p>"
    ).palette
    assert sorted(each.hex for each in both) == ["#00796b", "#c62828"]


@pytest.mark.parametrize(
    ("html", "body", "background"),
    [
        ("data-color=teal", "", "#00796b"),
        ("", "data-color=teal", "#00796b"),
        ("data-color=blue", "", "#fafafa"),
        ("", "", "#fafafa"),
        ("class=teal", "", "#00796b"),
    ],
)
def test_attributes_of_html_and_body_choose_custom_properties(html, body, background):
    css = f":root{{--c:#fafafa}}{ATTRIBUTES}html.teal{{--c:#00796b}}body{{background:var(--c)}}"
    page = exchange(f"<style>{css}</style>", "<p>Words</p>")
    markup = page.body.replace(b"<html>", f"<html {html}>".encode()).replace(
        b"<body ", f"<body {body} ".encode()
    )
    served = type(page)(page.requested, page.url, page.status, page.headers, markup)
    found = analyze(Site(Capture(AT, served)))
    assert found.roles.background.hex == background
    assert [each.hex for each in found.palette if each.used_count] == [background]
