"""A site's text made harmless to show."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.reports.inert import inert, without_steering

STEERING = {"Cc", "Cf", "Cs", "Zl", "Zp"}


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("  plain  text ", "plain text"),
        ("a\r\nb\u2028c\u00a0d", "a b c d"),
        ("\x1b[2Jclear", "[2Jclear"),
        ("\u202eright to left\u202c", "right to left"),
        ("Ünïcödé 漢字 नमस्ते 🎨", "Ünïcödé 漢字 नमस्ते 🎨"),
        ("\ud800lone", "lone"),
        ("\x00\u200b\ufeff", ""),
        ("tags\U000e0041\U000e0000\U000e007f", "tags"),
    ],
)
def test_what_steers_is_dropped_and_what_reads_is_kept(text: str, kept: str) -> None:
    assert inert(text) == kept


def test_a_long_text_is_cut_at_its_limit_with_an_ellipsis() -> None:
    assert inert("x" * 301) == "x" * 299 + "…"
    assert inert("x" * 300) == "x" * 300
    assert len(inert("y" * 10_000, 10)) == 10


@given(st.text(st.characters(), max_size=400), st.integers(1, 100))
def test_any_text_becomes_one_bounded_printable_line(text: str, limit: int) -> None:
    line = inert(text, limit)
    assert len(line) <= limit
    assert not {unicodedata.category(character) for character in line} & STEERING
    assert inert(line, limit) == line


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("plain  text ", "plain  text "),
        ("wide\u00a0\u3000spaces", "wide\u00a0\u3000spaces"),
        ("a\r\n  b\u2028c\td", "a b c d"),
        ("\n first", "first"),
        ("\x1b[2J\u202eclear\U000e0041\U000e0000", "[2Jclear"),
        (
            "an icon \ue000, not assigned \u0378, family 👨\u200d👩",
            "an icon \ue000, not assigned \u0378, family 👨👩",
        ),
        ("\ud800lone", "lone"),
        ("\x00\u200b", ""),
    ],
)
def test_a_text_loses_what_steers_and_nothing_else(text: str, kept: str) -> None:
    assert without_steering(text) == kept


@given(st.text(st.characters(codec=None), max_size=400))
def test_any_text_is_without_steering_afterwards_and_stays_so(text: str) -> None:
    kept = without_steering(text)
    assert not {unicodedata.category(character) for character in kept} & STEERING
    assert without_steering(kept) == kept
