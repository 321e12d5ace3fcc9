"""Lists the entries of the book of facts that no saved page shows, and writes where the others were seen.

    scripts/seen_entries FOLDER... [--all] [--write]

An entry without ``seen`` is known by its own sample only: look for a real page with the product, or at its
source again. ``saved_answers.py`` says what a folder holds. Prints lines with tabs: number of pages, file,
name; with ``--all`` those of all entries. With ``--write``, samples without ``seen`` get the software that
was run, or else the first public page; a page counts when it meets every condition that the sample meets.
Last is a table of the entries by the best proof of their samples.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path

from siteloupe.capture import Capture, Exchange
from siteloupe.detect.refusal.refusal import FILES as REFUSING
from siteloupe.detect.serving.provider import FILES as SERVING
from siteloupe.detect.site import Site
from siteloupe.products import (
    AnswerFacts,
    Match,
    Product,
    RefusingProduct,
    Sample,
    ServingProduct,
    facts_of,
    load,
)
from siteloupe.products.book import PLUGINS, TECHNOLOGIES
from siteloupe.products.load import entries_in
from siteloupe.products.product import Condition
from siteloupe.products.seen import PROOFS, proof_of

from saved_answers import Saved, saved_answers  # isort: skip
from seen_in_toml import with_seen  # isort: skip

BOOK = tuple(dict.fromkeys((*TECHNOLOGIES, *PLUGINS)))
KINDS: dict[tuple[str, ...], type[Product]] = {
    BOOK: Product,
    REFUSING: RefusingProduct,
    tuple(SERVING.values()): ServingProduct,
}
BY_HEADERS = ("protection", "delivery")
"""Categories of entries that ordinary pages show too."""

Where = tuple[str, int]
"""The file of an entry, and its number in the file."""


@dataclass
class Entry:
    """An entry of the book: what each of its samples meets, and what the saved pages show of it."""

    product: Product
    shown: list[frozenset[Condition]]
    pages: int = 0
    seen: dict[int, str] = field(default_factory=dict)

    def add(self, met: frozenset[Condition], saved: Saved) -> None:
        """Count a page, and keep it as the proof of the samples that show no more than it does."""
        self.pages += 1
        for number, shown in enumerate(self.shown):
            if shown and shown <= met and (proof := self._proof(saved, self.seen.get(number))):
                self.seen[number] = proof

    def _proof(self, saved: Saved, known: str | None) -> str | None:
        """Return the software of a lab that is the product; otherwise the first of pages and systems."""
        own = next((saved.installed[each] for each in self.product.folders if each in saved.installed), None)
        if own:
            return known if known and known.endswith(", run") else f"{own}, run"
        return known or saved.page or (f"{saved.system}, run" if saved.system else None)


def entries() -> dict[tuple[str, ...], dict[int, tuple[Where, Entry]]]:
    """Return the entries of each kind by the identity of the product, in the order of the book."""
    found: dict[tuple[str, ...], dict[int, tuple[Where, Entry]]] = {}
    for files, kind in KINDS.items():
        matcher = load(*files, kind=kind)
        own = found.setdefault(files, {})
        for file in files:
            for number, product in enumerate(entries_in(file, kind)):
                matches = (matcher.matches(facts_of_sample(product, each)) for each in product.samples)
                own[id(product)] = (
                    (file, number),
                    Entry(product, [_met(product, several) for several in matches]),
                )
    return found


def facts_of_sample(product: Product, sample: Sample) -> AnswerFacts:
    """Return the facts of a sample as the analysis of its entry sees them."""
    of_answer = _refusal_facts if isinstance(product, RefusingProduct) else _page_facts
    return of_answer(sample.exchange)


def _refusal_facts(exchange: Exchange) -> AnswerFacts:
    return facts_of(exchange, body=True)


def _page_facts(exchange: Exchange) -> AnswerFacts:
    return facts_of(exchange, page=Site(Capture("", exchange)).facts)


def _met(product: Product, matches: list[Match[Product]]) -> frozenset[Condition]:
    own = (match for match in matches if match.product is product)
    return frozenset(hit.condition for match in own for hit in match.hits)


def count(folders: list[Path]) -> tuple[dict[Where, Entry], int]:
    """Return the entries with what the pages below ``folders`` show of them, and the number of pages."""
    found = entries()
    pages = 0
    for saved in (each for folder in folders for each in saved_answers(folder)):
        pages += 1
        site = Site(Capture("", saved.exchange))
        page_facts = facts_of(saved.exchange, page=site.facts)
        refusal_facts, is_refused = _refusal_facts(saved.exchange), site.refusal is not None
        for files, kind in KINDS.items():
            facts = refusal_facts if kind is RefusingProduct else page_facts
            for match in load(*files, kind=kind).matches(facts):
                if kind is RefusingProduct and not is_refused and match.product.category not in BY_HEADERS:
                    continue  # an ordinary page with the words of one that refuses
                _, entry = found[files][id(match.product)]
                entry.add(frozenset(hit.condition for hit in match.hits), saved)
    return dict(pair for several in found.values() for pair in several.values()), pages


def write(found: dict[Where, Entry]) -> None:
    """Write ``seen`` of the samples that have none, into the files of the book."""
    for name in dict.fromkeys(file for file, _ in found):
        path = Path(str(resources.files("siteloupe.products").joinpath(name)))
        seen = {
            (number, sample): proof
            for (file, number), entry in found.items()
            for sample, proof in entry.seen.items()
            if file == name and not entry.product.samples[sample].seen
        }
        path.write_text(with_seen(path.read_text("utf-8"), seen), "utf-8")


def table(found: dict[Where, Entry], *, written: bool) -> Iterator[str]:
    """Yield how many entries each kind of proof has, by the first of the kinds that an entry has."""
    best: Counter[str] = Counter()
    for entry in found.values():
        known = {number: sample.seen for number, sample in enumerate(entry.product.samples) if sample.seen}
        proofs = {proof_of(seen) for seen in ({**entry.seen, **known} if written else known).values()}
        best[next((proof for proof in PROOFS if proof in proofs), "unverified")] += 1
    for kind in (*PROOFS, "unverified"):
        yield f"# {kind}: {best[kind]}"


def main() -> None:
    """Print the list and the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--all", action="store_true", help="those that were seen too")
    parser.add_argument("--write", action="store_true", help="write seen into the entries")
    arguments = parser.parse_args()
    found, pages = count(arguments.folders)
    unseen = [entry for entry in found.values() if not entry.pages]
    for (file, _), entry in found.items():
        if arguments.all or not entry.pages:
            print(entry.pages, file, entry.product.name, sep="\t")
    print(f"# {pages} pages; {len(unseen)} of {len(found)} entries on none of them")
    if arguments.write:
        write(found)
    print(*table(found, written=arguments.write), sep="\n")


if __name__ == "__main__":
    main()
