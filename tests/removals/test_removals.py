"""Taking away one input may weaken a claim, never flip or strengthen it: for every saved site and every input."""

import pytest

from tests.fuzz.visits import SITES, saved_folders, saved_visit
from tests.removals.removals import faults_of, judged, removals
from tests.removals.weaker import stronger_claims

FOLDERS = saved_folders(SITES)
READABLE_SITES = 25
"""At least so many saved sites can be read, and lose something."""


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_no_claim_grows_when_an_input_is_missing(folder):
    assert [(name, grown) for name, grown in faults_of(saved_visit(folder)) if grown] == []


def test_sites_lose_inputs_of_every_kind():
    kinds, sites = set(), 0
    for folder in FOLDERS:
        saved = saved_visit(folder)
        page, reports = judged(saved)
        if page in saved.hops and not reports["check-cms"]["blocked"]:
            names = [removal.name for removal in removals(saved, page)]
            kinds |= {name.partition(" ")[0] for name in names}
            sites += bool(names)
    assert kinds >= {"css", "theme", "rest", "directory", "theme-json", "second", "every"}
    assert sites >= READABLE_SITES


SEEN = {"blocked": False, "coverage": {"complete": True}}
PART = {"blocked": False, "coverage": {"complete": False}}

WEAKER = {
    "a verdict of a part": ({"isCms": True}, {"isCms": False}),
    "no verdict": ({"isCms": False}, {"isCms": None}),
    "less sure": ({"confidence": "high"}, {"confidence": "low"}),
    "a signal less": ({"signals": {"restApi": True}}, {"signals": {"restApi": False}}),
    "a smaller count": ({"signalCount": 3}, {"signalCount": 1}),
    "a plugin less": ({"plugins": [{"slug": "a"}, {"slug": "b"}]}, {"plugins": [{"slug": "b"}]}),
    "a plugin without its version": (
        {"plugins": [{"slug": "a", "version": "1"}]},
        {"plugins": [{"slug": "a", "version": None}]},
    ),
    "no theme": ({"theme": {"slug": "a"}}, {"theme": None}),
    "a theme by its folder": (
        {"theme": {"slug": "a", "name": "Alder", "nameSource": "style.css"}},
        {"theme": {"slug": "a", "name": "A", "nameSource": "slug"}},
    ),
    "a role of low confidence": (
        {"body": {"family": "Lora", "confidence": "high"}},
        {"body": {"family": "Arial", "confidence": "low"}},
    ),
    "nobody knows whether a font is loaded": (
        {"fonts": [{"family": "Lora", "loaded": False}]},
        {"fonts": [{"family": "Lora", "loaded": None}]},
    ),
}
STRONGER = {
    "a verdict": ({"isCms": False}, {"isCms": True}),
    "a verdict of nothing": ({"isCms": None}, {"isCms": False}),
    "surer": ({"confidence": "low"}, {"confidence": "medium"}),
    "another signal": ({"signals": {"restApi": False}}, {"signals": {"restApi": True}}),
    "another plugin": ({"plugins": []}, {"plugins": [{"slug": "a"}]}),
    "another version": (
        {"plugins": [{"slug": "a", "version": "1"}]},
        {"plugins": [{"slug": "a", "version": "2"}]},
    ),
    "another theme": ({"theme": {"slug": "a"}}, {"theme": {"slug": "b"}}),
    "another name by the same source": (
        {"theme": {"slug": "a", "name": "Alder", "nameSource": "slug"}},
        {"theme": {"slug": "a", "name": "Birch", "nameSource": "slug"}},
    ),
    "another role": (
        {"body": {"family": "Lora", "confidence": "low"}},
        {"body": {"family": "Arial", "confidence": "high"}},
    ),
    "a font that is not loaded after all": (
        {"fonts": [{"family": "Lora", "loaded": True}]},
        {"fonts": [{"family": "Lora", "loaded": False}]},
    ),
    "a field that nobody thought of": ({"brandNew": 1}, {"brandNew": 2}),
}


@pytest.mark.parametrize(("full", "less"), WEAKER.values(), ids=WEAKER)
def test_what_is_weaker(full, less):
    assert stronger_claims(SEEN | full, PART | less) == []


@pytest.mark.parametrize(("full", "less"), STRONGER.values(), ids=STRONGER)
def test_what_is_not_weaker(full, less):
    assert stronger_claims(SEEN | full, PART | less)


def test_a_yes_becomes_a_no_only_where_the_report_says_that_not_everything_was_seen():
    assert stronger_claims(SEEN | {"isCms": True}, SEEN | {"isCms": False})
