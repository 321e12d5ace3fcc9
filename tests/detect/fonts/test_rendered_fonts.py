"""The fonts of a rendered page: what the browser computed, without what it computes where nothing is said."""

import pytest

from siteloupe.detect.fonts.rendered_fonts import fonts_of_rendered
from siteloupe.detect.fonts.used import font_uses
from siteloupe.detect.styles.cascade import declared_values
from siteloupe.rendered import RenderedText
from tests.pages import site


def text(font, characters=10, *, heading=0):
    return RenderedText("plain", heading, font, 16.0, "400", "rgb(0, 0, 0)", 1.0, (), characters)


def computed(*texts, css=""):
    declared = declared_values(site(f"<style>{css}</style>").css, frozenset({"font", "font-family"}))
    return fonts_of_rendered(texts, [*font_uses(declared, {})], {})


def names(stack):
    return None if stack is None else [family.name for family in stack]


@pytest.mark.parametrize(
    ("font", "stacks"),
    [
        ("Lora, serif", [["Lora", "serif"]]),
        ("Lora", [["Lora"]]),
        ('"Times New Roman"', [None]),
        ("Times", [None]),
        ("Arial", []),
        ("monospace", []),
        ("system-ui", []),
        ("Arial, sans-serif", [["Arial", "sans-serif"]]),
    ],
)
def test_a_font_alone_that_no_rule_declares_may_be_the_browsers_own(font, stacks):
    assert [names(stack) for stack in computed(text(font)).text] == stacks


@pytest.mark.parametrize("font", ["Arial", "monospace"])
def test_a_font_that_a_rule_declares_is_the_sites(font):
    found = computed(text(font), css=f"p{{font-family:{font}}}")
    assert [names(stack) for stack in found.text] == [[font]]


def test_characters_are_counted_apart_for_headings():
    found = computed(text("Lora", 5), text("Lora", 7), text("Bitter", 3, heading=2))
    assert [*found.text.values()] == [12]
    assert [*found.headings.values()] == [3]
