"""The limits where a result about colors changes: shares, scores, distances, each on both sides."""

import pytest

from tests.colors import computed, report

RUST, TEAL, PLUM = "#b7410e", "#00796b", "#8e4585"
META = "<meta name=theme-color content='{}'>"
TILE = "<meta name=msapplication-TileColor content='{}'>"
MASK = "<link rel=mask-icon href=/i.svg color='{}'>"


def kinds(role):
    return [each.what for each in role.evidence]


# ------------------------------------------------------------ text


@pytest.mark.parametrize(
    ("own", "other", "expected"),
    [
        (9, 91, (TEAL, "medium")),
        (10, 90, ("#222222", "medium")),
        (49, 51, ("#222222", "medium")),
        (50, 50, ("#222222", "high")),
        (0, 0, ("#222222", "high")),
    ],
)
def test_the_text_has_the_body_s_color_when_a_tenth_of_it_does(own, other, expected):
    css = f"body{{color:#222}}.o{{color:{TEAL}}}"
    body = (f"<p>{'x' * own}</p>" if own else "") + (f"<p class=o>{'x' * other}</p>" if other else "")
    text = report(css, body).roles.text
    assert (text.hex, text.confidence) == expected


@pytest.mark.parametrize(("on_page", "in_box", "text"), [(50, 50, "#222222"), (51, 49, TEAL)])
def test_text_counts_when_it_is_on_the_page_s_background(on_page, in_box, text):
    css = f"body{{color:#222}}.o{{color:{TEAL}}}.b{{color:{PLUM};background:#eee}}"
    body = f"<p class=o>{'x' * on_page}</p><p class=b>{'x' * in_box}</p>"
    assert report(css, body).roles.text.hex == text


def test_text_in_links_and_buttons_is_no_plain_text():
    css = f"body{{color:#222}}a,button{{color:{TEAL}}}"
    body = f"<p>x</p><a href=/>{'x' * 50}</a><button>{'x' * 50}</button>"
    assert report(css, body).roles.text.hex == "#222222"


# ------------------------------------------------------------ primary


@pytest.mark.parametrize(
    ("css", "head", "confidence"),
    [
        ("", META + TILE, "low"),
        ("", META + TILE + MASK, "medium"),
        (":root{{--brand:{}}}", META, "medium"),
        (":root{{--brand:{}}}", META + TILE, "medium"),
        (":root{{--brand:{}}}", META + TILE + MASK, "high"),
        (".gone a{{color:{0}}}.gone .btn{{background:{0}}}", META + TILE + MASK, "medium"),
    ],
)
def test_the_confidence_of_a_primary_color_needs_score_and_two_strong_kinds(css, head, confidence):
    found = report(css.format(RUST), "<p>Words</p>", head=head.format(RUST, RUST, RUST)).roles.primary
    assert (found.hex, found.confidence) == (RUST, confidence)


@pytest.mark.parametrize(("gray", "confidence"), [(10, "high"), (11, "medium")])
def test_buttons_are_strong_evidence_from_three_tenths_on(gray, confidence):
    css = f".t{{background:{RUST}}}.g{{background:#777}}:root{{--brand:{RUST}}}"
    body = "<button class=t>Go</button>" + "<button class=g>Go</button>" * (gray - 1)
    found = report(css, body, head=TILE.format(RUST)).roles.primary
    assert found.confidence == confidence


def test_six_pieces_of_evidence_are_reported():
    css = (
        f":root{{--brand:{RUST};--main:{RUST};--global-palette1:{RUST}}}a{{color:{RUST}}}"
        f".btn{{background:{RUST}}}.x{{color:{RUST}}}"
    )
    body = "<a href=/>Words</a><button class=btn>Go</button><p class=x>Words</p>"
    found = report(css, body, head=META.format(RUST) + TILE.format(RUST) + MASK.format(RUST)).roles.primary
    assert kinds(found) == ["buttons", "links", "slot", "theme-color", "tile", "mask-icon"]


