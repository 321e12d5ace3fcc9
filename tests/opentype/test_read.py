"""A file's facts, for valid, broken and hostile bytes."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from siteloupe.opentype.names import NameId
from siteloupe.opentype.read import Axis, FontFacts, read_font
from tests.opentype.fonts import AXES, build_font, font, save_font

FONTS = tuple(font(flavor=flavor, axes=axes) for flavor in (None, "woff", "woff2") for axes in ((), AXES))


@pytest.mark.parametrize("flavor", [None, "woff", "woff2"])
def test_the_facts_of_a_variable_font_are_read(flavor):
    facts = read_font(font(flavor=flavor, axes=AXES, characters="Abcж"))
    assert isinstance(facts, FontFacts)
    assert facts.names[NameId.VERSION] == "Version 1.500"
    assert facts.axes == (Axis("wght", 100, 400, 900), Axis("wdth", 62.5, 100, 125))
    assert (facts.glyphs, facts.characters) == (5, 4)
    assert facts.scripts == {"Latin": 3, "Cyrillic": 1}


@pytest.mark.parametrize(
    ("rights", "expected"),
    [
        (0, "installable"),
        (2, "restricted"),
        (4, "preview-print"),
        (8, "editable"),
        (2 | 8, "editable"),
        (0x100 | 2, "restricted"),
        (0x300, "installable"),
    ],
)
def test_embedding_is_the_least_restrictive_granted_right(rights, expected):
    assert read_font(font(rights=rights)).embedding == expected


@pytest.mark.parametrize(
    ("tag", "field", "expected"),
    [
        ("name", "names", {}),
        ("cmap", "characters", 0),
        ("OS/2", "embedding", None),
    ],
)
def test_a_missing_table_leaves_its_field_empty(tag, field, expected):
    made = build_font()
    del made[tag]
    assert getattr(read_font(save_font(made)), field) == expected


@pytest.mark.parametrize("data", [b"", b"<html>", b"GIF89a", b"\0" * 50_000])
def test_a_file_that_is_no_font_has_no_facts(data):
    assert read_font(data) == "no-font"


@pytest.mark.parametrize("data", [b"wOF2", b"wOFF" + b"\xff" * 60, b"OTTO", b"ttcf" + b"\0" * 20])
def test_a_truncated_font_is_broken_or_none(data):
    assert read_font(data) in {"broken", "no-font"}


@given(st.sampled_from(FONTS), st.data())
def test_reading_a_damaged_font_never_fails(data, draw):
    damaged = bytearray(data)
    for _ in range(draw.draw(st.integers(1, 8))):
        damaged[draw.draw(st.integers(0, min(len(data) - 1, 600)))] = draw.draw(st.integers(0, 255))
    read_font(bytes(damaged[: draw.draw(st.integers(0, len(data)))]))


@given(st.sampled_from([b"wOFF", b"wOF2", b"OTTO", b"\0\1\0\0", b"ttcf"]), st.binary(max_size=400))
@example(b"wOF2", b"\0\1\0\0" + b"\xff" * 200)
def test_reading_any_bytes_never_fails(signature, rest):
    assert read_font(signature + rest) is not None
