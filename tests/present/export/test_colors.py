"""Files for other tools: each format says the same colors, and is what its readers expect."""

import json
import re

import jsonschema
import msgspec
import pytest
import tinycss2

from siteloupe.analyses import ANALYSES
from siteloupe.present.export import EXPORTED, export_text, formats_of
from siteloupe.present.export.color_tokens import MAX_COLORS, ROLES, color_tokens, dark_tokens
from tests.colors import report

FORMATS = formats_of("color-palette")

CSS = (
    "body{background:#fbf7f2;color:#2a211c}a{color:#a8431f}.btn{background:#a8431f;border:1px solid #dccfc2}"
    ".b{background:linear-gradient(#a8431f,#2f6f6a)}.c{color:rgb(0 0 0/.5)}.gone{color:#123456}"
)
BODY = "<p class=b>Words <a href=/>link</a></p><i class=c>x</i><button class=btn>Buy</button>"

# What the Design Tokens Format Module 2025.10 asks of a file with colors only.
# https://www.designtokens.org/TR/2025.10/format/, https://www.designtokens.org/TR/2025.10/color/
NAME = r"^[^${}.][^{}.]*$"
TOKEN = {
    "type": "object",
    "required": ["$value"],
    "additionalProperties": False,
    "properties": {
        "$type": {"const": "color"},
        "$description": {"type": "string"},
        "$value": {
            "type": "object",
            "required": ["colorSpace", "components"],
            "additionalProperties": False,
            "properties": {
                "colorSpace": {"const": "srgb"},
                "components": {
                    "type": "array",
                    "minItems": 3,
                    "maxItems": 3,
                    "items": {"type": "number", "minimum": 0, "maximum": 1},
                },
                "alpha": {"type": "number", "minimum": 0, "maximum": 1},
                "hex": {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"},
            },
        },
    },
}
GROUP = {
    "type": "object",
    "additionalProperties": False,
    "properties": {"$type": {"const": "color"}, "$description": {"type": "string"}},
    "patternProperties": {NAME: TOKEN},
}
TOKENS = {**GROUP, "patternProperties": {NAME: GROUP}}


def write(name, report):
    return export_text(name, {"color-palette": report})


def document(css=CSS, body=BODY):
    return json.loads(msgspec.json.encode(report(css, body)))


def many():
    css = "".join(f".k{n}{{background:hsl({n * 7} 80% {30 + n % 5 * 10}%)}}" for n in range(60))
    return document(css, "".join(f"<i class=k{n}>x</i>" for n in range(60)))


def test_formats_belong_to_analyses_that_exist():
    assert set(EXPORTED) <= {analysis.name for analysis in ANALYSES}


def test_roles_come_first_then_the_colors_in_use():
    found = color_tokens(document())
    assert [(token.name, token.hex) for token in found[:5]] == [
        ("background", "#fbf7f2"),
        ("text", "#2a211c"),
        ("primary", "#a8431f"),
        ("accent", "#2f6f6a"),
        ("border", "#dccfc2"),
    ]
    assert "#123456" not in {token.hex for token in found}


def test_a_translucent_color_is_a_color_of_its_own():
    css = ".a{color:#fff}.b{color:rgb(255 255 255/.1)}.c{color:rgb(255 255 255/.6)}.d{color:transparent}"
    found = color_tokens(document(css, "<p class=a>a<p class=b>b<p class=c>c<p class=d>d"))
    assert [(token.title, token.css) for token in found if token.alpha < 1] == [
        ("white, 10 %", "rgb(255 255 255 / 0.1)"),
        ("white, 60 %", "rgb(255 255 255 / 0.6)"),
    ]


DARK = "@media(prefers-color-scheme:dark){body{background:#101418;color:#e8e6e3}.btn{background:#f2a65a}}"


def test_the_dark_scheme_keeps_the_names_of_the_roles():
    found = document(CSS + DARK)
    assert [(token.name, token.hex) for token in dark_tokens(found)[:2]] == [
        ("background", "#101418"),
        ("text", "#e8e6e3"),
    ]
    assert "#f2a65a" in {token.hex for token in dark_tokens(found)}


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_has_the_dark_scheme(name):
    text = write(name, document(CSS + DARK))
    figma = '"r": 0.0627' in text and '"r": 0.949' in text
    assert figma or all(color in text for color in ("#101418", "#f2a65a")) or " 16  20  24" in text


def test_the_dark_scheme_sets_the_same_properties_anew():
    text = write("css", document(CSS + DARK))
    light, dark = text.split("@media (prefers-color-scheme: dark)")
    assert "--color-background: #fbf7f2;" in light
    assert "--color-background: #101418;" in dark
    assert "--color-primary" not in dark


def test_names_are_unique_and_plain():
    found = color_tokens(many())
    assert len({token.name for token in found}) == len(found) <= len(ROLES) + MAX_COLORS
    assert all(re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", token.name) for token in found)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_a_text_file_that_holds_every_token(name):
    text = write(name, document())
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    for token in color_tokens(document()):
        assert written(name, token) in text


def written(name, token):
    """What a color looks like in a file of a format."""
    if name == "gpl":
        return "{:3} {:3} {:3}".format(*token.rgb)
    if name == "figma":
        return f'"r": {round(token.rgb[0] / 255, 4)},'
    return token.hex if name == "dtcg" else token.css


@pytest.mark.parametrize("name", FORMATS)
def test_a_report_without_colors_is_an_empty_file_of_its_format(name):
    assert write(name, {"url": "https://example.org/", "palette": [], "roles": {}, "gradients": []})


@pytest.mark.parametrize(("name", "around"), [("css", ":root"), ("tailwind", "@theme")])
def test_css_parses_without_an_error(name, around):
    text = write(name, document())
    assert f"\n{around} {{\n  --color-background: #fbf7f2; /* Background" in text
    rules = tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)
    assert len(rules) == 1
    declarations = tinycss2.parse_blocks_contents(rules[0].content, skip_comments=True, skip_whitespace=True)
    assert {each.type for each in declarations} == {"declaration"}
    assert len(declarations) == len(color_tokens(document()))


@pytest.mark.parametrize("found", [document, many], ids=["few", "many"])
def test_design_tokens_are_what_the_format_asks_for(found):
    text = write("dtcg", found())
    jsonschema.validate(json.loads(text), TOKENS)
    primary = json.loads(write("dtcg", document()))["color"]["primary"]
    assert primary["$value"] == {
        "colorSpace": "srgb",
        "components": [0.6588, 0.2627, 0.1216],
        "alpha": 1,
        "hex": "#a8431f",
    }


def test_theme_json_has_a_palette_and_gradients():
    settings = json.loads(write("theme.json", document()))["settings"]["color"]
    assert [entry["slug"] for entry in settings["palette"]][:3] == ["background", "text", "primary"]
    assert settings["gradients"] == [
        {"slug": "gradient-1", "name": "Gradient 1", "gradient": "linear-gradient(#a8431f,#2f6f6a)"}
    ]


def test_a_gimp_palette_has_one_color_a_line():
    lines = write("gpl", document()).splitlines()
    assert lines[0] == "GIMP Palette"
    assert lines[1].startswith("Name: Colors of https://example.org/")
    assert all(re.fullmatch(r" *\d+ +\d+ +\d+\t\S.*", line) for line in lines[4:])


@pytest.mark.parametrize("name", FORMATS)
def test_an_address_cannot_break_out_of_a_comment_or_a_line(name):
    found = document() | {"url": "https://example.org/*/}body{x:y}\nGIMP\u202e"}
    text = write(name, found)
    assert "*/}" not in text
    assert "\nGIMP" not in text
    assert "\u202e" not in text
