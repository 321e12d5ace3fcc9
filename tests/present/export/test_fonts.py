"""Fonts for other tools: the same stacks and sizes in every format, and nothing that breaks out of one."""

import json
import re

import jsonschema
import msgspec
import pytest
import tinycss2

from siteloupe.analyses import FONTS
from siteloupe.capture import Capture, Exchange, Headers, Sheet
from siteloupe.css.font import parse_families
from siteloupe.detect.site import Site
from siteloupe.present.export import export_text, formats_of
from siteloupe.present.export.font_tokens import MAX_SIZES, MAX_STACKS, size_tokens, stack_tokens
from tests.pages import exchange

FORMATS = formats_of("font-detector")

SHEET = "https://example.org/style.css"
CSS = (
    "@font-face{font-family:'Quill Sans';src:url(q.woff2)}@font-face{font-family:eicons;src:url(e.woff)}"
    "@font-face{font-family:Marginalia;src:url(m.woff2)}i{font-family:eicons}"
    "body{font-family:Lora,Georgia,serif;font-size:1.125rem}h1{font-family:'Quill Sans',system-ui;font-size:3em}"
    "em{font-family:Marginalia}code{font-family:ui-monospace,monospace;font-size:clamp(1rem,2vw,2rem)}"
)

# What the Design Tokens Format Module 2025.10 asks of a file with families and sizes only.
# https://www.designtokens.org/TR/2025.10/format/
NAME = r"^[^${}.][^{}.]*$"


def group(kind, value):
    token = {
        "type": "object",
        "required": ["$value"],
        "additionalProperties": False,
        "properties": {"$type": {"const": kind}, "$description": {"type": "string"}, "$value": value},
    }
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {"$type": {"const": kind}},
        "patternProperties": {NAME: token},
    }


TOKENS = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "$description": {"type": "string"},
        "fontFamily": group("fontFamily", {"type": "array", "minItems": 1, "items": {"type": "string"}}),
        "fontSize": group(
            "dimension",
            {
                "type": "object",
                "required": ["value", "unit"],
                "additionalProperties": False,
                "properties": {"value": {"type": "number"}, "unit": {"enum": ["px", "rem"]}},
            },
        ),
    },
}


def write(name, report):
    return export_text(name, {"font-detector": report})


def document(css=CSS, body="<h1>Title</h1><p>Some more words <em>and</em> <code>code</code> <i>x</i>"):
    sheet = Exchange(SHEET, SHEET, 200, Headers([("content-type", "text/css")]), css.encode())
    page = exchange(f"<link rel=stylesheet href={SHEET}>", body)
    capture = Capture("2026-01-01T00:00:00Z", page, stylesheets=(Sheet(SHEET, sheet),))
    return json.loads(msgspec.json.encode(FONTS.analyze(Site(capture))))


def test_body_and_heading_come_first_then_other_families_and_the_system_s():
    assert [(stack.name, stack.families) for stack in stack_tokens(document())] == [
        ("body", ("Lora", "Georgia", "serif")),
        ("heading", ("Quill Sans", "system-ui")),
        ("marginalia", ("Marginalia",)),
        ("mono", ("ui-monospace", "monospace")),
    ]


def test_sizes_stand_on_their_own_and_come_smallest_first():
    assert [(size.name, size.css) for size in size_tokens(document())] == [
        ("18", "1.125rem"),
        ("32", "clamp(1rem,2vw,2rem)"),
        ("48", "3rem"),
    ]


def test_lists_are_bounded_and_names_unique_and_plain():
    many = "".join(f".k{n}{{font-family:'Ä {n % 30}';font-size:{n + 8}px}}" for n in range(60))
    report = document(many, "".join(f"<p class=k{n}>x" for n in range(60)))
    assert len(stack_tokens(report)) == MAX_STACKS
    assert len(size_tokens(report)) == MAX_SIZES
    for found in (stack_tokens(report), size_tokens(report)):
        assert len({one.name for one in found}) == len(found)
        assert all(re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", one.name) for one in found)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_a_text_file_that_holds_every_family(name):
    text = write(name, document())
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert all(family in text for family in ("Lora", "Quill Sans", "Marginalia", "ui-monospace"))
    assert "eicons" not in text


@pytest.mark.parametrize("name", FORMATS)
def test_a_report_without_fonts_is_an_empty_file_of_its_format(name):
    assert write(name, {"url": "https://example.org/", "fonts": [], "body": None, "typeScale": []})


@pytest.mark.parametrize(("name", "around"), [("css", ":root"), ("tailwind", "@theme")])
def test_css_parses_without_an_error(name, around):
    text = write(name, document())
    declared = '--font-body: "Lora", "Georgia", serif; /* named by the site, not loaded by it */'
    assert f"\n{around} {{\n  {declared}\n" in text
    assert len(_declarations(text)) == len(stack_tokens(document())) + len(size_tokens(document()))


def test_design_tokens_are_what_the_format_asks_for():
    found = json.loads(write("dtcg", document()))
    jsonschema.validate(found, TOKENS)
    assert found["fontFamily"]["body"]["$value"] == ["Lora", "Georgia", "serif"]
    assert found["fontSize"]["18"]["$value"] == {"value": 18.0, "unit": "px"}


def test_theme_json_has_families_and_sizes():
    settings = json.loads(write("theme.json", document()))["settings"]["typography"]
    assert settings["fontFamilies"][0] == {
        "slug": "body",
        "name": "Body: Lora",
        "fontFamily": '"Lora", "Georgia", serif',
    }
    assert settings["fontSizes"][0] == {"slug": "size-18", "name": "18 px", "size": "1.125rem"}


@pytest.mark.parametrize(
    "family",
    ['x";}body{color:red', "x\\\\", "</style><script>", "*/}", "a\\a b", "\\22 ;}", "\u202ex", "x{y}z"],
)
@pytest.mark.parametrize("name", ["css", "tailwind"])
def test_a_family_cannot_break_out_of_its_string(name, family):
    quoted = family.replace('"', '\\"')
    text = write(
        name,
        document(
            f'@font-face{{font-family:"{quoted}";src:url(q.woff2)}}body{{font-family:"{quoted}",serif}}',
            "<p>Words",
        ),
    )
    assert "</style" not in text
    assert "\u202e" not in text
    assert len(_declarations(text)) == 1


def test_what_is_written_is_read_back_as_the_same_families():
    found = stack_tokens(document('body{font-family:"A \\"B\\" <C>",serif}', "<p>Words"))
    assert [family.name for family in parse_families(found[0].css)] == list(found[0].families)


def test_a_size_that_is_more_than_a_size_is_told_in_rem():
    report = document() | {"typeScale": [{"value": "1rem;}body{x:y", "count": 1, "px": 16.0}]}
    assert [size.css for size in size_tokens(report)] == ["1rem"]


def _declarations(text):
    rules = tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)
    assert len(rules) == 1
    found = tinycss2.parse_blocks_contents(rules[0].content, skip_comments=True, skip_whitespace=True)
    assert {each.type for each in found} <= {"declaration"}
    return found
