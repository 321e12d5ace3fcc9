"""An outline takes its labels from the fields of the report."""

from typing import Annotated

import msgspec
import pytest

from siteloupe.reports.fields import describe
from siteloupe.reports.outline import Column, Kind, OtherLabel, Section, column, group, outline, section


class Speed(msgspec.Struct):
    score: Annotated[int, describe("Speed score", "of 100")]
    grade: Annotated[str, describe("Grade", "A to F")]
    hidden: str


class Report(msgspec.Struct):
    speed: Annotated[Speed, describe("Speed")]
    url: Annotated[str, describe("Address", "where it is")]


OTHER = OtherLabel("Mark", because="a test says so")


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (
            section("speed", Kind.RECORD, column("grade"), empty="none"),
            Section("Speed", "speed", Kind.RECORD, (Column("Grade", "grade"),), "none"),
        ),
        (
            section("speed.score", Kind.METER, column("speed.grade")),
            Section("Speed score", "speed.score", Kind.METER, (Column("Grade", "speed.grade"),)),
        ),
        (
            section("speed", Kind.RECORD, column("grade", label=OTHER), label=OTHER),
            Section("Mark", "speed", Kind.RECORD, (Column("Mark", "grade"),)),
        ),
        (
            group("Page", column("url", Kind.LINK), column("speed.score", Kind.NUMBER, unit="points")),
            Section(
                "Page",
                "",
                Kind.RECORD,
                (
                    Column("Address", "url", Kind.LINK),
                    Column("Speed score", "speed.score", Kind.NUMBER, unit="points"),
                ),
            ),
        ),
    ],
)
def test_a_label_is_the_fields_own_unless_another_is_given(written, read) -> None:
    assert outline(Report, written) == (read,)


@pytest.mark.parametrize(
    "written",
    [
        section("pace", Kind.TEXT),
        section("speed", Kind.RECORD, column("speed.grade")),
        section("speed", Kind.RECORD, column("hidden")),
        group("Page", column("address")),
    ],
)
def test_a_path_without_a_field_or_a_field_without_a_label_is_refused(written) -> None:
    with pytest.raises(ValueError, match="no field of the report, or has no label"):
        outline(Report, written)
