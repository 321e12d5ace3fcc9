"""Work is counted, not timed: the lines of Python that run are the same on every machine, however busy it is."""

import cProfile
import sys
from collections.abc import Callable


def lines_run(work: Callable[[], object]) -> int:
    """How many lines of Python ``work`` runs in this thread."""
    count = 0

    def count_line(frame, event, arg):
        nonlocal count
        count += event == "line"
        return count_line

    before = sys.gettrace()
    sys.settrace(count_line)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def calls_made(work: Callable[[], object]) -> int:
    """How many functions ``work`` calls in this thread, those written in C included: ten times faster to count."""
    profile = cProfile.Profile()
    profile.runcall(work)
    return sum(entry.callcount for entry in profile.getstats())
