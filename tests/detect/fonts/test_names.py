"""Names lose the additions of build tools; system fonts are separate."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.css.font import parse_families
from siteloupe.data import rows
from siteloupe.detect.fonts.names import clean_name, is_system, site_font_names, stack_text, without_fallback


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
def test_additions_of_build_tools_are_removed(name, expected):
    assert clean_name(name) == expected


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
def test_the_name_of_a_metric_fallback_has_its_original(name, expected):
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
def test_system_fonts_are_not_fonts_of_the_site(stack, known, expected):
    assert site_font_names(parse_families(stack), known) == expected


def test_a_stack_has_quotes_only_when_css_needs_them():
    stack = parse_families("-apple-system, BlinkMacSystemFont, 'Segoe UI', Lora, 'a\"b', 5px")
    assert stack_text(stack) == '-apple-system, BlinkMacSystemFont, "Segoe UI", Lora, "a\\"b", "5px"'


@given(st.text(max_size=300))
def test_any_name_is_cleaned_without_an_error(name):
    assert len(clean_name(name)) <= 200
    without_fallback(name)


@pytest.mark.parametrize("row", rows("system_fonts.tsv"), ids=lambda row: row["name"])
def test_every_system_font_has_a_platform_and_a_source(row):
    assert row["platform"] in {"Apple", "Windows", "Android", "Linux"}
    assert row["source"].startswith("https://")
    assert is_system(row["name"]) is (row["in_stack"] != "yes")
