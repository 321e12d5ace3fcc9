"""Font sizes come once each, by their size in pixels."""

import pytest

from siteloupe.capture import Capture
from siteloupe.detect import type_scale as module
from siteloupe.detect.cascade import declared
from siteloupe.detect.site_css import site_css
from siteloupe.detect.type_scale import type_scale
from tests.pages import exchange


def scale(css, body=""):
    visited = Capture("2026-01-01T00:00:00Z", exchange(f"<style>{css}</style>", body))
    found = declared(site_css(visited), frozenset({"font", "font-size"}))
    return [(size.value, size.count, size.px) for size in type_scale(found)]


def test_sizes_are_sorted_by_pixels_and_counted():
    css = "a{font-size:2rem}b{font-size:12px}c{font-size:1.5em}d{font-size:12px}e{font-size:24px}"
    assert scale(css) == [("12px", 2, 12), ("1.5em", 1, 24), ("24px", 1, 24), ("2rem", 1, 32)]


@pytest.mark.parametrize(
    ("value", "px"),
    [
        ("16px", 16),
        ("1rem", 16),
        ("112.5%", 18),
        ("12pt", 16),
        ("small", 13),
        ("x-large", 24),
        ("2vw", 28.8),
        ("calc(1rem + 1vw)", 30.4),
        ("clamp(1rem, 2vw + 1rem, 3rem)", 48),
        ("min(2rem, 5vw)", 32),
        ("0", 0),
    ],
)
def test_a_size_has_its_pixels(value, px):
    assert scale(f"a{{font-size:{value}}}") == [(value, 1, px)]


@pytest.mark.parametrize("value", ["inherit", "initial", "1fr", "red", "var(--none)", "-3px", "10"])
def test_what_has_no_pixels_is_left_out(value):
    assert scale(f"a{{font-size:{value}}}") == []


def test_variables_are_resolved():
    assert scale(":root{--s:clamp(1rem, 1vw, 2rem)}a{font-size:var(--s)}b{font-size:var(--n, 9px)}") == [
        ("9px", 1, 9),
        ("clamp(1rem, 1vw, 2rem)", 1, 32),
    ]


def test_shorthands_style_attributes_and_media_count_and_keyframes_do_not():
    css = "a{font:italic 700 14px/1.5 Lato}b{font:inherit}@media print{c{font-size:10px}}@keyframes k{to{font-size:99px}}"
    assert scale(css, "<p style='font-size:11px'><p style='font-size:11px'>") == [
        ("10px", 1, 10),
        ("11px", 2, 11),
        ("14px", 1, 14),
    ]


def test_sizes_are_bounded(monkeypatch):
    monkeypatch.setattr(module, "MAX_SIZES", 3)
    assert len(scale("".join(f"a{{font-size:{n}px}}" for n in range(9)))) == 3
