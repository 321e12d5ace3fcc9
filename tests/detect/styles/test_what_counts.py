"""Which sheets, selectors and attributes count for the style of a page, and how many of them are read."""

import pytest

from siteloupe.analyses import COLORS, FONTS
from tests.pages import sheet, site


def colors(css="", body="<p class='a b'>Words</p>", *, head="", **given):
    return COLORS.analyze(site(f"{head}<style>{css}</style>", body, **given))


def text(*args, **kwargs):
    return colors(*args, **kwargs).roles.text.hex


HREF = "https://example.org/a.css"
RED = sheet(HREF, "body{color:#ff0000}")


@pytest.mark.parametrize(
    "name", ["data-href", "data-lazy-href", "data-pmdelayedstyle", "data-rocket-lazy-href", "data-src"]
)
def test_a_sheet_whose_address_waits_in_an_attribute_applies(name):
    link = f"<link rel=stylesheet {name}=/a.css>"
    assert text(head=link, stylesheets=(RED,)) == "#ff0000"
    assert text(head="<link rel=stylesheet data-other=/a.css>", stylesheets=(RED,)) == "#000000"


@pytest.mark.parametrize(
    ("link", "applies"),
    [
        ("rel=stylesheet", True),
        ("rel=stylesheet type=text/css", True),
        ("rel=stylesheet type=text/less", False),
        ("rel=stylesheet disabled", False),
        ("rel='alternate stylesheet'", False),
        ("rel='alternate stylesheet' onload=\"this.rel='stylesheet'\"", True),
        ("rel=preload as=style", False),
        ("rel=preload as=style onload=\"this.rel='stylesheet'\"", True),
        ("rel=preload as=font onload=\"this.rel='stylesheet'\"", False),
        ("rel=preload as=STYLE onload=\"this.rel='stylesheet'\"", True),
        ("rel=stylesheet media=print", False),
        ("rel=stylesheet media='not all'", False),
        ("rel=stylesheet media='print, screen'", True),
        ("rel=stylesheet media=print onload=\"this.media='all'\"", True),
        ("rel=stylesheet media=print onload=\"this.x='all'\"", False),
        ("rel=stylesheet media=print data-media=all", True),
        ("rel=stylesheet media=print data-media=ALL", True),
    ],
)
def test_a_link_applies_its_sheet(link, applies):
    expected = "#ff0000" if applies else "#000000"
    assert text(head=f"<link {link} href=/a.css>", stylesheets=(RED,)) == expected


@pytest.mark.parametrize(
    ("status", "kind", "body", "applies"),
    [
        (200, "text/css", "body{color:#f00}", True),
        (299, "text/css", "body{color:#f00}", True),
        (300, "text/css", "body{color:#f00}", False),
        (199, "text/css", "body{color:#f00}", False),
        (404, "text/css", "body{color:#f00}", False),
        (200, "text/css", "<!doctype html><p>", False),
        (200, "text/css", "<!-- x --><html>", False),
        (200, "text/css", "<!-- --> body{color:#f00}", True),
        (200, "text/html", "body{color:#f00}", True),
        (200, "text/html", "Not found", False),
        (200, "text/html", "@import 'x'", True),
        (200, "application/json", "body{color:#f00}", False),
        (200, "image/png", "body{color:#f00}", False),
        (200, "video/mp4", "body{color:#f00}", False),
        (200, "audio/mpeg", "body{color:#f00}", False),
        (200, "font/woff", "body{color:#f00}", False),
        (200, "text/plain", "body{color:#f00}", True),
    ],
)
def test_an_answer_is_a_sheet(status, kind, body, applies):
    made = sheet(HREF, body)
    answer = made.answer.__class__(
        HREF, HREF, status, sheet(HREF, "", **{"content-type": kind}).answer.headers, body.encode()
    )
    found = colors(head="<link rel=stylesheet href=/a.css>", stylesheets=(made.__class__(HREF, answer),))
    assert found.stylesheets.fetched == int(applies)


@pytest.mark.parametrize(("blank", "applies"), [(4000, False), (4095, True), (4200, True)])
def test_four_kilobytes_are_looked_at_for_markup(blank, applies):
    made = sheet(HREF, f"{' ' * blank}<html>{{")
    found = colors(head="<link rel=stylesheet href=/a.css>", stylesheets=(made,))
    assert found.stylesheets.fetched == int(applies)


