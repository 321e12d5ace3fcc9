"""The status of a version that was seen: whether its line of releases has ended, and its vulnerabilities.

The tables ``release_lines.tsv`` (by https://endoflife.date/) and ``vulnerable_versions.tsv`` (by
https://github.com/RetireJS/retire.js) are of one day, which each statement names. A version that leaves
something open states nothing: ``3`` may be any 3.x, and ``1.12.4-wp`` is a build with repairs of its own.
Nor does a version behind a name that only the site says. A version by an entry that was never seen in real
output is still a version; the report says that the product is not verified.
"""

import functools
import re
from collections.abc import Iterable

from msgspec import UNSET
from msgspec.structs import replace

from siteloupe.data import rows
from siteloupe.detect.technologies.generators import CATEGORY as UNKNOWN_GENERATOR
from siteloupe.detect.wordpress.version import compare
from siteloupe.reports.releases import ReleaseLine, Vulnerability
from siteloupe.reports.tech_stack import Technology

MAX_VULNERABILITIES = 20
SEVERITIES = ("critical", "high", "medium", "low")

_NUMBERS = re.compile(r"\d{1,9}(?:\.\d{1,9}){0,5}", re.ASCII)
_ANY_PATCH = ".999999999"
"""In place of a part that a version does not state: the newest that there can be."""


def with_status(technology: Technology, day: str) -> Technology:
    """Return ``technology`` with what is known of its version on ``day``, such as ``2026-11-22``."""
    if not technology.version or technology.category == UNKNOWN_GENERATOR:
        return technology
    found = vulnerabilities(technology.name, technology.version)
    return replace(
        technology,
        release=release_line(technology.name, technology.version, day) or UNSET,
        vulnerability_count=len(found) or UNSET,
        vulnerabilities=found[:MAX_VULNERABILITIES] or UNSET,
    )


def release_line(product: str, version: str, day: str) -> ReleaseLine | None:
    """Return the line of releases of ``version``; None when the table has none, or the version no line."""
    lines = _lines().get(product, {})
    numbers = match[0].split(".") if lines and (match := _NUMBERS.match(version)) else []
    stated = (".".join(numbers[:count]) for count in range(len(numbers), 0, -1))
    row = next((lines[line] for line in stated if line in lines), None)
    if row is None:
        return None
    is_dated = row["end"] not in {"yes", "no"}
    return ReleaseLine(
        line=row["line"],
        ended=row["end"] <= day if is_dated else row["end"] == "yes",
        end=row["end"] if is_dated else None,
        latest=row["latest"] or None,
        as_of=row["as_of"],
    )


def vulnerabilities(product: str, version: str) -> list[Vulnerability]:
    """Return the known vulnerabilities of ``version``, the most severe first."""
    if _NUMBERS.fullmatch(version) is None:
        return []
    newest = version if version.count(".") >= 2 else version + _ANY_PATCH
    found: dict[str, Vulnerability] = {}
    for row in _vulnerable().get(product, ()):
        if compare(newest, row["below"]) < 0 <= compare(version, row["since"] or "0"):
            found.setdefault(row["identifier"], _vulnerability(row))
    return sorted(found.values(), key=lambda each: SEVERITIES.index(each.severity or "low"))


def _vulnerability(row: dict[str, str]) -> Vulnerability:
    severity = next((each for each in SEVERITIES if each == row["severity"]), None)
    return Vulnerability(
        identifier=row["identifier"],
        severity=severity,  # type: ignore[arg-type]
        fixed_in=row["below"],
        as_of=row["as_of"],
    )


@functools.cache
def _lines() -> dict[str, dict[str, dict[str, str]]]:
    products: dict[str, dict[str, dict[str, str]]] = {}
    for row in rows("release_lines.tsv"):
        products.setdefault(row["product"], {})[row["line"]] = row
    return products


@functools.cache
def _vulnerable() -> dict[str, tuple[dict[str, str], ...]]:
    return _by_product(rows("vulnerable_versions.tsv"))


def _by_product(table: Iterable[dict[str, str]]) -> dict[str, tuple[dict[str, str], ...]]:
    products: dict[str, list[dict[str, str]]] = {}
    for row in table:
        products.setdefault(row["product"], []).append(row)
    return {product: tuple(found) for product, found in products.items()}
