"""A version states the end of its line and its vulnerabilities; one that leaves something open states nothing."""

import pytest
from msgspec import UNSET

from siteloupe.data import rows
from siteloupe.detect.technologies import releases
from siteloupe.detect.technologies.releases import (
    MAX_VULNERABILITIES,
    SEVERITIES,
    release_line,
    vulnerabilities,
    with_status,
)
from siteloupe.detect.wordpress.version import compare
from siteloupe.products.book import technologies
from siteloupe.reports.tech_stack import Technology


@pytest.mark.parametrize(
    ("product", "version", "day", "expected"),
    [
        ("PHP", "7.4.33", "2026-11-22", ("7.4", True, "2022-11-28")),
        ("PHP", "7.4.33", "2022-11-27", ("7.4", False, "2022-11-28")),
        ("PHP", "8.4.1-dev", "2026-11-22", ("8.4", False, "2028-12-31")),
        ("jQuery", "1.12.4", "2026-11-22", ("1", True, None)),
        ("jQuery", "3", "2026-11-22", ("3", False, None)),
        ("WordPress", "6.8.1", "2026-11-22", ("6.8", True, "2025-12-02")),
    ],
)
def test_a_version_belongs_to_a_line_which_has_ended_or_not(
    product: str, version: str, day: str, expected: tuple[str, bool, str | None]
) -> None:
    found = release_line(product, version, day)
    assert found is not None
    assert (found.line, found.ended, found.end) == expected


@pytest.mark.parametrize(
    ("product", "version"), [("Drupal", "10"), ("PHP", "99.1"), ("PHP", "x"), ("Example", "1.0")]
)
def test_what_belongs_to_no_single_line_has_no_end(product: str, version: str) -> None:
    assert release_line(product, version, "2026-11-22") is None


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("1.12.4", {"CVE-2015-9251", "CVE-2019-11358", "CVE-2020-11022", "CVE-2020-11023"}),
        ("3.4.1", {"CVE-2020-11022", "CVE-2020-11023"}),
        ("3.0", {"CVE-2019-11358", "CVE-2020-11022", "CVE-2020-11023"}),  # any 3.0 has them
        ("3.5.0", set()),
        ("3", set()),  # the newest 3.x has none
        ("1.12.4-wp", set()),  # WordPress repaired it in its own build
        ("", set()),
    ],
)
def test_a_version_has_the_vulnerabilities_of_the_ranges_that_it_is_surely_in(
    version: str, expected: set[str]
) -> None:
    assert {each.identifier for each in vulnerabilities("jQuery", version)} == expected


def test_the_most_severe_vulnerabilities_are_first_and_their_number_is_bounded() -> None:
    old = Technology(name="Next.js", category="javascript-framework", version="12.0.0")
    found = with_status(old, "2026-11-22")
    assert found.vulnerabilities is not UNSET
    assert len(found.vulnerabilities) <= MAX_VULNERABILITIES
    places = [SEVERITIES.index(each.severity or "low") for each in found.vulnerabilities]
    assert places == sorted(places)


def test_a_technology_without_a_version_and_a_name_that_only_the_site_says_have_no_status() -> None:
    unversioned = Technology(name="jQuery", category="javascript-library")
    unknown = Technology(name="jQuery", category="generator", version="1.0.0", verified=False)
    assert [with_status(each, "2026-11-22") for each in (unversioned, unknown)] == [unversioned, unknown]


def test_a_version_by_an_entry_that_is_not_verified_has_a_status() -> None:
    unverified = Technology(name="jQuery", category="javascript-library", version="1.0.0", verified=False)
    assert with_status(unverified, "2026-11-22").vulnerability_count is not UNSET


def test_the_tables_name_products_of_the_book_and_have_sound_rows() -> None:
    names = {product.name for product in technologies().products} | {"WordPress", "Bun"}
    lines, vulnerable = rows("release_lines.tsv"), rows("vulnerable_versions.tsv")
    assert {row["product"] for row in (*lines, *vulnerable)} <= names
    assert all(row["end"] in {"yes", "no"} or row["end"][:2] in {"19", "20"} for row in lines)
    assert all(compare(row["since"] or "0", row["below"]) < 0 for row in vulnerable)
    assert {row["severity"] for row in vulnerable} <= set(SEVERITIES)


def test_twenty_vulnerabilities_are_told_and_all_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = tuple(
        {"identifier": f"X-{n}", "severity": "low", "below": "2.0.0", "since": "", "as_of": "2026-01-01"}
        for n in range(21)
    )
    monkeypatch.setattr(releases, "_vulnerable", lambda: {"Exampler": rows})
    found = with_status(Technology(name="Exampler", category="cms", version="1.0.0"), "2026-11-22")
    assert found.vulnerabilities is not UNSET
    assert (found.vulnerability_count, len(found.vulnerabilities)) == (21, 20)


@pytest.mark.parametrize(
    ("version", "count"), [("1.2", 0), ("1.2.2", 1), ("1.2.3", 0), ("1", 0), ("0.9.9", 0), ("1.0.0", 1)]
)
def test_a_version_in_two_parts_may_be_any_patch(
    monkeypatch: pytest.MonkeyPatch, version: str, count: int
) -> None:
    row = {"identifier": "X", "severity": "", "below": "1.2.3", "since": "1.0.0", "as_of": "2026-01-01"}
    monkeypatch.setattr(releases, "_vulnerable", lambda: {"Exampler": (row,)})
    assert len(vulnerabilities("Exampler", version)) == count
