"""The documents say what is so: generated parts are fresh, links lead somewhere, commands exist."""

import json
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

from siteloupe.analyses import ANALYSES
from siteloupe.cli import siteloupe
from siteloupe.present import reference

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])

METRICS = set(re.findall(r"`(siteloupe_\w+)`", (ROOT / "docs/operations.md").read_text("utf-8")))
"""As generated from the code."""

documents = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)


def test_generated_parts_are_fresh() -> None:
    command = [sys.executable, "scripts/docs.py", "--check"]
    checked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (checked.stderr, checked.returncode) == ("", 0)


@documents
def test_links_within_the_project_lead_somewhere(document: Path) -> None:
    text = document.read_text("utf-8")
    links = re.findall(r"\]\((?!https?://)([^)\s]+)\)", text)
    anchors = {re.sub(r"[^\w -]", "", title).strip().lower().replace(" ", "-") for title in _titles(text)}
    for link in links:
        path, _, anchor = link.partition("#")
        assert (document.parent / path).exists()
        assert path or anchor in anchors


def _titles(text: str) -> list[str]:
    return re.findall(r"^#+ (.+)$", text, re.MULTILINE)


@documents
def test_every_make_target_and_script_that_is_named_exists(document: Path) -> None:
    text = document.read_text("utf-8")
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"(?:`|^)make ([a-z-]+)", text, re.MULTILINE)) <= targets
    for name in set(re.findall(r"scripts/([a-z][a-z-]*)\b", text)):
        assert (ROOT / "scripts" / name).exists()


@documents
def test_every_subcommand_that_is_named_exists(document: Path) -> None:
    code = "\n".join(re.findall(r"```.*?```|`[^`\n]+`", document.read_text("utf-8"), re.DOTALL))
    named = re.findall(r"(?:`|^|/|\$ |-- )siteloupe ([a-z][a-z-]+)(?![\w.-])", code, re.MULTILINE)
    assert set(named) <= set(siteloupe.commands)


@documents
def test_every_json_example_is_json(document: Path) -> None:
    for block in re.findall(r"```json\n(.*?)```", document.read_text("utf-8"), re.DOTALL):
        json.loads(block)


@documents
def test_every_path_in_backquotes_exists(document: Path) -> None:
    for path in re.findall(r"`((?:src|tests|docs|scripts)/[\w./-]+)`", document.read_text("utf-8")):
        assert (ROOT / path).exists(), path


@documents
def test_every_test_that_is_named_exists(document: Path) -> None:
    for path, name in re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", document.read_text("utf-8")):
        assert re.search(rf"^(async )?def {name}\(", (ROOT / path).read_text("utf-8"), re.MULTILINE), name


@documents
def test_every_metric_that_is_named_exists(document: Path) -> None:
    named = set(re.findall(r"\bsiteloupe_[a-z_]+", document.read_text("utf-8")))
    assert {name for name in named if name not in METRICS} == set()


@pytest.mark.parametrize("analysis", ANALYSES, ids=lambda analysis: analysis.name)
def test_every_field_of_a_report_is_described(analysis) -> None:
    for table in reference.tables(analysis.report):
        assert table.description
        assert [row.name for row in table.rows if not row.description] == []


def test_everything_that_the_architecture_names_exists() -> None:
    text = (ROOT / "docs/architecture.md").read_text("utf-8")
    table = re.findall(r"^\| (`[^|]*) \|", text, re.MULTILINE)
    packages = set(re.findall(r"`(\w+)`", "".join(table)))
    dotted = set(re.findall(rf"`((?:{'|'.join(packages)})\.[\w.]+)`", text))
    assert len(packages) > 20
    assert len(dotted) > 5
    for name in {each for each in packages | dotted if not each.endswith(".json")}:
        assert pkgutil.resolve_name(f"siteloupe.{name}"), name


@documents
def test_no_name_of_code_stands_outside_of_backquotes(document: Path) -> None:
    prose = re.sub(
        r"```.*?```|`[^`]*`|\]\([^)]*\)|https?://\S+", "", document.read_text("utf-8"), flags=re.DOTALL
    )
    assert re.findall(r"(?<![\w/.])\w+_\w+(?![\w/.])", re.sub(r"\[[\w/.]+\]", "", prose)) == []