def test_of_two_links_to_a_sheet_the_last_place_counts():
    links = "<link rel=stylesheet href=/a.css><link rel=stylesheet href=/b.css>"
    sheets = (RED, sheet("https://example.org/b.css", "body{color:#0000ff}"))
    assert text(head=links, stylesheets=sheets) == "#0000ff"
    assert text(head=links + "<link rel=stylesheet href=/a.css#x>", stylesheets=sheets) == "#ff0000"


@pytest.mark.parametrize(
    ("css", "applies"),
    [
        ("@import '/a.css';", True),
        ("@import '/a.css' print;", False),
        ("p{} @import '/a.css';", False),
        ("@import '';", False),
    ],
)
def test_an_import_applies(css, applies):
    assert (text(css, stylesheets=(RED,)) == "#ff0000") is applies


@pytest.mark.parametrize(("before", "counts"), [(48, True), (49, True), (50, False)])
def test_fifty_selectors_of_a_list_are_matched(before, counts):
    css = f"{'.gone,' * before}body{{color:#ff0000}}"
    assert (text(css) == "#ff0000") is counts


@pytest.mark.parametrize(
    ("css", "expected"),
    [
        ("body{color:red}body{color:blue}", "#0000ff"),
        ("body{color:red!important}body{color:blue}", "#ff0000"),
        ("body.x{color:red}body{color:blue}", "#ff0000"),
        ("@layer y{body.x{color:red}}body{color:blue}", "#0000ff"),
        ("@layer y{body{color:red!important}}body.x{color:blue!important}", "#ff0000"),
        ("@layer y{body{color:red!important}}body.x{color:blue}", "#ff0000"),
        ("@media print{body{color:red}}", "#000000"),
        ("@supports (x:y){body{color:red}}body{color:blue}", "#0000ff"),
        ("body::before{color:red}", "#000000"),
    ],
)
def test_the_cascade(css, expected):
    assert text(css, classes="x") == expected


def test_a_style_attribute_counts_more_than_rules_and_less_than_important_ones():
    body = "<p id=p style='color:#ff0000'>Words</p>"
    found = colors("#p{color:#0000ff}", body)
    assert found.roles.text.hex == "#ff0000"
    assert colors("#p{color:#0000ff!important}", body).roles.text.hex == "#0000ff"
    important = "<p id=p style='color:#ff0000!important'>Words</p>"
    assert colors("#p{color:#0000ff!important}", important).roles.text.hex == "#ff0000"


@pytest.mark.parametrize(("inside", "counts"), [(254, True), (255, False)])
def test_selectors_are_matched_in_markup_of_some_depth(inside, counts):
    body = f"{'<div>' * inside}<p>Words</p>"
    report = colors("p{color:#ff0000}", body)
    assert (report.roles.text is not None and report.roles.text.hex == "#ff0000") is counts
    assert ("styles-cut" not in [caveat.code for caveat in report.coverage.caveats]) is counts


@pytest.mark.parametrize(
    ("attribute", "value", "role", "expected"),
    [
        ("bgcolor", "#eeeeee", "background", "#eeeeee"),
        ("bgcolor", "eeeeee", "background", "#eeeeee"),
        ("bgcolor", " navy ", "background", "#000080"),
        ("text", "#333333", "text", "#333333"),
        ("link", "#b7410e", "primary", "#b7410e"),
        ("link", "rgb(0 0 0/.5)", "primary", None),
    ],
)
def test_attributes_of_the_body_set_colors(attribute, value, role, expected):
    served = site(body="<a href=/>Words</a>").capture.page
    markup = served.body.replace(b"<body class=''>", f"<body {attribute}='{value}'>".encode())
    page = served.__class__(served.url, served.url, 200, served.headers, markup)
    found = COLORS.analyze(site().with_capture(site().capture.__class__("x", page)))
    color = getattr(found.roles, role)
    assert (color and color.hex) == expected


def test_a_long_id_of_a_style_is_cut_where_it_is_told():
    found = FONTS.analyze(site(f"<style id={'x' * 100}>body{{font-family:Crumb}}</style>", "<p>Words</p>"))
    assert found.evidence[0].where == f"<style id={'x' * 80}>"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("href", "data-href"),
        ("data-href", "data-lazy-href"),
        ("data-lazy-href", "data-pmdelayedstyle"),
        ("data-pmdelayedstyle", "data-rocket-lazy-href"),
        ("data-rocket-lazy-href", "data-src"),
    ],
)
def test_of_two_addresses_of_a_link_one_counts(first, second):
    for attributes in (f"{first}=/a.css {second}=/b.css", f"{second}=/b.css {first}=/a.css"):
        assert text(head=f"<link rel=stylesheet {attributes}>", stylesheets=(RED,)) == "#ff0000"