@pytest.mark.parametrize(
    ("css", "body", "primary"),
    [
        (".x{background:#333}", "<button class=x>Go</button>", "#333333"),
        (".btn{background:#333}", "", "#333333"),
        (":root{--global-palette1:#333333}", "", "#333333"),
        ("a{color:#333}", "<a href=/>Words</a>", None),
        (".x{background:#fff}", "<button class=x>Go</button>", None),
    ],
)
def test_without_a_hue_buttons_and_slots_have_the_brand_s_color(css, body, primary):
    found = report(css, f"<p>Words</p>{body}").roles.primary
    assert (found and found.hex) == primary
    if found:
        assert (found.confidence, kinds(found)[-1]) == ("medium", "monochrome")


@pytest.mark.parametrize(("chroma", "is_one"), [(0.038, False), (0.042, True)])
def test_a_color_has_a_hue_from_a_chroma_of_004_on(chroma, is_one):
    found = report(f".x{{color:oklch(0.6 {chroma} 200)}}", "<p class=x>Words</p><p>Words</p>").roles.primary
    assert (found is not None) is is_one


@pytest.mark.parametrize(("number", "counts"), [(298, True), (299, True), (300, False), (301, False)])
def test_three_hundred_buttons_are_read(number, counts):
    css = f".g{{background:#777}}.t{{background:{RUST}}}"
    body = "<button class=g>Go</button>" * number + "<button class=t>Go</button>"
    assert ("buttons" in kinds(report(css, body).roles.primary)) is counts


# ------------------------------------------------------------ accent


@pytest.mark.parametrize(
    ("accent", "apart"),
    [
        ("oklch(0.6 0.1 127)", False),
        ("oklch(0.6 0.1 133)", True),
        ("oklch(0.6 0.1 73)", False),
        ("oklch(0.6 0.1 67)", True),
        ("oklch(0.78 0.1 100)", False),
        ("oklch(0.82 0.1 100)", True),
        ("oklch(0.42 0.1 100)", False),
        ("oklch(0.38 0.1 100)", True),
    ],
)
def test_an_accent_differs_from_the_primary_color_by_hue_or_distance(accent, apart):
    css = f":root{{--brand:oklch(0.6 0.1 100)}}.p{{color:oklch(0.6 0.1 100)}}.a{{color:{accent}}}"
    found = report(css, "<p>Words</p><p class=p>Words</p><p class=a>Words</p>").roles
    assert (found.accent is not None) is apart


@pytest.mark.parametrize(
    ("hue", "other", "apart"), [(350, 18, False), (350, 23, True), (10, 342, False), (10, 337, True)]
)
def test_hues_are_a_circle(hue, other, apart):
    css = f":root{{--brand:oklch(0.6 0.1 {hue})}}.p{{color:oklch(0.6 0.1 {hue})}}.a{{color:oklch(0.6 0.1 {other})}}"
    found = report(css, "<p>Words</p><p class=p>Words</p><p class=a>Words</p>").roles
    assert (found.accent is not None) is apart


PRIMARY = f":root{{--global-palette1:{PLUM}}}body{{color:{PLUM}}}"
SHADE = "#8e4595"
"""Too near to the primary color to be an accent."""


def accent(areas, others, css="", head=""):
    rules = f".a::after{{background:{TEAL}}}" * areas + f".s::after{{background:{SHADE}}}" * others
    found = report(f"{PRIMARY}{rules}{css}", "<p class=a>Words</p><p class=s>Words</p>", head=head).roles
    assert found.primary.hex in {PLUM, SHADE}
    return found.accent


@pytest.mark.parametrize(("areas", "others", "expected"), [(4, 9, TEAL), (2, 5, RUST)])
def test_areas_count_twice_for_an_accent(areas, others, expected):
    assert accent(areas, others, head=META.format(RUST)).hex == expected


@pytest.mark.parametrize(("others", "expected"), [(18, TEAL), (20, None)])
def test_an_accent_needs_a_tenth_of_a_point(others, expected):
    found = accent(1, others)
    assert (found and found.hex) == expected


