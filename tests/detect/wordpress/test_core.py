"""Names that WordPress gives are listed once, each with its source."""

import pytest

from siteloupe.data import rows
from siteloupe.detect.wordpress.directories import core_marks


@pytest.mark.parametrize(
    ("kind", "mark"),
    [
        ("version-file", "/wp-includes/css/dist/block-library/"),
        ("block-style", "global-styles-inline-css"),
        ("theme-group", "vip"),
    ],
)
def test_marks_are_known_by_their_kind(kind, mark):
    assert mark in core_marks(kind)


def test_every_mark_is_of_a_known_kind_and_has_a_source():
    listed = rows("core_marks.tsv")
    assert len({(row["kind"], row["mark"]) for row in listed}) == len(listed)
    assert {row["kind"] for row in listed} == {"version-file", "block-style", "theme-group"}
    assert all(
        row["source"].startswith("https://developer.wordpress.org/") or "wpvip" in row["source"]
        for row in listed
    )
