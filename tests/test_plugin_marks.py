"""Every row of plugin_marks.toml is its own test; and what the schema and the search promise."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.data import rows
from siteloupe.detect.page.text import is_version
from siteloupe.signatures.plugin_marks import NAMES, PluginMarkRow, PluginMarks, plugin_marks

MARKS = plugin_marks()


def searched(part, *texts):
    if part in NAMES:
        return [*MARKS.matches({}, {part: frozenset(texts)})]
    return [*MARKS.matches({part: texts}, {})]


def row(**fields):
    given = {"slug": "a-plugin", "part": "comment", "sample": "sample", "source": "https://example.org/"}
    return msgspec.convert(given | fields, PluginMarkRow)


@pytest.mark.parametrize("mark", MARKS.rows, ids=lambda mark: f"{mark.slug}-{mark.part}")
def test_a_sample_matches_its_own_row_and_no_other(mark):
    found = searched(mark.part, "before", mark.sample, "after")
    assert [each.row for each in found] == [mark]
    assert found[0].line == mark.sample
    assert (found[0].version is not None) is mark.version
    assert found[0].version is None or is_version(found[0].version)


def test_every_plugin_with_a_mark_has_a_name():
    known = {each["slug"] for each in rows("plugins.tsv")}
    assert {slug for mark in MARKS.rows for slug in (mark.slug, *mark.editions)} <= known


def test_every_row_says_where_it_can_be_looked_up():
    assert all(mark.source.startswith("https://") for mark in MARKS.rows)


def test_rows_are_written_once():
    texts = [(mark.part, mark.fenced) for mark in MARKS.rows]
    assert len(texts) == len(set(texts))


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"equals": "one", "contains": "two"},
        {"equals": "the whole line", "version": True},
        {"part": "id", "contains": "part of an id"},
        {"part": "elsewhere", "contains": "anything"},
        {"contains": "ab"},
        {"contains": "anything", "slug": "../etc"},
        {"contains": "anything", "regex": "x"},
    ],
)
def test_a_row_that_breaks_the_schema_does_not_load(fields):
    with pytest.raises(msgspec.ValidationError):
        row(**fields)


@pytest.mark.parametrize(
    ("fields", "line", "matches"),
    [
        ({"equals": "Made by A"}, "Made by A", True),
        ({"equals": "Made by A"}, "Made by A.", False),
        ({"equals": "Made by A"}, "made by a", False),
        ({"starts_with": "Made"}, "Made by A", True),
        ({"starts_with": "Made"}, "It is Made", False),
        ({"contains": "by A"}, "Made by A.", True),
        ({"contains": "by A v", "version": True}, "Made by A v", False),
        ({"contains": "by A v", "version": True}, "Made by A very well", False),
    ],
)
def test_a_text_is_compared_as_the_row_says(fields, line, matches):
    fields = {key.replace("_", "-"): value for key, value in fields.items()}
    assert bool([*PluginMarks([row(**fields)]).matches({"comment": [line]}, {})]) is matches


@pytest.mark.parametrize(
    ("line", "version"),
    [
        ("by A v1.2.3", "1.2.3"),
        ("by A v 1.2.3 - more", "1.2.3"),
        ("by A v1.2.3-beta.2", "1.2.3-beta.2"),
        ("by A v7.", "7"),
        ("by A v2.0;", "2.0"),
        ("by A via by A v3.1", "3.1"),
    ],
)
def test_the_version_is_what_follows_the_text(line, version):
    found = PluginMarks([row(contains="by A v", version=True)]).matches({"comment": [line]}, {})
    assert [each.version for each in found] == [version]


def test_a_line_break_in_a_text_starts_no_new_line():
    marks = PluginMarks([row(**{"starts-with": "Made"})])
    assert [*marks.matches({"comment": ["It is\nMade"]}, {})] == []


@given(st.lists(st.text(max_size=60), max_size=20))
def test_no_text_fails_the_search_and_a_found_line_is_one_of_the_texts(texts):
    lines = {text.replace("\n", " ").strip() for text in texts}
    for part in ("comment", "header", "script"):
        assert {each.line for each in searched(part, *texts)} <= lines
