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
