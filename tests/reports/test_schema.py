"""Schemas say what an answer always has."""

import re
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from siteloupe.reports.bounds import Bounded
from siteloupe.reports.schema import schemas


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
    assert set(found["Outer"]["required"]) == {"notice", "success", "maybeNull", "inner"}
    assert found["Inner"]["required"] == ["alwaysThere"]
    assert found["Outer"]["properties"]["success"] == {"const": True}
    assert "default" not in re.sub(r"description", "", repr(found))


def test_a_field_may_have_the_name_of_a_keyword():
    class Axis(msgspec.Struct, frozen=True, kw_only=True):
        default: float = 0.0

    assert schemas((Axis,), "#/{name}")["Axis"]["properties"].keys() == {"default"}
