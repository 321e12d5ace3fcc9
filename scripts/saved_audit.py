"""Names the known vulnerabilities of packages by a saved database, where no network can be reached.

    scripts/release audit DATABASE

DATABASE is a copy of https://github.com/pypa/advisory-database (CC-BY-4.0): one file an advisory, in the
folder vulns/NAME, as https://ossf.github.io/osv-schema/ describes it. The packages come as ``name==version``
lines on standard input. Exits with 1 when one of them has a vulnerability.
"""

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from packaging.version import InvalidVersion, Version

LINE = re.compile(r"^([\w.-]+)==([^\s;]+)", re.MULTILINE)


def main() -> None:
    """Prints a line for each vulnerability, and a summary."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("database", type=Path)
    folder = parser.parse_args().database / "vulns"
    if not folder.is_dir():
        sys.exit(f"{folder} is no folder: give a copy of https://github.com/pypa/advisory-database.")
    packages = LINE.findall(sys.stdin.read())
    newest, found = "", 0
    for name, version in packages:
        for advisory in advisories(folder, name):
            newest = max(newest, str(advisory.get("modified", "")))
            if not advisory.get("withdrawn") and affects(advisory, version):
                found += 1
                mended = ", ".join(fixes(advisory)) or "no version"
                print(f"{name} {version}: {advisory['id']}, fixed in {mended}")
    print(f"{len(packages)} packages, {found} vulnerabilities")
    print(f"the newest advisory about one of them is of {newest[:10] or 'no day'}")
    sys.exit(1 if found else 0)


def advisories(folder: Path, name: str) -> Iterator[dict[str, Any]]:
    """Yields what the database has of the package ``name``, which is written as PyPI normalizes names."""
    for path in sorted((folder / re.sub(r"[-_.]+", "-", name).lower()).glob("*.yaml")):
        yield yaml.safe_load(path.read_text("utf-8"))


def affects(advisory: dict[str, Any], version: str) -> bool:
    """Says whether ``version`` is listed, or stands in a range, of ``advisory``."""
    return any(
        version in affected.get("versions", ()) or any(_holds(each, version) for each in _ranges(affected))
        for affected in advisory.get("affected", ())
    )


def fixes(advisory: dict[str, Any]) -> list[str]:
    """Returns the versions in which it is mended, in the advisory's order."""
    ranges = (each for affected in advisory.get("affected", ()) for each in _ranges(affected))
    return [str(event["fixed"]) for each in ranges for event in each["events"] if "fixed" in event]


def _ranges(affected: dict[str, Any]) -> list[dict[str, Any]]:
    return [each for each in affected.get("ranges", ()) if each["type"] == "ECOSYSTEM"]


def _holds(affected_range: dict[str, Any], version: str) -> bool:
    """Events are in order: the last one at or below the version says whether it is affected."""
    affected = False
    for event in affected_range["events"]:
        kind, bound = next(iter(event.items()))
        try:
            reached = Version(str(bound)) <= Version(version)
            past = Version(str(bound)) < Version(version)
        except InvalidVersion:
            continue
        if kind == "last_affected":
            affected &= not past
        elif reached:
            affected = kind == "introduced"
    return affected


if __name__ == "__main__":
    main()
