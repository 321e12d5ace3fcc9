import math
import random
from pathlib import Path

import coloraide
import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.css.color import MAX_COLORS, Color, colors_in, parse_color
from siteloupe.css.color_syntax import NoColor
from tests.css.color_texts import random_color

ROWS = [
    line.split("\t")
    for line in (Path(__file__).parents[1] / "tables" / "colors.tsv").read_text().splitlines()
    if not line.startswith("# ")
]


def serialize(found):
    """Return a result in the notation of the table."""
    if isinstance(found, Color):
        return found.hex + ("" if found.is_opaque else f"{math.floor(found.alpha * 255 + 0.5):02x}")
    return found.value if found else "none"


def color_of_coloraide(text):
    """Return the same color by an independent library, mapped into sRGB in the same way."""
    color = coloraide.Color(text)
    shown = color.convert("srgb")
    if not text.startswith(("rgb", "hsl", "hwb", "#")) and not shown.in_gamut(tolerance=0):
        shown = color.fit("srgb", method="oklch-chroma").convert("srgb")
    shown.clip()
    channels = (math.floor(value * 255 + 0.5) for value in shown.coords(nans=False))
    return (*channels, round(shown.alpha(nans=False), 3))


@pytest.mark.parametrize(("group", "value", "expected"), ROWS, ids=[f"{row[0]}: {row[1]}" for row in ROWS])
def test_colors_are_parsed_as_in_the_table(group, value, expected):
    assert serialize(parse_color(value)) == expected


def test_thousands_of_colors_are_equal_to_those_of_an_independent_library():
    dice = random.Random(20)
    worst = 0
    for _ in range(2500):
        text = random_color(dice)
        found = parse_color(text)
        assert isinstance(found, Color), text
        expected = color_of_coloraide(text)
        assert found.alpha == pytest.approx(expected[3], abs=0.001), text
        worst = max(worst, *(abs(mine - its) for mine, its in zip(found[:3], expected[:3], strict=True)))
    assert worst <= 1


def test_mixtures_are_equal_to_those_of_an_independent_library():
    dice = random.Random(21)
    for _ in range(400):
        one, other = f"#{dice.randrange(1 << 24):06x}", f"#{dice.randrange(1 << 24):06x}"
        space, share = (
            dice.choice(["srgb", "srgb-linear", "lab", "oklab", "lch", "oklch"]),
            dice.randrange(101),
        )
        mixed = coloraide.Color(one).mix(other, share / 100, space=space).convert("srgb")
        if not mixed.in_gamut(tolerance=0):
            mixed.fit("srgb", method="oklch-chroma")
        expected = [math.floor(min(1, max(0, value)) * 255 + 0.5) for value in mixed.coords(nans=False)]
        found = parse_color(f"color-mix(in {space}, {one}, {other} {share}%)")
        assert isinstance(found, Color)
        assert max(abs(mine - its) for mine, its in zip(found[:3], expected, strict=True)) <= 1


def test_the_scheme_selects_the_argument_of_light_dark():
    assert parse_color("light-dark(white, black)", dark=True) == Color(0, 0, 0)
    assert parse_color("color-mix(in srgb, light-dark(white, black), red 0%)", dark=True) == Color(0, 0, 0)


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("1px solid #fff", ["#ffffff"]),
        ("1px solid rgba(0,0,0,.5)", ["#00000080"]),
        (
            "linear-gradient(90deg, red 10%, hsl(120 100% 50%) 50%, transparent)",
            ["#ff0000", "#00ff00", "#00000000"],
        ),
        ("0 1px 2px rgb(0 0 0/.5),inset 0 0 0 1px oklch(1 0 0)", ["#00000080", "#ffffff"]),
        ("url(red.png) #123 no-repeat", ["#112233"]),
        ("url(data:image/svg+xml,%3Csvg fill='#fff'%3E) blue", ["#0000ff"]),
        ("#٣٣٣ red", ["#ff0000"]),
        ("\"red\" 'blue' green", ["#008000"]),
        ("var(--red) var(--x, #abc)", ["#aabbcc"]),
        ("darkred-ish my-red red", ["#ff0000"]),
        ("#main #fffg #12345", []),
        ("color-mix(in srgb, red, blue) rgb(x)", ["#800080", "unparsed"]),
        ("rgb(1, 2, 3", ["#010203"]),
        ("currentcolor inherit none", []),
        ("RED #FFF", ["#ff0000", "#ffffff"]),
        ("drop-shadow(0 0 2px red)", ["#ff0000"]),
        ("/* red */ blue", ["#0000ff"]),
        ("", []),
    ],
)
def test_colors_are_found_inside_longer_values(value, found):
    assert [serialize(color) for color in colors_in(value)] == found


def test_the_number_of_colors_of_one_value_is_bounded():
    assert len(colors_in("red " * 1000)) == MAX_COLORS


def test_colors_nested_too_deep_are_not_computed():
    assert parse_color("color-mix(in srgb, " * 30 + "red" + ", red)" * 30) is NoColor.UNPARSED


def test_a_color_has_the_usual_spellings():
    color = Color(13, 110, 253)
    assert (color.hex, color.rgb, color.hsl) == ("#0d6efd", "rgb(13, 110, 253)", "hsl(216, 98%, 52%)")
    glass = Color(255, 0, 0, 0.5)
    assert (glass.hex, glass.rgb, glass.hsl) == ("#ff0000", "rgba(255, 0, 0, 0.5)", "hsla(0, 100%, 50%, 0.5)")
    assert color.oklch == "oklch(57.82% 0.22821 260.03)"
    assert (glass.oklch, Color(128, 128, 128).oklch) == (
        "oklch(62.8% 0.25768 29.23 / 0.5)",
        "oklch(59.99% 0 0)",
    )


@given(st.tuples(*[st.integers(0, 255)] * 3))
def test_a_color_in_oklch_is_parsed_as_the_same_color(components):
    color = Color(*components)
    assert parse_color(color.oklch) == color


def test_a_transparent_color_over_a_background_is_composited():
    assert Color(255, 0, 0, 0.5).over(Color(255, 255, 255)) == Color(255, 127, 127)
    assert Color(1, 2, 3).over(Color(9, 9, 9)) == Color(1, 2, 3)
    assert Color(1, 2, 3, 0.0).over(Color(9, 8, 7)) == Color(9, 8, 7)


@given(st.text(alphabet="rgbhslaok(), #%0123456789.none/-from calcmix", max_size=60))
def test_any_value_has_colors_or_none(value):
    for found in colors_in(value):
        if isinstance(found, Color):
            assert all(0 <= channel <= 255 for channel in found[:3])
            assert 0 <= found.alpha <= 1
