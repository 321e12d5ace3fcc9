"""How far a design has moved: pairs of values, distances, and limits."""

import math

import pytest
from coloraide import Color as Oracle

from siteloupe.present.differences import Change, DriftKind
from siteloupe.present.drift import Side, color_difference, drift, over_limits
from siteloupe.present.export.color_tokens import ColorToken
from siteloupe.present.export.design_tokens import DesignTokens
from siteloupe.present.export.font_tokens import SizeToken, StackToken
from siteloupe.present.export.scale_tokens import ScaleToken


def colors(**named):
    return DesignTokens(title="", colors=tuple(ColorToken(name, name, text) for name, text in named.items()))


def sizes(*px):
    return DesignTokens(title="", sizes=tuple(SizeToken(f"{each}", f"{each}px", each) for each in px))


def fonts(**named):
    return DesignTokens(
        title="", stacks=tuple(StackToken(name, name, (family, "serif")) for name, family in named.items())
    )


def changes(one, other, **options):
    rows = drift(Side(one), Side(other), **options)
    return [(row.label, row.change, row.before, row.after) for row in rows if row.change]


@pytest.mark.parametrize(
    ("one", "other"), [("#ff0000", "#fe0000"), ("#336699", "#369"), ("#000000", "#ffffff")]
)
def test_the_distance_of_colors_is_that_of_css_color_4_in_hundredths(one, other):
    expected = Oracle(one).delta_e(other, method="ok") * 100
    full = other if len(other) == 7 else "#336699"
    assert math.isclose(
        color_difference(ColorToken("", "", one), ColorToken("", "", full)), expected, abs_tol=0.01
    )


def test_a_translucent_color_is_as_far_as_it_looks():
    glass, paper = ColorToken("a", "", "#ffffff", 0.1), ColorToken("b", "", "#ffffff")
    assert color_difference(glass, glass) == 0
    assert color_difference(glass, paper) > 50  # white on black is no black


def test_roles_are_compared_by_name_and_other_colors_with_the_nearest():
    one = colors(text="#222222", primary="#0a7b80", teal="#113355", red="#cc0000")
    other = colors(text="#222222", primary="#0a8086", blue="#113357", gold="#ffcc00")
    assert changes(one, other) == [
        ("Primary color", Change.CHANGED, "#0a7b80", "#0a8086"),
        ("Color", Change.CHANGED, "#113355", "#113357"),
        ("Color", Change.REMOVED, "#cc0000", None),
        ("Color", Change.ADDED, None, "#ffcc00"),
    ]


def test_colors_within_the_distance_are_the_same():
    one, other = colors(primary="#0a7b80", teal="#113355"), colors(primary="#0a8086", blue="#113357")
    assert changes(one, other, color_distance=2.5) == []
    assert len(changes(one, other, color_distance=0.5)) == 1


def test_a_color_that_took_a_role_is_not_removed():
    assert changes(colors(primary="#cc0000", blue="#0000cc"), colors(primary="#0000cc", red="#cc0000")) == [
        ("Primary color", Change.CHANGED, "#cc0000", "#0000cc")
    ]


def test_fonts_are_compared_by_their_first_family():
    assert changes(
        fonts(body="Lora", heading="Inter", x="Mono"), fonts(body="Roboto", heading="Inter", y="Mono")
    ) == [("Body font", Change.CHANGED, "Lora", "Roboto")]
    assert changes(fonts(body="Lora", x="Mono"), fonts(body="Lora")) == [
        ("Font", Change.REMOVED, "Mono", None)
    ]


def test_a_size_that_moved_a_little_is_one_change():
    assert changes(sizes(16, 24, 80), sizes(16, 25, 40)) == [
        ("Font size", Change.CHANGED, "24 px", "25 px"),
        ("Font size", Change.REMOVED, "80 px", None),
        ("Font size", Change.ADDED, None, "40 px"),
    ]


def test_what_a_side_may_not_have_seen_is_not_certain_and_comes_after_what_is():
    one, other = Side(sizes(16, 80)), Side(sizes(16, 40), is_whole=False)
    rows = [(row.change, row.certain) for row in drift(one, other)]
    assert rows == [(Change.ADDED, True), (Change.REMOVED, False), (None, True)]
    assert over_limits(drift(one, other), {}) == {DriftKind.SIZES: 1}


def test_only_what_exceeds_its_limit_is_too_much():
    space = DesignTokens(title="", spacing=(ScaleToken("4", 4), ScaleToken("90", 90)))
    rows = (*drift(Side(space), Side(DesignTokens(title=""))), *drift(Side(sizes(9)), Side(sizes(20))))
    assert over_limits(rows, {}) == {DriftKind.SIZES: 2, DriftKind.SPACING: 2}
    assert over_limits(rows, {DriftKind.SPACING: 2, DriftKind.SIZES: 1}) == {DriftKind.SIZES: 2}
