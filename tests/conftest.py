"""What every test shares: one event loop, and how long hypothesis searches."""

import io
import json
import os
import signal

import hypothesis
import pytest
from xdist.scheduler import LoadScopeScheduling

from siteloupe import log

# Deadlines measure the machine, not the code; CI searches longer, and finds the same each time.
hypothesis.settings.register_profile("desk", max_examples=100, deadline=None)
hypothesis.settings.register_profile("ci", max_examples=300, deadline=None, derandomize=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "desk")

# A shell has what it runs in the background ignore Ctrl-C, and the programs that tests start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

TOGETHER = (
    "tests/wordpress/",
    "tests/test_whole_service.py",
    "tests/test_several_processes.py",
    "tests/test_hostile_service.py",
    "tests/shared/",
)
"""Tests that share servers which take long to start: each of these stays on one worker."""


class Together(LoadScopeScheduling):
    """Any test function to any worker, with all of its cases, but for those that belong together.

    One case at a time would cost more than a cheap case does: there are 20,000.
    """

    def _split_scope(self, nodeid):
        return next((start for start in TOGETHER if nodeid.startswith(start)), nodeid.partition("[")[0])


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    return Together(config, log)


@pytest.fixture(scope="session")
def anyio_backend():
    return "asyncio"


@pytest.fixture
def log_lines():
    """A function that gives what has been logged so far, each line read back."""
    stream = io.StringIO()
    log.write_to(stream)

    def lines():
        log.flush()
        return [json.loads(line) for line in stream.getvalue().splitlines()]

    yield lines
    log.write_nowhere()
