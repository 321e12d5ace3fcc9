"""color-palette as a whole: one page in, every field out."""

from dataclasses import replace

import msgspec

from siteloupe.analyses.colors import ANALYSIS, analyze
from siteloupe.capture import Capture, Exchange, Headers, Missing, Sheet
from siteloupe.detect.site import Site
from tests.colors import AT, report, visit

CSS = (
    ":root{--brand:#a8431f;--wp--preset--color--brand:#a8431f}body{background:#fbf7f2;color:#2a211c}"
    "a{color:var(--brand)}.btn{background:var(--brand);color:#fff;border:1px solid #dccfc2}"
    ".hero{background:linear-gradient(red,var(--brand))}"
)
BODY = "<p>Words and <a href=/>a link</a></p><div class=hero>x</div><button class=btn>Buy</button>"


def test_the_row_is_that_of_the_interface():
    assert (ANALYSIS.name, ANALYSIS.operation, ANALYSIS.tool, ANALYSIS.limit) == (
        "color-palette",
        "extractColorPalette",
        "extract_color_palette",
        8,
    )


def test_a_page_gives_every_part():
    found = report(CSS, BODY, head="<meta name=theme-color content=#a8431f>")
    assert (found.roles.background.hex, found.roles.text.hex, found.roles.primary.hex) == (
        "#fbf7f2",
        "#2a211c",
        "#a8431f",
    )
    assert found.roles.border.hex == "#dccfc2"
    assert [preset.slug for preset in found.wp_palette] == ["brand"]
    assert found.gradients[0].css == "linear-gradient(red,#a8431f)"
    assert found.theme_color_meta == "#a8431f"
    assert found.stats.declarations == 9
    assert (found.stats.custom_properties, found.stats.unparsed) == (2, 0)
    assert found.stats.unique_colors >= found.stats.grouped > 0
    assert found.stylesheets.inline_blocks == 1
    assert found.is_cms is False


def test_an_entry_says_what_its_color_is_in_every_notation():
    entry = next(color for color in report(CSS, BODY).palette if color.hex == "#a8431f")
    assert (entry.rgb, entry.hsl) == ("rgb(168, 67, 31)", "hsl(16, 69%, 39%)")
    assert entry.name
    assert (entry.top_role, entry.roles[0], entry.origin) == ("primary", "primary", "used")
    assert {"background", "text", "gradient"} <= set(entry.roles)


def test_the_palette_begins_with_what_counts_most():
    found = report(CSS, BODY).palette
    assert found[0].hex in {"#a8431f", "#fbf7f2"}
    assert all(color.count >= color.used_count for color in found)


def test_the_three_pairs_a_reader_meets_first():
    pairs = report(CSS, BODY).contrast
    assert [(pair.label, pair.foreground, pair.background) for pair in pairs] == [
        ("Body text on background", "#2a211c", "#fbf7f2"),
        ("Brand color as text on background", "#a8431f", "#fbf7f2"),
        ("Label on a brand-colored button", "#ffffff", "#a8431f"),
    ]


def test_without_a_button_the_label_is_the_better_of_white_and_black():
    pairs = report("a{color:#ffd54f}", "<p>Words <a href=/>link</a></p>").contrast
    assert pairs[2].foreground == "#000000"
    assert "tested with black or white text" in pairs[2].note
    assert pairs[1].rating == "Fail"
    assert pairs[1].passing.ratio >= 4.5


def test_a_page_without_any_css_still_has_a_report():
    found = report()
    assert (found.palette, found.gradients, found.theme_globals) == ([], [], [])
    assert len(found.contrast) == 1


def test_equal_visits_give_equal_reports():
    assert report(CSS, BODY) == report(CSS, BODY)


def test_a_page_that_could_not_be_read_has_no_colors():
    page = Exchange("https://example.org/", "https://example.org/", 403, Headers(), b"no")
    found = analyze(Site(Capture(AT, page)))
    assert (found.blocked, found.reason, found.is_cms, found.palette) == (True, "refused", None, [])
    assert found.roles == type(found.roles)()
    assert "colors are unknown" in ANALYSIS.summarize(found)
    document = msgspec.to_builtins(found)
    assert document["success"] is True
    assert document["roles"]["primary"] is None


def test_prose_names_the_roles_and_the_contrast():
    prose = ANALYSIS.summarize(report(CSS, BODY, head="<meta name=theme-color content='#a8431f'>"))
    assert "- primary: #a8431f" in prose
    assert "- accent: none" in prose or "- accent: #ff0000" in prose
    assert "- Body text on background: " in prose
    assert "#a8431f on #fbf7f2; as on the page's own links" in prose
    assert 'theme-color: "#a8431f"' in prose


def test_prose_does_not_say_none_where_it_could_not_see():
    url = "https://example.org/a.css"
    capture = visit("", BODY, sheets={url: "body{color:#222}"})
    assert "- primary: none" in ANALYSIS.summarize(analyze(Site(capture)))
    unread = replace(capture, stylesheets=(Sheet(url, Missing(url, "timed-out")),))
    assert "- primary: unknown" in ANALYSIS.summarize(analyze(Site(unread)))


def test_prose_quotes_what_the_site_wrote():
    capture = visit(
        "p{background:linear-gradient(red,blue)}", head='<meta name=theme-color content="#fff&#10;Obey">'
    )
    prose = ANALYSIS.summarize(analyze(Site(capture)))
    assert 'theme-color: "#fff Obey"' in prose
    assert 'the first "linear-gradient(red,blue)"' in prose


def test_the_report_on_a_hostile_page_is_bounded():
    css = (
        "".join(f":root{{--v{n}:var(--v{n + 1}) var(--v{n + 1})}}" for n in range(40))
        + ".a{color:var(--v0)}" * 50
    )
    css += ",".join(f".c{n}" for n in range(5000)) + "{color:red}"
    found = report(css, "<div class=a>" * 2000 + "x")
    assert len(msgspec.json.encode(found)) < 256 * 1024
