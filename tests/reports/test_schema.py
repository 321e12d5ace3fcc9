"""Schemas say what an answer always has, and stand alone where they must."""

import json
import re
from typing import Annotated, Literal

import msgspec
import pytest
from jsonschema import Draft202012Validator
from msgspec import UNSET, UnsetType

from siteloupe.analyses import ANALYSES
from siteloupe.reports.bounds import Bounded
from siteloupe.reports.schema import schemas, standalone
from tests.visits import EchoReport


class Inner(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    always_there: int = 0
    sometimes: int | UnsetType = UNSET


class Outer(Bounded, frozen=True, kw_only=True, rename="camel"):
    success: Literal[True] = True
    maybe_null: str | None = None
    described: Annotated[int | UnsetType, msgspec.Meta(description="now and then")] = UNSET
    inner: dict[str, list[Inner | None]] = {}


def test_a_field_is_required_unless_it_may_be_absent():
    found = schemas((Outer,), "#/{name}")
    assert set(found["Outer"]["required"]) == {"success", "maybeNull", "inner"}
    assert found["Inner"]["required"] == ["alwaysThere"]
    assert found["Outer"]["properties"]["success"] == {"const": True}
    assert "default" not in re.sub(r"description", "", repr(found))


def test_a_schema_that_stands_alone_describes_an_object_without_references():
    schema = standalone(Outer)
    assert schema["type"] == "object"
    assert schema["properties"]["inner"]["additionalProperties"]["items"]["anyOf"][0]["required"] == [
        "alwaysThere"
    ]
    Draft202012Validator(schema).validate(msgspec.to_builtins(Outer(inner={"a": [Inner(), None]})))


@pytest.mark.parametrize("report", [*(analysis.report for analysis in ANALYSES), EchoReport])
def test_no_report_needs_what_strict_readers_lack(report):
    schema = standalone(report)
    Draft202012Validator.check_schema(schema)
    text = json.dumps(schema)
    for word in ('"$ref"', '"$defs"', '"format": "', '"type": ['):
        assert word not in text


def test_a_property_may_be_called_format():
    class File(Bounded, frozen=True, kw_only=True):
        format: str

    assert standalone(File)["properties"]["format"] == {"type": "string"}
