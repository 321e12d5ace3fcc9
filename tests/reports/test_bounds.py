"""Reports are cut to their bounds, the same way each time, and say what was left out."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from siteloupe.reports.bounds import ELLIPSIS, Bounded, bound

LARGE = 256 * 1024


class Part(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    short_name: str
    files: list[str] = []


class Whole(Bounded, frozen=True, kw_only=True, rename="camel"):
    title: str | None = None
    parts: list[Part] = []
    pairs: tuple[str, ...] = ()
    number: int = 7


def test_a_report_that_fits_is_returned_as_it_is():
    report = Whole(title="x" * 300, parts=[Part(short_name="a", files=["b"] * 200)], pairs=("c",))
    assert bound(report, LARGE) is report
    assert report.truncated is UNSET


@pytest.mark.parametrize(
    ("text", "kept", "left_out"),
    [
        ("x" * 301, "x" * 299 + ELLIPSIS, 2),
        ("🎈" * 400, "🎈" * 299 + ELLIPSIS, 101),
        ("https://example.com/" + "x" * 1981, "https://example.com/" + "x" * 1979 + ELLIPSIS, 2),
        ("//cdn.example/" + "x" * 2000, "//cdn.example/" + "x" * 1985 + ELLIPSIS, 15),
        ("data:" + "x" * 1000, "data:" + "x" * 294 + ELLIPSIS, 706),
    ],
)
def test_texts_end_at_300_characters_and_addresses_at_2000(text, kept, left_out):
    cut = bound(Whole(title=text), LARGE)
    assert cut.title == kept
    assert cut.truncated == {"title": left_out}


def test_an_address_of_2000_characters_is_whole():
    report = Whole(title="https://example.com/" + "x" * 1980)
    assert bound(report, LARGE) is report


def test_lists_end_at_200_entries_and_the_rest_is_counted_by_field():
    report = Whole(
        parts=[Part(short_name="n" * 301, files=["f"] * 250) for _ in range(210)], pairs=("p",) * 201
    )
    cut = bound(report, LARGE)
    assert len(cut.parts) == 200
    assert all(len(part.files) == 200 for part in cut.parts)
    assert cut.pairs == ("p",) * 200
    assert cut.truncated == {"parts": 10, "parts.files": 200 * 50, "parts.shortName": 200 * 2, "pairs": 1}


def test_a_report_still_too_large_loses_more_of_its_lists():
    report = Whole(parts=[Part(short_name="n" * 300, files=["f" * 300] * 100) for _ in range(100)])
    cut = bound(report, LARGE)
    assert len(msgspec.json.encode(cut)) <= LARGE
    assert cut.parts
    assert cut.truncated["parts"] == 100 - len(cut.parts)
    assert bound(report, LARGE) == cut


def test_texts_are_shortened_when_lists_are_down_to_one_entry():
    report = Whole(title="t" * 300, parts=[Part(short_name="n" * 300)])
    cut = bound(report, 400)
    assert len(msgspec.json.encode(cut)) <= 400
    assert cut.title.endswith(ELLIPSIS)


def test_lone_surrogates_are_replaced_so_that_the_report_can_be_encoded():
    cut = bound(Whole(title="a\ud800b", pairs=("\udfff",)), LARGE)
    assert cut.title == "a\ufffdb"
    assert msgspec.json.decode(msgspec.json.encode(cut), type=Whole) == cut
    assert cut.truncated is UNSET


@pytest.mark.parametrize("text", ["a\x1b[31mb\n\u202ec\U000e0041", "https://a.test/\x00\u200b"])
def test_no_string_of_a_report_keeps_what_steers(text):
    cut = bound(Whole(title=text, parts=[Part(short_name=text, files=[text])], pairs=(text,)), LARGE)
    kept = text.replace("\n", " ").translate(dict.fromkeys(map(ord, "\x00\x1b\u200b\u202e\U000e0041")))
    assert (cut.title, cut.parts[0].short_name, cut.parts[0].files, cut.pairs) == (
        kept,
        kept,
        [kept],
        (kept,),
    )
    assert cut.truncated is UNSET


def test_a_report_in_any_script_is_returned_as_it_is():
    report = Whole(title="Ünïcödé 漢字 नमस्ते 🎨", parts=[Part(short_name="٣", files=["\ue000"])])
    assert bound(report, LARGE) is report


texts = st.text(st.characters(codec=None), max_size=3000) | st.text(max_size=50).map("https://{}".format)


def reports() -> Any:
    parts = st.builds(Part, short_name=texts, files=st.lists(texts, max_size=5))
    return st.builds(Whole, title=st.none() | texts, parts=st.lists(parts, max_size=5))


@given(reports(), st.integers(1000, 20_000))
def test_any_report_is_encodable_within_its_bound(report, max_bytes):
    assert len(msgspec.json.encode(bound(report, max_bytes))) <= max_bytes
