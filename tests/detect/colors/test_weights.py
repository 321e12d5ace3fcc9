"""The weight of each use of a color: of two colors, the heavier comes first."""

import pytest

from tests.colors import report

RUST, TEAL = "#b7410e", "#00796b"
LINE = "scrollbar-color:#00796b"
"""Weighs a tenth."""


def first(css, body="<p class=a>Words</p>", **more):
    return report(css, body, **more).palette[0].hex


def tenths(number):
    return f".a{{{LINE}}}" * number


SIDES = ["", "-top", "-right", "-bottom", "-left", "-block", "-inline", "-block-start", "-block-end"]
BORDERS = [
    f"border{side}{part}" for side in (*SIDES, "-inline-start", "-inline-end") for part in ("", "-color")
]


@pytest.mark.parametrize(
    ("name", "weight"),
    [
        ("background", 3.0),
        ("background-color", 3.0),
        ("background-image", 1.0),
        ("color", 2.0),
        ("fill", 1.0),
        ("stroke", 1.0),
        ("-webkit-text-fill-color", 1.0),
        ("accent-color", 0.5),
        ("caret-color", 0.2),
        ("outline", 0.3),
        ("outline-color", 0.3),
        ("box-shadow", 0.2),
        ("text-shadow", 0.2),
        ("text-decoration", 0.3),
        ("text-decoration-color", 0.3),
        ("column-rule", 0.2),
        ("column-rule-color", 0.2),
        *((name, 1.0) for name in BORDERS),
    ],
)
def test_a_property_weighs(name, weight):
    value = f"linear-gradient({RUST},{RUST})" if name == "background-image" else RUST
    rule = f".a::before{{{name}:{value}}}"  # on .a itself the second rule would override the first
    number = round(weight * 10)
    assert first(rule * 2 + tenths(2 * number - 1)) == RUST
    assert first(rule * 2 + tenths(2 * number + 1)) == TEAL


def test_several_colors_of_a_declaration_share_its_weight():
    three = f".a{{background:linear-gradient({RUST},#4a148c,{RUST})}}"
    assert first(three + tenths(19)) == RUST
    assert first(three + tenths(21)) == TEAL


@pytest.mark.parametrize(
    ("selector", "factor"),
    [
        (".gone", 0.04),
        (".a:hover", 0.4),
        (".a:focus", 0.4),
        (".a.error", 0.25),
        (".a.facebook", 0.1),
        (".a.cookie", 0.1),
        (".gone:hover", 0.016),
    ],
)
def test_the_purpose_of_a_rule_reduces_its_weight(selector, factor):
    body = "<p class='a error facebook cookie'>Words</p>"
    number = round(3.0 * factor * 50 * 10)
    rules = f"{selector}::before{{background:{RUST}}}" * 50
    assert first(rules + tenths(number - 2), body) == RUST
    assert first(rules + tenths(number + 2), body) == TEAL


@pytest.mark.parametrize(
    ("declarations", "roles"),
    [
        ("background:#b7410e", ["primary", "background"]),
        ("background-color:#b7410e", ["primary", "background"]),
        ("background-image:linear-gradient(#b7410e,#b7410e)", ["primary", "gradient"]),
        ("background:linear-gradient(#b7410e,#b7410e)", ["primary", "gradient"]),
        ("fill:#b7410e", ["primary", "icon"]),
        ("stroke:#b7410e", ["primary", "icon"]),
        ("box-shadow:0 0 1px #b7410e", ["primary", "shadow"]),
        ("text-shadow:0 0 1px #b7410e", ["primary", "shadow"]),
        ("border-top:1px solid #b7410e", ["primary", "border"]),
        ("outline:1px solid #b7410e", ["primary", "border"]),
        ("column-rule:1px solid #b7410e", ["primary", "border"]),
        ("color:#b7410e", ["primary", "text"]),
        ("caret-color:#b7410e", ["primary", "text"]),
        ("color:#b7410e;fill:#b7410e;background:#b7410e", ["primary", "background", "text", "icon"]),
    ],
)
def test_a_color_has_its_usages(declarations, roles):
    found = report(f".a{{{declarations}}}", "<div><p class=a>Words</p>More words than these</div>").palette
    wanted = next(each for each in found if each.hex == RUST)
    assert [role for role in wanted.roles if role != "border" or "border" in roles] == roles


@pytest.mark.parametrize(
    ("status", "plain", "origin"), [(1, 0, "status"), (13, 3, "status"), (12, 3, "used"), (11, 3, "used")]
)
def test_a_color_is_of_a_status_when_most_of_its_weight_is(status, plain, origin):
    css = f".error::before{{background:{RUST}}}" * status + f".a::before{{background:{RUST}}}" * plain
    (found,) = report(css, "<p class='a error'>Words</p>").palette
    assert found.origin == origin


