"""Log lines are JSON objects that nobody else can forge or flood."""

import asyncio
import errno
import io
import json
import logging

import pytest

from siteloupe import log
from tests.visits import Clock


def test_an_event_is_one_object_with_its_fields(log_lines):
    log.event("began", {"count": 3, "name": "x"}, logging.WARNING)
    (line,) = log_lines()
    assert line.pop("time").endswith("Z")
    assert line == {"level": "warning", "event": "began", "count": 3, "name": "x"}


@pytest.mark.parametrize("text", ['a\nb"}', "a\u2028b", "\x1b[31mred", "\u202egnp", "x" * 9000, "'\""])
def test_no_text_breaks_out_of_its_line(log_lines, text):
    log.event("said", {"text": text})
    log.logger.warning(text)
    for line in log_lines():
        said = line.get("text", line["event"])
        assert said.isascii()
        assert said.isprintable()
        assert len(said) <= 300


def test_a_lone_surrogate_is_escaped(log_lines):
    log.event("said", {"text": chr(0xD800)})
    (line,) = log_lines()
    assert line["text"] == r"\ud800"


def test_lines_of_one_request_share_its_id_and_end_with_it(log_lines):
    token = log.open_notes({"id": "abc"})
    log.event("inside", {})
    log.note(target="example.com")
    log.event("later", {})
    log.close_notes(token)
    log.event("outside", {})
    log.note(target="nobody listens")
    assert [(line.get("id"), line.get("target")) for line in log_lines()] == [
        ("abc", None),
        ("abc", "example.com"),
        (None, None),
    ]


def test_a_stack_is_one_bounded_field(log_lines):
    log.logger.error("failed", exc_info=ValueError("x" * 100_000))
    (line,) = log_lines()
    assert line["event"] == "failed"
    assert line["stack"].startswith("ValueError: xxx")
    assert len(line["stack"]) <= log.MAX_STACK


async def test_lines_of_little_urgency_wait_for_each_other_and_a_warning_waits_for_nobody():
    stream = io.StringIO()
    log.write_to(stream)
    log.event("first", {})
    log.event("second", {})
    assert stream.getvalue() == ""
    log.event("third", {}, logging.WARNING)
    assert stream.getvalue().count("\n") == 3
    for _ in range(log.MAX_HELD):
        log.event("many", {})
    assert stream.getvalue().count("\n") == 3 + log.MAX_HELD
    log.event("last", {})
    log.write_nowhere()
    assert stream.getvalue().count("\n") == 4 + log.MAX_HELD
    log.event("nobody listens", {})
    assert stream.getvalue().count("\n") == 4 + log.MAX_HELD


async def test_lines_that_are_written_together_keep_their_order_and_the_time_of_their_event(monkeypatch):
    stream, clock = io.StringIO(), iter([1.0, 1.0019, 2.5])
    monkeypatch.setattr(log.time, "time", lambda: next(clock))
    log.write_to(stream)
    for text in ("plain", "\x7f", "plain"):
        log.event("said", {"text": text})
    log.write_nowhere()
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [(line["time"], line["text"]) for line in lines] == [
        ("1970-01-01T00:00:01.000Z", "plain"),
        ("1970-01-01T00:00:01.001Z", r"\x7f"),
        ("1970-01-01T00:00:02.500Z", "plain"),
    ]


async def test_lines_of_several_threads_are_written_once_each():
    stream = io.StringIO()
    log.write_to(stream)

    def write_many(thread):
        for number in range(1000):
            log.event(
                "said", {"text": f"{thread}/{number}"}, logging.WARNING if number % 7 == 0 else logging.INFO
            )

    await asyncio.gather(*(asyncio.to_thread(write_many, thread) for thread in range(4)))
    log.write_nowhere()
    texts = [json.loads(line)["text"] for line in stream.getvalue().splitlines()]
    assert sorted(texts) == sorted(f"{thread}/{number}" for thread in range(4) for number in range(1000))


def test_without_an_event_loop_every_line_is_written_at_once():
    stream = io.StringIO()
    log.write_to(stream)
    log.event("first", {})
    assert stream.getvalue().count("\n") == 1
    log.write_nowhere()


def test_what_a_library_warns_of_comes_out_in_the_same_form(log_lines):
    logging.getLogger("some.library").warning("no\nanswer")
    logging.getLogger("some.library").info("chatter")
    (line,) = log_lines()
    line.pop("time")
    assert line == {"level": "warning", "event": "library", "logger": "some.library", "note": r"no\nanswer"}


class Full(io.StringIO):
    """A stream onto a disk that is full."""

    def write(self, text):
        raise OSError(errno.ENOSPC, "No space left on device")


def closed():
    stream = io.StringIO()
    stream.close()
    return stream


@pytest.mark.parametrize("stream", [Full(), closed()], ids=["full", "closed"])
def test_a_log_that_cannot_be_written_costs_lines_and_raises_nothing(stream):
    log.write_to(stream)
    log.event("first", {}, logging.ERROR)
    log.logger.error("second")
    logging.getLogger("some.library").error("third")
    log.write_nowhere()


@pytest.mark.parametrize("text", ["plain", "\x7f", "back\\slash", "é", "\t", "x" * 400, 'a "quote"'])
def test_a_line_says_the_same_whether_or_not_it_had_to_be_cleaned(log_lines, text):
    log.event("said", {"text": text})
    log.event("said", {"text": text, "long": "y" * 400})
    short, long = log_lines()
    assert short["text"] == long["text"]


def test_sparse_events_are_logged_once_a_minute_and_say_how_many_were_left_out(log_lines):
    clock = Clock()
    events = log.SparseEvents(2, clock)
    for seconds in (0, 1, 2, 3, 59, 60, 61, 200):
        clock.now = seconds
        events.event("trouble", {"at": seconds})
    events.event("other", {"at": 200})
    lines = [(line["event"], line["at"], line.get("left_out")) for line in log_lines()]
    assert lines == [
        ("trouble", 0, None),
        ("trouble", 1, None),
        ("trouble", 60, 3),
        ("trouble", 61, None),
        ("trouble", 200, None),
        ("other", 200, None),
    ]
