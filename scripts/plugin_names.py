"""Measures the share of plugins that have a name of their own, in files with one JSON value a line.

A line is a report, the result of a scan, or a line of a manifest. Every ``plugins`` in it counts, a list of
objects with a ``slug`` or as an object by slug. Prints the share of occurrences, then the folders without a
name, the most frequent first.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from siteloupe.products.book import plugin_names


def main(files: list[Path]) -> None:
    """Print the share of named plugins in ``files``."""
    seen = Counter(slug for file in files for slug in slugs_of_lines(file.read_text("utf-8").splitlines()))
    unnamed = Counter({slug: count for slug, count in seen.items() if slug not in plugin_names()})
    named = seen.total() - unnamed.total()
    print(f"{named} of {seen.total()} plugins have a name: {100 * named / max(1, seen.total()):.1f} %")
    for slug, count in unnamed.most_common():
        print(f"{count}\t{slug}")


def slugs_of_lines(lines: Iterable[str]) -> Iterator[str]:
    """Yield the folder of every plugin in ``lines`` of JSON."""
    for line in lines:
        if line.strip():
            yield from slugs_in(json.loads(line))


def slugs_in(value: Any) -> Iterator[str]:
    """Yield the folders in every ``plugins`` of a JSON value."""
    if isinstance(value, list):
        for each in value:
            yield from slugs_in(each)
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from (_slugs(each) if name == "plugins" else slugs_in(each))


def _slugs(plugins: Any) -> Iterator[str]:
    if isinstance(plugins, dict):
        yield from plugins
    elif isinstance(plugins, list):
        yield from (each["slug"] for each in plugins if isinstance(each, dict) and "slug" in each)


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:]])
