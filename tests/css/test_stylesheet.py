import json
import random
import re
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.css import stylesheet
from siteloupe.css.blocks import MAX_DEPTH
from siteloupe.css.rules import Stylesheet
from siteloupe.css.stylesheet import parse_style_attribute, parse_stylesheet
from tests.css.oracle import Found, declarations, serialize
from tests.css.sheets import SHEETS, framework

CASES = json.loads((Path(__file__).parents[1] / "tables" / "css_declarations.json").read_text())


def flat(sheet: Stylesheet) -> list[list[object]]:
    return [
        [*map(str, context.conditions), context.selector, found.property, found.value]
        + [True] * found.important
        for context, found in sheet.declarations()
    ]


def contents(sheet: Stylesheet) -> object:
    apart = [(context, body.declarations) for context, body in sheet.descriptor_blocks]
    return list(sheet.declarations()), apart, sheet.imports, sheet.truncated


def our_declarations(text: str) -> list[Found]:
    return [
        (found.property, serialize(found.value), found.important)
        for _, found in parse_stylesheet(text).declarations()
    ]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_declarations_are_parsed_as_in_the_table(case):
    assert flat(parse_stylesheet(case["css"])) == case["expected"]


@pytest.mark.parametrize("name", sorted(SHEETS))
def test_real_sheets_are_parsed_like_an_independent_parser(name):
    text = SHEETS[name]
    assert our_declarations(text) == declarations(text)


@pytest.mark.parametrize("seed", range(8))
def test_mutated_sheets_are_parsed_like_an_independent_parser(seed):
    dice = random.Random(seed)
    pieces = [
        "{",
        "}",
        ";",
        ":",
        "/*",
        "*/",
        "\\",
        "<!--",
        "-->",
        "!important",
        "@media x",
        "\n",
        "--x:y",
        "a{b:c}",
    ]
    for _ in range(40):
        text = dice.choice(sorted(SHEETS.values()))
        begin = dice.randrange(len(text))
        text = text[begin : begin + dice.randrange(50, 800)]
        for _ in range(dice.randrange(1, 4)):
            place = dice.randrange(len(text) + 1)
            text = text[:place] + dice.choice(pieces) + text[place + dice.randrange(3) :]
        if not _differs_on_purpose(text):
            assert [one[::2] for one in our_declarations(text)] == [one[::2] for one in declarations(text)], (
                text
            )


def _differs_on_purpose(text: str) -> bool:
    """Whether tinycss2 differs from the current css-syntax here, or keeps text that is not a selector.

    The oracle also reads a rule inside a keyframe as a nested rule, which is wrong.
    """
    return any(mark in text for mark in ("--x:", "!important", "{:", ":{", ": {", "@{", "@ ", "keyframes"))


def test_a_large_generated_framework_is_parsed_like_an_independent_parser():
    text = framework(400)
    assert our_declarations(text) == declarations(text)


@given(st.text(alphabet="ab-:;{}()[]\"'\\/*@!&,.# \n\r\fé\x00", max_size=200))
def test_any_text_is_a_stylesheet(text):
    for context, found in parse_stylesheet(text).declarations():
        assert context.kind in {"style", "keyframe"}
        assert found.property
        assert found.value == found.value.strip(" \t\n")


def by_statements_alone(text: str) -> Stylesheet:
    """Parse ``text`` without matching any rule as a whole."""
    careful = re.compile(stylesheet._STATEMENT.pattern.replace("(?![@<{-])", "(?!)", 1), re.ASCII)
    with mock.patch.object(stylesheet, "_STATEMENT", careful):
        return parse_stylesheet(text)


@given(st.text(alphabet="ab-:;{}()[]\"'\\/*@!&,.# \n", max_size=60), st.text("a{}:;/* \n-", max_size=20))
def test_parsing_a_whole_rule_agrees_with_parsing_its_statements(body, prelude):
    text = f"a{{b:c}}{prelude}{{{body}}}@media x{{d{{{body}}}}}"
    assert contents(parse_stylesheet(text)) == contents(by_statements_alone(text))


@pytest.mark.parametrize("name", sorted(SHEETS))
def test_real_sheets_are_equal_when_parsed_by_statements_only(name):
    assert contents(parse_stylesheet(SHEETS[name])) == contents(by_statements_alone(SHEETS[name]))


@given(st.text(alphabet="ab:;{}()\"'\\/*@ \n", max_size=80))
def test_text_after_a_complete_sheet_never_changes_the_text_before(text):
    before = "a{color:red}@media print{b{top:0}}"
    assert flat(parse_stylesheet(before + text))[:2] == flat(parse_stylesheet(before))


