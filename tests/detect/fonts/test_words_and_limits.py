"""The words, weights and tags that decide over fonts, and how much of a site is read: on both sides."""

import pytest

from siteloupe.analyses import FONTS
from tests.pages import exchange, site

GOOGLE = "https://fonts.googleapis.com/css?family="
GOOGLE_2 = "https://fonts.googleapis.com/css2?family="


def report(css="", body="<p>Words</p>", *, head="", **given):
    return FONTS.analyze(site(f"{head}<style>{css}</style>", body, **given))


def font(name, *args, **kwargs):
    return next((each for each in report(*args, **kwargs).fonts if each.family == name), None)


def asked(url):
    """The families that a stylesheet of a font service is asked for."""
    return report(head=f"<link rel=stylesheet href='{url}'>").fonts


def face(name, src="url(a.woff2)", more=""):
    return f"@font-face{{font-family:'{name}';src:{src};{more}}}"


# ------------------------------------------------------------ weights and styles in addresses


@pytest.mark.parametrize(
    ("text", "weight", "style"),
    [
        ("thin", "100", "normal"),
        ("extralight", "200", "normal"),
        ("ultralight", "200", "normal"),
        ("light", "300", "normal"),
        ("regular", "400", "normal"),
        ("normal", "400", "normal"),
        ("r", "400", "normal"),
        ("n", "400", "normal"),
        ("medium", "500", "normal"),
        ("semibold", "600", "normal"),
        ("semi-bold", "600", "normal"),
        ("demibold", "600", "normal"),
        ("bold", "700", "normal"),
        ("b", "700", "normal"),
        ("extrabold", "800", "normal"),
        ("ultrabold", "800", "normal"),
        ("black", "900", "normal"),
        ("heavy", "900", "normal"),
        ("bolditalic", "700", "italic"),
        ("lightoblique", "300", "oblique"),
        ("italic", "400", "italic"),
        ("i", "400", "italic"),
        ("i7", "700", "italic"),
        ("o3", "300", "oblique"),
        ("n9", "900", "normal"),
        ("1", "1", "normal"),
        ("1000", "1000", "normal"),
        ("350i", "350", "italic"),
        ("0", "400", "normal"),
        ("1001", "400", "normal"),
        ("bold700", "400", "normal"),
        ("unheard", "400", "normal"),
    ],
)
def test_a_weight_as_google_is_asked_for_it(text, weight, style):
    (found,) = asked(f"{GOOGLE}Crumb:{text}")
    assert (found.family, found.weights, found.styles, found.source) == ("Crumb", [weight], [style], "google")


@pytest.mark.parametrize(
    ("text", "weights", "styles", "variable"),
    [
        ("", ["400"], ["normal"], False),
        (":wght@400;700", ["400", "700"], ["normal"], False),
        (":wght@100..900", ["100..900"], ["normal"], True),
        (":ital@0;1", ["400"], ["normal", "italic"], False),
        (":ital,wght@1,300", ["300"], ["italic"], False),
        (":ital,wght@0..1,300", ["300"], ["normal", "italic"], True),
        (":slnt@-10", ["400"], ["oblique"], False),
        (":slnt@-10..0", ["400"], ["normal", "oblique"], True),
        (":opsz,wght@14..32,450.6", ["451"], ["normal"], True),
        (":wght@x", ["400"], ["normal"], False),
    ],
)
def test_a_place_on_the_axes_as_google_is_asked_for_it(text, weights, styles, variable):
    (found,) = asked(f"{GOOGLE_2}Crumb{text}")
    assert (found.weights, found.styles, found.variable) == (weights, styles, variable)


@pytest.mark.parametrize(
    ("codes", "weights", "styles", "variable"),
    [
        ("400", ["400"], ["normal"], False),
        ("401", ["400"], ["italic"], False),
        ("100,1000", ["100", "1000"], ["normal"], False),
        ("1", [], ["normal"], True),
        ("2", [], ["italic"], True),
        ("9,700", ["700"], ["normal"], True),
        ("10", [], [], False),
        ("99", [], [], False),
        ("1001", [], [], False),
        ("", ["400"], ["normal"], False),
    ],
)
def test_codes_of_fontshare(codes, weights, styles, variable):
    (found,) = asked(f"https://api.fontshare.com/v2/css?f[]=clash-display@{codes}")
    assert (found.family, found.source) == ("Clash Display", "fontshare")
    assert (found.weights, found.styles, found.variable) == (weights, styles, variable)


@pytest.mark.parametrize(("number", "read"), [(99, 99), (100, 100), (101, 100)])
def test_a_hundred_families_of_an_address_are_read(number, read):
    names = [f"F{each:03}" for each in range(number)]
    assert len(asked(GOOGLE + "|".join(names))) == read
    assert len(asked(GOOGLE_2 + "&family=".join(names))) == read
    assert len(asked("https://api.fontshare.com/v2/css?f[]=" + "|".join(names))) == read


