"""The weights, style and files of a font face."""

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.detect.fonts.faces import MAX_FACES, MAX_FILES
from tests.font_words import face_words, faces_in

TABLE = Path(__file__).parents[2] / "tables" / "fonts.tsv"


def cases():
    lines = TABLE.read_text("utf-8").splitlines()
    found = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    return [(case["input"], case["expected"]) for case in found if case["kind"] == "face"]


@pytest.mark.parametrize(("descriptors", "expected"), cases())
def test_a_face_is_equal_to_the_table(descriptors, expected):
    found = faces_in(f"@font-face{{{descriptors}}}")
    assert "; ".join(map(face_words, found)) == ("" if expected == "none" else expected)


def test_faces_inside_conditions_count_and_faces_in_comments_do_not():
    found = faces_in(
        "@media screen{@supports (a:b){@font-face{font-family:A;src:url(a)}}}"
        "/* @font-face{font-family:B;src:url(b)} */ .x{@font-face{font-family:C;src:url(c)}}"
    )
    assert [face.family for face in found] == ["A"]


@pytest.mark.parametrize(
    ("condition", "families"),
    [
        ("@supports (font-variation-settings: normal)", ["A"]),
        ("@supports not (font-variation-settings: normal)", []),
        ("@media print", ["A"]),
        ("@layer base", ["A"]),
    ],
)
def test_faces_for_what_browsers_do_not_support_are_left_out(condition, families):
    css = f"{condition}{{@font-face{{font-family:A;src:url(a.woff2)}}}}"
    assert [face.family for face in faces_in(css)] == families


@pytest.mark.parametrize(
    ("ranges", "expected"),
    [
        ("", True),
        ("U+0000-00FF, U+0131", True),
        ("u+41", True),
        ("U+4?", True),
        ("U+0301, U+0400-045F", False),
        ("U+0100-02BA", False),
        ("none", False),
    ],
)
def test_a_face_has_the_latin_letters_or_not(ranges, expected):
    (face,) = faces_in(f"@font-face{{font-family:A;src:url(a);unicode-range:{ranges}}}")
    assert face.has_latin is expected


def test_faces_and_their_files_are_bounded():
    many = "".join(f"@font-face{{font-family:F;src:url({n})}}" for n in range(MAX_FACES + 10))
    assert len(faces_in(many)) == MAX_FACES
    files = ",".join(f"url({n})" for n in range(100))
    assert len(faces_in(f"@font-face{{font-family:F;src:{files}}}")[0].files) == MAX_FILES


@given(st.text(max_size=200))
def test_any_descriptors_are_read_without_an_error(text):
    faces_in(f"@font-face{{font-family:A;src:{text}}}@font-face{{{text}}}")
