"""The schema of color_slots.toml: what a row may say, and which names are slots."""

import msgspec
import pytest

from siteloupe.products.color_slots import Slot, SlotRow, slot_rows

ROW = {
    "builder": "Example",
    "prefix": "--ex-",
    "sample": "--ex-main",
    "source": "https://docs.example.org/",
    "slots": {"main": {"label": "Main", "role": "primary", "defaults": ["#123456"]}},
}


def row(**more):
    return msgspec.convert({**ROW, **more}, SlotRow)


def test_a_listed_ending_is_a_slot():
    assert row().slot("--ex-main") == Slot(label="Main", role="primary", defaults=("#123456",))


@pytest.mark.parametrize("name", ["--ex-other", "--ex-", "--main", "ex-main", "--EX-main"])
def test_others_are_not_the_builder_s(name):
    assert row().slot(name) is None


def test_others_may_have_a_label_that_says_which():
    found = row(others="Color {}", ignore=["alias"])
    assert found.slot("--ex-12ab") == Slot(label="Color 12ab")
    assert found.slot("--ex-alias1") is None
    assert found.slot("--ex-" + "x" * 61) is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"prefix": "ex-"},
        {"source": "the docs"},
        {"surprise": 1},
        {"slots": {"a": {"label": "A", "role": "brand"}}},
        {"slots": {"a": {"label": "A", "defaults": ["#FFF"]}}},
        {"builder": ""},
    ],
)
def test_a_row_that_breaks_the_schema_fails_the_load(wrong):
    with pytest.raises(msgspec.ValidationError):
        row(**wrong)


@pytest.mark.parametrize("found", slot_rows(), ids=lambda found: f"{found.builder} {found.prefix}")
def test_every_row_has_its_sample_and_no_two_rows_the_same_names(found):
    assert found.slot(found.sample) is not None
    twins = [
        other for other in slot_rows() if other.prefix == found.prefix and other.requires == found.requires
    ]
    assert twins == [found]