@pytest.mark.parametrize(("before", "is_read"), [(199, True), (200, False)])
def test_two_hundred_variants_of_a_family_are_read(before, is_read):
    assert ("700" in asked(f"{GOOGLE}Crumb:{'400,' * before}700")[0].weights) is is_read
    assert ("700" in asked(f"{GOOGLE_2}Crumb:wght@{'400;' * before}700")[0].weights) is is_read
    fontshare = f"https://api.fontshare.com/v2/css?f[]=a@{'400,' * before}700"
    assert ("700" in asked(fontshare)[0].weights) is is_read


@pytest.mark.parametrize(("length", "is_read"), [(1, True), (100, True), (101, False)])
def test_a_name_in_an_address_has_a_hundred_characters_at_most(length, is_read):
    assert bool(asked(GOOGLE + "x" * length)) is is_read


@pytest.mark.parametrize(("before", "is_read"), [(299, True), (300, False)])
def test_three_hundred_fields_of_an_address_are_read(before, is_read):
    url = f"https://fonts.googleapis.com/css?{'a=b&' * before}family=Crumb"
    assert bool(asked(url)) is is_read


@pytest.mark.parametrize(("number", "read"), [(199, 199), (200, 200), (201, 200)])
def test_two_hundred_requests_of_a_page_are_read(number, read):
    links = "".join(f"<link rel=stylesheet href={GOOGLE}F{each:03}>" for each in range(number))
    assert len(report(head=links).fonts) == read


@pytest.mark.parametrize(("before", "is_read"), [(199_900, True), (200_000, False)])
def test_so_much_of_a_script_is_searched_for_a_loader(before, is_read):
    loader = "WebFont.load({google:{families:['Crumb']}})"
    script = f"<script>WebFont;{' ' * (before - 8)}{loader}</script>"
    assert (font("Crumb", head=script) is not None) is is_read


# ------------------------------------------------------------ faces


@pytest.mark.parametrize(
    ("source", "formats"),
    [
        ("url(a.ttf)", ["truetype"]),
        ("url(a.otf)", ["opentype"]),
        ("url(a.eot?#iefix)", ["embedded-opentype"]),
        ("url(a.woff)", ["woff"]),
        ("url(a.woff2?v=1)", ["woff2"]),
        ("url(a.svg#x)", ["svg"]),
        ("url(a.php)", []),
        ("url(a.php) format('woff2-variations')", ["woff2"]),
        ("local(Arial)", []),
    ],
)
def test_the_format_of_a_file(source, formats):
    assert font("Crumb", face("Crumb", source) + "p{font-family:Crumb}").formats == formats


@pytest.mark.parametrize("name", ["size-adjust", "ascent-override", "descent-override", "line-gap-override"])
def test_a_fitted_system_font_stands_in_for_another(name):
    css = face("Crumb Two", "local(Arial)", f"{name}:90%") + "p{font-family:Crumb,'Crumb Two'}"
    assert [each.family for each in report(css).fonts] == ["Crumb"]
    assert font("Crumb Two", face("Crumb Two", "url(a.woff2)", f"{name}:90%")) is not None
    plain = face("Crumb Two", "local(Arial)", "font-weight:400") + "p{font-family:Crumb,'Crumb Two'}"
    assert [each.family for each in report(plain).fonts] == ["Crumb", "Crumb Two"]


@pytest.mark.parametrize(("number", "kept"), [(19, 19), (20, 20), (21, 20), (60, 20)])
def test_twenty_files_of_a_face_are_kept(number, kept):
    sources = ",".join(f"url({each}.woff2)" for each in range(number))
    assert len(font("Crumb", face("Crumb", sources)).files) == kept


@pytest.mark.parametrize(("before", "kept"), [(39, 1), (40, 0)])
def test_forty_sources_of_a_face_are_read(before, kept):
    sources = "local(Arial)," * before + "url(a.woff2)"
    css = face("Crumb", sources) + "p{font-family:Crumb}"
    assert len(font("Crumb", css).files) == kept


@pytest.mark.parametrize(("number", "read"), [(4999, 4999), (5001, 5000)])
def test_five_thousand_faces_are_read(number, read):
    css = "".join(f"@font-face{{font-family:C;src:url({each})}}" for each in range(number))
    assert len(font("C", css).files) == read


def test_texts_of_a_face_are_cut():
    assert font("C", face("C", more=f"font-display:{'x' * 40}")).display == ["x" * 20]
    assert font("C", face("C", f"url(data:{'x' * 50})")).note == "Embedded in the CSS."
    assert font("C", face("C", f"url(DATA:{'x' * 50})")).note == "Embedded in the CSS."
    long = f"url({'x' * 1990}.woff2{'y' * 100}.ttf)"
    assert font("C", face("C", long)).formats == []


