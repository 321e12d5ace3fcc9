"""``siteloupe scan``: a list in, a record a line out, whatever happens in between."""

import json
import os
import pty
import resource
import signal
import subprocess
import sys
import threading
from collections import Counter

import pyarrow.parquet as pq
import pytest

from siteloupe.analyses import ANALYSES
from tests.cli.conftest import PAGES
from tests.servers.sites import Page, Sites
from tests.waiting import wait_until

LONGEST = 120
"""Seconds that a scan may take on a busy machine."""

COMMAND = [sys.executable, "-m", "siteloupe", "scan"]

LIST = """# our sites
http://orchard.example/
http://plain.example/

http://shut.example/
http://10.0.0.1/
http://nobody.example/
"""


@pytest.fixture
def sites_file(tmp_path):
    path = tmp_path / "sites.txt"
    path.write_text(LIST)
    return path


def records(text: str | bytes) -> dict[int, dict]:
    """By line; fails when a line has two."""
    found = [json.loads(line) for line in text.splitlines()]
    assert max(Counter(record["line"] for record in found).values(), default=1) == 1
    return {record["line"]: record for record in found}


def test_each_line_becomes_a_record_on_standard_output(terminal, sites_file) -> None:
    result = terminal("scan", str(sites_file))
    assert result.exit_code == 0
    found = records(result.stdout)
    outcomes = {line: (record["outcome"], record.get("cause")) for line, record in found.items()}
    assert outcomes == {
        2: ("answered", None),
        3: ("answered", None),
        5: ("blocked", "refused"),
        6: ("refused", "bad-target"),
        7: ("blocked", "not-found"),
    }
    assert found[2]["reports"]["check-cms"]["theme"]["name"] == "Orchard"
    assert set(found[2]["reports"]) == {each.name for each in ANALYSES} - {"overview"}


def test_the_summary_counts_what_was_found(terminal, sites_file) -> None:
    summary = " ".join(terminal("scan", str(sites_file), "--analysis", "check-cms").stderr.split())
    assert summary.startswith("5 lines, 5 of them now, in ")
    assert "answered 2 WordPress 1, other 1" in summary
    assert "blocked 2 refused 1, not-found 1" in summary or "blocked 2 not-found 1, refused 1" in summary
    assert "refused 1 bad-target 1" in summary


def test_a_report_of_a_scan_is_what_its_command_prints(terminal, sites_file) -> None:
    scanned = records(terminal("scan", str(sites_file)).stdout)[2]["reports"]["check-cms"]
    asked = json.loads(terminal("check-cms", "http://orchard.example/", "--json", "--full").stdout)
    assert {**scanned, "checkedAt": ""} == {**asked, "checkedAt": ""}


def test_a_finished_scan_asks_nobody_when_given_again(terminal, sites_file, tmp_path, sites) -> None:
    out = tmp_path / "results.jsonl"
    assert terminal("scan", str(sites_file), "--out", str(out)).exit_code == 0
    before, asked = out.read_bytes(), len(sites.requests)
    again = terminal("scan", str(sites_file), "--out", str(out))
    assert "5 lines, 0 of them now" in again.stderr
    assert (out.read_bytes(), len(sites.requests)) == (before, asked)


def test_lines_that_were_added_to_the_list_are_all_that_is_done(terminal, sites_file, tmp_path) -> None:
    out = tmp_path / "results.jsonl"
    terminal("scan", str(sites_file), "--out", str(out))
    with sites_file.open("a") as file:
        file.write("http://hostile.example/\n")
    assert "6 lines, 1 of them now" in terminal("scan", str(sites_file), "--out", str(out)).stderr


def test_results_of_another_list_are_never_mixed(terminal, sites_file, tmp_path) -> None:
    out = tmp_path / "results.jsonl"
    terminal("scan", str(sites_file), "--out", str(out))
    sites_file.write_text(LIST.replace("plain", "hostile"))
    result = terminal("scan", str(sites_file), "--out", str(out))
    assert result.exit_code == 2
    assert "another text" in result.stderr


