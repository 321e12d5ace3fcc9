"""The release: its steps run here, and the workflow runs nothing that could change without notice."""

import json
import re
import subprocess
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def release(*arguments: str) -> str:
    done = subprocess.run(
        [ROOT / "scripts/release", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_every_action_is_named_by_its_commit_and_its_version(workflow: Path) -> None:
    used = re.findall(r"uses: (.+)", workflow.read_text("utf-8"))
    assert used
    for each in used:
        assert each.startswith("./") or re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", each)


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_may_only_read_unless_a_job_says_more(workflow: Path) -> None:
    assert "\npermissions:\n  contents: read\n" in workflow.read_text("utf-8")


def test_every_step_of_the_release_that_is_ours_exists() -> None:
    steps = set(re.findall(r"scripts/release (\w+)", "".join(each.read_text("utf-8") for each in WORKFLOWS)))
    known = set(re.findall(r"^  (\w+)\)", (ROOT / "scripts/release").read_text("utf-8"), re.MULTILINE))
    assert steps
    assert steps <= known


def test_the_wheel_has_the_extras_that_the_documents_name(tmp_path) -> None:
    release("packages", str(tmp_path))
    assert len(list(tmp_path.glob("*.tar.gz"))) == 1
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        (about,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
        extras = set(re.findall(r"^Provides-Extra: (\S+)", archive.read(about).decode(), re.MULTILINE))
    named = set(re.findall(r"^\| `(\w+)` \|", (ROOT / "docs/deploy.md").read_text("utf-8"), re.MULTILINE))
    assert named == extras == set(PROJECT["optional-dependencies"])


def test_the_sbom_names_every_package_that_a_service_needs(tmp_path) -> None:
    release("sbom", str(tmp_path / "sbom.json"))
    made = json.loads((tmp_path / "sbom.json").read_text("utf-8"))
    names = {component["name"] for component in made["components"]}
    assert {re.split(r"[^\w.-]", wanted)[0].lower() for wanted in PROJECT["dependencies"]} - names <= {
        "backports.zstd"  # only for Python before 3.14
    }


def test_the_notes_of_a_release_are_its_part_of_the_changelog() -> None:
    assert release("notes", "Unreleased").strip().startswith("- ")
    assert release("notes", "0.0.0-none") == ""


ADVISORY = """\
id: PYSEC-2026-1
modified: "2026-05-04T00:00:00Z"
affected:
- package: {name: starlette, ecosystem: PyPI}
  ranges:
  - type: ECOSYSTEM
    events:
EVENTS
"""


@pytest.mark.parametrize(
    ("events", "vulnerable"),
    [
        (["introduced: 0"], True),
        (["introduced: 0", "fixed: 0.5"], False),
        (["introduced: 0", "fixed: 0.5", "introduced: 0.9"], True),
        (["introduced: 0", "last_affected: 0.5"], False),
        (["introduced: 0", "last_affected: 9999"], True),
        (["introduced: 9999"], False),
    ],
)
def test_a_saved_database_tells_vulnerabilities_without_a_network(tmp_path, events, vulnerable) -> None:
    folder = tmp_path / "vulns/starlette"
    folder.mkdir(parents=True)
    lines = "\n".join(f"    - {event}" for event in events)
    (folder / "PYSEC-2026-1.yaml").write_text(ADVISORY.replace("EVENTS", lines))
    done = subprocess.run(
        [ROOT / "scripts/release", "audit", tmp_path], capture_output=True, text=True, check=False
    )
    assert done.returncode == (1 if vulnerable else 0)
    assert ("PYSEC-2026-1" in done.stdout) is vulnerable
    assert "of 2026-05-04" in done.stdout


def test_a_withdrawn_advisory_is_none(tmp_path) -> None:
    folder = tmp_path / "vulns/starlette"
    folder.mkdir(parents=True)
    text = ADVISORY.replace("EVENTS", "    - introduced: 0") + 'withdrawn: "2026-05-05T00:00:00Z"\n'
    (folder / "PYSEC-2026-1.yaml").write_text(text)
    assert "0 vulnerabilities" in release("audit", str(tmp_path))
