"""Writes the table of product icons, for the products of the book that have one.

    .venv/bin/python scripts/product_icons.py PACKAGE

PACKAGE is an unpacked https://www.npmjs.com/package/simple-icons (CC0). Icons for which it names
another license are left out.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fontTools.pens.boundsPen import BoundsPen
from fontTools.svgLib.path import parse_path

from siteloupe.products.book import PLUGINS, TECHNOLOGIES
from siteloupe.products.load import entries_in
from siteloupe.products.product import Product

TABLE = Path(__file__).parent.parent / "src/siteloupe/data/product_icons.tsv"
FILES = tuple(dict.fromkeys((*TECHNOLOGIES, *PLUGINS, "hosting.toml", "cdn.toml", "servers.toml")))

NAMED_IN_CODE = ("WordPress",)

MAX_PATH = 4000
"""The longest path, in characters: pages have many icons."""

LEAST = 10
"""The least width and height of an icon, of 24."""

OTHERS = frozenset({"Ada", "Plume"})
"""Products whose name is also that of another thing with an icon; found by comparing the sources by hand."""

_PATH = re.compile(r'<path d="([MmLlHhVvCcSsQqTtAaZz0-9eE .,-]+)"/>')


def main(package: Path) -> None:
    """Write one row a product: its name and the path of its icon, in a box of 24 by 24."""
    icons = {}
    for icon in json.loads((package / "data/simple-icons.json").read_text("utf-8")):
        if icon.get("license", {}).get("type", "CC0-1.0") == "CC0-1.0":
            for title in reversed([*titles(icon)]):
                icons.setdefault(key(title), icon["slug"])
    products = (product for file in FILES for product in entries_in(file, Product))
    names = {product.name for product in products}.union(NAMED_IN_CODE)
    lines = []
    for name in sorted(names):
        if name not in OTHERS and (slug := icons.get(key(name))):
            match = _PATH.search((package / f"icons/{slug}.svg").read_text("utf-8"))
            if match and len(match[1]) <= MAX_PATH and is_legible(match[1]):
                lines.append(f"{name}\t{match[1]}")
    TABLE.write_text("\n".join(["name\tpath", *lines]) + "\n", "utf-8")
    print(f"{TABLE.name}: {len(lines)} of {len(names)} products, {TABLE.stat().st_size} bytes")


def is_legible(path: str) -> bool:
    """Whether an icon is not so flat that nobody could make it out beside a line of text."""
    pen = BoundsPen(None)
    parse_path(path, pen)
    left, bottom, right, top = pen.bounds
    return bool(min(right - left, top - bottom) >= LEAST)


def titles(icon: dict[str, Any]) -> Iterator[str]:
    """Yield the title of an icon, and the names that it is also known as."""
    yield icon["title"]
    yield from icon.get("aliases", {}).get("aka", ())


def key(name: str) -> str:
    """Return a name in lower case, with letters, digits and a few signs that tell products apart."""
    return re.sub(r"[^\w.+#]", "", name.lower())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
