"""Names are cleaned of what tools add, and told from those of systems."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.css.font import parse_families
from siteloupe.data import rows
from siteloupe.detect.fonts.names import cleaned, is_system, real_names, without_fallback, written


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Inter", "Inter"),
        ("__Inter_a64ecd", "Inter"),
        ("__Open_Sans_0f1e2d", "Open Sans"),
        ("__Inter_Fallback_a64ecd", "Inter Fallback"),
        ("__Inter_xyz123", "__Inter_xyz123"),
        ("__a64ecd", "__a64ecd"),
        ("Inter-0f1e2d3c4b5a6978", "Inter"),
        ("Inter-0f1e2d3c4b5a6978 fallback: Arial", "Inter fallback: Arial"),
        ("Model-1000000000000000x", "Model-1000000000000000x"),
        ("  Inter ", "Inter"),
    ],
)
def test_a_name_is_cleaned(name, expected):
    assert cleaned(name) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Inter Fallback", "Inter"),
        ("Inter fallback", "Inter"),
        ("inter-fallback", "inter"),
        ("Inter_Fallback", "Inter"),
        ("Inter Fallback: Arial", "Inter"),
        ("Poppins fallback: Times New Roman", "Poppins"),
        ("Inter Fallback 2", "Inter"),
        ("__Inter_Fallback_a64ecd", "Inter"),
        ("__Inter_Fallback_Fallback_725fdb", "Inter Fallback"),
        ("Inter", None),
        ("Fallback", None),
        ("Fallbacker Sans", None),
        ("", None),
    ],
)
def test_a_stand_in_says_whose(name, expected):
    assert without_fallback(name) == expected


@pytest.mark.parametrize(
    ("stack", "known", "expected"),
    [
        ("Lora, Georgia, serif", (), ("Lora",)),
        ("Georgia, serif", (), ()),
        ("Georgia, serif", ("georgia",), ("Georgia",)),
        ("-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Oxygen, Ubuntu, sans-serif", (), ()),
        ("-apple-system, Roboto, sans-serif", ("roboto",), ("Roboto",)),
        ("Roboto, sans-serif", (), ("Roboto",)),
        ("Roboto, -apple-system, sans-serif", (), ("Roboto",)),
        ("Manrope, -apple-system, 'Segoe UI', Roboto", (), ("Manrope",)),
        ("system-ui, Inter", (), ("Inter",)),
        ("ui-sans-serif, system-ui, 'Noto Sans', 'Apple Color Emoji', 'Noto Color Emoji'", (), ()),
        ("Lato, 'Open Sans', sans-serif", (), ("Lato", "Open Sans")),
        ("HELVETICA NEUE, arial", (), ()),
        ("ui-monospace, 'SF Mono', Menlo, monospace", (), ()),
        ("'sans-serif'", (), ("sans-serif",)),
        ("", (), ()),
    ],
)
def test_real_names_are_told_from_those_of_systems(stack, known, expected):
    assert real_names(parse_families(stack), known) == expected


def test_a_stack_is_written_with_quotes_where_they_are_needed():
    stack = parse_families("-apple-system, BlinkMacSystemFont, 'Segoe UI', Lora, 'a\"b', 5px")
    assert written(stack) == '-apple-system, BlinkMacSystemFont, "Segoe UI", Lora, "a\\"b", "5px"'


@given(st.text(max_size=300))
def test_any_name_is_cleaned_without_fail(name):
    assert len(cleaned(name)) <= 200
    without_fallback(name)


@pytest.mark.parametrize("row", rows("system_fonts.tsv"), ids=lambda row: row["name"])
def test_every_system_font_has_a_platform_and_a_source(row):
    assert row["platform"] in {"Apple", "Windows", "Android", "Linux"}
    assert row["source"].startswith("https://")
    assert is_system(row["name"]) is (row["in_stack"] != "yes")
