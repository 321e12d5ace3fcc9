"""All CSS of a page is in the order of a browser's cascade, with the colors of body attributes."""

from dataclasses import replace

import pytest

from siteloupe.analyses import COLORS, FONTS
from siteloupe.analyses.colors import analyze
from siteloupe.capture import Capture, Exchange, Headers, Missing, Sheet
from siteloupe.css import variables
from siteloupe.detect.site import Site
from siteloupe.detect.styles import cascade
from siteloupe.detect.styles import site_css as module
from siteloupe.detect.styles.parsed_sheets import parse_sheet
from siteloupe.detect.styles.site_css import presentational_hints, site_css
from tests.colors import AT
from tests.pages import exchange, page


def sheet(url, body, final=None, kind="text/css"):
    return Sheet(url, Exchange(url, final or url, 200, Headers([("content-type", kind)]), body.encode()))


def css_of(head, *sheets, body=""):
    return site_css(page(head, body), sheets)


def order(css):
    return [declaration.value for applied in css.sheets for _, declaration in applied.sheet.declarations()]


A, B, C = (f"https://example.org/{name}.css" for name in "abc")


def test_sheets_blocks_and_attributes_come_in_cascade_order():
    css = css_of(
        "<link rel=stylesheet href=a.css><style id=x>a{order:2}</style><link rel=stylesheet href=b.css>",
        sheet(B, "a{order:3}"),
        sheet(A, "a{order:1}"),
        body="<p style='order:4'><p style='order:5'><p style='order:4'>",
    )
    assert order(css) == ["1", "2", "3", "4", "5"]
    assert [sheet.kind for sheet in css.sheets] == ["linked", "block", "linked", "attribute", "attribute"]
    assert [sheet.where for sheet in css.sheets][:2] == [A, "<style id=x>"]
    assert [sheet.count for sheet in css.sheets] == [1, 1, 1, 2, 1]


def test_an_imported_sheet_comes_before_its_importer():
    css = css_of(
        "<style>@import 'a.css'; a{order:4}</style>",
        sheet(A, "@import 'b.css' screen; @import 'c.css'; a{order:3}"),
        sheet(B, "a{order:1}"),
        sheet(C, "a{order:2}"),
    )
    assert order(css) == ["1", "2", "3", "4"]
    assert css.sheets[0].media == ("screen",)
    assert css.sheets[0].kind == "imported"


def test_a_sheet_that_is_linked_twice_applies_at_its_last_link():
    css = css_of(
        "<link rel=stylesheet href=a.css><link rel=stylesheet href=b.css><link rel=stylesheet href=a.css>",
        sheet(A, "a{order:2}"),
        sheet(B, "a{order:1}"),
    )
    assert order(css) == ["1", "2"]


def test_sheets_that_import_each_other_are_each_read_once():
    css = css_of(
        "<link rel=stylesheet href=a.css>",
        sheet(A, "@import 'b.css'; @import 'a.css'; a{order:2}"),
        sheet(B, "@import 'a.css'; a{order:1}"),
    )
    assert order(css) == ["1", "2"]


def test_sheets_that_were_not_downloaded_are_left_out():
    css = css_of(
        "<link rel=stylesheet href=a.css><link rel=stylesheet href=b.css><link rel=stylesheet href=c.css>",
        Sheet(A, Missing(A, "timed-out")),
        sheet(B, "<!doctype html>", kind="text/html"),
    )
    assert css.sheets == ()


def test_references_of_a_redirected_sheet_are_relative_to_its_final_url():
    moved = "https://cdn.example.org/v2/a.css"
    css = css_of(
        "<link rel=stylesheet href=a.css>",
        sheet(A, "@import 'b.css'; a{order:2}", moved),
        sheet("https://cdn.example.org/v2/b.css", "a{order:1}"),
    )
    assert order(css) == ["1", "2"]
    assert css.sheets[1].base == moved


def test_media_decide_whether_a_sheet_applies():
    css = css_of(
        "<style media='(max-width: 600px)'>:root{--x:1}</style>"
        "<style media='(prefers-color-scheme: dark)'>a{order:2}</style>"
        "<style>:root{--y:2}</style>"
    )
    assert [(sheet.matches_screen(), sheet.matches_screen(dark=True)) for sheet in css.sheets] == [
        (False, False),
        (False, True),
        (True, True),
    ]
    assert css.variables.names() == {"--y"}


def test_classes_of_the_body_are_the_roots():
    css = site_css(page("<style>.kit{--x:1}</style>", classes="kit other"))
    assert css.variables.root == {"--x": "1"}


