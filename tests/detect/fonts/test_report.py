"""The fonts of small pages: source and variants of each family, the fonts of text, presets and sizes."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.capture import Capture, Exchange, Headers, Missing, Sheet
from siteloupe.detect.fonts import report as module
from siteloupe.detect.fonts.report import MAX_PRESETS, font_presets, type_scale
from siteloupe.detect.site import Site
from siteloupe.detect.styles.cascade import declared_values
from tests.pages import exchange

GOOGLE = "https://fonts.googleapis.com/css2?family=Lora:wght@400;700"
FACE = "@font-face{font-family:Lora;src:url(/lora.woff2) format('woff2')}"


def fonts(head="", body="<p>Some text</p>", sheets=(), classes=""):
    visited = Capture(
        "2026-01-01T00:00:00Z", exchange(head, body, classes=classes), stylesheets=tuple(sheets)
    )
    return Site(visited).fonts


def fonts_with_css(css, body="<h1>Title</h1><p>Some text</p>", head="", classes=""):
    return fonts(f"{head}<style>{css}</style>", body, classes=classes)


def family(found, name):
    return next(font for font in found.fonts if font.family == name)


def primary(found):
    return [font.family for font in found.fonts if font.is_primary]


def names(found):
    return [font.family for font in found.fonts]


# Who brings a family


def test_a_family_with_files_of_the_site_is_self_hosted():
    font = family(fonts_with_css(f"{FACE} body{{font-family:Lora,Georgia,serif}}"), "Lora")
    assert (font.source, font.weights, font.styles, font.variable) == (
        "self-hosted",
        ["400"],
        ["normal"],
        False,
    )
    assert font.files == ["https://example.org/lora.woff2"]
    assert (font.fallbacks, font.formats, font.note) == (["Georgia", "serif"], ["woff2"], None)


def test_the_weights_and_styles_of_a_family_are_in_one_entry():
    font = family(
        fonts_with_css(
            "@font-face{font-family:Lora;font-weight:700;src:url(b.woff2)}"
            "@font-face{font-family:lora;font-style:italic;src:url(i.woff2);font-display:swap}"
            "@font-face{font-family:'Lora';font-weight:400;src:url(r.woff2)}"
        ),
        "Lora",
    )
    assert (font.weights, font.styles, len(font.files)) == (["400", "700"], ["normal", "italic"], 3)
    assert font.display == ["swap"]


def test_a_family_in_a_link_has_its_service_although_the_sheet_is_missing():
    found = fonts(
        f"<link rel=stylesheet href='{GOOGLE}'><style>body{{font-family:'Lora',serif}}</style>",
        sheets=[Sheet(GOOGLE, Missing(GOOGLE, "timed-out"))],
    )
    font = family(found, "Lora")
    assert (font.source, font.weights, font.is_primary) == ("google", ["400", "700"], True)
    assert found.sources.google.families == ["Lora"]
    assert found.sources.google.css_urls == [GOOGLE]


def test_faces_of_a_services_sheet_join_the_family_in_its_url():
    css = (
        "@font-face{font-family:'Lora';font-weight:400;src:url(https://fonts.gstatic.com/s/lora/v35/x.woff2)}"
    )
    answer = Exchange(GOOGLE, GOOGLE, 200, Headers([("content-type", "text/css")]), css.encode())
    found = fonts(f"<link rel=stylesheet href='{GOOGLE}'>", sheets=[Sheet(GOOGLE, answer)])
    assert names(found) == ["Lora"]
    assert family(found, "Lora").files == ["https://fonts.gstatic.com/s/lora/v35/x.woff2"]
    assert found.sources.self_hosted.detected is False


@pytest.mark.parametrize(
    "head",
    [
        "<link rel=preconnect href='https://fonts.googleapis.com'><link rel=preconnect href='https://fonts.gstatic.com'>",
        "<link rel=dns-prefetch href='//fonts.googleapis.com'>",
        f"<link rel=stylesheet type=text/plain href='{GOOGLE}'>",
        f"<!-- <link rel=stylesheet href='{GOOGLE}'> -->",
        f"<a href='{GOOGLE}'>x</a>",
        f"<script>var a = '{GOOGLE}'</script>",
        f"<style>/* @import url({GOOGLE}); */</style>",
        f"<style>a{{}} @import url({GOOGLE});</style>",
        "<style>/*@font-face{font-family:A;src:url(https://fonts.gstatic.com/a.woff2)}*/</style>",
    ],
)
def test_a_url_without_fonts_is_no_detection(head):
    assert fonts(head).sources.google.detected is False


@pytest.mark.parametrize(
    "head",
    [
        f"<link rel=stylesheet href='{GOOGLE}'>",
        f"<link rel=stylesheet media=print onload=\"this.media='all'\" href='{GOOGLE}'>",
        f"<link rel=preload as=style href='{GOOGLE}'>",
        f"<noscript><link rel=stylesheet href='{GOOGLE}'></noscript>",
        f"<style>@import url({GOOGLE});</style>",
        "<style>@font-face{font-family:A;src:url(https://fonts.gstatic.com/a.woff2)}</style>",
        "<link rel=preload as=font href='https://fonts.gstatic.com/s/lora/v1/a.woff2'>",
        "<script>WebFontConfig={google:{families:['Lora:400,700:latin', 'Open+Sans']}};WebFont.load(c)</script>",
        '<script>WebFont.load({"google": {"families": ["Lora"]}})</script>',
    ],
)
def test_a_request_for_google_fonts_is_a_detection(head):
    assert fonts(head).sources.google.detected is True


def test_families_of_web_font_loader_come_from_google():
    found = fonts(
        "<script>WebFontConfig={google:{families:['Lora:400,700:latin', 'Open+Sans']}}; WebFont</script>"
    )
    assert found.sources.google.families == ["Lora", "Open Sans"]
    assert family(found, "Lora").weights == ["400", "700"]


def test_bunny_and_fontshare_families_have_the_spelling_of_the_page():
    found = fonts(
        "<link rel=stylesheet href='https://fonts.bunny.net/css?family=dm-sans:400'>"
        "<link rel=stylesheet href='https://api.fontshare.com/v2/css?f[]=clash-display@600'>"
        "<style>body{font-family:'DM Sans'} h1{font-family:'Clash Display'}</style>"
    )
    assert {font.family: font.source for font in found.fonts} == {
        "DM Sans": "bunny",
        "Clash Display": "fontshare",
    }
    assert (found.sources.bunny.detected, found.sources.fontshare.detected) == (True, True)


def test_families_with_adobes_spelling_belong_to_a_kit_in_a_script():
    found = fonts(
        "<script src='https://use.typekit.net/abc1def.js'></script>"
        "<style>body{font-family:proxima-nova,sans-serif} h1{font-family:Lora} code{font-family:fira-code}"
        + FACE
        + "</style>"
    )
    assert found.sources.adobe.kit_id == "abc1def"
    assert family(found, "proxima-nova").source == "adobe"
    assert family(found, "Lora").source == "self-hosted"


def test_a_kit_with_faces_has_only_their_families():
    css = "@font-face{font-family:'proxima-nova';src:url(https://use.typekit.net/af/a/b/27/l?fvd=n7)}"
    kit = "https://use.typekit.net/abc1def.css"
    answer = Exchange(kit, kit, 200, Headers([("content-type", "text/css")]), css.encode())
    found = fonts(
        f"<link rel=stylesheet href='{kit}'><style>p{{font-family:some-thing}}</style>",
        sheets=[Sheet(kit, answer)],
    )
    assert (family(found, "proxima-nova").source, family(found, "proxima-nova").weights) == ("adobe", ["700"])
    assert family(found, "some-thing").source == "declared"


def test_monotype_services_are_detected_also_by_their_counter():
    found = fonts_with_css("@import url('//hello.myfonts.net/count/3ad3ad');" + FACE)
    assert found.sources.fonts_com.detected is True
    assert family(found, "Lora").source == "self-hosted"


@pytest.mark.parametrize(
    "path",
    [
        "/wp-content/uploads/omgf/omgf-stylesheet-75/lora.woff2",
        "/cf-fonts/s/lora/5.0.11/latin/400/normal.woff2",
        "/wp-content/uploads/elementor/google-fonts/fonts/lora-x.woff2",
        "/wp-content/astra-local-fonts/lora/x.woff2",
        "/wp-content/fonts/lora/x.woff2",
        "/wp-content/cache/perfmatters/example.org/fonts/x.woff2",
        "/wp-content/cache/fonts/1/google-fonts/fonts/s/lora/v35/x.woff2",
    ],
)
def test_a_copy_of_a_google_font_is_self_hosted_with_a_note(path):
    found = fonts_with_css(f"@font-face{{font-family:Lora;src:url({path})}}")
    font = family(found, "Lora")
    assert (font.source, font.note) == ("self-hosted", "A Google font, served from the site itself.")
    assert found.sources.google.detected is False


def test_an_embedded_font_is_self_hosted_and_has_no_file():
    found = fonts_with_css("@font-face{font-family:A;src:url(data:font/woff2;base64,d09G)}")
    font = family(found, "A")
    assert (font.source, font.files, font.note) == ("self-hosted", [], "Embedded in the CSS.")
    assert (found.sources.self_hosted.detected, found.sources.self_hosted.file_count) == (True, 0)


def test_files_are_counted_once():
    css = FACE + "@font-face{font-family:Lora;font-weight:700;src:url(/lora.woff2),url(/lora-b.woff2)}"
    assert fonts_with_css(css).sources.self_hosted.file_count == 2


def test_a_preloaded_file_is_reported():
    found = fonts_with_css(FACE, head="<link rel=preload as=font href='/lora.woff2' crossorigin>")
    assert family(found, "Lora").preloaded is True


def test_a_family_that_css_only_names_is_declared():
    found = fonts_with_css("body{font-family:'Avenir Pro',Arial,sans-serif} p{font:700 1em/1 Museo}")
    assert [(font.family, font.source) for font in found.fonts] == [
        ("Museo", "declared"),
        ("Avenir Pro", "declared"),
    ]
    assert family(found, "Museo").weights == ["700"]


# Names


def test_next_font_names_are_cleaned_and_metric_fallbacks_merged():
    found = fonts_with_css(
        "@font-face{font-family:__Inter_a64ecd;font-weight:100 900;src:url(/_next/i.woff2)}"
        "@font-face{font-family:__Inter_Fallback_a64ecd;src:local('Arial');size-adjust:107%}"
        ".c{font-family:'__Inter_a64ecd','__Inter_Fallback_a64ecd',system-ui}",
        classes="c",
    )
    assert names(found) == ["Inter"]
    font = family(found, "Inter")
    assert (font.weights, font.variable, font.fallbacks, font.is_primary) == (
        ["100..900"],
        True,
        ["system-ui"],
        True,
    )
    assert found.body.stack == "Inter, system-ui"


def test_a_metric_fallback_with_any_name_is_no_family():
    found = fonts_with_css(
        "@font-face{font-family:adjusted;src:local(Arial);size-adjust:90%} body{font-family:adjusted,serif}"
    )
    assert names(found) == []
    assert found.system_stacks == ["serif"]


def test_escaped_and_unquoted_names_are_one_family():
    found = fonts_with_css(
        r"@font-face{font-family:Open\ Sans;src:url(o.woff2)} a{font-family:Open Sans} b{font-family:'open  sans'}"
    )
    assert names(found) == ["Open Sans"]
    assert family(found, "Open Sans").uses == 2


def test_a_system_name_is_a_family_when_the_site_loads_it():
    found = fonts_with_css("@font-face{font-family:Georgia;src:url(g.woff2)} body{font-family:Georgia,serif}")
    assert primary(found) == ["Georgia"]


# Icons and system stacks


def test_icon_fonts_are_a_separate_list():
    found = fonts_with_css(
        "@font-face{font-family:FontAwesome;src:url(fa.woff)}"
        "@font-face{font-family:glyphs-x;src:url(g.woff)}"
        ".x:before{font-family:glyphs-x;content:'\\e001'} .fa{font-family:FontAwesome}"
    )
    assert [(icon.family, icon.name) for icon in found.icon_fonts] == [
        ("FontAwesome", "Font Awesome 4"),
        ("glyphs-x", "glyphs-x"),
    ]
    assert [font.icon for font in found.fonts] == [True, True]
    assert primary(found) == []


def test_a_family_that_only_icon_selectors_use_is_an_icon_font():
    css = (
        "@font-face{font-family:tm;src:url(t.woff)} [class^='tm-']{font-family:tm} .x::after{font-family:tm}"
    )
    assert [icon.family for icon in fonts_with_css(css).icon_fonts] == ["tm"]


def test_a_family_that_text_uses_too_is_no_icon_font():
    css = "@font-face{font-family:tm;src:url(t.woff)} .x::after{font-family:tm} p{font-family:tm}"
    assert fonts_with_css(css).icon_fonts == []


def test_system_stacks_are_listed_once_each():
    found = fonts_with_css(
        "body{font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,sans-serif}"
        'p{font-family:-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, sans-serif}'
        "code{font-family:monospace,monospace} h1{font-family:Lora,serif} a{font-family:inherit}"
    )
    assert found.system_stacks == [
        '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, sans-serif',
        "monospace",
    ]


# What text is set in


@pytest.mark.parametrize(
    ("css", "expected"),
    [
        ("body{font-family:Lora,serif}", ["Lora"]),
        ("html{font-family:Lora,serif}", ["Lora"]),
        (":root{--f:Lora} body{font-family:var(--f),serif}", ["Lora"]),
        ("*{font-family:Lora}", ["Lora"]),
        ("body{font:16px/1.5 Lora,serif}", ["Lora"]),
        ("body{font-family:Lora} body{font-family:Arial}", []),
        ("body{font-family:Lora!important} body{font-family:Arial}", ["Lora"]),
        (".home{font-family:Lora} body{font-family:Arial}", ["Lora"]),
        ("body{font-family:Arial} p{font-family:Lora}", ["Lora"]),
        ("body{font-family:'Not Brought',Lora,serif}", ["Not Brought"]),
        ("body{font-family:'Not Brought',serif}", ["Not Brought"]),
        ("body{font-family:'Not Brought',serif} p{font-family:Lora}", ["Lora"]),
        ("body{font-family:Arial,sans-serif}", []),
        ("@media print{body{font-family:Lora}} body{font-family:Arial}", []),
        ("@media (max-width:500px){body{font-family:Lora}} body{font-family:Arial}", []),
        ("body{font-family:inherit} html{font-family:Lora}", ["Lora"]),
        ("body{font-family:unset} html{font-family:Lora}", ["Lora"]),
        ("body{font-family:revert} html{font-family:Lora}", ["Lora"]),
        ("html{font-family:Lora} p{font:12px Arial} body p{font:inherit}", ["Lora"]),
        ("html{font-family:Lora} p{font:12px Arial} body p{font:unset}", ["Lora"]),
        ("html{font-family:Lora} p{font:12px Arial} body p{font:revert}", ["Lora"]),
        ("body{font-family:-apple-system,Arial,Lora}", []),
        ("body{font-family:'sans-serif',Lora}", []),
        (":root{--wp--preset--font-family--body:Lora,serif}", []),
        (":root{--global-body-font-family:Lora}", []),
        ("h1{font-family:Arial}", []),
        ("", []),
    ],
)
def test_the_primary_font_is_the_font_of_body_text(css, expected):
    found = fonts_with_css(FACE + css, body="<p>Some running text</p>", classes="home")
    assert primary(found) == expected
    assert [font.is_primary for font in found.fonts][1:] == [False] * (len(found.fonts) - 1)


def test_the_font_of_headings_has_evidence():
    css = FACE + "body{font-family:Arial,sans-serif} h1,h2{font-family:Lora,serif}"
    found = fonts_with_css(css, "<h1>Title</h1><p>More text than in the title</p>")
    assert (found.heading.family, found.heading.stack) == ("Lora", "Lora, serif")
    assert (found.body.family, found.body.stack) == (None, "Arial, sans-serif")
    assert [(each.what, each.where, each.value) for each in found.evidence] == [
        ("primary", "<style>", "body { font-family: Arial, sans-serif }"),
        ("heading", "<style>", "h1 { font-family: Lora, serif }"),
    ]


def test_without_headings_a_builders_slot_has_their_font():
    found = fonts_with_css(FACE + ":root{--global-heading-font-family:Lora}", body="<p>x</p>")
    assert found.heading.family == "Lora"


def test_a_page_without_fonts_has_none():
    found = fonts()
    assert (found.fonts, found.body, found.heading, found.system_stacks, found.type_scale) == (
        [],
        None,
        None,
        [],
        [],
    )


@given(st.text(max_size=300))
def test_any_css_is_analyzed_without_an_error(text):
    fonts_with_css(f"body{{font-family:{text}}}@font-face{{font-family:{text};src:url(a)}}{text}")


@given(st.text(alphabet="@font-ace{}:;,'\"\\ ABsrcul()/*!import", max_size=200))
def test_any_pieces_of_css_are_analyzed_without_an_error(text):
    found = fonts_with_css(text)
    assert sum(font.is_primary for font in found.fonts) <= 1


URL = "https://example.org/wp-content/themes/x/theme.json"


def presets(css, *families, body=None, status=200):
    visited = Capture("2026-01-01T00:00:00Z", exchange(f"<style>{css}</style>"))
    theme = {"version": 3, "settings": {"typography": {"fontFamilies": list(families)}}}
    content = msgspec.json.encode(theme) if body is None else body
    answer = Exchange(URL, URL, status, Headers(), content)
    found = font_presets(Site(visited).css.variables, answer)
    return [(preset.slug, preset.name, preset.font_family) for preset in found]


SERIF = {"slug": "sourceSerif4", "name": "Source Serif", "fontFamily": "'Source Serif 4', serif"}


def test_presets_of_the_page_have_a_name_from_their_slug():
    css = ":root{--wp--preset--font-family--body:Lora, serif;--wp--preset--font-family--system-ui:system-ui}"
    assert presets(css) == [("body", "Body", "Lora, serif"), ("system-ui", "System Ui", "system-ui")]


def test_theme_json_names_presets_with_any_spelling_of_the_slug():
    css = 'body{--wp--preset--font-family--source-serif-4:"Source Serif 4", serif}'
    assert presets(css, SERIF) == [("source-serif-4", "Source Serif", '"Source Serif 4", serif')]


def test_presets_of_theme_json_alone_come_last():
    css = ":root{--wp--preset--font-family--body:Lora}"
    assert presets(css, SERIF) == [
        ("body", "Body", "Lora"),
        ("sourceSerif4", "Source Serif", "'Source Serif 4', serif"),
    ]


def test_variables_in_presets_are_resolved():
    css = ":root{--f:Lora;--wp--preset--font-family--body:var(--f), serif}"
    assert presets(css) == [("body", "Body", "Lora, serif")]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{",
        b"null",
        b'{"settings":[]}',
        b'{"settings":{"typography":{"fontFamilies":{}}}}',
        b"[" * 9000,
    ],
)
def test_any_theme_json_is_read_without_an_error(body):
    assert presets("", body=body) == []


@pytest.mark.parametrize(
    "entry",
    [None, "x", {}, {"slug": "a"}, {"slug": 1, "fontFamily": "A"}, {"slug": "a", "fontFamily": ["A"]}],
)
def test_an_invalid_entry_is_ignored(entry):
    assert presets("", entry, SERIF) == [("sourceSerif4", "Source Serif", "'Source Serif 4', serif")]


def test_an_answer_without_success_has_no_presets():
    assert presets("", SERIF, status=404) == []
    variables = Site(Capture("2026-01-01T00:00:00Z", exchange())).css.variables
    assert font_presets(variables, Missing(URL, "timed-out")) == []
    assert font_presets(variables, None) == []


def test_presets_are_bounded():
    css = ":root{" + "".join(f"--wp--preset--font-family--a{n}:b;" for n in range(MAX_PRESETS + 9)) + "}"
    assert len(presets(css)) == MAX_PRESETS


def scale(css, body=""):
    visited = Capture("2026-01-01T00:00:00Z", exchange(f"<style>{css}</style>", body))
    found = declared_values(Site(visited).css, frozenset({"font", "font-size"}))
    return [(size.value, size.count, size.px) for size in type_scale(found)]


def test_sizes_are_sorted_by_pixels_and_counted():
    css = "a{font-size:2rem}b{font-size:12px}c{font-size:1.5em}d{font-size:12px}e{font-size:24px}"
    assert scale(css) == [("12px", 2, 12), ("1.5em", 1, 24), ("24px", 1, 24), ("2rem", 1, 32)]


def test_a_size_is_one_however_its_letters_are_written():
    css = "a{font-size:16PX}b{font-size:16px}c{font:16Px a}d{font-size:Clamp(1REM, 1vw, 2rem)}"
    assert scale(css) == [("16PX", 3, 16), ("Clamp(1REM, 1vw, 2rem)", 1, 32)]


def test_a_reset_that_hides_text_names_neither_a_family_nor_a_size():
    css = "body{font:16px Lato}.hidden{font:0/0 a}"
    assert scale(css, "<p class=hidden>x</p>") == [("16px", 1, 16)]
    found = fonts_with_css(css, "<p>A text</p><p class=hidden>Another text</p>")
    assert [font.family for font in found.fonts] == ["Lato"]


@pytest.mark.parametrize(
    ("value", "px"),
    [
        ("16px", 16),
        ("1rem", 16),
        ("112.5%", 18),
        ("12pt", 16),
        ("small", 13),
        ("x-large", 24),
        ("2vw", 28.8),
        ("calc(1rem + 1vw)", 30.4),
        ("clamp(1rem, 2vw + 1rem, 3rem)", 48),
        ("min(2rem, 5vw)", 32),
        ("0", 0),
    ],
)
def test_a_size_has_its_pixels(value, px):
    assert scale(f"a{{font-size:{value}}}") == [(value, 1, px)]


@pytest.mark.parametrize("value", ["inherit", "initial", "1fr", "red", "var(--none)", "-3px", "10"])
def test_a_size_without_pixels_is_left_out(value):
    assert scale(f"a{{font-size:{value}}}") == []


def test_variables_are_resolved():
    assert scale(":root{--s:clamp(1rem, 1vw, 2rem)}a{font-size:var(--s)}b{font-size:var(--n, 9px)}") == [
        ("9px", 1, 9),
        ("clamp(1rem, 1vw, 2rem)", 1, 32),
    ]


def test_shorthands_style_attributes_and_media_count_and_keyframes_do_not():
    css = "a{font:italic 700 14px/1.5 Lato}b{font:inherit}@media print{c{font-size:10px}}@keyframes k{to{font-size:99px}}"
    assert scale(css, "<p style='font-size:11px'><p style='font-size:11px'>") == [
        ("10px", 1, 10),
        ("11px", 2, 11),
        ("14px", 1, 14),
    ]


def test_sizes_are_bounded(monkeypatch):
    monkeypatch.setattr(module, "MAX_SIZES", 3)
    assert len(scale("".join(f"a{{font-size:{n}px}}" for n in range(9)))) == 3


# Roles


LORA_FACE = "@font-face{font-family:Lora;src:url(/lora.woff2)}"


def test_a_font_that_only_headings_have_is_not_that_of_running_text():
    found = fonts_with_css(
        f"{LORA_FACE} h1,h2{{font-family:Lora}}", "<h1>Title</h1><p>More text than in the title</p>"
    )
    assert (found.heading.family, found.body, primary(found)) == ("Lora", None, [])


SHARES = "<h1>Twenty letters here</h1><nav>Ten letter</nav><p>" + "Words are " * 7
TWO = "@font-face{font-family:Lora;src:url(l.woff2)}@font-face{font-family:Inter;src:url(i.woff2)}"


@pytest.mark.parametrize(
    ("css", "expected", "body", "heading"),
    [
        ("body{font-family:Lora}h1{font-family:Inter}", "Lora", "Lora", "Inter"),
        ("body{font-family:Lora}p{font-family:Inter,serif}", "Inter", "Inter", "Lora"),
        ("body{font-family:Lora}p{font-family:Inter}p{display:none}", "Lora", "Lora", "Lora"),
        ("body{font-family:Lora}p{font-family:Inter;visibility:hidden}", "Lora", "Lora", "Lora"),
        ("body{font-family:Lora}p{font-family:Inter;display:none}p{display:block}", "Inter", "Inter", "Lora"),
        ("body{font-family:Arial}h1,nav{font-family:Lora}", None, None, "Lora"),
        ("p{font-family:Georgia,Lora}nav{font-family:Lora}h1{font-family:Inter}", None, None, "Inter"),
        ("p{font-family:Georgia,Lora}nav,h1{font-family:Inter}html{font-size:1px}", None, None, "Inter"),
    ],
)
def test_a_role_is_the_font_of_most_visible_text_of_its_kind(css, expected, body, heading):
    found = fonts_with_css(TWO + css, SHARES)
    assert primary(found) == ([expected] if expected else [])
    assert (found.body and found.body.family, found.heading.family) == (body, heading)


def test_a_system_font_stands_first_only_with_twice_as_much_text():
    css = TWO + "p{font-family:Tahoma}nav,h1{font-family:Inter}"
    found = fonts_with_css(css, "<h1>Twenty letters here</h1><p>" + "Words are " * 3)
    assert (primary(found), found.body.family) == (["Inter"], None)


def test_shares_are_of_the_visible_characters():
    found = fonts_with_css(TWO + "body{font-family:Lora}nav{font-family:Inter}", SHARES)
    shares = {font.family: font.share for font in found.fonts}
    assert shares == {"Lora": 0.9, "Inter": 0.1}
    assert (found.body.share, found.heading.share) == (0.87, 1.0)


@pytest.mark.parametrize(
    "name",
    ["false", "/5.1.0/", "/only screen and (min-width:40.063em)/", "a", "small=0em&medium=40em", "12"],
)
def test_what_frameworks_keep_in_lists_of_fonts_is_no_font(name):
    found = fonts_with_css(f"meta.v{{font-family:'{name}'}} body{{font-family:'{name}',Lora}}")
    assert names(found) == ["Lora"]


def test_a_family_with_an_odd_name_counts_when_the_site_has_its_files():
    found = fonts_with_css("@font-face{font-family:a;src:url(a.woff2)} p{font-family:a}")
    assert names(found) == ["a"]


def test_a_list_in_quotes_is_a_list():
    found = fonts_with_css("p{font-family:'Avenir Pro, Lora, sans-serif'}")
    assert names(found) == ["Avenir Pro", "Lora"]


def test_a_page_of_headings_alone_has_their_font():
    found = fonts_with_css(f"{LORA_FACE} h1{{font-family:Lora}}", "<h1>Title</h1>")
    assert (found.body, found.heading.family, primary(found)) == (None, "Lora", ["Lora"])


def test_a_font_in_a_condition_that_does_not_hold_is_not_named():
    css = "@supports not (display:grid){p{font-family:Lora}} p{font-family:Other}"
    assert names(fonts_with_css(css)) == ["Other"]


def test_a_role_is_less_sure_while_a_stylesheet_is_unread():
    css = f"<style>{LORA_FACE} body{{font-family:Lora}}</style>"
    read = fonts(css)
    unread = fonts(css, sheets=(Sheet("https://example.org/a.css", Missing("", "timed-out")),))
    assert (read.body.confidence, unread.body.confidence) == ("high", "low")