def test_the_list_itself_is_never_written_over(terminal, sites_file) -> None:
    result = terminal("scan", str(sites_file), "--out", str(sites_file))
    assert (result.exit_code, sites_file.read_text()) == (2, LIST)


def test_a_parquet_file_is_made_whole_and_its_lines_removed(terminal, sites_file, tmp_path) -> None:
    out = tmp_path / "results.parquet"
    assert terminal("scan", str(sites_file), "--out", str(out)).exit_code == 0
    rows = {row["line"]: row for row in pq.read_table(out).to_pylist()}
    assert {line: row["is_cms"] for line, row in rows.items()} == {
        2: True,
        3: False,
        5: None,
        6: None,
        7: None,
    }
    assert sorted(path.name for path in tmp_path.iterdir()) == ["results.parquet", "sites.txt"]
    assert terminal("scan", str(sites_file), "--out", str(out)).exit_code == 2


@pytest.mark.parametrize("name", ["results.csv", "results.XLSX"])
def test_a_table_is_made_when_every_line_is_done(terminal, sites_file, tmp_path, name) -> None:
    out = tmp_path / name
    assert terminal("scan", str(sites_file), "--out", str(out)).exit_code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([name, "sites.txt"])
    if name.endswith(".csv"):
        lines = out.read_text("utf-8-sig").splitlines()
        assert {line.split(",")[0] for line in lines} == {"line", "2", "3", "5", "6", "7"}
    assert terminal("scan", str(sites_file), "--out", str(out)).exit_code == 2


@pytest.mark.parametrize(
    "options",
    [
        ["--concurrency", "0"],
        ["--per-host", "0"],
        ["--pause", "-1"],
        ["--retries", "99"],
        ["--column", "0"],
        ["--engine", "steam"],
        ["--analysis", "astrology"],
        ["--out", "/nowhere/results.jsonl"],
        ["--out", "/"],
        ["--out", "results.html"],
    ],
)
def test_options_out_of_bounds_are_refused(terminal, sites_file, options) -> None:
    result = terminal("scan", str(sites_file), *options)
    assert result.exit_code == 2
    assert result.stdout == ""


def test_a_list_that_is_not_there_is_refused(terminal) -> None:
    assert terminal("scan", "/nowhere/list").exit_code == 2