def test_equal_selectors_and_conditions_are_equal_contexts():
    sheet = parse_stylesheet("a{b:c}d{e:f}a{g:h}@media x{a{b:c}}@media x{a{b:c}}")
    contexts = [context for context, _ in sheet.rules()]
    assert contexts[0] == contexts[2]
    assert contexts[3] == contexts[4]
    assert contexts[0] != contexts[3]


def test_equal_bodies_are_one_object():
    (_, first), (_, second), (_, third) = parse_stylesheet("a{b:c;d:e}f{b:c;d:e}g{b:c}").blocks()
    assert first is second
    assert first != third


def test_a_font_face_with_a_nested_block_is_still_one():
    (face,) = parse_stylesheet("@font-face{font-family:A;x{top:0}src:url(a)}").font_faces()
    assert face.descriptors == {"font-family": "A", "src": "url(a)"}


def test_equal_declarations_are_one_object():
    first, second = (found for _, found in parse_stylesheet("a{b:c}d{b:c}").declarations())
    assert first is second


def test_a_keyframe_has_its_own_kind():
    (context, _), (other, _) = parse_stylesheet("@keyframes x{to{top:0}}a{top:0}").rules()
    assert (context.kind, other.kind) == ("keyframe", "style")


def test_blocks_deeper_than_the_limit_are_skipped_and_the_sheet_is_truncated():
    levels = MAX_DEPTH + 1
    deep = parse_stylesheet("@media x{" * levels + "a{top:0}" + "}" * levels + "b{top:1}")
    assert flat(deep) == [["b", "top", "1"]]
    assert deep.truncated
    assert not parse_stylesheet("@media x{a{b{top:0}}}").truncated


def test_a_nested_selector_that_would_grow_too_long_stays_as_written():
    sheet = parse_stylesheet("a{" + "& & &{" * 14 + "top:0")
    ((context, _),) = sheet.rules()
    assert len(context.selector) <= 4096


def test_the_preludes_of_conditions_are_found_by_name():
    ((context, _),) = parse_stylesheet("@media screen{@supports (a:b){@media (color){a{top:0}}}}").rules()
    assert context.prelude("media") == "screen and (color)"
    assert context.prelude("layer") == ""


def test_font_faces_have_descriptors():
    css = (
        "@media print{@font-face{Font-Family:'A';src:url(a.woff2);src:url(b.woff2)}}@font-face{font-family:B}"
    )
    first, second = parse_stylesheet(css).font_faces()
    assert first.descriptors == {"font-family": "'A'", "src": "url(b.woff2)"}
    assert [str(condition) for condition in first.conditions] == ["@media print"]
    assert second.descriptors == {"font-family": "B"}
    assert second.conditions == ()


def test_equal_font_faces_are_two():
    assert len(list(parse_stylesheet("@font-face{font-family:A}@font-face{font-family:A}").font_faces())) == 2


def test_a_registered_property_has_its_initial_value():
    (found,) = parse_stylesheet(
        "@property --x{syntax:'<color>';inherits:true;initial-value:red}"
    ).registered_properties()
    assert found.name == "--x"
    assert found.descriptors["initial-value"] == "red"


def test_every_declaration_counts_once():
    sheet = parse_stylesheet("a{b:c;d:e}@font-face{font-family:x}@keyframes k{to{top:0}}@page{margin:0}")
    assert sheet.declaration_count == 4


def test_imports_after_rules_are_late():
    css = "@charset 'x';@layer a;@import 'a.css';@import url(b.css) print;a{top:0}@import 'c.css';"
    assert [(found.url, found.late) for found in parse_stylesheet(css).imports] == [
        ("a.css", False),
        ("b.css", False),
        ("c.css", True),
    ]


def test_imports_inside_blocks_are_ignored():
    assert parse_stylesheet("@media all{@import 'a.css';}a{@import 'b.css';}").imports == ()


def test_a_style_attribute_has_no_selector_and_ends_at_a_brace():
    sheet = parse_style_attribute("color: red; --x: {a}; top: 0 } left: 1")
    assert flat(sheet) == [["", "color", "red"], ["", "--x", "{a}"], ["", "top", "0"]]


def test_rules_whose_selectors_are_too_much_work_are_left_out(monkeypatch):
    monkeypatch.setattr(stylesheet, "MAX_SELECTOR_WORK", 20)
    plain, lists, functions = (
        parse_stylesheet(f"{selector}{{b:c}}" * 100) for selector in ("a", "a,a", ":not(a)")
    )
    assert len(plain.contexts) > len(lists.contexts) > len(functions.contexts) > 0
    assert plain.truncated
    assert len(plain.contexts) == len(plain.bodies)
    assert not parse_stylesheet("a{b:c}").truncated
