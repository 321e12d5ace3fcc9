"""The results file: what is in it survives, what was cut off is made good, and nothing else is touched."""

import json
import resource
import signal

import pytest

from siteloupe.errors import BadResults
from siteloupe.scan.entries import Entry
from siteloupe.scan.record import ScanTally
from siteloupe.scan.results import Journal

NAMES = ("check-cms",)


def journal(path, seen=lambda _: None, names=NAMES):
    return Journal(path, names, seen)


@pytest.fixture
def results(tmp_path, record):
    """A file with the records of lines 1 to 3."""
    path = tmp_path / "results.jsonl"
    with journal(path) as kept:
        for line in (2, 1, 3):
            kept.append(record(line))
    return path


def test_what_was_appended_is_there_when_opened_again(results) -> None:
    seen = []
    with journal(results, seen.append) as kept:
        assert [kept.has(Entry(line, "site.example")) for line in range(1, 6)] == [True] * 3 + [False] * 2
    assert [each.line for each in seen] == [2, 1, 3]
    assert [json.loads(line)["line"] for line in results.read_text().splitlines()] == [2, 1, 3]


def test_cut_off_at_any_byte_no_record_is_lost_or_doubled(results, record) -> None:
    whole = results.read_bytes()
    lines = whole.splitlines(keepends=True)
    for cut in range(len(whole) + 1):
        results.write_bytes(whole[:cut])
        with journal(results) as kept:
            missing = [line for line in (2, 1, 3) if not kept.has(Entry(line, "site.example"))]
            complete = sum(len(b"".join(lines[: n + 1]).rstrip()) <= cut for n in range(3))
            assert missing == [2, 1, 3][complete:]
            for line in missing:
                kept.append(record(line))
        assert results.read_bytes() == whole


@pytest.mark.parametrize(
    "content",
    [
        b"shop.example",
        b"shop.example\n",
        b'{"name": "not ours"}',
        b'{"line":"x","input":"a","outcome":"answered"}\n',
        b'{"line":0,"input":"a","outcome":"refused"}\n',
        b'{"line":99999999999,"input":"a","outcome":"refused"}\n',
        b'{"line":1,"input":"a","outcome":"guessed"}\n',
        b'{"line":1,"input":"a","outcome"\n',
        b"\0" * 100,
        b"[" * 100_000,
    ],
)
def test_a_file_of_something_else_is_refused_and_left_as_it_is(tmp_path, content) -> None:
    path = tmp_path / "letters"
    path.write_bytes(content)
    with pytest.raises(BadResults, match="line 1 is no result of a scan"):
        journal(path)
    assert path.read_bytes() == content


def test_a_broken_line_among_whole_ones_is_refused(results) -> None:
    lines = results.read_bytes().splitlines(keepends=True)
    results.write_bytes(lines[0] + lines[1][:40] + lines[2])
    with pytest.raises(BadResults, match="line 2"):
        journal(results)


def test_another_list_is_noticed(results) -> None:
    with journal(results) as kept, pytest.raises(BadResults, match="line 2"):
        kept.has(Entry(2, "other.example"))


def test_other_analyses_are_noticed(results) -> None:
    with pytest.raises(BadResults, match="other analyses: check-cms"):
        journal(results, names=("check-cms", "tech-stack"))


def test_two_scans_never_write_the_same_file(results) -> None:
    with journal(results), pytest.raises(BadResults, match="another scan"):
        journal(results)
    with journal(results):
        pass


def test_only_a_plain_file_takes_results() -> None:
    with pytest.raises(BadResults, match="no plain file"):
        journal("/dev/null")


def test_a_full_disk_is_an_error_and_what_was_written_in_part_is_made_good(tmp_path, record) -> None:
    path = tmp_path / "results.jsonl"
    with pytest.raises(OSError, match="File too large"):
        _in_child_with_file_limit(path, record)
    with journal(path) as kept:
        assert kept.has(Entry(1, "site.example"))
        assert not kept.has(Entry(2, "site.example"))


def _in_child_with_file_limit(path, record):

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with journal(path) as kept:
        kept.append(record(1))
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 20, before[1]))
        try:
            kept.append(record(2))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
            signal.signal(signal.SIGXFSZ, ignored)


def test_a_tally_counts_outcomes_causes_and_verdicts(record) -> None:
    tally = ScanTally()
    for line in (1, 2, 3):
        tally.add(record(line))
    tally.add(record(4, outcome="unreachable", cause="timed-out"))
    assert tally.lines == 4
    assert tally.verdicts == {True: 2, False: 1}
    assert tally.causes == {("unreachable", "timed-out"): 1}


def test_a_no_of_a_site_that_was_seen_in_part_is_counted_apart(record) -> None:
    tally = ScanTally()
    for line in (1, 2):
        tally.add(record(line, unseen=("script-shell",)))
    assert (tally.verdicts, tally.unsure) == ({True: 1}, 1)
