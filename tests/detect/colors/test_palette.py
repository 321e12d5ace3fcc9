"""Counting colors: what is used, what is only declared, where each comes from, and the gradients in the CSS."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.detect.colors.palette import count_colors, count_dark_colors, groups, usages
from tests.colors import report, rules_of

BODY = "<p class='a b'>x</p>"


def palette(css, body=BODY, **kwargs):
    (rules, dark_root), parsed, _ = rules_of(css, body, **kwargs)
    return groups(count_colors(rules, parsed.variables, dark_root=dark_root))


def dark(css, body=BODY):
    (rules, _), parsed, _ = rules_of(css, body)
    return {group.color.hex for group in groups(count_dark_colors(rules, parsed.variables))}


def one(found, code):
    return next(group for group in found if group.color.hex == code)


def test_occurrences_are_counted_and_those_that_apply_apart():
    found = one(palette(".a{color:#123;background:#123}.gone{color:#123}"), "#112233")
    assert (found.tally.count, found.tally.used_count) == (3, 2)


def test_declared_is_not_used():
    found = palette(":root{--brand:#ff5722}.a{color:#123}")
    assert [group.color.hex for group in found] == ["#112233"]


def test_variables_count_where_they_are_used():
    found = palette(":root{--brand:#ff5722}.a{color:var(--brand)}.b{border-color:var(--brand)}")
    assert one(found, "#ff5722").tally.count == 2


def test_areas_weigh_more_than_text_and_text_more_than_lines():
    found = palette(".a{background:#111111;color:#22aa22;border-color:#3333cc}")
    assert [group.color.hex for group in found] == ["#111111", "#22aa22", "#3333cc"]


def test_what_applies_comes_before_what_does_not_however_often_it_is_written():
    found = palette(".a{color:#0a0}" + ".gone{background:#c0c}" * 10)
    assert [group.color.hex for group in found] == ["#00aa00", "#cc00cc"]
    assert [group.origin for group in found] == ["used", "declared"]


def test_preset_classes_count_only_where_the_page_has_them():
    css = ".has-vivid-red-color{color:#cf2e2e}.has-luminous-vivid-amber-color{color:#fcb900}"
    found = palette(css, "<p class='has-vivid-red-color'>x</p>")
    assert [(group.color.hex, group.origin) for group in found] == [("#cf2e2e", "preset")]


def test_framework_defaults_that_apply_are_told_as_such():
    found = palette(".a{background:#0d6efd}.b{background:#6ec1e4}")
    assert {group.color.hex: group.origin for group in found} == {
        "#0d6efd": "framework-default",
        "#6ec1e4": "builder-default",
    }


def test_framework_defaults_that_apply_to_nothing_are_left_out():
    assert palette(".gone{background:#0d6efd;color:#fff}")[0].color.hex == "#ffffff"


def test_colors_alike_are_one_group_and_the_heaviest_stands_for_them():
    (found,) = palette(".a{background:#336699;border-color:#336699}.b{color:#34679a}")
    assert [color.hex for color in found.members] == ["#336699", "#34679a"]
    assert found.tally.count == 3


def test_transparent_colors_stay_apart_from_opaque_ones_and_nothing_is_no_color():
    found = palette(".a{color:#000;background:rgb(0 0 0/.5);border-color:transparent}")
    assert {group.color.rgb for group in found} == {"rgb(0, 0, 0)", "rgba(0, 0, 0, 0.5)"}


def test_what_a_color_is_used_for_is_told_by_weight():
    found = one(
        palette(".a{color:#123;background:#123;border:1px solid #123;box-shadow:0 0 1px #123;fill:#123}"),
        "#112233",
    )
    assert list(usages(found.tally)) == ["background", "text", "border", "icon", "shadow"]


def test_stops_of_a_gradient_are_told_as_such():
    found = one(palette(".a{background-image:linear-gradient(#123,#123)}"), "#112233")
    assert list(usages(found.tally)) == ["gradient"]


def test_functions_that_cannot_be_computed_are_counted():
    (rules, _), parsed, _ = rules_of(
        ".a{color:color-mix(in nowhere, red, blue);background:rgb(1 2 wrong)}", BODY
    )
    counted = count_colors(rules, parsed.variables)
    assert (counted.tallies, counted.unparsed) == ({}, 2)


def test_a_dark_scheme_is_what_changes_under_it():
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
        assert group.tally.count >= 1


def found(css, body="<p class=a>x</p>"):
    return report(css, body).gradients


@pytest.mark.parametrize(
    ("value", "kind", "colors"),
    [
        ("linear-gradient(90deg, red, blue 40%)", "linear", ["#ff0000", "#0000ff"]),
        ("radial-gradient(circle at 10% 20%, #fff, #000)", "radial", ["#ffffff", "#000000"]),
        ("conic-gradient(red, lime, red)", "conic", ["#ff0000", "#00ff00", "#ff0000"]),
        (
            "repeating-linear-gradient(45deg, #eee 0 10px, #ddd 0 20px)",
            "repeating-linear",
            ["#eeeeee", "#dddddd"],
        ),
        ("url(x.png), linear-gradient(rgb(0 0 0 / .5), transparent)", "linear", ["#000000", "#000000"]),
    ],
)
def test_type_and_stops(value, kind, colors):
    (gradient,) = found(f".a{{background:{value}}}")
    assert (gradient.type, gradient.colors, gradient.count, gradient.used) == (kind, colors, 1, True)


def test_variables_are_put_in():
    (gradient,) = found(
        ":root{--from:#102030;--g:linear-gradient(var(--from),#fff)}.a{background-image:var(--g)}"
    )
    assert gradient.css == "linear-gradient(#102030,#fff)"


def test_one_gradient_written_with_prefixes_and_without_is_one():
    (gradient,) = found(
        ".a{background:-webkit-linear-gradient(red, blue);background:linear-gradient(red,  blue)}"
    )
    assert (gradient.css, gradient.count) == ("linear-gradient(red, blue)", 2)


def test_those_in_use_come_first_then_those_that_occur_most():
    gradients = found(
        ".gone{background:linear-gradient(red,red)}" * 3 + ".a{background:linear-gradient(blue,blue)}"
    )
    assert [(gradient.colors[0], gradient.used) for gradient in gradients] == [
        ("#0000ff", True),
        ("#ff0000", False),
    ]


def test_presets_of_wordpress_count_where_the_page_has_them():
    css = (
        ":root{--wp--preset--gradient--blush:linear-gradient(red,blue)}"
        ".has-blush-gradient-background{background:var(--wp--preset--gradient--blush)}"
    )
    assert found(css) == []
    assert len(found(css, "<p class='has-blush-gradient-background'>x</p>")) == 1


@given(st.text(alphabet="linear-gradient(),# 0f%\"'\\/", max_size=200))
def test_any_value_is_read(value):
    for gradient in found(f".a{{background:linear-gradient({value}}}"):
        assert gradient.colors
        assert len(gradient.css) <= 300
