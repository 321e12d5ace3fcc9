"""What every test shares: one event loop, and how long hypothesis searches."""

import io
import json
import os

import hypothesis
import pytest

from siteloupe import log

# Deadlines measure the machine, not the code; CI searches longer, and finds the same each time.
hypothesis.settings.register_profile("desk", max_examples=100, deadline=None)
hypothesis.settings.register_profile("ci", max_examples=300, deadline=None, derandomize=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "desk")


@pytest.fixture(scope="session")
def anyio_backend():
    return "asyncio"


@pytest.fixture
def log_lines():
    """A function that gives what has been logged so far, each line read back."""
    stream = io.StringIO()
    before = log.logger.handlers[:], log.logger.level, log.logger.propagate
    log.write_to(stream)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    log.logger.handlers[:], log.logger.level, log.logger.propagate = before
