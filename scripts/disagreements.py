"""Lists where a peer's rules and the book of facts differ on saved pages, and measures both by verdicts.

    scripts/disagreements FOLDER... [--table] [--unknown]

Runs the rules of ``peer_rules`` and tech-stack over the pages below the folders, and prints each disagreement
that ``disagreement_verdicts.tsv`` does not judge yet: the technology, the side that tells it (``own`` or
``peer``), the page (a hash of its bytes), what showed it, and its address. ``--table`` prints recall and
precision of the technologies seen on most pages instead, ``--unknown`` those of one side that the other does
not know.

A person judges by looking at the page. A verdict is a line with the technology, the side, the page or ``*``
for all other pages, ``right`` or ``wrong``, and the reason. What both sides tell counts as right.
"""

import argparse
import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from multiprocessing import Pool
from pathlib import Path
from typing import Literal, NamedTuple

from siteloupe.analyses import tech_stack
from siteloupe.capture import Capture, Exchange
from siteloupe.detect.site import Site
from siteloupe.products.book import plugin_names
from siteloupe.products.book import technologies as products

from peer_rules import matches, technologies  # isort: skip
from saved_answers import saved_answers  # isort: skip

HERE = Path(__file__).parent
VERDICTS = HERE / "disagreement_verdicts.tsv"
NAMES = HERE / "peer_names.tsv"
DAY = "2026-01-01T00:00:00Z"
MOST_COMMON = 60

Side = Literal["own", "peer"]


class Told(NamedTuple):
    """A technology that one side or both tell of a page."""

    technology: str
    side: Literal["own", "peer", "both"]
    page: str
    shown: str
    file: str


class Verdicts:
    """The judged disagreements."""

    def __init__(self, lines: list[str]) -> None:
        cells = (line.split("\t") for line in lines[1:])
        self._found = {(name, side, page): verdict for name, side, page, verdict, _ in cells}

    def of(self, told: Told) -> str | None:
        """Return ``right`` or ``wrong``; None for what nobody has judged."""
        own = self._found.get((told.technology, told.side, told.page))
        return own or self._found.get((told.technology, told.side, "*"))


def main() -> None:
    """Print what the command asks for."""
    options = _options()
    verdicts = Verdicts(VERDICTS.read_text("utf-8").splitlines())
    saved = (each.exchange for folder in options.folders for each in saved_answers(folder))
    answers = list({each.body: each for each in saved}.values())
    with Pool(2) as pool:
        told = [each for several in pool.imap(compare, answers, chunksize=8) for each in several]
    if options.unknown:
        known = {*_known().values()}
        unknown = Counter(each.technology for each in told if each.technology not in known)
        for name, count in unknown.most_common():
            example = next(each for each in told if each.technology == name)
            print(count, name, example.shown, sep="\t")
    elif options.table:
        print_table(told, verdicts)
    else:
        for each in sorted(disagreements(told)):
            if verdicts.of(each) is None:
                print(*each, sep="\t")


def compare(exchange: Exchange) -> list[Told]:
    """Return what each side tells of one page; pages that cannot be read give nothing."""
    site = Site(Capture(DAY, exchange))
    if site.refusal is not None:
        return []
    page = hashlib.sha256(exchange.body).hexdigest()[:12]
    own, peer = own_technologies(site), {own_name(name): shown for name, shown in matches(exchange).items()}
    found = []
    for name in {**own, **peer}:
        side: Literal["own", "peer", "both"] = (
            "own" if name not in peer else "both" if name in own else "peer"
        )
        found.append(Told(name, side, page, own.get(name) or peer[name], exchange.url))
    return found


def own_technologies(site: Site) -> dict[str, str]:
    """Return the names in the tech-stack report of ``site``, each with its first evidence."""
    report = tech_stack.analyze(site)
    found = {each.name: each.evidence[0] for each in report.technologies}
    found |= {each.name: each.evidence[0] for each in report.plugins if each.evidence}
    shown = {name: f"{each.where}: {each.value}"[:160] for name, each in found.items()}
    served = [each for each in (report.hosting, report.cdn, *report.layers) if each]
    return {each.name: "headers" for each in served} | shown


def disagreements(told: list[Told]) -> Iterator[Told]:
    """Yield what one side tells alone, of technologies that both sides know."""
    both = {*_known().values()} & {own_name(name) for name in technologies()}
    yield from (each for each in told if each.side != "both" and each.technology in both)


def own_name(name: str) -> str:
    """Return the name that the book has for a technology of the peer."""
    renamed = _renamed().get(name, name)
    return _known().get(_letters(renamed), renamed)


def print_table(told: list[Told], verdicts: Verdicts) -> None:
    """Print recall and precision of the technologies on most pages, own and the peer's."""
    both = {*_known().values()} & {own_name(name) for name in technologies()}
    pages = Counter(each.technology for each in told if each.technology in both)
    print("technology", "pages", "recall", "precision", "peer's recall", "peer's precision", "open", sep="\t")
    for name, count in pages.most_common(MOST_COMMON):
        own = Counter[tuple[str, str | None]]()
        for each in told:
            if each.technology == name:
                own[each.side, verdicts.of(each) if each.side != "both" else "right"] += 1
        agreed, ours, peers = own["both", "right"], own["own", "right"], own["peer", "right"]
        true = agreed + ours + peers
        figures = (
            _share(agreed + ours, true),
            _share(agreed + ours, agreed + ours + own["own", "wrong"]),
            _share(agreed + peers, true),
            _share(agreed + peers, agreed + peers + own["peer", "wrong"]),
        )
        print(name, count, *figures, own["own", None] + own["peer", None], sep="\t")


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} % ({part}/{whole})" if whole else "-"


_FOUND: dict[str, dict[str, str]] = {}


def _known() -> dict[str, str]:
    """Return the names of the book by their letters."""
    if "known" not in _FOUND:
        names = [*plugin_names().values(), *(each.name for each in products().products), "WordPress"]
        _FOUND["known"] = {_letters(name): name for name in names}
    return _FOUND["known"]


def _renamed() -> dict[str, str]:
    if "renamed" not in _FOUND:
        lines = NAMES.read_text("utf-8").splitlines()[1:]
        _FOUND["renamed"] = dict(line.split("\t", 1) for line in lines)
    return _FOUND["renamed"]


def _letters(name: str) -> str:
    return re.sub(r"[\W_]+", "", name.lower())


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--table", action="store_true", help="recall and precision of the most common")
    parser.add_argument("--unknown", action="store_true", help="the peer's technologies without an entry")
    return parser.parse_args()


if __name__ == "__main__":
    main()
