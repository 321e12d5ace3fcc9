"""Judging: what goes where, what comes back, and what is ended."""

import asyncio
import os
import signal
import threading
from contextlib import suppress

import pytest

from siteloupe.analyses import ANALYSES
from siteloupe.capture import Capture, Exchange, Headers, Sheet
from siteloupe.detect.site import Site
from siteloupe.errors import BadTarget, TooHeavy
from siteloupe.judging import (
    LIGHT_FILES,
    LIGHT_MARKS,
    LIGHT_PAGE,
    MAX_DATA,
    Judging,
    is_heavy,
    judge_in_thread,
)
from siteloupe.settings import Settings


@pytest.fixture
def judging():
    judging = Judging(Settings(judging_seconds=1.0))
    yield judging
    judging.close()


def where():
    return os.getpid(), threading.current_thread().name


def fail(message):
    raise BadTarget(message)


def compute_for_ever():
    while True:
        pass


def take(size):
    return len(bytearray(size))


def say_and_hang(file):
    file.write_text(str(os.getpid()))
    threading.Event().wait()


def exchange(url, media_type, text):
    return Exchange(url, url, 200, Headers([("content-type", media_type)]), text.encode())


def marks(size):
    return b"<" * size


@pytest.mark.parametrize(
    ("page", "files", "heavy"),
    [
        (b"", (), False),
        (b"x" * LIGHT_PAGE, (b"x" * LIGHT_FILES,), False),
        (b"x" * (LIGHT_PAGE + 1), (), True),
        (b"", (b"x" * LIGHT_FILES, b"x"), True),
        (marks(LIGHT_MARKS), (), False),
        (marks(LIGHT_MARKS), (b":",), True),
        (marks(LIGHT_MARKS) + b":", (), True),
        (b"", (b"a{b:c}" * LIGHT_MARKS, b":"), True),
    ],
)
def test_what_is_large_or_dense_is_heavy(page, files, heavy):
    assert is_heavy(page, iter(files)) is heavy


async def test_the_light_is_judged_in_a_thread_of_this_process(judging):
    process, thread = await judging(False, where)
    assert process == os.getpid()
    assert thread.startswith("judging")


async def test_the_heavy_is_judged_in_a_process_of_its_own(judging):
    first, second = await asyncio.gather(*(judging(True, where) for _ in range(2)))
    assert len({os.getpid(), first[0], second[0]}) == 3


async def test_without_a_service_everything_is_judged_in_a_thread():
    for heavy in (False, True):
        process, thread = await judge_in_thread(heavy, where)
        assert process == os.getpid()
        assert thread != threading.main_thread().name


@pytest.mark.parametrize("heavy", [False, True])
async def test_what_is_raised_is_raised_here(judging, heavy):
    with pytest.raises(BadTarget, match="wrong"):
        await judging(heavy, fail, "wrong")


async def test_what_computes_for_too_long_is_ended(judging):
    with pytest.raises(TooHeavy, match="more computing"):
        await judging(True, compute_for_ever)


async def test_what_takes_too_much_memory_is_ended(judging):
    assert await judging(True, take, MAX_DATA // 8) == MAX_DATA // 8
    with pytest.raises(TooHeavy):
        await judging(True, take, MAX_DATA)


async def started(judging, file):
    """A call that never comes to an end, and the process that it runs in."""
    task = asyncio.create_task(judging(True, say_and_hang, file))
    while not (file.exists() and file.read_text()):
        await asyncio.wait([task], timeout=0.01)
        assert not task.done()
    return task, int(file.read_text())


async def gone(process):
    """Return once there is no such process."""
    async with asyncio.timeout(30):
        with suppress(ProcessLookupError):
            while True:
                os.kill(process, 0)
                await asyncio.sleep(0.01)


async def test_a_caller_who_leaves_ends_the_process(judging, tmp_path):
    task, pid = await started(judging, tmp_path / "pid")
    task.cancel()
    await asyncio.wait([task])
    await gone(pid)


async def test_closing_ends_every_process(judging, tmp_path):
    task, pid = await started(judging, tmp_path / "pid")
    judging.close()
    with pytest.raises(TooHeavy):
        await task
    await gone(pid)


async def test_who_waits_for_a_process_may_leave(judging, tmp_path):
    running, _ = await started(judging, tmp_path / "pid")
    waiting = asyncio.create_task(judging(True, where))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait([waiting])
    assert waiting.cancelled()
    running.cancel()
    assert (await judging(True, where))[0] != os.getpid()


@pytest.mark.parametrize("analysis", ANALYSES, ids=lambda analysis: analysis.name)
async def test_a_report_is_the_same_wherever_it_is_made(judging, analysis):
    page = "<link rel=stylesheet href=/wp-content/themes/a/a.css><body style='color: red'>"
    url = "https://e.example/"
    sheet = Sheet(f"{url}a.css", exchange(f"{url}a.css", "text/css", "p { font: 1em a, serif; color: #123 }"))
    site = Site(Capture("2026-01-01T00:00:00Z", exchange(url, "text/html", page), stylesheets=(sheet,)))
    assert await judging(True, analysis.analyze, site) == await judging(False, analysis.analyze, site)


async def test_a_process_that_the_system_ends_was_too_heavy(judging, tmp_path):
    task, pid = await started(judging, tmp_path / "pid")
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(TooHeavy):
        await task


async def test_where_processes_come_from_is_made_anew_when_it_was_killed(judging):
    await judging(True, where)
    parent = await judging(True, os.getppid)
    os.kill(parent, signal.SIGKILL)
    await asyncio.to_thread(os.waitid, os.P_PID, parent, os.WEXITED | os.WNOWAIT)
    assert await judging(True, os.getppid) != parent
