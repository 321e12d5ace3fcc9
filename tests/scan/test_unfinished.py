"""Lines in hand: who is looked at alone after a kill, and who is never looked at again."""

import asyncio

import pytest

from siteloupe.scan.entries import Entry
from siteloupe.scan.record import ScanRecord
from siteloupe.scan.run import run
from siteloupe.scan.unfinished import UnfinishedLines, killed_record
from tests.visits import Clock

ENTRIES = [Entry(number, f"site-{number}.example") for number in range(1, 6)]


class Killed(BaseException):
    """The end of a process, as far as a test can have it."""


def record(entry):
    return ScanRecord(line=entry.line, input=entry.text, outcome="answered", attempts=1)


def scan_until_killed(path, by=None, done=()):
    """Scan with a window of 3 until the line ``by`` ends it; the lines that were looked at together with others."""
    together, now, kept = [], set(), []

    async def look(entry):
        now.add(entry.line)
        if len(now) > 1:
            together.append(entry.line)
        await asyncio.sleep(0)
        if entry.line == by:
            raise Killed
        now.discard(entry.line)
        return record(entry)

    async def entries(hand):
        for entry in ENTRIES:
            if entry.line not in done and not hand.killed_twice(entry):
                yield entry

    hand = UnfinishedLines(path)
    try:
        asyncio.run(run(entries(hand), look, kept.append, 3, hand))
        hand.close()
    except BaseExceptionGroup:
        pass
    return [each.line for each in kept], together


def test_a_scan_that_ends_by_itself_leaves_nothing(tmp_path):
    path = tmp_path / "results.jsonl.unfinished"
    done, _ = scan_until_killed(path)
    assert sorted(done) == [1, 2, 3, 4, 5]
    assert not path.exists()


def test_after_a_kill_the_lines_in_hand_are_looked_at_alone(tmp_path):
    path = tmp_path / "hand"
    path.write_text("2\n3\n4\n")
    hand = UnfinishedLines(path)
    assert [hand.is_suspect(entry) for entry in ENTRIES] == [False, True, True, True, False]
    assert not any(hand.killed_twice(entry) for entry in ENTRIES)
    done, together = scan_until_killed(path, done=(1,))
    assert done == [2, 3, 4, 5]
    assert together == []


def test_the_line_that_kills_it_again_is_not_looked_at_a_third_time(tmp_path):
    path = tmp_path / "hand"
    first, _ = scan_until_killed(path, by=4)
    second, _ = scan_until_killed(path, by=4, done=first)
    hand = UnfinishedLines(path)
    assert [entry.line for entry in ENTRIES if hand.killed_twice(entry)] == [4]
    third, _ = scan_until_killed(path, by=4, done=(*first, *second))
    assert sorted((*first, *second, *third)) == [1, 2, 3, 5]


def test_a_file_that_was_cut_off_anywhere_is_read(tmp_path):
    path = tmp_path / "hand"
    whole = b"1\n2 alone\nnonsense\n\n3 alone\n"
    for end in range(len(whole) + 1):
        path.write_bytes(whole[:end])
        UnfinishedLines(path).close()


@pytest.mark.parametrize(("waited", "slowest"), [(4.0, None), (6.0, ("site-1.example", 6.0))])
def test_the_line_that_takes_longest_is_known(waited, slowest):
    clock = Clock()
    hand = UnfinishedLines(timer=clock)
    hand.begin(ENTRIES[0])
    clock.now += 2.0
    hand.begin(ENTRIES[1])
    hand.finish(ENTRIES[1])
    hand.begin(ENTRIES[2])
    clock.now += waited - 2.0
    assert hand.slowest(5.0) == slowest


def test_the_record_of_a_line_that_kills_says_so():
    made = killed_record(ENTRIES[0])
    assert (made.line, made.outcome, made.cause, made.attempts) == (1, "failed", "killed", 0)
