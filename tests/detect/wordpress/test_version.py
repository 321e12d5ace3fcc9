"""WordPress states its version in several places; versions have PHP's order."""

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.detect.page.assets import assets_of
from siteloupe.detect.wordpress.version import CmsVersion, cms_version, compare, is_older, precedence
from tests.pages import page

EMOJI = '"concatemoji":"https:\\/\\/example.org\\/wp-includes\\/js\\/wp-emoji-release.min.js?ver=6.1.3"'
OLD_EMOJI = f"<script>window._wpemojiSettings = {{{EMOJI}}};</script>"
NEW_EMOJI = f'<script id="wp-emoji-settings" type="application/json">{{"source":{{{EMOJI}}}}}</script>'
BLOCKS = '<link rel="stylesheet" href="/wp-includes/css/dist/block-library/style.min.css?ver=5.9.3">'
GENERATOR = '<meta name="generator" content="WordPress 6.8.1">'


def version_of(head):
    found = stated_version(head)
    return found and (found.version, found.source)


def stated_version(head: str) -> CmsVersion | None:
    found = page(head)
    return cms_version(found, assets_of(found))


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (GENERATOR, ("6.8.1", "generator")),
        ('<meta name="generator" content="WordPress 6.9-beta2">', ("6.9-beta2", "generator")),
        (OLD_EMOJI, ("6.1.3", "emoji")),
        (NEW_EMOJI, ("6.1.3", "emoji")),
        (BLOCKS, ("5.9.3", "asset")),
        (
            '<script src="https://c0.wp.com/c/6.4.2/wp-includes/js/jquery/jquery.min.js"></script>',
            ("6.4.2", "asset"),
        ),
        (BLOCKS + OLD_EMOJI + GENERATOR, ("6.8.1", "generator")),
        (BLOCKS + OLD_EMOJI, ("6.1.3", "emoji")),
        ("", None),
        ('<meta name="generator" content="WordPress.com">', None),
        ('<meta name="generator" content="WordPress 5204">', None),
        ('<meta name="generator" content="Press 6.8.1">', None),
    ],
)
def test_the_version_has_a_source(head, expected):
    assert version_of(head) == expected


@pytest.mark.parametrize(
    "url",
    [
        "/wp-includes/js/jquery/jquery.min.js?ver=3.7.1",
        "/wp-includes/css/dist/block-library/style.min.css?ver=1700000000",
        "/wp-includes/css/dist/block-library/style.min.css",
        "https://other.example/wp-includes/css/dist/block-library/style.min.css?ver=5.9.3",
    ],
)
def test_libraries_time_stamps_and_other_sites_files_have_no_version_of_wordpress(url):
    assert version_of(f'<link rel="stylesheet" href="{url}">') is None


def test_the_version_of_most_files_wins():
    odd = '<link rel="stylesheet" href="/wp-includes/css/dashicons.min.css?ver=4.0">'
    assert version_of(odd + BLOCKS + BLOCKS) == ("5.9.3", "asset")


def test_the_evidence_has_the_position():
    evidence = stated_version(GENERATOR).evidence
    assert (evidence.what, evidence.where, evidence.value) == (
        "cmsVersion",
        "<meta name=generator>",
        "WordPress 6.8.1",
    )


TABLE = Path(__file__).parents[2] / "tables" / "php_version_compare.tsv"


def php_answers():
    with TABLE.open(encoding="utf-8", newline="") as lines:
        return [
            (row["left"], row["right"], int(row["compare"])) for row in csv.DictReader(lines, delimiter="\t")
        ]


@pytest.mark.parametrize(("left", "right", "expected"), php_answers())
def test_php_has_the_same_order(left, right, expected):
    assert compare(left, right) == expected
    assert compare(right, left) == -expected


@pytest.mark.parametrize(
    ("installed", "latest", "older"),
    [
        ("1.2", "1.3", True),
        ("1.3", "1.3", False),
        ("1.10", "1.9", False),
        ("2.0-beta", "2.0", True),
        ("2.0 (2024)", "2.1", True),
        ("v1.3", "1.3", False),
        ("V1.2", "v1.3", True),
        ("trunk", "1.3", None),
        ("dev-main", "1.3", None),
        ("%%VERSION%%", "1.3", None),
        ("1.%%BUILD%%", "1.3", None),
        ("N/A", "1.3", None),
        ("6.x", "6.1", None),
        ("16.X", "16.1", None),
        ("1.*", "1.3", None),
        ("{{ version }}", "1.3", None),
        ("1.3", "trunk", None),
        ("", "1.3", None),
        ("1.3", None, None),
        (None, None, None),
    ],
)
def test_only_releases_are_older_than_others(installed, latest, older):
    assert is_older(installed, latest) is older


def test_the_table_is_complete():
    assert len(php_answers()) >= 50


def test_the_documented_order_holds():
    stages = ["other", "dev", "alpha", "beta", "RC", "", ".1", "pl"]
    versions = [f"1.0{stage}" for stage in stages]
    assert sorted(versions, key=precedence) == versions


def test_numbers_have_no_upper_bound():
    assert compare("1." + "9" * 10_000, "1." + "9" * 9_999 + "8") == 1


VERSIONS = st.one_of(
    st.text(alphabet="0123459.-_+abdeilprvRCx ", max_size=12),
    st.text(max_size=12),
    st.lists(st.sampled_from(["0", "1", "10", "beta", "RC", "pl", "dev", "x"]), max_size=5).map(".".join),
)


@given(VERSIONS)
def test_a_version_is_as_old_as_itself(version):
    assert compare(version, version) == 0


@given(VERSIONS, VERSIONS)
def test_two_versions_swapped_compare_the_other_way(left, right):
    assert compare(left, right) == -compare(right, left)


@given(VERSIONS, VERSIONS, VERSIONS)
def test_the_order_is_total(one, two, three):
    first, second, third = sorted((one, two, three), key=precedence)
    assert compare(first, second) <= 0
    assert compare(second, third) <= 0
    assert compare(first, third) <= 0
