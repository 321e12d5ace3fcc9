"""Log lines are JSON objects that nobody else can forge or flood."""

import logging

import pytest

from siteloupe import log


def test_an_event_is_one_object_with_its_fields(log_lines):
    log.event("began", {"count": 3, "name": "x"}, logging.WARNING)
    (line,) = log_lines()
    assert line.pop("time").endswith("+00:00")
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
    log.close_notes(token)
    log.event("outside", {})
    log.note(target="nobody listens")
    assert [line.get("id") for line in log_lines()] == ["abc", None]


def test_a_stack_is_one_bounded_field(log_lines):
    try:
        raise ValueError("x" * 100_000)
    except ValueError:
        log.logger.exception("failed")
    (line,) = log_lines()
    assert line["event"] == "failed"
    assert line["stack"].startswith("Traceback")
    assert len(line["stack"]) <= log.MAX_STACK
