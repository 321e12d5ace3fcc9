"""Labels stand beside fields and are found by path, in lists and nested objects too."""

from typing import Annotated

import msgspec
import pytest
from msgspec import UNSET, Meta, UnsetType

from siteloupe.reports.fields import WHOLE, describe, labels


class Service(msgspec.Struct):
    detected: Annotated[bool, describe(WHOLE, "fonts are asked for there")]
    kit: Annotated[str | None, describe("Kit", "the web project")]


class Sources(msgspec.Struct):
    adobe: Annotated[Service, describe("Adobe Fonts")]
    other: Service


class Family(msgspec.Struct, rename="camel"):
    is_primary: Annotated[bool, describe("Primary", "the font of running text")]
    used_for: str


class Report(msgspec.Struct, rename="camel"):
    type_families: Annotated[list[Family] | UnsetType, describe("Families", "one entry a family")] = UNSET
    sources: Annotated[Sources | None, Meta(description="where fonts come from")] = None


def test_every_field_is_found_by_its_path_in_the_json() -> None:
    assert labels(Report) == {
        "typeFamilies": "Families",
        "typeFamilies.isPrimary": "Primary",
        "typeFamilies.usedFor": None,
        "sources": None,
        "sources.adobe": "Adobe Fonts",
        "sources.adobe.detected": "Adobe Fonts",
        "sources.adobe.kit": "Kit",
        "sources.other": None,
        "sources.other.detected": None,
        "sources.other.kit": "Kit",
    }


@pytest.mark.parametrize(
    ("said", "schema"),
    [
        (describe("Score", "of 100", ge=0, le=100), {"description": "of 100", "minimum": 0, "maximum": 100}),
        (describe("Score", "a number", json_format="x"), {"description": "a number", "format": "x"}),
        (describe("Score"), {}),
    ],
)
def test_a_schema_has_everything_but_the_label(said, schema) -> None:
    assert msgspec.json.schema(Annotated[int, said]) == {"type": "integer", **schema}
