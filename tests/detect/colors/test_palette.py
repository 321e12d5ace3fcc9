"""Counting colors: used and declared colors, and their origins."""

from hypothesis import given
from hypothesis import strategies as st

from siteloupe.detect.colors.palette import count_colors, count_dark_colors, group_colors, sort_usages
from tests.colors import rules_of

BODY = "<p class='a b'>x</p>"


def palette(css, body=BODY, **kwargs):
    (rules, dark_root), parsed, _ = rules_of(css, body, **kwargs)
    return group_colors(count_colors(rules, parsed.variables, dark_root=dark_root))


def dark(css, body=BODY):
    (rules, _), parsed, _ = rules_of(css, body)
    return {group.color.hex for group in group_colors(count_dark_colors(rules, parsed.variables))}


def one(found, code):
    return next(group for group in found if group.color.hex == code)


def test_all_occurrences_and_those_that_apply_are_counted():
    found = one(palette(".a{color:#123;background:#123}.gone{color:#123}"), "#112233")
    assert (found.counts.count, found.counts.used_count) == (3, 2)


def test_a_declared_color_is_not_always_used():
    found = palette(":root{--brand:#ff5722}.a{color:#123}")
    assert [group.color.hex for group in found] == ["#112233"]


def test_variables_count_where_they_are_used():
    found = palette(":root{--brand:#ff5722}.a{color:var(--brand)}.b{border-color:var(--brand)}")
    assert one(found, "#ff5722").counts.count == 2


def test_areas_weigh_more_than_text_and_text_more_than_lines():
    found = palette(".a{background:#111111;color:#22aa22;border-color:#3333cc}")
    assert [group.color.hex for group in found] == ["#111111", "#22aa22", "#3333cc"]


def test_used_colors_come_before_unused_ones_with_any_count():
    found = palette(".a{color:#0a0}" + ".gone{background:#c0c}" * 10)
    assert [group.color.hex for group in found] == ["#00aa00", "#cc00cc"]
    assert [group.origin for group in found] == ["used", "declared"]


def test_preset_classes_count_only_when_the_page_has_them():
    css = ".has-vivid-red-color{color:#cf2e2e}.has-luminous-vivid-amber-color{color:#fcb900}"
    found = palette(css, "<p class='has-vivid-red-color'>x</p>")
    assert [(group.color.hex, group.origin) for group in found] == [("#cf2e2e", "preset")]


def test_framework_defaults_that_apply_have_their_origin():
    found = palette(".a{background:#0d6efd}.b{background:#6ec1e4}")
    assert {group.color.hex: group.origin for group in found} == {
        "#0d6efd": "framework-default",
        "#6ec1e4": "builder-default",
    }


def test_unused_framework_defaults_are_left_out():
    assert palette(".gone{background:#0d6efd;color:#fff}")[0].color.hex == "#ffffff"


def test_similar_colors_are_one_group_that_the_heaviest_represents():
    (found,) = palette(".a{background:#336699;border-color:#336699}.b{color:#34679a}")
    assert [color.hex for color in found.members] == ["#336699", "#34679a"]
    assert found.counts.count == 3


def test_transparent_and_opaque_colors_are_separate():
    found = palette(".a{color:#000;background:rgb(0 0 0/.5);border-color:transparent}")
    assert {group.color.rgb for group in found} == {"rgb(0, 0, 0)", "rgba(0, 0, 0, 0.5)"}


def test_the_usages_of_a_color_are_sorted_by_weight():
    found = one(
        palette(".a{color:#123;background:#123;border:1px solid #123;box-shadow:0 0 1px #123;fill:#123}"),
        "#112233",
    )
    assert list(sort_usages(found.counts)) == ["background", "text", "border", "icon", "shadow"]


def test_stops_of_a_gradient_have_their_usage():
    found = one(palette(".a{background-image:linear-gradient(#123,#123)}"), "#112233")
    assert list(sort_usages(found.counts)) == ["gradient"]


def test_functions_that_cannot_be_computed_are_counted():
    (rules, _), parsed, _ = rules_of(
        ".a{color:color-mix(in nowhere, red, blue);background:rgb(1 2 wrong)}", BODY
    )
    counted = count_colors(rules, parsed.variables)
    assert (counted.tallies, counted.unparsed) == ({}, 2)


def test_a_dark_scheme_has_only_the_changed_colors():
    css = (
        ":root{--ink:#111}@media (prefers-color-scheme:dark){:root{--ink:#eee}.a{border-color:#333}}"
        ".a{color:var(--ink);background:light-dark(#fff,#222)}.b{color:#0a0}"
    )
    assert dark(css) == {"#eeeeee", "#333333", "#222222"}


def test_the_order_of_rules_does_not_change_the_groups():
    css = [f".a{{color:#{n:02x}40{255 - n:02x}}}" for n in range(0, 256, 16)]
    assert [group.color for group in palette("".join(css))] == [
        group.color for group in palette("".join(css[::-1]))
    ]


@given(st.text(alphabet="#0123456789abcdefrgbhslokv(),.% {}:;/-", max_size=200))
def test_any_value_is_counted_or_left_out(value):
    for group in palette(f".a{{color:{value}}}"):
        assert group.counts.count >= 1
