"""The points of each kind of evidence for a brand's color, compared with a color of known points.

The other color, teal, has buttons alone. It is that of all text, so the areas that it fills do not count.
"""

import itertools

import pytest

from tests.colors import report

TEAL, RUST = "#00796b", "#b7410e"
BUTTONS = 3.3
"""The points of all buttons of a page, without the share that no color gets."""

PAINTED = f".rust{{background:{RUST}}}"
BOX = "<div class=rust>Words</div>"
KADENCE = ":root{{--global-palette1:{}}}"
ELEMENTOR = ":root{{--e-global-color-primary:{}}}"


def primary(points, css="", body="", **more):
    """Return the primary color of a page where teal has ``points``."""
    teal = max(1, min(20, int(250 * points / BUTTONS)))
    gray = round(BUTTONS * teal / points) - 1 - teal
    buttons = "<button class=t>Go</button>" * teal + "<button class=g>Go</button>" * gray
    css = f"body{{color:{TEAL}}}.t{{background:{TEAL}}}.g{{background:#777}}{css}"
    return report(css, f"{buttons}{body}", **more).roles.primary.hex


def links(painted, plain, color=RUST):
    """Make links with text in ``color`` (its amount is ``painted``) and in gray."""
    return (
        f".l{{color:{color}}}.m{{color:#777}}",
        f"<a href=/a class=l>{'x' * painted}</a><a href=/b class=m>{'x' * plain}</a>",
    )


@pytest.mark.parametrize(
    ("points", "page"),
    [
        (0.6, {"head": f"<meta name=theme-color content='{RUST}'>"}),
        (0.3, {"head": f"<meta name=msapplication-TileColor content='{RUST}'>"}),
        (0.3, {"head": f"<link rel=mask-icon href=/i.svg color='{RUST}'>"}),
        (
            0.9,
            {
                "head": f"<meta name=theme-color content='{RUST}'><link rel=mask-icon href=/i.svg color='{RUST}'>"
            },
        ),
        (0.4, {"css": f":root{{--brand-color:{RUST}}}"}),
        (1.7, {"css": f":root{{--brand-color:{RUST}}}{PAINTED}", "body": BOX}),
        (1.0, {"css": PAINTED, "body": BOX}),
        (0.3, {"css": PAINTED}),
        (0.65, {"css": f".btn{{background:{RUST}}}"}),
        (1.3, {"css": f"a{{color:{RUST}}}"}),
        (0.5, {"css": KADENCE.format(RUST)}),
        (2.4, {"css": KADENCE.format(RUST) + PAINTED, "body": BOX}),
    ],
    ids=str,
)
def test_a_kind_of_evidence_is_worth_its_points(points, page):
    assert primary(points * 0.96, **page) == RUST
    assert primary(points * 1.04, **page) == TEAL


@pytest.mark.parametrize(("points", "used"), [(0.05, ""), (1.4, ".s{background:#6ec1e4}")])
def test_a_builders_default_color_has_few_points(points, used):
    page = {"css": ELEMENTOR.format("#6ec1e4") + used, "body": "<p class=s>Words</p>"}
    assert primary(points * 0.96, **page) == "#6ec1e4"
    assert primary(points * 1.04, **page) == TEAL


@pytest.mark.parametrize(
    ("painted", "plain", "color", "points"),
    [
        (100, 0, RUST, 3.0),
        (25, 75, RUST, 2.0),
        (4, 96, RUST, 1.4),
        (100, 0, "#0000ee", 1.6),
        (25, 75, "#0000ee", 1.3),
    ],
)
def test_links_have_the_root_of_their_share_of_the_text_as_points(painted, plain, color, points):
    css, body = links(painted, plain, color)
    assert primary(points * 0.96, css, body) == color
    assert primary(points * 1.04, css, body) == TEAL


@pytest.mark.parametrize(
    ("ground", "background", "expected"),
    [
        ("#030014", "rgba(14,9,40,.8)", "#b98cd9"),
        ("#030014", "rgba(90,60,240,.8)", "#4930c4"),
        ("#ffffff", "rgba(14,9,40,.8)", "#3e3a53"),
    ],
)
def test_a_translucent_button_counts_when_it_differs_from_what_is_behind_it(ground, background, expected):
    css = f"body{{background:{ground};color:#888}}a{{color:#b98cd9}}.f{{background:{background}}}"
    found = report(css, "<p>Words <a href=/>link</a></p>" + "<button class=f>Go</button>" * 9).roles.primary
    assert found.hex == expected