def test_a_pipe_is_scanned_as_it_comes(terminal) -> None:
    with subprocess.Popen(
        [*COMMAND, "-", "--pause", "0"],
        env=terminal.as_process(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        for number in (1, 2, 3):
            process.stdin.write(b"http://plain.example/\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["line"] == number
        process.stdin.close()
        assert process.wait(LONGEST) == 0


def test_a_reader_that_goes_away_ends_it_quietly(terminal, tmp_path) -> None:
    (tmp_path / "many.txt").write_text("http://10.0.0.1/\n" * 5000)
    with subprocess.Popen(
        [*COMMAND, str(tmp_path / "many.txt")],
        env=terminal.as_process(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(LONGEST) == 141
        assert b"Traceback" not in process.stderr.read()


QUICK, HELD = 30, 20


@pytest.fixture
def gate():
    return threading.Event()


@pytest.fixture
def many(gate):
    """Sites of which the last few hold their answer back until the gate is open."""
    body = PAGES["http://plain.example/"].body
    pages = {
        f"http://site-{n}.example/": Page(body, held=gate if n >= QUICK else None)
        for n in range(QUICK + HELD)
    }
    with Sites(pages) as served:
        yield served
        gate.set()


@pytest.fixture
def scanning(terminal, many, tmp_path):
    """A function that starts a scan of those sites as a process."""
    (tmp_path / "many.txt").write_text("".join(f"{url}\n" for url in many.pages))
    environment = terminal.as_process(SITELOUPE_CONNECT_TO=many.connect_to)

    def started(*options):
        arguments = [str(tmp_path / "many.txt"), "--out", str(tmp_path / "results.jsonl"), "--retries", "0"]
        return subprocess.Popen(
            [*COMMAND, *arguments, *options], env=environment, stderr=subprocess.PIPE, text=True
        )

    return started


def whole(line: bytes) -> dict | None:
    """The record of a line that has its end."""
    try:
        return json.loads(line)
    except ValueError:
        return None


def wait_for_lines(path, count: int) -> None:
    wait_until(lambda: path.exists() and path.read_bytes().count(b"\n") >= count, LONGEST)


@pytest.mark.parametrize("torn", [0, 1, 2, 700, 5000])
def test_after_kill_9_nothing_is_lost_and_nothing_doubled(many, gate, scanning, tmp_path, torn) -> None:
    out = tmp_path / "results.jsonl"
    with scanning() as process:
        wait_for_lines(out, QUICK)
        process.kill()
    os.truncate(out, out.stat().st_size - torn)
    done = {record["input"] for line in out.read_bytes().splitlines() if (record := whole(line))}
    gate.set()
    with scanning() as process:
        assert process.wait(LONGEST) == 0
    found = records(out.read_bytes())
    assert sorted(found) == list(range(1, QUICK + HELD + 1))
    assert {record["outcome"] for record in found.values()} == {"answered"}
    visits = Counter(many.asked)
    assert {url for url in done if visits[url] != 1} == set()


def test_a_disk_that_is_full_ends_it_and_the_same_command_goes_on(terminal, tmp_path) -> None:
    listed, out = tmp_path / "list", tmp_path / "results.jsonl"
    listed.write_text("".join(f"http://10.0.0.{number}/\n" for number in range(100)))
    command = [*COMMAND, str(listed), "--out", str(out)]

    def no_file_beyond_8_kilobytes() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))

    full = subprocess.run(
        command,
        env=terminal.as_process(),
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=no_file_beyond_8_kilobytes,
    )
    assert full.returncode == 2
    assert "too large" in full.stderr
    assert "Traceback" not in full.stderr
    done = [record["line"] for line in out.read_bytes().splitlines() if (record := whole(line))]
    assert 0 < len(done) < 100
    again = subprocess.run(command, env=terminal.as_process(), capture_output=True, text=True, check=True)
    assert f"100 lines, {100 - len(done)} of them now" in again.stderr
    assert sorted(records(out.read_bytes())) == list(range(1, 101))


def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(gate, scanning, tmp_path) -> None:
    out = tmp_path / "results.jsonl"
    with scanning() as process:
        wait_for_lines(out, QUICK)
        process.send_signal(signal.SIGINT)
        assert process.wait(LONGEST) == 130
        said = process.stderr.read()
    assert "Run the same command to resume" in said
    assert "Traceback" not in said
    assert len(records(out.read_bytes())) == QUICK
    gate.set()
    with scanning() as process:
        assert process.wait(LONGEST) == 0
    assert len(records(out.read_bytes())) == QUICK + HELD


def test_two_scans_into_one_file_are_refused(gate, scanning, tmp_path) -> None:
    with scanning() as first:
        wait_for_lines(tmp_path / "results.jsonl", QUICK)
        with scanning() as second:
            assert second.wait(LONGEST) == 2
            assert "another scan" in second.stderr.read()
        gate.set()
        assert first.wait(LONGEST) == 0


def test_a_person_at_a_terminal_sees_rate_and_verdicts_while_it_runs(terminal, sites_file, tmp_path) -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, str(sites_file), "--out", str(tmp_path / "results.jsonl")],
        env=terminal.as_process(TERM="xterm-256color"),
        stderr=theirs,
    ) as process:
        os.close(theirs)
        seen = b""
        try:
            while chunk := os.read(ours, 65536):
                seen += chunk
        except OSError:  # how Linux says that the other end is closed
            pass
        os.close(ours)
        assert process.wait(LONGEST) == 0
    assert "5 sites, " in seen.decode()
    assert "WordPress 1, unread 3" in seen.decode()
