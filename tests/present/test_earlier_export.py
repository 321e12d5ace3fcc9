"""Earlier exports: reports and tokens are told apart, and anything else is refused in words."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.analyses import ANALYSES
from siteloupe.errors import BadExport
from siteloupe.present.differences import differences
from siteloupe.present.earlier_export import MAX_BYTES, is_export, read_export
from siteloupe.present.side_by_side import side_by_side
from tests.test_sites import SITES

PALETTE = (SITES[0] / "expect" / "color-palette.json").read_bytes()


@pytest.mark.parametrize("analysis", ANALYSES, ids=lambda analysis: analysis.name)
def test_the_report_of_every_saved_site_is_read_as_what_it_is(analysis):
    for site in SITES:
        body = (site / "expect" / f"{analysis.name}.json").read_bytes()
        export = read_export(body)
        assert export.analysis is analysis
        assert differences(export.report, json.loads(body), analysis.outline) == ()
        different, _ = side_by_side(export.report, json.loads(body), analysis.outline)
        assert different == []


def test_texts_are_inert_and_bounded():
    report = json.loads(PALETTE)
    report["themeColorMeta"] = "\u202e" + "x" * 5000
    assert len(read_export(json.dumps(report).encode()).report["themeColorMeta"]) <= 300


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "neither"),
        (b"{}", "neither"),
        (b'{"success": false, "error": "x"}', "neither"),
        (b'{"success": true, "checkedAt": "x", "palette": "no list"}', "another version"),
        (b" " * (MAX_BYTES + 1), "longer"),
        (json.dumps(json.loads(PALETTE) | {"palette": [{"hex": {}}]}).encode(), "another version"),
    ],
)
def test_anything_else_is_refused_in_words(body, told):
    with pytest.raises(BadExport, match=told):
        read_export(body)


@pytest.mark.parametrize(
    ("body", "is_one"),
    [
        (b'\xef\xbb\xbf {"success": true}', True),
        (b'{"$description": "x"}', True),
        (b'{"log": {"entries": []}}', False),
        (b'\xef\xbb\xbf\n{ "log" :{}}', False),
        (b"<!doctype html>", False),
        (b"WARC/1.0", False),
    ],
)
def test_an_export_is_told_from_a_saved_visit(body, is_one):
    assert is_export(body) is is_one


LEAVES = st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=9) | st.just([]) | st.just({})


@given(st.data())
def test_a_changed_report_is_read_or_refused(data):
    report = json.loads(PALETTE)
    for name in data.draw(st.lists(st.sampled_from(sorted(report)), max_size=3)):
        report[name] = data.draw(LEAVES | st.lists(LEAVES, max_size=2))
    try:
        export = read_export(json.dumps(report).encode())
    except BadExport:
        return
    different, _ = side_by_side(export.report, json.loads(PALETTE), export.analysis.outline)
    assert len(different) < 100
