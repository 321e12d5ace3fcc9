"""Differences: of any report, new fields included, in the outline's words and order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.present.differences import Change, Difference, differences
from siteloupe.reports.outline import Column, Kind, Section

OUTLINE = (
    Section("Runs WordPress", "isCms", Kind.VERDICT, (Column("Confidence", "confidence"),)),
    Section("Theme", "theme", Kind.RECORD, (Column("Installed version", "version"),)),
    Section("Plugins", "plugins", Kind.TABLE, (Column("Version", "version"),)),
    Section("What was seen", "seen", Kind.EVIDENCE),
)


def found(before, after):
    return [
        (row.path, row.change.value, row.before, row.after) for row in differences(before, after, OUTLINE)
    ]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({}, {}, []),
        ({"isCms": True}, {"isCms": True}, []),
        ({"isCms": True}, {"isCms": False}, [("isCms", "changed", True, False)]),
        ({"isCms": None}, {"isCms": False}, [("isCms", "changed", None, False)]),
        ({"score": 1}, {}, [("score", "changed", 1, None)]),
        ({"server": None}, {"server": "nginx"}, [("server", "added", None, "nginx")]),
        ({"server": "nginx"}, {}, [("server", "removed", "nginx", None)]),
        ({"theme": None}, {"theme": {"slug": "a"}}, [("theme", "added", None, {"slug": "a"})]),
        (
            {"theme": {"slug": "a", "version": "1"}},
            {"theme": {"slug": "a", "version": "2"}},
            [("theme.version", "changed", "1", "2")],
        ),
        (
            {"stacks": ["a", "b"]},
            {"stacks": ["b", "c"]},
            [("stacks", "removed", "a", None), ("stacks", "added", None, "c")],
        ),
        ({"stacks": ["a", "b"]}, {"stacks": ["b", "a"]}, []),
        ({"stacks": ["a", "a"]}, {"stacks": ["a"]}, [("stacks", "removed", "a", None)]),
        (
            {"plugins": [{"slug": "x", "version": "1"}, {"slug": "y"}]},
            {"plugins": [{"slug": "y"}, {"slug": "x", "version": "2"}, {"slug": "z"}]},
            [
                ("plugins[x].version", "changed", "1", "2"),
                ("plugins[z]", "added", None, {"slug": "z"}),
            ],
        ),
        (
            {"palette": [{"hex": "#fff", "count": 2}]},
            {"palette": [{"hex": "#000", "count": 2}]},
            [
                ("palette[#fff]", "removed", {"hex": "#fff", "count": 2}, None),
                ("palette[#000]", "added", None, {"hex": "#000", "count": 2}),
            ],
        ),
        # Entries of one name are told apart by nothing, and so compared whole.
        (
            {"layers": [{"name": "a", "n": 1}, {"name": "a", "n": 2}]},
            {"layers": [{"name": "a", "n": 1}]},
            [("layers", "removed", {"name": "a", "n": 2}, None)],
        ),
        ({"mixed": [1, {"slug": "a"}]}, {"mixed": [1]}, [("mixed", "removed", {"slug": "a"}, None)]),
        ({"value": [1]}, {"value": "1"}, [("value", "changed", [1], "1")]),
    ],
)
def test_what_is_not_the_same_is_found(before, after, expected) -> None:
    assert found(before, after) == expected


def test_how_and_when_a_thing_was_seen_is_no_difference() -> None:
    before = {
        "checkedAt": "a",
        "url": "b",
        "evidence": [1],
        "theme": {"evidence": [{"what": "x"}]},
        "note": "n",
    }
    after = {"checkedAt": "c", "url": "d", "evidence": [], "theme": {"evidence": []}, "note": None}
    assert found(before, after) == []


def test_labels_are_the_outlines_words_and_fields_it_lacks_have_their_own() -> None:
    before = {
        "plugins": [{"slug": "x", "version": "1", "newField": 1}],
        "confidence": "low",
        "other": {"someThing": 1},
    }
    after = {
        "plugins": [{"slug": "x", "version": "2", "newField": 2}],
        "confidence": "high",
        "other": {"someThing": 2},
    }
    assert [row.label for row in differences(before, after, OUTLINE)] == [
        "Confidence",
        "Plugins: x: Version",
        "Plugins: x: New field",
        "Other: Some thing",
    ]


def test_a_page_that_could_not_be_read_has_not_lost_what_nobody_saw() -> None:
    before = {
        "blocked": False,
        "isCms": True,
        "signals": {"restApi": True},
        "plugins": [{"slug": "x"}],
        "server": "a",
    }
    after = {
        "blocked": True,
        "isCms": None,
        "signals": {"restApi": False},
        "plugins": [],
        "server": "b",
        "reason": "legal",
    }
    assert [path for path, *_ in found(before, after)] == ["isCms", "blocked", "server", "reason"]


def test_a_difference_is_its_own_reverse() -> None:
    before, after = {"server": "a", "theme": None}, {"server": None, "theme": {"slug": "x"}}
    there, back = differences(before, after, OUTLINE), differences(after, before, OUTLINE)
    turned = {Change.ADDED: Change.REMOVED, Change.REMOVED: Change.ADDED, Change.CHANGED: Change.CHANGED}
    assert set(map(repr, there)) == {
        repr(Difference(row.path, row.label, turned[row.change], row.after, row.before)) for row in back
    }


NAMES = st.sampled_from(["slug", "name", "version", "theme", "plugins", "x.y", "a[b]", "evidence"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=20,
)
REPORTS = st.dictionaries(NAMES, VALUES, max_size=6)


@given(REPORTS, REPORTS)
def test_any_two_reports_can_be_compared_and_one_is_never_different_from_itself(before, after) -> None:
    differences(before, after, OUTLINE)
    assert differences(before, before, OUTLINE) == ()


WHOLE = {"coverage": {"complete": True, "caveats": []}}
PAGE = {"coverage": {"complete": False, "caveats": [{"code": "rest-unasked"}]}}
PART = {"coverage": {"complete": False, "caveats": [{"code": "rest-unasked"}, {"code": "page-cut"}]}}


@pytest.mark.parametrize(
    ("before", "after", "certain"),
    [
        ({"a": None}, {"a": "x"}, {"before"}),
        ({"a": "x"}, {"a": None}, {"after"}),
        ({"list": ["x"]}, {"list": []}, {"after"}),
        ({"list": []}, {"list": [{"slug": "x"}]}, {"before"}),
        ({"flag": True}, {"flag": False}, {"before", "after"}),
        ({"count": 3}, {"count": 4}, {"before", "after"}),
        ({"confidence": "high"}, {"confidence": "low"}, {"before", "after"}),
        ({"version": "1"}, {"version": "2"}, {"page"}),
    ],
)
def test_what_a_side_may_only_not_have_seen_is_no_fact(before, after, certain):
    """``certain`` are the sides that have to be seen whole; ``page`` means the page of both is enough."""

    def is_certain(one, other):
        return [row.certain for row in differences(one | before, other | after, OUTLINE)] == [True]

    assert is_certain(WHOLE, WHOLE)
    assert is_certain(PART, WHOLE) is (certain == {"after"})
    assert is_certain(WHOLE, PART) is (certain == {"before"})
    assert is_certain(PAGE, PAGE) is (certain == {"page"})
    assert not is_certain(PART, PART)


def test_how_much_was_seen_is_no_difference_of_the_sites():
    assert differences(WHOLE, PART, OUTLINE) == ()


@pytest.mark.parametrize(
    ("field", "certain"),
    [
        ({"serverResponseMs": 90}, False),
        ({"downloadMs": 90}, False),
        ({"ttfbRating": "good"}, False),
        ({"score": 90}, False),
        ({"grade": "A"}, False),
        ({"htmlKb": 90}, True),
        ({"components": [{"name": "serverResponseMs", "points": 1}]}, False),
        ({"components": [{"name": "htmlKb", "points": 1}]}, True),
    ],
)
def test_what_depends_on_how_long_a_site_took_is_not_certain(field, certain):
    def other(value):
        return [{**each, "points": 2} for each in value] if isinstance(value, list) else f"{value}1"

    changed = {name: other(value) for name, value in field.items()}
    (row,) = differences({"performance": field}, {"performance": changed}, OUTLINE)
    assert row.certain is certain


def test_a_grade_of_protections_is_certain():
    (row,) = differences({"security": {"grade": "A"}}, {"security": {"grade": "B"}}, OUTLINE)
    assert row.certain