@pytest.mark.parametrize(("color", "areas", "others"), [("#4527a0", 31, 29), ("#2b6cb0", 2, 36)])
def test_a_slot_for_the_accent_has_one_point_or_a_tenth_when_unchanged(color, areas, others):
    """The other color has two of ``areas`` of the weight."""
    slot = f":root{{--global-palette2:{color}}}"
    assert accent(areas, others, slot).hex == TEAL
    fewer = (29, 31) if areas == 31 else (2, 44)
    assert accent(*fewer, slot).hex == color


# ------------------------------------------------------------ border


@pytest.mark.parametrize(
    ("weights", "confidence"),
    [((1, 1), "high"), ((3, 2, 2), "medium"), ((1, 1, 1, 1), "medium"), ((1, 1, 1, 1, 1), "low")],
)
def test_the_confidence_of_a_border_is_its_share(weights, confidence):
    codes = ["#b0b0b0", "#909090", "#707070", "#505050", "#303030"]
    css = "".join(f".b{{border-color:{code}}}" * weight for code, weight in zip(codes, weights, strict=False))
    border = report(css, "<p class=b>Words</p>").roles.border
    assert (border.hex, border.confidence) == ("#b0b0b0", confidence)


def test_an_unused_border_has_low_confidence():
    assert report(".gone{border:1px solid #b0b0b0}", "<p>Words</p>").roles.border.confidence == "medium"
    css = ".gone{border:1px solid #b0b0b0}" * 9 + ".b{border:1px solid #303030}"
    border = report(css, "<p class=b>Words</p>").roles.border
    assert (border.hex, border.confidence) == ("#303030", "high")
    assert report(".b{color:#303030}", "<p class=b>Words</p>").roles.border is None


# ------------------------------------------------------------ what is computed


def color(css, body):
    found = computed(css, body)
    return found.color(found.tree.select("#x")[0]).hex


@pytest.mark.parametrize(("depth", "expected"), [(7, "#ff0000"), (8, "#ff0000"), (9, "#0000ff")])
def test_own_custom_properties_are_followed_eight_deep(depth, expected):
    chain = "".join(f"--c{each}:var(--c{each + 1});" for each in range(1, depth))
    page = "".join(f"--c{each}:blue;" for each in range(1, depth + 1))
    css = f":root{{{page}}}.a{{{chain}--c{depth}:red}}#x{{color:var(--c1)}}"
    assert color(css, "<div class=a><p id=x>x</p></div>") == expected


def test_own_custom_properties_are_searched_up_to_the_limit():
    body = f"<div class=a>{'<div>' * 253}<b id=x>x</b>"
    assert color(":root{--c:blue}.a{--c:red}#x{color:var(--c)}", body) == "#ff0000"


@pytest.mark.parametrize(("length", "is_expanded"), [(2000, True), (2001, False)])
def test_a_value_longer_than_2000_characters_is_not_expanded(length, is_expanded):
    value = f"var(--c,{'x' * (length - 9)})"
    assert len(value) == length
    found = color(f":root{{--c:blue}}.a{{--c:red}}#x{{color:{value}}}", "<div class=a><p id=x>x</p></div>")
    assert (found == "#ff0000") is is_expanded


@pytest.mark.parametrize(("inside", "outside", "ground"), [(90, 10, "#eeeeee"), (89, 11, "#ffffff")])
def test_an_element_with_nine_tenths_of_the_text_is_the_page(inside, outside, ground):
    body = f"<div class=w><p>{'x' * inside}</p></div><p>{'x' * outside}</p>"
    assert report(".w{background:#eee}", body).roles.background.hex == ground


