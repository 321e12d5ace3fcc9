"""Pages whose colors a designer would read at a glance; each name says why they play their roles."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.colors import report

LINKS = "<p>Words and more words, as many as there are in a paragraph. <a href=/a>A link</a></p>"
BUTTON = "<a class=btn href=/buy>Buy now</a>"


def roles(*args, **kwargs):
    found = report(*args, **kwargs).roles
    names = ("background", "text", "primary", "accent", "border")
    return {name: role.hex for name in names if (role := getattr(found, name)) is not None}


def evidence(role):
    return {each.what for each in role.evidence}


def test_elementor_the_kit_says_what_is_primary_and_the_buttons_agree():
    kit = (
        ".elementor-kit-7{--e-global-color-primary:#6a1b9a;--e-global-color-secondary:#00897b;"
        "--e-global-color-text:#333333;--e-global-color-accent:#ffb300;color:var(--e-global-color-text)}"
        ".elementor-kit-7 button,.elementor-button{background-color:var(--e-global-color-primary);color:#fff}"
        ".elementor-kit-7 a{color:var(--e-global-color-secondary)}"
    )
    body = f"{LINKS}<a class='elementor-button btn' href=/>Go</a>"
    found = report(kit, body, classes="elementor-default elementor-kit-7")
    assert found.roles.primary.hex == "#6a1b9a"
    assert found.roles.text.hex == "#333333"
    assert found.roles.accent.hex == "#00897b"
    assert found.roles.primary.confidence == "high"
    assert {"buttons", "slot"} <= evidence(found.roles.primary)


def test_elementor_an_untouched_kit_says_nothing_so_the_links_decide():
    css = (
        ".elementor-kit-5{--e-global-color-primary:#6EC1E4;--e-global-color-accent:#61CE70}"
        "body{color:#222}a{color:#b71c1c}"
    )
    found = report(css, LINKS, classes="elementor-kit-5")
    assert found.roles.primary.hex == "#b71c1c"
    assert [slot.unchanged for slot in found.theme_globals] == [True, True]


def test_divi_the_five_slots_are_what_the_module_manager_set():
    css = (
        ":root{--gcid-primary-color:#c2185b;--gcid-secondary-color:#283593;--gcid-body-color:#444444}"
        "body{color:var(--gcid-body-color)}.et_pb_button{background:var(--gcid-primary-color)}"
    )
    found = roles(css, "<p>Words of the page</p><a class='et_pb_button btn' href=/>Book</a>")
    assert (found["primary"], found["text"]) == ("#c2185b", "#444444")


def test_astra_slot_0_is_the_brand_and_slot_3_the_text():
    css = (
        ":root{--ast-global-color-0:#0b7a4b;--ast-global-color-3:#334155;--ast-global-color-5:#ffffff}"
        "body{color:var(--ast-global-color-3);background-color:var(--ast-global-color-5)}"
        "a{color:var(--ast-global-color-0)}"
    )
    assert roles(css, LINKS) == {"background": "#ffffff", "text": "#334155", "primary": "#0b7a4b"}


def test_kadence_palette_1_paints_the_buttons_and_palette_8_the_page():
    css = (
        ":root{--global-palette1:#d84315;--global-palette2:#4527a0;--global-palette4:#263238;"
        "--global-palette8:#fafafa;--global-palette-btn-bg:var(--global-palette1)}"
        "body{background:var(--global-palette8);color:var(--global-palette4)}"
        "button,.wp-block-button__link{background:var(--global-palette-btn-bg);color:#fff}"
        "a{color:var(--global-palette2)}"
    )
    found = roles(css, f"{LINKS}<button>Send</button><button>Save</button>")
    assert found == {"background": "#fafafa", "text": "#263238", "primary": "#d84315", "accent": "#4527a0"}


def test_blocksy_color_1_is_the_brand_3_the_text_and_7_the_ground():
    css = (
        ":root{--theme-palette-color-1:#b3541e;--theme-palette-color-3:#40362f;--theme-palette-color-5:#e5dcd3;"
        "--theme-palette-color-7:#fbf8f4}"
        "body{color:var(--theme-palette-color-3);background:var(--theme-palette-color-7)}"
        "a{color:var(--theme-palette-color-1)}hr{border:1px solid var(--theme-palette-color-5)}"
    )
    assert roles(css, LINKS + "<hr>") == {
        "background": "#fbf8f4",
        "text": "#40362f",
        "primary": "#b3541e",
        "border": "#e5dcd3",
    }


def test_generatepress_accent_is_the_brand_though_buttons_are_its_dark_grey():
    css = (
        ":root{--contrast:#222222;--contrast-2:#575760;--base:#f0f0f0;--base-3:#ffffff;--accent:#0f766e}"
        "body{color:var(--contrast);background:var(--base-3)}a{color:var(--accent)}"
        "button,.btn{background-color:#55555e;color:#fff}"
    )
    found = roles(css, LINKS + BUTTON)
    assert (found["primary"], found["text"], found["background"]) == ("#0f766e", "#222222", "#ffffff")


def test_neve_keeps_the_accent_it_was_given_and_its_extra_colors_out():
    css = (
        ":root{--nv-primary-accent:#7c3aed;--nv-secondary-accent:#db2777;--nv-site-bg:#ffffff;"
        "--nv-text-color:#272626;--nv-c-1:#9463ae;--nv-c-2:#be574b}"
        "body{color:var(--nv-text-color);background:var(--nv-site-bg)}a{color:var(--nv-primary-accent)}"
        ".btn{background:var(--nv-primary-accent)}a:hover{color:var(--nv-secondary-accent)}"
    )
    found = report(css, LINKS + BUTTON)
    assert found.roles.primary.hex == "#7c3aed"
    assert found.roles.accent.hex == "#db2777"
    assert {slot.variable: slot.unchanged for slot in found.theme_globals}["--nv-c-1"]


def test_bricks_built_in_yellow_is_not_the_brand_when_the_page_is_green():
    css = (
        ":root{--bricks-color-primary:#ffd64f;--bricks-color-secondary:#fc5778;--bricks-color-93a8da:#166534}"
        ".bricks-button{background:var(--bricks-color-93a8da);color:#fff}a{color:var(--bricks-color-93a8da)}"
    )
    found = report(css, LINKS + "<a class='bricks-button btn' href=/>Go</a>")
    assert found.roles.primary.hex == "#166534"
    assert [slot.unchanged for slot in found.theme_globals] == [True, True, False]


def test_beaver_builder_global_colors_are_used_by_the_name_people_gave_them():
    css = (
        ":root{--fl-global-primary:#1e3a8a;--fl-global-accent:#f97316}"
        ".fl-button{background-color:var(--fl-global-primary);color:#fff}a{color:var(--fl-global-accent)}"
    )
    found = roles(
        css, f"{LINKS}<a class='fl-button btn' href=/>Go</a><a class='fl-button btn' href=/b>Call</a>"
    )
    assert (found["primary"], found["accent"]) == ("#1e3a8a", "#f97316")


def test_avada_color_4_is_the_brand_5_the_second_and_8_the_text():
    css = (
        ":root{--awb-color1:#ffffff;--awb-color4:#a16207;--awb-color5:#1d4ed8;--awb-color8:#141617}"
        "body{color:var(--awb-color8);background:var(--awb-color1)}a{color:var(--awb-color4)}"
        ".fusion-button{background:var(--awb-color4)}.fusion-title{color:var(--awb-color5)}"
    )
    body = f"{LINKS}<a class='fusion-button btn' href=/>Go</a><h2 class=fusion-title>Title</h2>"
    found = roles(css, body)
    assert (found["primary"], found["accent"], found["text"]) == ("#a16207", "#1d4ed8", "#141617")


def test_oceanwp_has_no_variables_so_its_printed_rules_say_the_setting():
    css = (
        "input[type=submit],.button,.post-quote-content{background-color:#8a3324}"
        ".blog-entry.grid-entry .blog-entry-inner,hr{border-color:#dccfc2}hr{border:1px solid #dccfc2}"
        "body{color:#4a4a4a}a{color:#333}a:hover{color:#8a3324}"
    )
    found = report(css, f"{LINKS}<a class='button' href=/>Go</a><hr>", classes="oceanwp-theme")
    assert found.roles.primary.hex == "#8a3324"
    assert {"buttons", "slot"} <= evidence(found.roles.primary)
    assert found.roles.border.hex == "#dccfc2"


def test_tailwind_s_own_theme_name_is_the_brand_whatever_ramps_stand_beside_it():
    css = (
        ":root{--default-font-family:x;--color-blue-500:#3080ff;--color-red-600:#e40014;--color-primary:#be185d}"
        ".bg-primary{background-color:var(--color-primary)}a{color:var(--color-primary)}"
    )
    found = report(css, f"{LINKS}<button class=bg-primary>Go</button>")
    assert found.roles.primary.hex == "#be185d"
    assert [color.hex for color in found.palette] == ["#be185d"]


def test_a_block_theme_base_is_the_ground_contrast_the_text_and_primary_the_brand():
    css = (
        ":root{--wp--preset--color--base:#fdf6e3;--wp--preset--color--contrast:#1c1c1c;"
        "--wp--preset--color--primary:#8d6e00}"
        "body{background-color:var(--wp--preset--color--base);color:var(--wp--preset--color--contrast)}"
        ".wp-element-button{background-color:var(--wp--preset--color--primary)}"
    )
    found = roles(
        css, "<p>Words of the page</p><a class='wp-element-button wp-block-button__link' href=/>Go</a>"
    )
    assert found == {"background": "#fdf6e3", "text": "#1c1c1c", "primary": "#8d6e00"}


def test_bootstrap_a_button_takes_its_color_from_the_variable_its_own_class_sets():
    css = (
        ".btn{--bs-btn-bg:transparent;background-color:var(--bs-btn-bg);color:var(--bs-btn-color)}"
        ".btn-primary{--bs-btn-bg:#7b1fa2;--bs-btn-color:#fff}.btn-danger{--bs-btn-bg:#dc3545}"
        "body{color:#212529}"
    )
    found = report(css, "<p>Words</p><a class='btn btn-primary' href=/>Join</a>")
    assert found.roles.primary.hex == "#7b1fa2"
    assert found.contrast[2].note == "as on the page's own buttons"
    assert found.contrast[2].foreground == "#ffffff"


def test_the_twelve_presets_every_site_declares_are_nobody_s_colors():
    presets = {"vivid-red": "#cf2e2e", "vivid-purple": "#9b51e0", "luminous-vivid-amber": "#fcb900"}
    css = ":root{" + "".join(f"--wp--preset--color--{slug}:{value};" for slug, value in presets.items()) + "}"
    css += "".join(
        f".has-{slug}-background-color{{background-color:var(--wp--preset--color--{slug})!important}}"
        for slug in presets
    )
    found = report(f"{css}a{{color:#006064}}", LINKS)
    assert found.roles.primary.hex == "#006064"
    assert found.roles.accent is None
    assert not {"#cf2e2e", "#9b51e0", "#fcb900"} & {color.hex for color in found.palette}


def test_a_monochrome_brand_has_black_for_its_primary_color():
    css = "body{background:#fff;color:#111}a{color:#111}.btn{background:#000;color:#fff}"
    found = report(css, LINKS + BUTTON)
    assert found.roles.primary.hex == "#000000"
    assert found.roles.accent is None
    assert "monochrome" in evidence(found.roles.primary)


def test_grey_buttons_do_not_win_over_a_brand_that_links_show():
    css = "a{color:#ad1457}.btn{background:#eeeeee;color:#222}"
    assert roles(css, LINKS * 3 + BUTTON)["primary"] == "#ad1457"


def test_a_link_on_a_ground_of_its_own_is_a_button_whatever_its_classes():
    css = (
        "body{color:#0f172b}a{color:inherit}.bg-blue-600{background-color:#155dfc}"
        ".text-white{color:#fff}.text-green-700{color:#008236}"
    )
    body = f"{LINKS}<p class=text-green-700>Saved</p><a class='bg-blue-600 text-white px-4' href=/>Go</a>"
    found = report(css, body)
    assert found.roles.primary.hex == "#155dfc"
    assert "buttons" in evidence(found.roles.primary)
    assert found.contrast[2].note == "as on the page's own buttons"


def test_links_in_the_color_of_all_text_and_that_text_are_nobody_s_brand():
    css = "body{color:#0f172b}a{color:inherit}.note{border:1px solid #008236}"
    assert roles(css, f"{LINKS}<p class=note>Saved</p>")["primary"] == "#008236"


def test_transparent_buttons_leave_it_to_their_border_and_label():
    css = (
        "body{color:#222}.btn{background:transparent;border:2px solid #00695c;color:#00695c}a{color:#00695c}"
    )
    found = roles(css, LINKS + BUTTON)
    assert (found["primary"], found["border"]) == ("#00695c", "#00695c")


def test_a_hero_with_nothing_but_a_gradient_gives_its_colors_by_area():
    css = (
        ".hero{background:linear-gradient(90deg,#e65100,#e65100 60%,#ff8f00)}body{color:#333}a{color:inherit}"
    )
    found = report(css, f"<div class=hero><h1>Hello</h1></div>{LINKS}")
    assert found.roles.primary.hex == "#e65100"
    assert found.gradients[0].colors == ["#e65100", "#e65100", "#ff8f00"]


def test_a_dark_scheme_that_waits_for_the_visitor_stays_apart():
    css = (
        ":root{--ground:#ffffff;--ink:#222222}"
        "@media (prefers-color-scheme:dark){:root{--ground:#101418;--ink:#e8eaed}}"
        "body{background:var(--ground);color:var(--ink)}a{color:#1565c0}"
    )
    found = report(css, LINKS)
    assert (found.roles.background.hex, found.roles.text.hex) == ("#ffffff", "#222222")
    assert {color.hex for color in found.dark_palette} == {"#101418", "#e8eaed"}
    assert not {"#101418", "#e8eaed"} & {color.hex for color in found.palette}


@pytest.mark.parametrize("switch", [".dark body", "html[data-theme=dark] body"])
def test_a_dark_scheme_behind_a_switch_is_not_what_visitors_see(switch):
    found = report(
        f"body{{background:#fff;color:#222}}{switch}{{background:#000;color:#eee}}a{{color:#00f}}", LINKS
    )
    assert (found.roles.background.hex, found.roles.text.hex) == ("#ffffff", "#222222")
    assert {color.hex for color in found.dark_palette} == {"#000000", "#eeeeee"}


def test_a_page_sent_with_its_dark_scheme_on_is_dark():
    css = (
        ":root{--ground:#fff;--ink:#222}.dark{--ground:#0d1117;--ink:#c9d1d9}"
        "body{background:var(--ground);color:var(--ink)}"
    )
    found = report(css, LINKS, classes="home dark")
    assert (found.roles.background.hex, found.roles.text.hex) == ("#0d1117", "#c9d1d9")
    assert found.dark_palette == []


def test_the_ground_is_what_html_or_body_have_not_what_most_boxes_have():
    css = "html{background:#f3e5f5}.box{background:#ffffff}.card{background:#fff}"
    assert (
        roles(css, "<div class=box>a</div><div class=card>b</div><div class=box>c</div>")["background"]
        == "#f3e5f5"
    )


@pytest.mark.parametrize(
    ("body", "ground"), [("#ffffff", "#ffffff"), ("#ffffffe6", "#e6e6e6"), ("transparent", "#000000")]
)
def test_text_stands_on_the_body_and_the_body_on_html(body, ground):
    found = report(f"html{{background:#000}}body{{background:{body};color:#333}}", LINKS).roles
    assert found.background.hex == ground
    assert ("of html" in found.background.evidence[0].where) is (body == "transparent")


def test_a_page_wrapped_in_one_element_stands_on_that_element_s_ground():
    css = ".bg-black{background:#000}.text-white{color:#fff}.card{background:#222}"
    wrapped = f"<div class='bg-black text-white'><div class=card>{LINKS}</div></div>"
    found = report(css, wrapped).roles
    assert (found.background.hex, found.text.hex) == ("#000000", "#ffffff")
    assert found.background.evidence[0].where == "background of div"
    assert report(f"body{{background:#eee}}{css}", wrapped).roles.background.hex == "#eeeeee"
    assert report(css, f"{LINKS}{wrapped}").roles.background.hex == "#ffffff"


def test_nothing_said_is_a_white_page_with_black_text_as_browsers_have_it():
    found = report("", "<p>Words</p>").roles
    assert (found.background.hex, found.text.hex, found.primary) == ("#ffffff", "#000000", None)
    assert "browsers show white" in found.background.evidence[0].where


def test_text_that_wrappers_recolor_is_the_text_when_no_text_is_left_in_the_body_s_color():
    css = "body{color:#000}.content p{color:#455a64}"
    assert roles(css, "<div class=content><p>All the words there are</p></div>")["text"] == "#455a64"


def test_the_buttons_of_networks_are_not_the_brand_s():
    css = ".share-facebook{background:#1877f2}.share-x{background:#1da1f2}a{color:#2e7d32}"
    body = "<a class='share-facebook btn' href=/f>f</a><a class='share-x btn' href=/x>x</a>"
    found = report(css, f"{LINKS}{body}{body}")
    assert found.roles.primary.hex == "#2e7d32"
    assert {color.hex: color.origin for color in found.palette}["#1877f2"] == "social-brand"


def test_consent_banners_come_in_their_vendor_s_colors():
    css = "#cookie-notice .ok{background:#1863dc}.cky-btn{background:#1863dc}a{color:#2e7d32}"
    body = (
        "<div id=cookie-notice><a class='ok btn' href=/ok>OK</a><a class='ok btn' href=/no>No</a></div>"
        "<div class=cky-consent><button class=cky-btn>Accept</button><button class=cky-btn>Save</button></div>"
    )
    found = report(css, LINKS + body)
    assert found.roles.primary.hex == "#2e7d32"
    assert {color.hex: color.origin for color in found.palette}["#1863dc"] == "widget"


def test_a_body_that_says_whether_there_was_consent_is_no_banner():
    found = report(".btn{background:#2e7d32}", LINKS + BUTTON, classes="cookies-not-set")
    assert "buttons" in evidence(found.roles.primary)


def test_errors_and_sales_are_not_the_brand_s():
    css = ".woocommerce-error{background:#d50000}.onsale{background:#d50000}.required{color:#d50000}a{color:#1a237e}"
    body = "<div class=woocommerce-error>No</div><b class=onsale>-5%</b><i class=required>*</i>"
    found = report(css, LINKS + body)
    assert found.roles.primary.hex == "#1a237e"
    assert {color.hex: color.origin for color in found.palette}["#d50000"] == "status"


def test_a_framework_s_rules_for_what_the_page_has_not_do_not_count():
    framework = ".btn-primary{background:#0d6efd}.btn-danger{background:#dc3545}.alert{background:#cff4fc}"
    found = report("a{color:#5d4037}", LINKS, sheets={"https://example.org/bootstrap.css": framework})
    assert found.roles.primary.hex == "#5d4037"
    assert "#0d6efd" not in {color.hex for color in found.palette}


def test_a_page_without_a_button_still_has_the_rule_for_one():
    found = report("body{color:#222}.button{background:#00838f;color:#fff}", "<p>Words</p>")
    assert found.roles.primary.hex == "#00838f"
    assert found.roles.primary.confidence == "low"
    assert "button rule" in evidence(found.roles.primary)


def test_what_is_hidden_has_no_say():
    css = ".menu{display:none}.menu a{color:#ff6f00}a{color:#283593}"
    hidden = "<div class=menu>" + "<a href=/x>A long entry of a menu that opens later</a>" * 20 + "</div>"
    assert roles(css, hidden + LINKS)["primary"] == "#283593"


def test_pure_red_alone_in_one_place_is_somebody_s_marker_not_a_brand():
    assert "primary" not in roles(".note{background:#f00}", "<p class=note>Look</p>")


def test_the_accent_is_the_color_that_is_farthest_from_a_shade_of_the_first():
    css = "a{color:#1e88e5}.lead{background:#1976d2}.tag{background:#43a047}"
    body = f"{LINKS}<p class=lead>One</p><p class=tag>Two</p>"
    found = roles(css, body)
    assert (found["primary"], found["accent"]) == ("#1e88e5", "#43a047")


def test_the_border_is_what_most_lines_have():
    css = ".a{border:1px solid #ddd}.b{border-bottom:1px solid #ddd}.c{border-top:3px solid #e91e63}"
    assert roles(css, "<i class=a>1</i><i class=b>2</i><i class=c>3</i>")["border"] == "#dddddd"


def test_theme_color_and_links_that_agree_are_sure():
    found = report("a{color:#bf360c}", LINKS, head="<meta name=theme-color content='#BF360C'>")
    assert found.roles.primary.hex == "#bf360c"
    assert found.roles.primary.confidence == "high"
    assert found.theme_color_meta == "#BF360C"


@pytest.mark.parametrize(
    ("head", "what", "where"),
    [
        ("<meta name=theme-color content='#bf360c'>", "theme-color", "<meta name=theme-color>"),
        (
            "<meta name=msapplication-TileColor content='#bf360c'>",
            "tile",
            "<meta name=msapplication-TileColor>",
        ),
        ("<link rel=mask-icon href=/a.svg color='#bf360c'>", "mask-icon", "<link rel=mask-icon>"),
    ],
)
def test_what_the_head_says_is_named_by_its_element(head, what, where):
    evidence = report("a{color:#bf360c}", LINKS, head=head).roles.primary.evidence
    assert [(each.where, each.value) for each in evidence if each.what == what] == [(where, "#bf360c")]


@given(st.text(alphabet="abcdef.#:{}();,-_ \n\"'\\0123456789*/<>[]=!@", max_size=300))
@settings(max_examples=150, deadline=None)
def test_any_sheet_has_a_background_and_a_text(css):
    found = report(css, LINKS + BUTTON).roles
    assert found.background is not None
    assert found.text is not None