# ------------------------------------------------------------ what the CSS names


@pytest.mark.parametrize(("number", "read"), [(999, 999), (1000, 1000), (1001, 1000)])
def test_a_thousand_families_are_told(number, read):
    css = "".join(f".f{each}{{font-family:F{each}}}" for each in range(number))
    assert len(report(css).fonts) == read


@pytest.mark.parametrize(("number", "read"), [(19, 19), (20, 20), (21, 20)])
def test_twenty_fallbacks_are_told(number, read):
    stack = ",".join(["Crumb", *(f"F{each}" for each in range(number))])
    assert len(font("Crumb", f"p{{font-family:{stack}}}").fallbacks) == read


@pytest.mark.parametrize(("number", "read"), [(199, 199), (200, 200), (201, 200)])
def test_two_hundred_system_stacks_are_told(number, read):
    names = ["Arial", "Helvetica", "Verdana", "Georgia", "Tahoma", "Impact", "Calibri", "Cambria"]
    stacks = [f"{a},{b},{c}" for a in names for b in names for c in names if len({a, b, c}) == 3]
    css = "".join(f"p{{font-family:{stack}}}" for stack in stacks[:number])
    assert len(report(css).system_stacks) == read


@pytest.mark.parametrize(("number", "read"), [(999, 999), (1000, 1000), (1001, 1000)])
def test_a_thousand_sizes_are_told(number, read):
    css = "".join(f"p{{font-size:{each + 1}px}}" for each in range(number))
    assert len(report(css).type_scale) == read


@pytest.mark.parametrize(("longer", "number"), [(3, 1), (4, 0)])
def test_a_size_has_300_characters_at_most(longer, number):
    value = f"calc(1px{' + 10px' * longer}{' + 1px' * (48 - longer)})"
    assert len(value) == 297 + longer
    assert len(report(f"p{{font-size:{value}}}").type_scale) == number


@pytest.mark.parametrize(("length", "is_read"), [(4000, True), (4001, False)])
def test_a_list_of_families_has_4000_characters_at_most(length, is_read):
    value = f"Crumb,{'x' * (length - 6)}"
    assert (font("Crumb", f"p{{font-family:{value}}}") is not None) is is_read


@pytest.mark.parametrize(("number", "uses"), [(19_999, 19_999), (20_001, 20_000)])
def test_twenty_thousand_uses_are_counted(number, uses):
    assert font("C", "a{font-family:C}" * number).uses == uses


@pytest.mark.parametrize(
    ("content", "is_icon"),
    [
        (r"'\e000'", True),
        (r"'\f8ff'", True),
        ("'\ue123'", True),
        (r"'\f0000'", True),
        (r"'\dfff'", False),
        (r"'\f900'", False),
        (r"'\effff'", False),
        ("'x'", False),
        ("attr(x)", False),
        (r"'" + "x" * 36 + r"\e000'", False),
    ],
)
def test_a_private_character_shows_an_icon_font(content, is_icon):
    css = face("Crumb") + f"p{{font-family:Crumb;content:{content}}}"
    assert font("Crumb", css).icon is is_icon


@pytest.mark.parametrize(
    ("selector", "is_icon"),
    [
        (".a:before", True),
        (".a::after", True),
        ("[class^=x]", True),
        ("[class*=x]", True),
        (".x .icon-y", True),
        (".icon-y .x", False),
        (".a", False),
        (".a:before, .b", False),
    ],
)
def test_a_selector_shows_an_icon_font(selector, is_icon):
    assert font("Crumb", face("Crumb") + f"{selector}{{font-family:Crumb}}").icon is is_icon


# ------------------------------------------------------------ text and headings


@pytest.mark.parametrize("tag", ["code", "pre", "kbd", "samp", "tt", "listing", "plaintext", "xmp"])
def test_monospace_text_is_not_in_the_font_around_it(tag):
    css = ".a{font-family:Crumb}.b{font-family:Other}"
    body = f"<div class=b>{'y' * 20}</div><div class=a><{tag}>{'x' * 50}</{tag}></div>"
    assert report(css, body).body.family == "Other"


@pytest.mark.parametrize(
    "element", ["<button>{}</button>", "<select><option>{}</option></select>", "<textarea>{}</textarea>"]
)
def test_text_of_forms_is_not_in_the_font_around_it(element):
    css = ".a{font-family:Crumb}.b{font-family:Other}"
    body = f"<div class=a>{element.format('x' * 50)}</div><div class=b>{'y' * 20}</div>"
    assert report(css, body).body.family == "Other"