def test_the_outermost_wrapper_with_a_background_is_the_page():
    body = "<div class=a><div class=b><div class=c><p>Words</p></div></div></div>"
    found = report(".b{background:#eee}.c{background:#ddd}", body).roles.background
    assert found.hex == "#eeeeee"
    assert report("", body).roles.background.hex == "#ffffff"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("red", "#ff0000"),
        ("RED", "#ff0000"),
        ("inherit", "#0000ff"),
        ("UNSET", "#0000ff"),
        ("revert", "#0000ff"),
        ("revert-layer", "#0000ff"),
        ("currentColor", "#0000ff"),
        ("initial", "#000000"),
        ("nonsense", "#008000"),
        ("var(--none)", "#0000ff"),
    ],
)
def test_keywords_of_a_color(value, expected):
    assert color(f"p{{color:blue}}b{{color:green}}b{{color:{value}}}", "<p><b id=x>x</b></p>") == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("inherit", "rgb(0, 0, 255)"),
        ("unset", "rgba(0, 0, 0, 0)"),
        ("initial", "rgba(0, 0, 0, 0)"),
        ("revert", "rgba(0, 0, 0, 0)"),
        ("revert-layer", "rgba(0, 0, 0, 0)"),
        ("nonsense", "rgb(0, 128, 0)"),
        ("currentcolor", "rgb(255, 0, 0)"),
    ],
)
def test_keywords_of_a_background(value, expected):
    css = f"p{{background:blue}}b{{color:red;background-color:green}}b{{background-color:{value}}}"
    found = computed(css, "<p><b id=x>x</b></p>")
    assert found.background(found.tree.select("#x")[0]).rgb == expected


def test_colors_of_html_itself_are_computed():
    found = computed("html{color:red;background:blue}", "<p id=x>x</p>")
    assert (found.color(0).hex, found.background(0).hex) == ("#ff0000", "#0000ff")
    assert found.color(found.tree.select("#x")[0]).hex == "#ff0000"
    assert found.canvas().hex == "#0000ff"


def test_two_custom_properties_in_one_value_are_both_replaced():
    css = ".a{--r:255;--g:0;--b:128}#x{color:rgb(var(--r),var(--g),var(--b))}"
    assert color(css, "<div class=a><p id=x>x</p></div>") == "#ff0080"


# ------------------------------------------------------------ selectors and scopes


def test_the_first_selector_that_applies_says_whose_custom_properties_count():
    css = ":root{--c:#111111}.x{--c:#b7410e}.x,.y{color:var(--c)}"
    assert [each.hex for each in report(css, "<p class='x y'>Words</p>").palette] == [RUST]
    dark = f"{css}@media (prefers-color-scheme:dark){{.x{{--c:#00796b}}}}"
    assert [each.hex for each in report(dark, "<p class='x y'>Words</p>").dark_palette] == [TEAL]
    gradient = ":root{--g:none}.x{--g:linear-gradient(#123456,#654321)}.x,.y{background:var(--g)}"
    assert len(report(gradient, "<p class='x y'>Words</p>").gradients) == 1


@pytest.mark.parametrize(
    ("selector", "applies"),
    [
        (".a", True),
        (".a.gone", False),
        ("#gone", False),
        ("#i", True),
        (".a .gone", False),
        (".a:not(.gone)", True),
        (".a:not(.gone:is(.too))", True),
        (".a:not(.gone:is(.too:is(.and)))", True),
        (".a:not(.gone:is(.too:is(.and:is(.last))))", False),
        ("[class=x.gone]", True),
        (r".\61", True),
        (r".\62", False),
        ("p", True),
        (".gone, .a", True),
    ],
)
def test_a_selector_applies_when_the_page_has_its_names(selector, applies):
    found = report(f"{selector}{{color:{RUST}}}", "<p class=a id=i>Words</p>").palette
    assert [each.origin for each in found] == ["used" if applies else "declared"]


@pytest.mark.parametrize(("before", "counts"), [(48, True), (49, True), (50, False)])
def test_fifty_selectors_of_a_rule_are_looked_at(before, counts):
    found = report(f"{'.gone,' * before}.a{{color:{RUST}}}", "<p class=a>Words</p>").palette
    assert found[0].origin == ("used" if counts else "declared")


@pytest.mark.parametrize(("before", "counts"), [(39_999, True), (40_001, False)])
def test_forty_thousand_declarations_are_looked_at(before, counts):
    css = ".a{color:#123456}" * before + f".a{{color:{RUST}}}"
    found = {each.hex for each in report(css, "<p class=a>Words</p>").palette}
    assert (RUST in found) is counts


