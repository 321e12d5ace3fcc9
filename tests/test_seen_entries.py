"""The scripts that say where the entries of the book were seen."""

import importlib.util
import json
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

SCRIPTS = Path(__file__).parent.parent / "scripts"


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, SCRIPTS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # its data classes look their module up
    spec.loader.exec_module(module)
    return module


BOOK = """
[[product]]
name = "Braces"
samples = [{ body = '<a title="}, {">', also = ["jsDelivr"] }]

[[product]]
name = "Two"
samples = [
  { headers = { server = "two" } },
  { body = "it's", seen = 'Two 1.0, run' },
]
"""


def test_seen_is_written_at_the_end_of_a_sample_and_takes_the_place_of_an_older_one() -> None:
    with_seen = script("seen_in_toml").with_seen
    written = with_seen(BOOK, {(0, 0): "A 1, run", (1, 0): "B 2, run", (1, 1): "it's at C 3, run"})
    samples = [each["samples"] for each in tomllib.loads(written)["product"]]
    assert samples == [
        [{"body": '<a title="}, {">', "also": ["jsDelivr"], "seen": "A 1, run"}],
        [
            {"headers": {"server": "two"}, "seen": "B 2, run"},
            {"body": "it's", "seen": "it's at C 3, run"},
        ],
    ]
    assert with_seen(written, {}) == written


PAGE = "<link rel=canonical href=https://acorn.example/><script src=https://gc.zgo.at/count.js></script>"


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """One page from a public repository, and one of software that was installed."""
    for name in ("pages", "lab/oak", "bodies"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "pages" / "acorn.html").write_text(PAGE, "utf-8")
    (tmp_path / "bodies" / "1").write_text("<meta name=generator content='Backdrop CMS 1'>", "utf-8")
    hop = {"url": "http://oak.test/", "status": 200, "headers": [["content-type", "text/html"]]}
    (tmp_path / "lab" / "oak" / "hops.jsonl").write_text(
        json.dumps({**hop, "body_file": "bodies/1"}), "utf-8"
    )
    rows = [
        {
            "id": "acorn",
            "repo": "o/n",
            "path": "a/b c.html",
            "commit": "0" * 40,
            "commit_date": "2024-05-31T1",
        },
        {"id": "oak", "truth": {"platform": "Backdrop CMS", "platform_version": "1.28"}},
    ]
    (tmp_path / "manifest.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    return tmp_path


def test_saved_pages_say_where_they_are_from(pages: Path) -> None:
    page, lab = script("saved_answers").saved_answers(pages)
    assert page.page == "https://github.com/o/n/blob/000000000000/a/b%20c.html, 2024-05-31"
    assert page.exchange.url == "https://acorn.example/"
    assert (lab.page, lab.system) == (None, "Backdrop CMS 1.28")


def test_the_script_lists_the_entries_that_no_page_shows_and_counts_the_proofs(pages: Path) -> None:
    command = [sys.executable, str(SCRIPTS / "seen_entries.py"), str(pages), "--all"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    pages_of = {name: int(count) for count, _, name in (line.split("\t") for line in lines if "\t" in line)}
    assert {name for name, count in pages_of.items() if count} == {"GoatCounter", "Backdrop CMS"}
    kinds = dict(line.removeprefix("# ").split(": ") for line in lines if ": " in line and "\t" not in line)
    assert list(kinds) == ["page", "run", "source", "code", "unverified"]
