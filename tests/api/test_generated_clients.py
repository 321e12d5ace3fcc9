"""Clients that others' programs make from the API's description, used on a service as their users would."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.places import ORCHARD_URL, SHUT_URL, places, served

__all__ = ["places", "served"]

pytestmark = [pytest.mark.peers, pytest.mark.xdist_group("peers")]

ROOT = Path(__file__).parent.parent.parent
SCRIPTS = Path(__file__).parent / "peers"
PATH = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"


@pytest.fixture(scope="session")
def peers() -> Path:
    """The folder with what others made."""
    installed = subprocess.run([ROOT / "scripts/api-peers"], capture_output=True, text=True, check=False)
    if installed.returncode:
        pytest.fail(f"scripts/api-peers could not install what these tests need:\n{installed.stderr}")
    return ROOT / ".cache/api-peers"


@pytest.fixture
def folder(peers, served, tmp_path) -> Path:
    """A folder with the description of the running service, where the packages of npm are found."""
    (tmp_path / "openapi.json").write_bytes(served.get("/openapi.json").body)
    (tmp_path / "node_modules").symlink_to(peers / "node_modules")
    shutil.copy(SCRIPTS / "package.json", tmp_path)
    return tmp_path


def run(folder: Path, *command: object, **environment: str) -> str:
    done = subprocess.run(
        [*map(str, command)],
        cwd=folder,
        env={"PATH": PATH, "HOME": str(folder), **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


ANSWERS = [
    (ORCHARD_URL, {"status": 200, "isCms": True, "theme": "Orchard", "error": None}),
    (SHUT_URL, {"status": 200, "isCms": None, "theme": None, "error": None}),
    ("http://10.0.0.1/", {"status": 400, "isCms": None, "theme": None}),
]
"""What check-cms says of a site, of one that blocks, and of a refused URL."""


def check(said: str, expected: dict[str, object]) -> None:
    answer = {"isCms": None, "theme": None, "error": None, **json.loads(said)}
    assert {name: answer[name] for name in expected} == expected
    assert (answer["error"] is None) == (answer["status"] == 200)


def test_a_client_in_typescript_is_made_and_compiled_strictly_and_asks(folder, served) -> None:
    """By openapi-typescript and openapi-fetch."""
    bin_ = folder / "node_modules/.bin"
    run(folder, bin_ / "openapi-typescript", "openapi.json", "-o", "schema.d.ts")
    for name in ("client.ts", "tsconfig.json"):
        shutil.copy(SCRIPTS / name, folder)
    run(folder, bin_ / "tsc", "-p", ".")
    for url, expected in ANSWERS:
        check(run(folder, "node", "client.js", served.origin, url), expected)


def test_a_client_in_python_is_made_without_a_warning_and_asks(peers, folder, served) -> None:
    """By openapi-python-client."""
    python = peers / "python/bin"
    generate = ["generate", "--path", "openapi.json", "--output-path", "client", "--fail-on-warning"]
    run(folder, python / "openapi-python-client", *generate)
    for url, expected in ANSWERS:
        said = run(
            folder,
            python / "python",
            SCRIPTS / "client.py",
            served.origin,
            url,
            PYTHONPATH=str(folder / "client"),
        )
        check(said, expected)
