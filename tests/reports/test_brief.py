"""The default answer keeps of long lists what is used most, and says how many more there are."""

from typing import Annotated

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.reports.bounds import Bounded, bound
from siteloupe.reports.brief import FULL_ONLY, Most, brief, left_out_of


class Swatch(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    hex: str
    used_count: Annotated[int, FULL_ONLY] = 0
    members: Annotated[list[str], Most(1)] = []


class Swatches(Bounded, frozen=True, kw_only=True, rename="camel"):
    palette: Annotated[list[Swatch], Most(2, only="used_count")] = []
    sizes: Annotated[list[Swatch], Most(2, by=("used_count",))] = []
    evidence: Annotated[list[str], FULL_ONLY] = []
    main_color: Swatch | None = None
    note: Annotated[str, Most(5)] = ""
    others: list[int] = []


def swatches(*uses: int) -> list[Swatch]:
    return [Swatch(hex=f"#{place}", used_count=use) for place, use in enumerate(uses)]


def hexes(entries: list[Swatch]) -> list[str]:
    return [entry.hex for entry in entries]


@pytest.mark.parametrize(
    ("uses", "kept", "more"),
    [
        ((), [], 0),
        ((0, 0, 0), ["#0", "#1"], 1),
        ((0, 1), ["#1"], 1),
        ((0, 1, 9, 5), ["#1", "#2"], 2),
    ],
)
def test_entries_that_are_not_used_are_left_out_unless_none_is(uses, kept, more):
    short = brief(Swatches(palette=swatches(*uses)))
    assert hexes(short.palette) == kept
    assert left_out_of(short, "palette") == more


@pytest.mark.parametrize(
    ("uses", "kept"),
    [((1, 9, 5), ["#1", "#2"]), ((9, 1, 5), ["#0", "#2"]), ((3, 3, 3), ["#0", "#1"]), ((1, 2), ["#0", "#1"])],
)
def test_what_is_used_most_stays_in_its_order(uses, kept):
    assert hexes(brief(Swatches(sizes=swatches(*uses))).sizes) == kept


def test_what_is_left_out_is_counted_by_dotted_field():
    deep = Swatch(hex="#0", members=["#1", "#2", "#3"])
    short = brief(Swatches(evidence=["a", "b"], main_color=deep, palette=[deep, deep]))
    assert short.more == {"evidence": 2, "mainColor.members": 2, "palette.members": 4}
    answer = msgspec.to_builtins(short)
    assert "evidence" not in answer
    assert answer["mainColor"] == {"hex": "#0", "members": ["#1"]}


def test_a_long_text_is_cut():
    assert brief(Swatches(note="123456")).note == "1234…"


def test_a_report_with_little_in_it_keeps_all_of_it():
    report = Swatches(palette=swatches(1), sizes=swatches(1, 2), note="12345", others=list(range(99)))
    answer, full = msgspec.to_builtins(brief(report)), msgspec.to_builtins(report)
    assert "more" not in answer
    assert answer["others"] == full["others"]


@given(st.lists(st.integers(0, 3), max_size=9), st.lists(st.integers(0, 3), max_size=9))
def test_what_is_there_and_what_is_not_make_the_whole(palette, sizes):
    report = Swatches(palette=swatches(*palette), sizes=swatches(*sizes))
    short = brief(report)
    assert len(short.palette) + left_out_of(short, "palette") == len(palette)
    assert len(short.sizes) + left_out_of(short, "sizes") == len(sizes)
    assert set(hexes(short.sizes)) <= set(hexes(report.sizes))


def test_what_did_not_fit_is_counted_beside_it():
    report = Swatches(sizes=swatches(*[1] * 5), others=list(range(4000)))
    short = bound(brief(bound(report, 10**6)), 200)
    assert short.truncated["others"] == 4000 - len(short.others)
    assert len(short.sizes) + left_out_of(short, "sizes") == 5


class Thing(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    name: str
    evidence: Annotated[list[str], Most(1)] = []


class Things(Bounded, frozen=True, kw_only=True, rename="camel"):
    things: list[Thing] = []
    evidence: list[str] = []


def test_evidence_of_entries_makes_room_for_more_entries():
    whole = Things(things=[Thing(name="a", evidence=["x", "y"]), Thing(name="b")], evidence=["z", "w"])
    short = brief(whole, most_evidence=1)
    assert msgspec.to_builtins(short) == {
        "notice": whole.notice,
        "more": {"things.evidence": 2, "evidence": 1},
        "things": [{"name": "a"}, {"name": "b"}],
        "evidence": ["z"],
    }
