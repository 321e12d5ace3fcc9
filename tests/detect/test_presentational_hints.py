"""Colors by attributes of the body, as pages had them before CSS."""

from dataclasses import replace

import pytest

from siteloupe.analyses.colors import analyze
from siteloupe.capture import Capture
from siteloupe.detect.presentational_hints import presentational_hints
from tests.colors import AT
from tests.pages import exchange


def report(attributes, css=""):
    page = exchange(f"<style>{css}</style>", "<p>Words <a href=/a>and a link</a></p>")
    html = page.body.replace(b"<body", f"<body {attributes}".encode())
    return analyze(Capture(AT, replace(page, body=html)))


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
