"""Files of design tokens, read again: what was written, what other tools write, and what nobody should."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.errors import BadExport
from siteloupe.present.drift import Side, drift
from siteloupe.present.export import EXPORTED, export_text
from siteloupe.present.export.design_tokens import design_tokens
from siteloupe.present.export.dtcg_file import MAX_COLORS, MAX_DEPTH, read_tokens
from tests.test_sites import SITES


def reports_of(site):
    found = {name: json.loads((site / "expect" / f"{name}.json").read_text("utf-8")) for name in EXPORTED}
    return None if any(report["blocked"] for report in found.values()) else found


def test_what_was_exported_is_read_as_the_same_design():
    compared = 0
    for reports in filter(None, map(reports_of, SITES)):
        written = json.loads(export_text("dtcg", reports))
        if len(written) == 1:
            continue  # a page without colors and fonts
        file = read_tokens(written)
        rows = drift(Side(design_tokens(reports)), Side(file.tokens))
        assert [row for row in rows if row.change] == []
        assert file.unread == 0
        compared += len(rows)
    assert compared > 300


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({"colorSpace": "srgb", "components": [1, 0, 0]}, "#ff0000"),
        ({"colorSpace": "display-p3", "components": [0, 0, 0], "alpha": 0.5}, "#000000"),
        ({"colorSpace": "oklch", "components": [0.5, 0.1, 20], "hex": "#0a0b0c"}, "#0a0b0c"),
        ({"colorSpace": "srgb", "components": ["none", 1, "none"]}, "#00ff00"),
        ("#abc", "#aabbcc"),
        ("rgb(1 2 3)", "#010203"),
    ],
)
def test_a_color_is_read_in_the_notations_of_the_format_and_of_older_ones(value, told):
    file = read_tokens({"brand": {"$type": "color", "one": {"$value": value}}})
    assert [color.hex for color in file.tokens.colors] == [told]


@pytest.mark.parametrize(
    "value",
    [
        "{brand.other}",
        "url(x)",
        "currentcolor",
        7,
        None,
        [],
        {"colorSpace": "srgb"},
        {"colorSpace": "srgb); x(", "components": [0, 0, 0]},
        {"colorSpace": "srgb", "components": [0, 0]},
        {"colorSpace": "srgb", "components": [[], 0, 0]},
    ],
)
def test_a_color_that_cannot_be_read_is_counted(value):
    tokens = {"good": {"$value": "#fff"}, "other": {"$value": value}}
    file = read_tokens({"color": {"$type": "color", **tokens}})
    assert (len(file.tokens.colors), file.unread) == (1, 1)


def test_lengths_are_pixels_and_belong_to_the_group_that_they_stand_in():
    groups = {
        "spacing": {"a": {"$type": "dimension", "$value": {"value": 1, "unit": "rem"}}},
        "radius": {"$type": "dimension", "b": {"$value": "4px"}},
        "elsewhere": {"$type": "dimension", "c": {"$value": "9px"}},
    }
    file = read_tokens(groups)
    assert [each.px for each in file.tokens.spacing] == [16]
    assert [each.px for each in file.tokens.radii] == [4]
    assert (file.has_colors, file.has_fonts) == (True, False)


def test_a_file_without_tokens_that_can_be_compared_is_refused():
    with pytest.raises(BadExport, match="no design tokens"):
        read_tokens({"duration": {"$type": "duration", "a": {"$value": {"value": 1, "unit": "ms"}}}})


def test_depth_and_number_are_bounded():
    deep = {"$value": "#fff"}
    for _ in range(MAX_DEPTH + 1):
        deep = {"g": deep}
    many = {f"c{n}": {"$value": f"#{n:06x}"} for n in range(3 * MAX_COLORS)}
    file = read_tokens({"color": {"$type": "color", **many}, "deep": {"$type": "color", **deep}})
    assert len(file.tokens.colors) == MAX_COLORS


TREES = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["$type", "$value", "color", "dark", "fontSize", "shadow", "hex", "value", "unit"]
            )
            | st.text(max_size=6),
            inner | st.sampled_from(["color", "dimension", "fontFamily", "shadow", "px"]),
            max_size=5,
        )
    ),
)


@given(st.dictionaries(st.text(max_size=8), TREES, max_size=4))
def test_any_tree_of_json_is_read_or_refused(document):
    try:
        file = read_tokens(document)
    except BadExport:
        return
    assert drift(Side(file.tokens), Side(file.tokens)) is not None
