"""What every test shares: one event loop, and how long hypothesis searches."""

import os

import hypothesis
import pytest

# Deadlines measure the machine, not the code; CI searches longer, and finds the same each time.
hypothesis.settings.register_profile("desk", max_examples=100, deadline=None)
hypothesis.settings.register_profile("ci", max_examples=300, deadline=None, derandomize=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "desk")


@pytest.fixture(scope="session")
def anyio_backend():
    return "asyncio"
