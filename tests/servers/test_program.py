"""Programs that the tests start say why they did not, and end with the tests."""

import sys

import pytest

from tests.servers.program import Program


def test_a_program_is_ready_when_it_says_so():
    code = "import signal; print('first'); print('up', flush=True); signal.pause()"
    with Program([sys.executable, "-c", code], ready="up") as program:
        assert program.ready_line.strip() == "up"


def test_a_program_that_ends_first_tells_its_last_words():
    with pytest.raises(RuntimeError, match="no such folder"):
        Program([sys.executable, "-c", "print('no such folder')"], ready="up")


def test_a_program_that_ignores_the_request_is_ended():
    deaf = "import signal; signal.signal(15, signal.SIG_IGN); print('up', flush=True); signal.pause()"
    program = Program([sys.executable, "-c", deaf], ready="up", patience=0.2)
    assert program.stop() == -9
