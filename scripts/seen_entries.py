"""Counts the saved pages that show each entry of the book of facts, and lists those that none of them shows.

    scripts/seen_entries FOLDER... [--all]

Such an entry is known by its own sample only: look for a real page with the product, or at its source again.
A folder has pages of HTML at any depth, and perhaps files ``hops.jsonl`` with one answer a line (``url``,
``status``, ``headers``, and ``body_file`` relative to a folder above). Prints lines with tabs: number of
pages, file, name; with ``--all`` those of all entries.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from siteloupe.capture import Capture, Exchange, Headers
from siteloupe.detect.refusal.refusal import FILES as REFUSING
from siteloupe.detect.serving.provider import FILES as SERVING
from siteloupe.detect.site import Site
from siteloupe.document import page_of
from siteloupe.products import Product, RefusingProduct, ServingProduct, facts_of, load
from siteloupe.products.book import PLUGINS, TECHNOLOGIES
from siteloupe.products.load import entries_in

BOOK = tuple(dict.fromkeys((*TECHNOLOGIES, *PLUGINS)))
KINDS: dict[tuple[str, ...], type[Product]] = {
    BOOK: Product,
    REFUSING: RefusingProduct,
    tuple(SERVING.values()): ServingProduct,
}
UNKNOWN = "https://unknown.example/"
MAX_BYTES = 5_000_000


def saved_answers(folder: Path) -> Iterator[Exchange]:
    """Yield the pages and the recorded answers below ``folder``."""
    for path in sorted(folder.rglob("*.htm*")):
        if path.is_file():
            body = path.read_bytes()[:MAX_BYTES]
            yield Exchange(UNKNOWN, _address(body), 200, Headers(_headers_beside(path)), body)
    for path in sorted(folder.rglob("hops.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            hop = json.loads(line)
            if "html" in json.dumps(hop.get("headers", "")) and (body_file := _body_file(path, hop)):
                yield _exchange(hop, body_file.read_bytes()[:MAX_BYTES])


def _headers_beside(page: Path) -> list[tuple[str, str]]:
    """Return the headers in a JSON file of the same name, otherwise only a type."""
    beside = page.with_suffix(".json")
    try:
        found = json.loads(beside.read_text("utf-8")).get("headers")
    except (OSError, ValueError, AttributeError):  # none, or a file of the page itself
        found = None
    return [("content-type", "text/html"), *_pairs(found or {})]


def _pairs(headers: object) -> list[tuple[str, str]]:
    items = headers.items() if isinstance(headers, dict) else headers if isinstance(headers, list) else ()
    return [(str(name), str(value)) for name, value in items]


def _body_file(path: Path, hop: dict[str, str]) -> Path | None:
    named = hop.get("body_file")
    places = (parent / named for parent in path.parents if named)
    return next((place for place in places if place.is_file()), None)


def _exchange(hop: dict[str, str], body: bytes) -> Exchange:
    return Exchange(hop["url"], hop["url"], int(hop["status"]), Headers(_pairs(hop["headers"])), body)


def _address(body: bytes) -> str:
    """Return the address that the page states for itself."""
    page = page_of(Exchange(UNKNOWN, UNKNOWN, 200, Headers(), body))
    stated = [link.href for link in page.links if "canonical" in link.rel]
    stated += [page.meta("og:url") or ""]
    return next((url for url in stated if url.startswith(("http://", "https://"))), UNKNOWN)


def count(folders: list[Path]) -> tuple[Counter[str], int]:
    """Return on how many pages each entry is seen, by name, and the number of pages."""
    seen: Counter[str] = Counter()
    pages = 0
    for exchange in (each for folder in folders for each in saved_answers(folder)):
        pages += 1
        facts = facts_of(exchange, page=Site(Capture("", exchange)).facts)
        with_body = facts_of(exchange, body=True)
        for files, kind in KINDS.items():
            matcher = load(*files, kind=kind)
            matches = matcher.matches(with_body if kind is RefusingProduct else facts)
            seen.update({match.product.name for match in matches})
    return seen, pages


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--all", action="store_true", help="those that were seen too")
    arguments = parser.parse_args()
    seen, pages = count(arguments.folders)
    entries = [
        (file, each) for files, kind in KINDS.items() for file in files for each in entries_in(file, kind)
    ]
    unseen = [each for _, each in entries if not seen[each.name]]
    for file, each in entries:
        if arguments.all or not seen[each.name]:
            print(seen[each.name], file, each.name, sep="\t")
    print(f"# {pages} pages; {len(unseen)} of {len(entries)} entries on none of them")


if __name__ == "__main__":
    main()
