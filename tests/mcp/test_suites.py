"""The official conformance suites and the Inspector: others' judgment of the server."""

import json
import subprocess
from pathlib import Path

import pytest

from siteloupe.analyses import ANALYSES
from tests.places import INWARD_URL, ORCHARD_URL

pytestmark = [pytest.mark.peers, pytest.mark.xdist_group("peers")]

BASELINES = Path(__file__).parent / "peers"
INSPECTOR = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js"


@pytest.fixture
def run(peers, node, tmp_path):
    """A function that runs a script of the peers, at home in an empty folder."""

    def done(*arguments):
        environment = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
        return subprocess.run(
            node(*arguments),
            cwd=peers,
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    return done


@pytest.fixture
def inspect(run, served):
    def done(method, *arguments):
        return run(INSPECTOR, "--cli", f"{served.origin}/mcp", "--method", method, *arguments)

    return done


@pytest.mark.parametrize(
    ("package", "version", "baseline"),
    [
        ("@modelcontextprotocol/conformance", "2025-06-18", "baseline.yml"),
        ("@modelcontextprotocol/conformance", "2025-11-25", "baseline-2025-11-25.yml"),
        ("conformance-next", "2025-06-18", "baseline.yml"),
        ("conformance-next", "2025-11-25", "baseline-2025-11-25.yml"),
        ("conformance-next", "2026-07-28", "baseline-2026-07-28.yml"),
    ],
)
def test_the_conformance_suite_finds_nothing_but_what_the_baseline_explains(
    run, served, package, version, baseline
):
    script = f"node_modules/{package}/dist/index.js"
    done = run(
        script,
        "server",
        "--url",
        f"{served.origin}/mcp",
        "--suite",
        "all",
        "--spec-version",
        version,
        "--expected-failures",
        str(BASELINES / baseline),
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert "Baseline check passed" in done.stdout


@pytest.mark.parametrize(
    "method", ["tools/list", "resources/list", "resources/templates/list", "prompts/list"]
)
def test_the_inspector_lists(inspect, method):
    assert inspect(method).returncode == 0


def test_the_inspector_finds_every_schema_portable(inspect):
    done = inspect("tools/list", "--strict")
    assert done.returncode == 0
    assert "warning" not in (done.stdout + done.stderr).lower()


def test_the_inspector_finds_a_view_for_every_analysis(inspect):
    done = inspect("tools/list", "--app-info")
    assert done.returncode == 0
    found = [json.loads(line) for line in done.stdout.splitlines()]
    with_view = [each for each in found if each["hasApp"]]
    assert [each["toolName"] for each in with_view] == [analysis.tool for analysis in ANALYSES]
    for each in with_view:
        assert each["resourceMimeType"] == "text/html;profile=mcp-app"
        assert each["visibility"] == ["model", "app"]


@pytest.mark.parametrize(("url", "status"), [(ORCHARD_URL, 0), (INWARD_URL, 5)])
def test_the_inspector_calls(inspect, url, status):
    done = inspect(
        "tools/call", "--tool-name", "check_if_cms", "--tool-arg", f"url={url}", "--format", "json"
    )
    assert done.returncode == status
    assert json.loads(done.stdout)["result"]["content"][0]["type"] == "text"


def test_the_inspector_reads_a_view(inspect, tmp_path):
    file = tmp_path / "view.html"
    uri = "ui://siteloupe/check_if_cms"
    assert (
        inspect("resources/read", "--uri", uri, "--output-format", "raw", "--output", str(file)).returncode
        == 0
    )
    assert file.read_text("utf-8").startswith("<!doctype html>")