def test_equal_bytes_are_parsed_once_across_pages():
    first = css_of("<link rel=stylesheet href=a.css><style>b{c:d}</style>", sheet(A, "a{once:1}"))
    second = css_of("<link rel=stylesheet href=b.css><style>b{c:d}</style>", sheet(B, "a{once:1}"))
    assert [one.sheet is other.sheet for one, other in zip(first.sheets, second.sheets, strict=True)] == [
        True,
        True,
    ]


def test_equal_bytes_under_another_encoding_are_another_sheet():
    body = "a{b:'é'}".encode()
    one, other = (
        parse_sheet(
            Exchange(A, A, 200, Headers([("content-type", f"text/css; charset={name}")]), body), "utf-8"
        )
        for name in ("utf-8", "windows-1251")
    )
    assert [found.value for _, found in one.declarations()] == ["'é'"]
    assert one is not other


def report(attributes, css=""):
    page = exchange(f"<style>{css}</style>", "<p>Words <a href=/a>and a link</a></p>")
    html = page.body.replace(b"<body", f"<body {attributes}".encode())
    return analyze(Site(Capture(AT, replace(page, body=html))))


@pytest.mark.parametrize(
    ("value", "color"),
    [("#336699", "#336699"), ("336699", "#336699"), ("Navy", "#000080"), ("", None), ("}x{", None)],
)
def test_a_color_is_a_name_or_hex_digits_without_a_number_sign_too(value, color):
    rule = f":where(body){{background-color:{color}}}" if color else ""
    assert presentational_hints({"bgcolor": value}) == rule


def test_a_page_without_css_has_the_colors_of_its_body():
    found = report('bgcolor="#336699" text="#ffffff" link="ffcc00"')
    assert (found.roles.background.hex, found.roles.text.hex) == ("#336699", "#ffffff")
    assert found.roles.primary.hex == "#ffcc00"
    assert {color.hex for color in found.palette} == {"#336699", "#ffffff", "#ffcc00"}


def test_any_rule_wins_over_them():
    found = report('bgcolor="#336699"', "*{background:#eeeeee}")
    assert found.roles.background.hex == "#eeeeee"


def test_of_more_css_than_may_be_judged_the_last_sheets_are_read(monkeypatch):
    links = "".join(f"<link rel=stylesheet href={name}.css>" for name in "abc")
    sheets = [sheet(url, f"a{{order:{number}}}") for number, url in enumerate((A, B, C))]
    assert not css_of(links, *sheets).cut
    monkeypatch.setattr(module, "MAX_WORK", 2 * css_of(links, *sheets).sheets[0].sheet.work)
    css = css_of(links, *sheets)
    assert order(css) == ["1", "2"]
    assert css.cut


def test_of_more_style_attributes_than_may_be_judged_the_first_are_read(monkeypatch):
    body = "<p style='order:1'><p style='order:2'><p style='order:3'>"
    monkeypatch.setattr(module, "MAX_ATTRIBUTE_WORK", 2 * css_of("", body=body).sheets[0].sheet.work)
    css = css_of("", body=body)
    assert (order(css), css.cut) == (["1", "2"], True)


@pytest.mark.parametrize("analysis", [COLORS, FONTS])
def test_a_report_says_that_css_was_cut(analysis, monkeypatch):
    given = Capture(
        AT, exchange("<style>a{order:1}</style><style>a{order:2}</style><style>a{order:3}</style>")
    )
    whole = analysis.analyze(Site(given)).coverage
    monkeypatch.setattr(module, "MAX_WORK", 1)
    cut = analysis.analyze(Site(given)).coverage
    assert {each.code for each in cut.caveats} - {each.code for each in whole.caveats} == {"styles-cut"}
    assert (whole.stylesheets, cut.stylesheets, cut.complete) == ("all", "some", False)


@pytest.mark.parametrize("analysis", [COLORS, FONTS])
@pytest.mark.parametrize("limited", [(cascade, "MAX_WORK"), (variables, "MAX_PRODUCED")])
def test_a_report_says_that_css_could_not_be_matched_or_substituted(analysis, limited, monkeypatch):
    css = ":root{--a:red;--b:var(--a)}p{color:var(--b);font-family:var(--b)}i{color:red;font-family:a}"
    given = Capture(AT, exchange(f"<style>{css}</style>", "<p>x<i>y</i>"))
    assert "styles-cut" not in [each.code for each in analysis.analyze(Site(given)).coverage.caveats]
    monkeypatch.setattr(*limited, 1)
    assert "styles-cut" in [each.code for each in analysis.analyze(Site(given)).coverage.caveats]