@pytest.mark.parametrize("tag", ["h1", "h2", "h3", "h4", "h5", "h6"])
def test_headings(tag):
    css = f"body{{font-family:Other}}{tag}{{font-family:Crumb}}"
    found = report(css, f"<{tag}>A <i>heading</i></{tag}><p>Words and more words</p>")
    assert (found.heading.family, found.body.family) == ("Crumb", "Other")


def test_the_font_of_most_heading_text_counts():
    css = "h1{font-family:Crumb}h2{font-family:Other}"
    assert report(css, "<h1>Long heading</h1><h2>Short</h2>").heading.family == "Crumb"
    assert report(css, "<h1>Short</h1><h2>Long heading</h2>").heading.family == "Other"
    assert report(css, "<p>Words</p>").heading is None


def test_evidence_is_cut():
    long = "x" * 5000
    stack = ",".join(["Crumb", *(f"Family{each}" for each in range(100))])
    assert [len(each.value) for each in report(f"p{{font-family:{stack}}}").evidence] == [300]
    links = "".join(f"<link rel=stylesheet href='{GOOGLE}F{each:03}&x={long[:400]}'>" for each in range(60))
    told = [each.value for each in report(head=links).evidence if each.what == "google"]
    assert (len(told), {len(value) for value in told}) == (50, {300})


# ------------------------------------------------------------ presets


def theme_json(*presets):
    listed = ",".join(presets)
    text = f'{{"settings":{{"typography":{{"fontFamilies":[{listed}]}}}}}}'
    made = exchange(url="https://example.org/theme.json")
    return made.__class__(made.url, made.url, 200, made.headers, text.encode())


def preset(slug, family="Crumb", name="A name"):
    return f'{{"slug":"{slug}","fontFamily":"{family}","name":"{name}"}}'


@pytest.mark.parametrize(("number", "read"), [(199, 199), (200, 200), (201, 200)])
def test_two_hundred_presets_are_told(number, read):
    css = "".join(f":root{{--wp--preset--font-family--f-{each}:F{each}}}" for each in range(number))
    assert len(report(css).wp_font_presets) == read
    found = report(theme_json=theme_json(*(preset(f"f-{each}") for each in range(number))))
    assert len(found.wp_font_presets) == read


def test_a_preset_has_its_name_from_theme_json_and_its_stack_from_the_page():
    css = ":root{--wp--preset--font-family--source-serif-4:'Source Serif 4',serif}"
    given = theme_json(
        preset("sourceSerif4", "Other", "Serif"), preset("x", "", "No family"), preset("y", "Y", "")
    )
    found = [
        (each.slug, each.name, each.font_family) for each in report(css, theme_json=given).wp_font_presets
    ]
    assert found == [("source-serif-4", "Serif", "'Source Serif 4',serif"), ("y", "Y", "Y")]


@pytest.mark.parametrize(
    "host", ["fonts.googleapis.com", "use.typekit.net", "fonts.bunny.net", "api.fontshare.com"]
)
def test_a_bare_host_asks_for_nothing(host):
    for end in ("", "/", "?x=1", "/?x=1"):
        found = report(head=f"<link rel=stylesheet href=https://{host}{end}>").sources
        services = (found.google, found.bunny, found.fontshare, found.adobe, found.fonts_com)
        assert not any(each.detected for each in services)


@pytest.mark.parametrize(
    ("css", "family"),
    [
        (".gone{font-family:Crumb}", "Crumb"),
        (".gone{font-family:Other}", None),
        ("", None),
        ("body{font-family:Other}.gone{font-family:Crumb}", "Other"),
        ("body{font-family:Arial}.gone{font-family:Crumb}", None),
    ],
)
def test_without_text_and_a_font_of_the_body_a_builders_slot_tells_it(css, family):
    slot = ":root{--e-global-typography-text-font-family:Crumb}"
    found = report(slot + css, "<img src=a.png>").body
    assert (found and found.family) == family


@pytest.mark.parametrize(
    ("css", "family"),
    [
        ("body{font-family:One,Two}", "One"),
        (f"{face('Two')}body{{font-family:One,Two}}", "One"),
        (f"{face('Two')}body{{font-family:One}}p{{font-family:Two}}", "Two"),
        ("body{font-family:One}p{font-family:Two}", "Two"),
        ("p{font-family:Two}", "Two"),
        (f"{face('FontAwesome')}body{{font-family:FontAwesome,Two}}", "Two"),
        (f"{face('One')}{face('Two')}.x{{font-family:Two}}", None),
        (f"{face('One')}", None),
    ],
)
def test_the_font_of_running_text(css, family):
    found = report(css).body
    assert (found and found.family) == family


def test_without_text_the_font_that_most_css_names_is_taken():
    found = report(f"{face('One')}{face('Two')}.x{{font-family:Two}}", "<img src=a.png>").body
    assert (found.family, found.confidence) == ("Two", "low")
