"""A rendered page decides fonts, colors and technologies; everything else is the page as it came. All pure."""

from dataclasses import replace

import msgspec
import pytest

from siteloupe.analyses import COLORS, FONTS, TECH_STACK
from siteloupe.analyses.judge import judge
from siteloupe.capture import Capture
from siteloupe.detect.site import Site
from siteloupe.rendered import (
    NotRendered,
    Rendered,
    RenderedFill,
    RenderedGround,
    RenderedSheet,
    RenderedText,
)
from tests.pages import exchange

AT = "2026-01-01T00:00:00Z"
SHELL = '<script defer src="/static/js/main.49e1f785.js"></script>', '<div id="root"></div>'
CSS = """
@font-face{font-family:Lora;src:url(/lora.woff2)} @font-face{font-family:Bitter;src:url(/bitter.woff2)}
body{background:#0b1020;color:#e6e6e6;font-family:Lora,serif} h1{font-family:Bitter} .b{background:#e4572e}
"""


def text(characters, kind="plain", *, heading=0, font="Lora, serif", color="rgb(230, 230, 230)", opacity=1.0):
    return RenderedText(kind, heading, font, 16.0, "400", color, opacity, ("rgb(11, 16, 32)",), characters)


RENDERED = Rendered(
    engine="Chromium 150.0",
    url="https://example.org/",
    html="<!DOCTYPE html><html><head><script src=https://js.stripe.com/v3/></script></head>"
    "<body><div id=root><h1>Title</h1><p>Text</p><button class=b>Buy</button></div></body></html>",
    sheets=(RenderedSheet("block", "https://example.org/", CSS),),
    texts=(text(400), text(30, heading=1, font="Bitter"), text(90, "link", color="rgb(228, 87, 46)")),
    fills=(RenderedFill("rgb(228, 87, 46)", 1.0, ("rgb(11, 16, 32)",), 3),),
    grounds=(RenderedGround(("rgb(11, 16, 32)",), 150), RenderedGround((), 10)),
    root=("rgba(0, 0, 0, 0)", "rgb(11, 16, 32)"),
    body_color="rgb(230, 230, 230)",
    requests=4,
    milliseconds=900,
)


def report(analysis, rendered=RENDERED):
    return judge(analysis, Site(Capture(AT, exchange(*SHELL), rendered=rendered)), 262_144)


def test_roles_are_what_the_browser_painted():
    roles = report(COLORS).roles
    assert [(each.hex, each.confidence) for each in (roles.background, roles.text)] == [
        ("#0b1020", "high"),
        ("#e6e6e6", "high"),
    ]
    assert roles.primary.hex == "#e4572e"
    assert roles.background.evidence[0].where == "94 % of the rendered window"


def test_a_shell_without_a_browser_has_no_roles_of_defaults():
    roles = report(COLORS, None).roles
    assert (roles.background, roles.text, roles.primary) == (None, None, None)


def test_the_primary_font_is_that_of_most_text():
    found = report(FONTS)
    assert [(font.family, font.is_primary) for font in found.fonts] == [("Lora", True), ("Bitter", False)]
    assert (found.body.family, found.heading.family, found.body.confidence) == ("Lora", "Bitter", "high")
    assert {each.where for each in found.evidence} == {"rendered"}


@pytest.mark.parametrize("font", ['"Times New Roman"', "Arial", "monospace"])
def test_the_browsers_own_font_is_no_font_of_the_site(font):
    found = report(FONTS, msgspec.structs.replace(RENDERED, texts=(text(400, font=font), text(9))))
    assert [each.family for each in found.fonts if each.is_primary] == []
    assert found.body.family is None


def test_technologies_of_the_rendered_page_say_so():
    [stripe] = [each for each in report(TECH_STACK).technologies if each.name == "Stripe"]
    assert stripe.evidence[0].where.startswith("rendered ")
    assert "Stripe" not in {each.name for each in report(TECH_STACK, None).technologies}


def test_the_rest_is_the_page_as_it_came():
    with_browser, without = report(TECH_STACK), report(TECH_STACK, None)
    for field in ("is_cms", "composition", "performance", "security", "server"):
        assert getattr(with_browser, field) == getattr(without, field)


@pytest.mark.parametrize("analysis", [COLORS, FONTS, TECH_STACK], ids=lambda each: each.name)
def test_the_report_says_what_rendered_it(analysis):
    told = report(analysis)
    assert (told.rendered.engine, told.rendered.requests, told.rendered.milliseconds) == (
        "Chromium 150.0",
        4,
        900,
    )
    assert told.coverage.page == "script-shell"
    assert "of the rendered page" in told.coverage.caveats[0].text
    assert report(analysis, None).rendered is None


def test_a_page_that_could_not_be_rendered_has_its_reason_as_a_caveat():
    told = report(COLORS, NotRendered("timed-out", "The page was not rendered: it took too long."))
    assert told.rendered is None
    caveats = {each.code: each.text for each in told.coverage.caveats}
    assert caveats["not-rendered"] == "The page was not rendered: it took too long."
    assert told.roles == report(COLORS, None).roles


def test_what_was_cut_makes_roles_less_sure():
    told = report(COLORS, msgspec.structs.replace(RENDERED, cut=True))
    assert told.roles.background.confidence == "low"
    assert told.rendered.note == "The page is larger than a limit, so a part of it was not read."


def test_text_that_fades_in_counts_with_its_greatest_opacity():
    fading = tuple(text(10, opacity=opacity) for opacity in (0.2, 0.6, 1.0))
    assert report(COLORS, msgspec.structs.replace(RENDERED, texts=fading)).roles.text.hex == "#e6e6e6"


def test_a_window_of_pictures_leaves_the_canvas():
    grounds = (RenderedGround((), 140), RenderedGround(("rgb(1, 2, 3)",), 20))
    background = report(COLORS, msgspec.structs.replace(RENDERED, grounds=grounds)).roles.background
    assert (background.hex, background.confidence) == ("#0b1020", "medium")


@pytest.mark.parametrize(
    "hostile",
    [
        {"html": "", "sheets": (), "texts": (), "fills": (), "grounds": (), "root": (), "body_color": ""},
        {"texts": (text(1, font="'", color="rgb("), text(1, font="", color="x" * 100))},
        {"grounds": (RenderedGround(("nonsense", "rgba(0,0,0,0)"), 160),), "root": ("nonsense",)},
        {"url": "javascript:alert(1)", "html": "<script>" * 2000},
        {"sheets": (RenderedSheet("linked", "about:blank", "}" * 5000, "(" * 500),)},
    ],
    ids=["empty", "odd-text", "odd-colors", "odd-document", "odd-sheets"],
)
def test_whatever_a_browser_says_gives_reports(hostile):
    rendered = msgspec.structs.replace(RENDERED, **hostile)
    for analysis in (COLORS, FONTS, TECH_STACK):
        assert msgspec.json.encode(report(analysis, rendered))


def test_a_hundred_reports_of_one_visit_are_equal():
    saved = msgspec.json.encode(RENDERED)
    for analysis in (COLORS, FONTS, TECH_STACK):
        bodies = {
            msgspec.json.encode(report(analysis, msgspec.json.decode(saved, type=Rendered)))
            for _ in range(100)
        }
        assert len(bodies) == 1


def test_a_further_capture_of_the_visit_is_judged_by_its_own_rendering():
    page = exchange(*SHELL)
    first = Site(Capture(AT, page))
    assert COLORS.analyze(first).rendered is None
    assert COLORS.analyze(first.with_capture(replace(first.capture, rendered=RENDERED))).rendered is not None
