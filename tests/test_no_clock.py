"""No test asserts on time: a machine that is busy would fail it. Work is counted, time is for benchmarks.

A clock is asked only by what waits for something real, up to a deadline.
"""

import ast
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
CLOCKS = frozenset({"monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "process_time"}) | {
    "process_time_ns",
    "thread_time",
    "thread_time_ns",
    "time_ns",
    "timeit",
}
WAITING = frozenset({"waiting.py", "servers/siteloupe.py"})
"""What waits up to a deadline, for everybody."""

FILES = {str(path.relative_to(FOLDER)): path for path in FOLDER.rglob("*.py") if "sites" not in path.parts}


def reads_clock(node):
    """Whether some part of ``node`` asks a clock; ``loop.time()`` is one."""
    names = {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)}
    names |= {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    return bool(names & CLOCKS) or any(
        isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute) and each.func.attr == "time"
        for each in ast.walk(node)
    )


def durations(tree):
    """Lines where a duration is worked out of a clock, or a clock decides over a test."""
    for node in ast.walk(tree):
        difference = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub)
        if (difference or isinstance(node, ast.Assert)) and reads_clock(node):
            yield node.lineno


@pytest.mark.parametrize("name", sorted(FILES.keys() - WAITING))
def test_no_test_asks_how_long_something_took(name):
    tree = ast.parse(FILES[name].read_text("utf-8"))
    imported = {each.attr for each in ast.walk(tree) if isinstance(each, ast.Attribute)} & CLOCKS
    assert (imported, list(durations(tree))) == (set(), [])


def test_the_rule_is_kept_where_it_would_be_broken():
    broken = ("assert loop.time() < 5", "took = time.time() - began", "assert time.perf_counter() < 3")
    assert [list(durations(ast.parse(line))) for line in broken] == [[1]] * 3
    assert list(durations(ast.parse("deadline = loop.time() + 5"))) == []