@pytest.mark.parametrize(
    ("css", "origin"),
    [
        (".cookie{color:#b7410e}", "widget"),
        (".a{color:#b7410e}", "used"),
        (".gone{color:#b7410e}", "declared"),
        (".a{color:#cf2e2e}", "preset"),
        (".a{color:#0d6efd}", "framework-default"),
        (".a{color:#6ec1e4}", "builder-default"),
        (".facebook{color:#1877f2}", "social-brand"),
        (".a{color:#1877f2}", "used"),
        (".a{color:#fff}", "used"),
    ],
)
def test_an_origin(css, origin):
    (found,) = report(css, "<p class='a cookie facebook'>Words</p>").palette
    assert found.origin == origin


def gradients(css, body="<p class=a>Words</p>"):
    return report(css, body).gradients


def test_a_hundred_gradients_are_reported():
    css = "".join(f".a{{background:linear-gradient({each}deg,#123456,#654321)}}" for each in range(1, 131))
    assert len(gradients(css)) == 100


def test_a_gradient_is_cut_at_300_characters():
    stops = ",".join(f"#1234{each:02x}" for each in range(60))
    (found,) = gradients(f".a{{background:linear-gradient({stops})}}")
    assert len(found.css) == 300
    assert len(found.colors) == 60


def test_gradients_are_sorted_by_use_count_and_text():
    def gradient(name, angle, times):
        return f".{name}::before{{background:linear-gradient({angle}deg,#123456,#654321)}}" * times

    css = gradient("gone", 10, 5) + gradient("a", 40, 1) + gradient("a", 30, 1) + gradient("a", 20, 2)
    found = gradients(css)
    assert [each.css.partition("deg")[0][-2:] for each in found] == ["20", "30", "40", "10"]
    assert [(each.count, each.used) for each in found] == [(2, True), (1, True), (1, True), (5, False)]


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("linear-gradient(#123456,#654321)", "linear"),
        ("-webkit-linear-gradient(#123456,#654321)", "linear"),
        ("-moz-radial-gradient(#123456,#654321)", "radial"),
        ("repeating-conic-gradient(#123456,#654321)", "repeating-conic"),
    ],
)
def test_a_kind_of_gradient(value, kind):
    (found,) = gradients(f".a{{background-image:{value}}}")
    assert found.type == kind
    assert found.css == value


def test_gradients_of_dark_schemes_and_unused_presets_are_left_out():
    gradient = "linear-gradient(#123456,#654321)"
    assert gradients(f"@media (prefers-color-scheme:dark){{.a{{background:{gradient}}}}}") == []
    preset = f".has-x-gradient-background{{background:{gradient}}}"
    assert gradients(preset) == []
    assert len(gradients(preset, "<p class=has-x-gradient-background>Words</p>")) == 1
    assert len(gradients(f":root{{--g:{gradient}}}.a{{background:var(--g)}}")) == 1
    assert gradients(f":root{{--g:{gradient}}}.a{{color:var(--g)}}") == []
    assert gradients(".a{background:linear-gradient(currentcolor,inherit)}") == []


def test_up_to_twelve_members_of_a_group_are_reported():
    codes = [f"#33{green:02x}{blue:02x}" for green in (0x66, 0x67) for blue in range(0x96, 0x9E)]
    found = report("".join(f".a{{color:{code}}}" for code in codes), "<p class=a>Words</p>").palette
    assert [len(each.members) for each in found] == [12]


@pytest.mark.parametrize(("alpha", "number"), [("00", 0), ("01", 1), ("ff", 1)])
def test_an_invisible_color_does_not_count(alpha, number):
    assert len(report(f".a{{background:{RUST}{alpha}}}", "<p class=a>Words</p>").palette) == number


def test_counts_are_of_occurrences_and_of_those_that_apply():
    css = f".a{{color:{RUST};background:{RUST}}}.gone{{color:{RUST}}}"
    attribute = f"<b style='color:{RUST}'>x</b>" * 3
    (found,) = report(css, f"<p class=a>Words</p>{attribute}").palette
    assert (found.count, found.used_count) == (6, 5)


def test_a_style_attribute_weighs_once_for_each_element():
    body = f"<p class=a>Words</p>{f'<b style=color:{RUST}>x</b>' * 3}"
    assert first(tenths(59), body) == RUST
    assert first(tenths(61), body) == TEAL