@pytest.mark.parametrize(("alpha", "hexes"), [("80", "#dba086"), ("7f", RUST)])
def test_a_button_counts_when_at_least_half_opaque_over_white(alpha, hexes):
    found = report(f".f{{background:{RUST}{alpha}}}", "<button class=f>Go</button>" * 9).roles.primary
    assert found.hex == hexes
    assert ("buttons" in kinds(found)) is (hexes != RUST)


@pytest.mark.parametrize(("alpha", "counts"), [("80", True), ("7f", False)])
def test_a_link_counts_when_at_least_half_opaque(alpha, counts):
    found = report(f"a{{color:{RUST}{alpha}}}", "<a href=/>Words</a>").roles.primary
    assert ("links" in kinds(found)) is counts


def kinds(role):
    return [each.what for each in role.evidence]


HUES = [
    "#b71c1c",
    "#4a148c",
    "#1a237e",
    "#01579b",
    "#006064",
    "#1b5e20",
    "#827717",
    "#e65100",
    "#880e4f",
    "#311b92",
]


def many(number, rule, element):
    """Make ``number`` colors, each in its own rule, the first with most text, the last as the theme's color."""
    hues = HUES[:number]
    css = "".join(rule.format(place, hue) for place, hue in enumerate(hues))
    body = "".join(element.format(place, "x" * (50 - place)) * (12 - place) for place in range(number))
    slots = f":root{{--global-palette1:{hues[-1]};--brand-color:{hues[-1]}}}"
    meta = f"<meta name=theme-color content='{hues[-1]}'>"
    found = report(slots + css, body, head=meta).roles.primary
    assert found.hex == hues[-1]
    return kinds(found)


@pytest.mark.parametrize(("number", "counts"), [(7, True), (8, True), (9, False), (10, False)])
def test_eight_colors_of_buttons_and_of_links_count(number, counts):
    assert ("buttons" in many(number, ".b{0}{{background:{1}}}", "<button class=b{0}>{1}</button>")) is counts
    assert ("links" in many(number, ".b{0}{{color:{1}}}", "<a href=/ class=b{0}>{1}</a>")) is counts


GRID = [
    f"#{''.join(each)}"
    for each in itertools.product(("10", "60", "a0", "f0"), repeat=3)
    if len(set(each)) > 1 and each[:2] != ("a0", "60")
]
"""Clearly different colors, none of them rust."""


@pytest.mark.parametrize(("number", "counts"), [(38, True), (39, True), (40, False)])
def test_forty_rules_for_links_and_buttons_count(number, counts):
    css = "".join(f".btn-x{place}{{background:{hue}}}" for place, hue in enumerate(GRID[:number]))
    head = f"<meta name=theme-color content='{RUST}'><meta name=msapplication-TileColor content='{RUST}'>"
    found = report(f"{css}.btn-rust{{background:{RUST}}}", "<p>Words</p>", head=head).roles.primary
    assert found.hex == RUST
    assert ("button rule" in kinds(found)) is counts


@pytest.mark.parametrize(("number", "counts"), [(10, True), (11, True), (12, False)])
def test_twelve_areas_count(number, counts):
    css = "".join(f".x{place}{{background:{hue}}}" for place, hue in enumerate(GRID[:number]))
    body = "".join(f"<p class=x{place}>Words</p>" for place in range(number))
    head = f"<meta name=theme-color content='{RUST}'><meta name=msapplication-TileColor content='{RUST}'>"
    found = report(f"{css}.rust{{color:{RUST}}}", f"{body}<p class=rust>Words</p>", head=head).roles.primary
    assert found.hex == RUST
    assert ("palette" in kinds(found)) is counts


@pytest.mark.parametrize(("name", "counts"), [("--a-b-brand-color-500", True), ("--a-b-c-brand", False)])
def test_a_custom_property_is_named_after_the_brand(name, counts):
    found = report(f":root{{{name}:{RUST}}}", "<p>Words</p>").roles.primary
    assert (found is not None) is counts


@pytest.mark.parametrize(("length", "counts"), [(59, True), (60, False)])
def test_a_custom_property_with_a_long_name_is_left_out(length, counts):
    name = f"--{'x' * (length - 8)}-brand"
    found = report(f":root{{{name}:{RUST}}}", "<p>Words</p>").roles.primary
    assert len(name) == length
    assert (found is not None) is counts


@pytest.mark.parametrize("pure", ["#ff0000", "#00ff00", "#0000ff", "#ffff00", "#ff00ff", "#00ffff"])
def test_a_pure_color_needs_two_kinds_of_evidence(pure):
    painted = report(f".x{{background:{pure}}}", "<p class=x>Words</p>").roles
    assert painted.primary is None
    said = report(
        f".x{{background:{pure}}}", "<p class=x>Words</p>", head=f"<meta name=theme-color content={pure}>"
    )
    assert said.roles.primary.hex == pure
