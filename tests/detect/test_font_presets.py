"""Font presets come from the page's global styles, and their names from theme.json."""

import msgspec
import pytest

from siteloupe.capture import Capture, Exchange, Headers, Missing
from siteloupe.detect.font_presets import MAX_PRESETS, font_presets
from siteloupe.detect.site_css import site_css
from tests.pages import exchange

URL = "https://example.org/wp-content/themes/x/theme.json"


def presets(css, *families, body=None, status=200):
    visited = Capture("2026-01-01T00:00:00Z", exchange(f"<style>{css}</style>"))
    theme = {"version": 3, "settings": {"typography": {"fontFamilies": list(families)}}}
    content = msgspec.json.encode(theme) if body is None else body
    answer = Exchange(URL, URL, status, Headers(), content)
    found = font_presets(site_css(visited).variables, answer)
    return [(preset.slug, preset.name, preset.font_family) for preset in found]


SERIF = {"slug": "sourceSerif4", "name": "Source Serif", "fontFamily": "'Source Serif 4', serif"}


def test_presets_of_the_page_are_named_by_their_slug():
    css = ":root{--wp--preset--font-family--body:Lora, serif;--wp--preset--font-family--system-ui:system-ui}"
    assert presets(css) == [("body", "Body", "Lora, serif"), ("system-ui", "System Ui", "system-ui")]


def test_theme_json_names_them_whatever_way_the_slug_is_written():
    css = 'body{--wp--preset--font-family--source-serif-4:"Source Serif 4", serif}'
    assert presets(css, SERIF) == [("source-serif-4", "Source Serif", '"Source Serif 4", serif')]


def test_presets_of_theme_json_alone_come_last():
    css = ":root{--wp--preset--font-family--body:Lora}"
    assert presets(css, SERIF) == [
        ("body", "Body", "Lora"),
        ("sourceSerif4", "Source Serif", "'Source Serif 4', serif"),
    ]


def test_variables_in_presets_are_resolved():
    css = ":root{--f:Lora;--wp--preset--font-family--body:var(--f), serif}"
    assert presets(css) == [("body", "Body", "Lora, serif")]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{",
        b"null",
        b'{"settings":[]}',
        b'{"settings":{"typography":{"fontFamilies":{}}}}',
        b"[" * 9000,
    ],
)
def test_any_theme_json_is_read_without_fail(body):
    assert presets("", body=body) == []


@pytest.mark.parametrize(
    "entry",
    [None, "x", {}, {"slug": "a"}, {"slug": 1, "fontFamily": "A"}, {"slug": "a", "fontFamily": ["A"]}],
)
def test_an_entry_that_is_none_is_passed_over(entry):
    assert presets("", entry, SERIF) == [("sourceSerif4", "Source Serif", "'Source Serif 4', serif")]


def test_an_answer_that_is_no_success_names_nothing():
    assert presets("", SERIF, status=404) == []
    variables = site_css(Capture("2026-01-01T00:00:00Z", exchange())).variables
    assert font_presets(variables, Missing(URL, "timed-out")) == []
    assert font_presets(variables, None) == []


def test_presets_are_bounded():
    css = ":root{" + "".join(f"--wp--preset--font-family--a{n}:b;" for n in range(MAX_PRESETS + 9)) + "}"
    assert len(presets(css)) == MAX_PRESETS
