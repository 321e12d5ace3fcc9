"""The verdicts on what a peer's rules tell otherwise are complete, and each is given once."""

from collections import Counter
from pathlib import Path

from siteloupe.products.book import plugin_names, technologies

SCRIPTS = Path(__file__).parent.parent / "scripts"
LINES = [line.split("\t") for line in (SCRIPTS / "disagreement_verdicts.tsv").read_text("utf-8").splitlines()]
VERDICTS = LINES[1:]
KNOWN = {each.name for each in technologies().products} | set(plugin_names().values()) | {"WordPress"}


def test_each_verdict_names_a_known_technology_and_its_reason():
    assert LINES[0] == ["technology", "side", "page", "verdict", "reason"]
    assert {technology for technology, *_ in VERDICTS} <= KNOWN
    assert {side for _, side, *_ in VERDICTS} == {"own", "peer"}
    assert {verdict for *_, verdict, _ in VERDICTS} == {"right", "wrong"}
    assert all(reason for *_, reason in VERDICTS)


def test_a_disagreement_has_one_verdict():
    judged = Counter((technology, side, page) for technology, side, page, *_ in VERDICTS)
    assert [each for each, times in judged.items() if times > 1] == []


def test_the_names_of_the_peer_lead_to_known_technologies():
    lines = (SCRIPTS / "peer_names.tsv").read_text("utf-8").splitlines()[1:]
    pairs = [line.split("\t") for line in lines]
    assert {own for _, own in pairs} <= KNOWN
    assert len({peer for peer, _ in pairs}) == len(pairs)
