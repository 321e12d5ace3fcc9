"""Waiting for what another process or thread does in its own time."""

import time
from collections.abc import Callable


def wait_until(true: Callable[[], bool], seconds: float = 60) -> None:
    """Return once ``true`` says so; fail after ``seconds``."""
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until
        time.sleep(0.02)
