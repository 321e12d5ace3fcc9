import pytest

from siteloupe.css.length import font_size_in_pixels, length_in_pixels


@pytest.mark.parametrize(
    ("value", "px"),
    [
        ("16px", 16),
        ("1rem", 16),
        (" 1.25EM ", 20),
        ("12pt", 16),
        ("1in", 96),
        ("2.54cm", 96),
        ("120%", 19.2),
        ("2vw", 28.8),
        ("1dvh", 9),
        ("2vmin", 18),
        ("medium", 16),
        ("xx-large", 32),
        ("larger", 19.2),
        ("0", 0),
        ("clamp(1rem, 2vw + 1rem, 3rem)", 48),
        ("clamp(2rem, calc(1rem + 4vw), 4.5rem)", 72),
        ("min(10px, 2em)", 10),
        ("max(10px, 1vw)", 14.4),
        ("calc(1.275rem + .3vw)", 24.72),
        ("calc(100% + 2px)", 18),
        ("calc(1rem * 1.2)", 19.2),
    ],
)
def test_font_sizes_are_pixels(value, px):
    assert font_size_in_pixels(value) == pytest.approx(px)


@pytest.mark.parametrize(
    "value",
    ["inherit", "12", "", "-1px", "1lh", "1cqw", "var(--x)", "calc(1)", "red", "calc(1rem", "1px 2px"],
)
def test_a_value_without_pixels_has_none(value):
    assert font_size_in_pixels(value) is None


def test_a_percentage_is_no_length():
    assert length_in_pixels("50%") is None
    assert length_in_pixels("calc(2em - 2px)") == 30
