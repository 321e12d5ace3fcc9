"""Reports as tables, from their types."""

from typing import Annotated

import msgspec

from siteloupe.present import reference
from siteloupe.reports.brief import FULL_ONLY, Most


def test_a_field_that_may_be_absent_is_told_from_one_that_may_be_null() -> None:
    class Inner(msgspec.Struct):
        """Inner."""

        size: int

    class Outer(msgspec.Struct, rename="camel"):
        """Outer."""

        null_name: str | None = None
        absent_name: str | msgspec.UnsetType = msgspec.UNSET
        inner: list[Inner] = []
        kept: Annotated[list[int], Most(9)] = []
        rest: Annotated[list[int], FULL_ONLY] = []

    outer, inner = reference.tables(Outer)
    assert [(row.name, row.type, row.always) for row in outer.rows] == [
        ("nullName", "string or null", "yes"),
        ("absentName", "string", "no"),
        ("inner", "array of [Inner](#inner)", "yes"),
        ("kept", "array of integer", "yes"),
        ("rest", "array of integer", "full answer"),
    ]
    assert outer.rows[3].description == " (by default at most 9)"
    assert inner.name == "Inner"
    assert "| `size` | integer | yes |  |" in reference.markdown(inner)


def test_what_markdown_would_read_as_markup_is_escaped_outside_code_alone() -> None:
    row = reference.FieldRow("tag", "string", always="yes", description="a <link>, or `<meta>` | both")
    assert reference.markdown(reference.ObjectTable("T", "", (row,))).endswith(
        r"| `tag` | string | yes | a \<link>, or `<meta>` \| both |"
    )
