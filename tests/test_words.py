"""The words of the project: names that say what a thing is or does, and one spelling, for second-language readers.

Help, OpenAPI document, pages and messages are made of strings in ``src``, so that is where they are read.
"""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src/siteloupe"
TREES = {
    str(path.relative_to(SOURCE)): ast.parse(path.read_text("utf-8")) for path in sorted(SOURCE.rglob("*.py"))
}

TEXTS = {
    str(path.relative_to(ROOT)): path
    for folder, endings in ((SOURCE, ("py", "md", "html", "js", "css", "txt")), (ROOT / "docs", ("md",)))
    for ending in endings
    for path in sorted(folder.rglob(f"*.{ending}"))
    if path.name != "color_names.py"  # CSS has names such as darkgrey
} | {name: ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "server.json")}

BRITISH = r"""
    \w*colours?\w* | analys(?:e[dr]?|ers|ing) | licence\w* | (?:behavi|fav|hon|neighb|flav)our\w* | greys? | centre[ds]?
    | (?:\w*(?:recogni|normali|seriali|organi|optimi|minimi|maximi|initiali|summari|authori|categori|customi)s
    (?:e|es|ed|er|ers|ing|ation|ations)) | catalogues? | (?:mis)?label(?:led|ling) | dial(?:led|ling) | artefacts?
    | judgements? | defences? | programmes?
"""
OWN = r"""
    scenes? | manners | rehearsals? | befell | befalls? | condemns? | lest | whose\ turn | in\ hand | all\ the\ same
    | turnstiles? | knife | knives
"""
"""Images and turns of phrase that a reader has to guess at."""

STAYS_OUT = re.compile(rf"(?<![^\W_])(?:{BRITISH}|{OWN})(?![^\W_])", re.IGNORECASE | re.VERBOSE)
"""In names too, between underscores."""

ADDRESS = re.compile(r"https?://\S+")

IRREGULAR = re.compile(
    r"""
    begun | bent | bound | bought | broken | brought | built | burnt | caught | chosen | dealt | done |
    drawn | driven | fallen | fed | felt | found | forgotten | frozen | given | gone | grown | had |
    heard | held | hidden | kept | known | laid | led | left | lent | lost | made | meant | met | paid |
    said | seen | sent | shaken | shown | sold | sought | spent | spoken | stolen | stood | stuck |
    taken | taught | thought | thrown | told | torn | understood | won | worn | written
    """,
    re.VERBOSE,
)
VERBS = frozenset({"embed", "exceed", "feed", "need", "proceed", "seed"})
NOUNS = frozenset({"encoding", "heading", "rating", "ring", "setting", "speed", "string", "warning"})
ALLOWED = {
    "bound": "the verb: keep within bounds",
    "truncated": "beside fields of the same name",
}
"""Names of functions that are participles, each with the reason."""

VAGUE = frozenset({"base", "common", "helper", "helpers", "manager", "misc", "util", "utils"})


def words_that_stay_out(text):
    return STAYS_OUT.findall(ADDRESS.sub("", text))


def is_participle(name):
    word = name.strip("_")
    if IRREGULAR.fullmatch(word):
        return True
    return word.isalpha() and word.endswith(("ed", "ing")) and word not in VERBS | NOUNS


def functions(tree):
    return (each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef))


@pytest.mark.parametrize("name", TEXTS)
def test_no_text_has_a_word_that_stays_out(name):
    assert words_that_stay_out(TEXTS[name].read_text("utf-8")) == []


def test_no_function_is_called_by_a_bare_participle():
    called = {(name, each.name) for name, tree in TREES.items() for each in functions(tree)}
    assert sorted(pair for pair in called if is_participle(pair[1]) and pair[1] not in ALLOWED) == []


def test_every_name_that_is_allowed_exists():
    assert ALLOWED.keys() <= {each.name for tree in TREES.values() for each in functions(tree)}


def test_every_class_has_a_name_of_its_own():
    classes = (each for tree in TREES.values() for each in ast.walk(tree) if isinstance(each, ast.ClassDef))
    assert [name for name, count in Counter(each.name for each in classes).items() if count > 1] == []


def test_no_module_has_a_name_that_fits_anything():
    assert [name for name in TREES if not VAGUE.isdisjoint(re.split(r"[/_.]", name))] == []


@pytest.mark.parametrize(
    "text",
    [
        "two colours",
        "Background-Colour",
        "it analyses and is analysed",
        "a licence",
        "dark grey",
        "normalises it",
        "the scene of a page",
        "good manners",
        "lines in hand",
        "a rehearsal",
        "self._turnstiles",
    ],
)
def test_a_word_that_stays_out_is_found(text):
    assert len(words_that_stay_out(text)) == 1


@pytest.mark.parametrize(
    "text",
    ["four analyses", "one analysis", "https://example.org/colour.html", "a license", "greyhound", "seen"],
)
def test_a_good_word_is_left(text):
    assert words_that_stay_out(text) == []


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("_found", True),
        ("named", True),
        ("_waiting", True),
        ("told", True),
        ("_bounding", True),
        ("find", False),
        ("feed", False),
        ("_heading", False),
        ("is_found", False),
        ("read_saved", False),
    ],
)
def test_a_bare_participle_is_told_from_other_names(name, expected):
    assert is_participle(name) is expected
