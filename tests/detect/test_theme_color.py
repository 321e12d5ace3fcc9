"""Which of several theme colors is told."""

import pytest

from siteloupe.detect.theme_color import theme_color
from siteloupe.document import page_of
from tests.pages import exchange

DARK = "<meta name=theme-color content='#101418' media='(prefers-color-scheme: dark)'>"
LIGHT = "<meta name=theme-color content='#2e7d32' media='(prefers-color-scheme: light)'>"
ALWAYS = "<meta name=Theme-Color content=' #8a3324 '>"


@pytest.mark.parametrize(
    ("head", "told"),
    [
        ("", None),
        (ALWAYS, "#8a3324"),
        (DARK + LIGHT, "#2e7d32"),
        (LIGHT + DARK, "#2e7d32"),
        (DARK + ALWAYS, "#8a3324"),
        (DARK, "#101418"),
        (ALWAYS + LIGHT, "#8a3324"),
        ("<meta name=theme-color content=''>" + LIGHT, "#2e7d32"),
        ("<meta name=theme-color content='#101418' media='print'>" + LIGHT, "#2e7d32"),
    ],
)
def test_the_first_for_a_light_screen_is_told(head, told):
    assert theme_color(page_of(exchange(head, "<p>x"))) == told