@pytest.mark.parametrize(
    "state", ["hover", "focus", "active", "visited", "checked", "disabled", "target", "focus-within"]
)
def test_a_state_is_not_what_a_page_shows_at_rest(state):
    css = f".a{{color:{TEAL}}}.a:{state}{{background:{RUST}}}"
    assert report(css, "<p class=a>Words</p>").palette[0].hex == TEAL


@pytest.mark.parametrize(
    ("css", "light", "dark"),
    [
        ("@media (prefers-color-scheme:dark){.a{color:#b7410e}}", [], [RUST]),
        ("@media (prefers-color-scheme:light){.a{color:#b7410e}}", [RUST], []),
        (".dark .a{color:#b7410e}", [], [RUST]),
        (".dark .a,.a{color:#b7410e}", [RUST], []),
        (".dark .gone{color:#b7410e}", [], []),
        ("[data-theme=dark] .a{color:#b7410e}", [], [RUST]),
        (".a{color:light-dark(#b7410e,#00796b)}", [RUST], [TEAL]),
        (".a{color:light-dark(#b7410e,#b7410e)}", [RUST], []),
    ],
)
def test_schemes(css, light, dark):
    found = report(css, "<p class=a>Words</p>")
    assert [each.hex for each in found.palette] == light
    assert [each.hex for each in found.dark_palette] == dark


@pytest.mark.parametrize(
    ("media", "light"),
    [("(prefers-color-scheme:dark)", []), ("(prefers-color-scheme:light)", [RUST]), ("print", [])],
)
def test_schemes_of_a_sheet(media, light):
    head = f"<style media='{media}'>.a{{color:{RUST}}}</style>"
    assert [each.hex for each in report("", "<p class=a>Words</p>", head=head).palette] == light


# ------------------------------------------------------------ contrast


@pytest.mark.parametrize(
    ("text", "ratio", "rating", "passes"),
    [
        ("#595959", 7.0, "AAA", True),
        ("#5a5a5a", 6.89, "AA", True),
        ("#767676", 4.54, "AA", True),
        ("#777777", 4.47, "AA Large", False),
        ("#949494", 3.03, "AA Large", False),
        ("#959595", 2.99, "Fail", False),
        ("#ff0000", 3.99, "AA Large", False),
        ("#00ff00", 1.37, "Fail", False),
        ("#0000ff", 8.59, "AAA", True),
    ],
)
def test_the_contrast_of_body_text(text, ratio, rating, passes):
    found = report(f"body{{color:{text}}}", "<p>Words</p>").contrast[0]
    assert (found.ratio, found.rating, found.passing is None) == (ratio, rating, passes)


@pytest.mark.parametrize(
    ("text", "passing"), [("#777777", "#747474"), ("#ff0000", "#ec0000"), ("#ffffff", "#747474")]
)
def test_the_nearest_color_that_passes(text, passing):
    found = report(f"body{{color:{text}}}", "<p>Words</p>").contrast[0].passing
    assert found.hex == passing
    assert found.ratio >= 4.5


def test_one_character_is_text():
    assert report(f"body{{color:#222}}.o{{color:{TEAL}}}", "<p class=o>x</p>").roles.text.hex == TEAL


def test_a_selector_is_cut_at_120_characters_where_it_is_told():
    selector = f".{'x' * 200} .btn"
    found = report(f"{selector}{{background:{RUST}}}", "<p>Words</p>").roles.primary
    (told,) = [each.where for each in found.evidence if each.what == "button rule"]
    assert told == selector[:120]


@pytest.mark.parametrize(
    ("selector", "is_page"),
    [
        ("body", True),
        ("html", True),
        (":root", True),
        ("html body", True),
        ("*", False),
        (f"body{'.y' * 60}", False),
    ],
)
def test_rules_for_the_page_in_the_dark(selector, is_page):
    css = f"body{{background:#fff}}@media (prefers-color-scheme:dark){{{selector}{{background:#101418}}}}"
    assert (report(css, "<p>Words</p>", classes="y").dark_roles is not None) is is_page
