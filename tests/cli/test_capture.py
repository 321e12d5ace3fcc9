"""``siteloupe capture`` and ``replay``: a visit kept, and judged the same without a network."""

import json

from siteloupe.analyses import ANALYSES
from tests.servers.sites import Sites

OFFLINE = {"SITELOUPE_CONNECT_TO": "::127.0.0.1:9"}
"""Every connection would fail."""


def test_a_replayed_visit_gives_the_same_bytes_each_time_offline(terminal, saved) -> None:
    first = terminal("replay", str(saved), "--analysis", "check-cms", "--json", **OFFLINE)
    second = terminal("replay", str(saved), "--analysis", "check-cms", "--json", **OFFLINE)
    assert first.exit_code == 0
    assert first.stdout_bytes == second.stdout_bytes
    assert json.loads(first.stdout)["theme"]["name"] == "Orchard"


def test_a_replay_says_what_the_visit_said_but_for_the_time(terminal, saved) -> None:
    live = json.loads(terminal("check-cms", "http://orchard.example/", "--json").stdout)
    again = terminal("replay", str(saved), "--analysis", "check-cms", "--json", **OFFLINE)
    replayed = json.loads(again.stdout)
    assert {**replayed, "checkedAt": live["checkedAt"]} == live


def test_a_replay_prints_every_analysis_a_line_each(terminal, saved) -> None:
    result = terminal("replay", str(saved), "--json")
    assert len(result.stdout.splitlines()) == len(ANALYSES) - 1  # all but their overview


def test_one_analysis_can_be_chosen(terminal, saved) -> None:
    result = terminal("replay", str(saved), "--analysis", "check-cms")
    assert result.exit_code == 0
    assert "✓ Runs WordPress: yes" in result.stdout
    assert terminal("replay", str(saved), "--analysis", "astrology").exit_code == 2


def test_a_replay_asks_no_site(terminal, saved, sites: Sites) -> None:
    asked = len(sites.requests)
    terminal("replay", str(saved))
    assert len(sites.requests) == asked


def test_a_blocked_visit_is_captured_and_replayed_as_blocked(terminal, tmp_path) -> None:
    folder = str(tmp_path / "shut")
    assert terminal("capture", "http://shut.example/", "--to", folder).exit_code == 0
    assert terminal("replay", folder, "--json").exit_code == 4


def test_a_visit_that_failed_is_captured_and_fails_the_same_way(terminal, tmp_path) -> None:
    folder = str(tmp_path / "nobody")
    captured = terminal("capture", "http://nobody.example/", "--to", folder, **OFFLINE)
    replayed = terminal("replay", folder)
    assert captured.exit_code == replayed.exit_code == 3
    assert captured.stderr == replayed.stderr


def test_a_refused_url_is_not_captured(terminal, tmp_path) -> None:
    folder = tmp_path / "inside"
    assert terminal("capture", "http://10.0.0.1/", "--to", str(folder)).exit_code == 2
    assert not folder.exists()


def test_a_capture_never_writes_into_a_folder_of_something_else(terminal, tmp_path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    assert terminal("capture", "http://plain.example/", "--to", str(tmp_path)).exit_code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_capture_may_be_taken_again(terminal, saved) -> None:
    refused = terminal("capture", "http://plain.example/", "--to", str(saved))
    assert (refused.exit_code, "--force" in refused.stderr) == (2, True)
    assert terminal("capture", "http://plain.example/", "--to", str(saved), "--force").exit_code == 0
    assert "✗ Runs WordPress: no" in terminal("replay", str(saved)).stdout


def test_a_folder_that_is_no_capture_is_refused_in_a_sentence(terminal, tmp_path) -> None:
    result = terminal("replay", str(tmp_path))
    assert result.exit_code == 2
    assert result.stderr.startswith("siteloupe: ")
    (tmp_path / "site.toml").write_text("typed = 3")
    assert terminal("replay", str(tmp_path)).exit_code == 2


def test_a_visit_saved_with_its_font_files_is_replayed_with_them(terminal, tmp_path) -> None:
    folder, on = str(tmp_path / "lettered"), {"SITELOUPE_INSPECT_FONTS": "on"}
    assert terminal("capture", "http://lettered.example/", "--to", folder, **on).exit_code == 0
    replayed = terminal("replay", folder, "--analysis", "font-detector", "--json", **on)
    (file,) = json.loads(replayed.stdout)["inspected"]
    assert file["fullName"] == "Crumb Regular"
