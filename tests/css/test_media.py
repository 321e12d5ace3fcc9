import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.css.media import matches


@pytest.mark.parametrize(
    ("media", "light", "dark"),
    [
        ("", True, True),
        ("all", True, True),
        ("screen", True, True),
        ("Only Screen", True, True),
        ("print", False, False),
        ("not print", True, True),
        ("print, screen", True, True),
        ("speech", False, False),
        ("(min-width: 768px)", True, True),
        ("(min-width:2000px)", False, False),
        ("(max-width: 37.5em)", False, False),
        ("screen and (min-width:600px) and (max-width:1600px)", True, True),
        ("screen and (min-width:600px) and (max-width:900px)", False, False),
        ("(min-width: 2000px), (hover)", True, True),
        ("(width >= 600px)", True, True),
        ("(600px > width)", False, False),
        ("(400px < width <= 1440px)", True, True),
        ("(width = 1440px)", True, True),
        ("(orientation: portrait)", False, False),
        ("(prefers-color-scheme: dark)", False, True),
        ("(prefers-color-scheme: light)", True, False),
        ("not (prefers-color-scheme: dark)", True, False),
        ("not all and (prefers-color-scheme: dark)", True, False),
        ("(prefers-reduced-motion: reduce)", False, False),
        ("(prefers-reduced-motion)", False, False),
        ("(forced-colors: active)", False, False),
        ("((min-width: 600px) and (hover)) or (width < 1px)", True, True),
        ("(hover) and (min-width: 600px) or (color)", False, False),
        ("(-webkit-min-device-pixel-ratio: 0)", False, False),
        ("not (unknown: 1)", False, False),
        ("nonsense (", False, False),
        ("(min-width: calc(10px * 2))", True, True),
    ],
)
def test_queries_hold_as_at_a_desk(media, light, dark):
    assert matches(media) is light
    assert matches(media, dark=True) is dark


@given(st.text(alphabet="andotr() :<>=,-1px", max_size=60))
def test_any_query_holds_or_not(media):
    assert matches(media) in {True, False}
