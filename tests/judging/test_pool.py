"""The pool of judging processes: what comes back, what is ended, whose turn it is, and what is started anew."""

import asyncio
import itertools
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from multiprocessing import popen_forkserver

import pytest

from siteloupe import ledger
from siteloupe.analyses import ANALYSES
from siteloupe.analyses.judge import REPORTS
from siteloupe.errors import Busy, TooHeavy
from siteloupe.judging import Judges, judge_in_thread
from siteloupe.judging.limits import Limits
from siteloupe.judging.pool import MODULES
from siteloupe.judging.process import JudgingProcess
from siteloupe.ledger import Ledger
from tests.judging.tasks import (
    BODY,
    COMPUTE,
    CRASH,
    FAIL,
    MIB,
    PROCESS,
    REMEMBERED,
    TAKE,
    WAIT,
    WORK,
    capture,
)

MEMORY = 200 * MIB


class Ends(list):
    """Why processes ended."""


@asynccontextmanager
async def judges(count=1, cpu_seconds=10.0, ends=None, costs=None):
    pool = Judges(
        count,
        Limits(cpu_seconds, MEMORY),
        Ledger() if costs is None else costs,
        on_end=(ends if ends is not None else []).append,
    )
    pool.start()
    try:
        yield pool
    finally:
        await pool.close()


def soon(seconds=60):
    """A deadline that only a test which fails will reach."""
    return asyncio.get_running_loop().time() + seconds


@pytest.fixture
def pipe(tmp_path):
    """A function that makes a named pipe."""

    def make(name="pipe"):
        os.mkfifo(tmp_path / name)
        return str(tmp_path / name)

    return make


def write(path, text="go"):
    with open(path, "w") as opened:  # noqa: PTH123 - it is a pipe
        opened.write(text)


def read(path):
    with open(path) as opened:  # noqa: PTH123 - it is a pipe
        return opened.read()


async def start_waiting(pool, path):
    """The number of the only process, and a task of its own that waits for somebody to write to ``path``."""
    process = await pool(PROCESS, capture(), deadline=soon())
    running = asyncio.create_task(pool(WAIT, capture(), path, deadline=soon()))
    await asyncio.sleep(0)
    assert pool.queue_length == 0
    return process, running


async def until_gone(process):
    async with asyncio.timeout(30):
        with suppress(ProcessLookupError):
            while True:
                os.kill(process, 0)
                await asyncio.sleep(0.01)


async def test_a_task_runs_in_a_process_of_its_own():
    async with judges() as pool:
        first = await pool(PROCESS, capture(), deadline=soon())
        assert first not in {os.getpid(), os.getppid()}
        assert await pool(PROCESS, capture(), deadline=soon()) == first


async def test_a_page_is_sent_once_and_read_once():
    async with judges() as pool:
        page = capture()
        first, known, _ = await pool(REMEMBERED, page, deadline=soon())
        again, known_again, _ = await pool(REMEMBERED, page, deadline=soon())
        assert (first, known, known_again) == (again, False, True)
        assert await pool(BODY, page, deadline=soon()) == len(page.page.body)


async def test_a_page_that_a_process_has_forgotten_is_sent_again():
    async with judges() as pool:
        page = capture(html="<p>" + "x" * 400_000)
        others = [capture(html="<p>" + "y" * 400_000) for _ in range(3)]
        for each in (page, *others, page):
            assert await pool(BODY, each, deadline=soon()) == len(each.page.body)


async def test_what_fails_is_a_mistake_of_ours_and_says_where():
    async with judges() as pool:
        with pytest.raises(RuntimeError, match="ValueError: wrong"):
            await pool(FAIL, capture(), "wrong", deadline=soon())
        assert await pool(BODY, capture(), deadline=soon())


@pytest.mark.parametrize(
    ("task", "arguments", "cause"),
    [(COMPUTE, (), "cpu"), (TAKE, (MEMORY,), "memory"), (CRASH, (), "crashed")],
    ids=["computes", "takes memory", "crashes"],
)
async def test_what_needs_too_much_is_ended_and_the_next_page_is_judged(task, arguments, cause):
    ends = []
    async with judges(cpu_seconds=0.3, ends=ends) as pool:
        with pytest.raises(TooHeavy, match="more computing"):
            await pool(task, capture(), *arguments, deadline=soon())
        assert ends == [cause]
        assert await pool(BODY, capture(), deadline=soon())


async def test_memory_within_the_limit_is_given():
    async with judges() as pool:
        assert await pool(TAKE, capture(), MEMORY // 4, deadline=soon()) == MEMORY // 4


async def test_a_task_ends_at_its_deadline(pipe):
    ends, path = [], pipe()
    async with judges(ends=ends) as pool:
        await pool(BODY, capture(), deadline=soon())
        with pytest.raises(TooHeavy):
            await pool(WAIT, capture(), path, deadline=soon(0.3))
        assert await pool(BODY, capture(), deadline=soon())
    assert "left" in ends


async def test_who_waits_in_vain_is_told_that_the_service_is_busy(pipe):
    path = pipe()
    async with judges() as pool:
        _, running = await start_waiting(pool, path)
        with pytest.raises(Busy):
            await pool(BODY, capture(), deadline=soon(0.2))
        running.cancel()


async def test_a_caller_who_leaves_ends_the_process(pipe):
    path = pipe()
    async with judges() as pool:
        process, running = await start_waiting(pool, path)
        running.cancel()
        await until_gone(process)
        assert await pool(BODY, capture(), deadline=soon())


RETIRING = """
import asyncio
from siteloupe.judging import Judges, pool
from siteloupe.judging.limits import Limits
from siteloupe.ledger import Ledger
from tests.judging.tasks import PROCESS, capture

async def ask():
    pool.MAX_JOBS = 2
    judges = Judges({count}, Limits(10.0, 200 * 1024 * 1024), Ledger(), prepare={prepare})
    judges.start()
    deadline = asyncio.get_running_loop().time() + 60
    try:
        print(len({{await judges(PROCESS, capture(), deadline=deadline) for _ in range(9)}}))
    finally:
        await judges.close()

asyncio.run(ask())
"""


@pytest.mark.parametrize("prepare", ["int", "None"])
def test_a_process_that_has_done_its_share_ends_and_another_takes_its_place(prepare):
    """In a program without threads, which alone may fork itself."""
    code = RETIRING.format(count=1, prepare=prepare)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("5\n", "")


PREPARED = """
import asyncio
import os
from pathlib import Path
from siteloupe.judging import open_judges
from siteloupe.settings import Settings
from tests.judging.tasks import PROCESS, capture

async def ask():
    note = Path({note!r})
    async with open_judges(Settings(), count=1, prepare=lambda: note.write_text(str(os.getpid()))) as judge:
        deadline = asyncio.get_running_loop().time() + 60
        print(await judge(PROCESS, capture(), deadline=deadline) == int(note.read_text()))

asyncio.run(ask())
"""


def test_a_process_prepares_itself_while_it_may_still_write_files(tmp_path):
    code = PREPARED.format(note=str(tmp_path / "note"))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("True\n", "")


async def test_closing_ends_every_process(pipe):
    path = pipe()
    async with judges() as pool:
        process, running = await start_waiting(pool, path)
    with pytest.raises(TooHeavy):
        await running
    await until_gone(process)


async def test_where_processes_come_from_is_made_anew_when_it_was_killed():
    async with judges() as pool:
        process = await pool(PROCESS, capture(), deadline=soon())
        server = int(read(f"/proc/{process}/stat").rpartition(")")[2].split()[1])
        os.kill(server, signal.SIGKILL)
        os.kill(process, signal.SIGKILL)
        await until_gone(process)
        assert await pool(PROCESS, capture(), deadline=soon()) != process


async def test_a_process_is_killed_and_only_its_own_task_is_lost():
    ends = []
    async with judges(count=2, ends=ends) as pool:
        process = await pool(PROCESS, capture(), deadline=soon())
        os.kill(process, signal.SIGKILL)
        found = await asyncio.gather(*(pool(BODY, capture(), deadline=soon()) for _ in range(20)))
    assert len(found) == 20
    assert "killed" in ends


def ask_as(name, pool, *about):
    """A task that the caller ``name`` waits for."""

    async def ask():
        ledger.caller.set(name)
        return await pool(*about, deadline=soon())

    return asyncio.create_task(ask())


async def test_the_long_task_of_who_has_cost_much_makes_room_and_starts_again(pipe):
    ends, path, costs = [], pipe(), Ledger()
    costs.charge("heavy", 100.0)
    async with judges(ends=ends, costs=costs) as pool:
        heavy = ask_as("heavy", pool, WAIT, capture(), path)
        while pool.queue_length or not pool.alive:
            await asyncio.sleep(0.01)
        assert await ask_as("light", pool, BODY, capture())
        assert ends == ["interrupted"]
        await asyncio.to_thread(write, path, "at last")
        assert await heavy == "at last"


async def test_of_callers_who_wait_the_one_with_the_best_rank_comes_first(pipe):
    path, costs, order = pipe(), Ledger(), []
    for name, cost in (("first", 0.0), ("middle", 4.0), ("last", 7.0)):
        costs.charge(name, cost)
    async with judges(costs=costs) as pool:
        await pool(BODY, capture(), deadline=soon())
        running = ask_as("first", pool, WAIT, capture(), path)
        await asyncio.sleep(0)
        others = [ask_as(name, pool, BODY, capture()) for name in ("last", "middle", "first")]
        for name, task in zip(("last", "middle", "first"), others, strict=True):
            task.add_done_callback(lambda _, name=name: order.append(name))
        await asyncio.sleep(0)
        await asyncio.to_thread(write, path)
        await asyncio.gather(running, *others)
    assert order == ["first", "middle", "last"]


async def test_a_process_is_kept_for_callers_who_cost_little(pipe):
    path, costs = pipe(), Ledger()
    costs.charge("costly", 100.0)
    async with judges(count=2, costs=costs) as pool:
        await asyncio.gather(*(pool(BODY, capture(), deadline=soon()) for _ in range(4)))
        assert pool.alive == 2
        await ask_as("light", pool, BODY, capture())
        running = [ask_as("costly", pool, WAIT, capture(), path) for _ in range(2)]
        await asyncio.sleep(0)
        assert pool.queue_length == 1
        assert await ask_as("light", pool, BODY, capture())
        for task in running:
            task.cancel()


async def test_a_caller_with_many_tasks_ranks_behind_one_with_few(pipe):
    path, order = pipe(), []
    async with judges() as pool:
        await pool(BODY, capture(), deadline=soon())
        running = ask_as("nobody", pool, WAIT, capture(), path)
        await asyncio.sleep(0)
        crowd = [ask_as("crowd", pool, BODY, capture()) for _ in range(4)]
        await asyncio.sleep(0)
        single = ask_as("single", pool, BODY, capture())
        for name, task in (("crowd", crowd[0]), ("single", single)):
            task.add_done_callback(lambda _, name=name: order.append(name))
        await asyncio.sleep(0)
        await asyncio.to_thread(write, path)
        await asyncio.gather(running, single, *crowd)
    assert order == ["single", "crowd"]


async def test_a_process_waits_for_the_next_task_on_a_heavy_page_before_it_takes_another():
    order = []
    async with judges() as pool:
        await pool(BODY, capture(), deadline=soon())
        page = capture()

        async def visit():
            await pool(WORK, page, 0.3, deadline=soon())
            order.append("first task")
            await pool(BODY, page, deadline=soon())
            order.append("second task")

        visiting = asyncio.create_task(visit())
        await asyncio.sleep(0)
        another = asyncio.create_task(pool(BODY, capture(), deadline=soon()))
        another.add_done_callback(lambda _: order.append("another page"))
        await asyncio.gather(visiting, another)
    assert order == ["first task", "second task", "another page"]


async def test_what_a_task_cost_is_charged_to_its_caller():
    costs, jobs = Ledger(), []
    async with judges(costs=costs) as pool:
        pool._on_job = lambda task, seconds: jobs.append((task, seconds))
        await ask_as("somebody", pool, REMEMBERED, capture(html="<p>text</p>" * 20_000))
    ((task, seconds),) = jobs
    assert task == "remembered"
    assert 0 < costs.cost("somebody") <= seconds


async def test_it_is_ready_from_its_start_to_its_end():
    async with judges() as pool:
        assert pool.is_ready
        await pool(BODY, capture(), deadline=soon())
        assert pool.is_ready
    assert not pool.is_ready


async def test_it_is_not_ready_while_no_process_can_be_started(monkeypatch):
    async def fail(*_, **__):
        raise OSError("no room")

    ends = []
    with monkeypatch.context() as broken:
        broken.setattr(JudgingProcess, "start", fail)
        async with judges(ends=ends) as pool:
            with pytest.raises(Busy):
                await pool(BODY, capture(), deadline=soon(0.3))
            assert not pool.is_ready
            assert set(ends) == {"not-started"}
            broken.undo()
            assert await pool(BODY, capture(), deadline=soon())
            assert pool.is_ready


@pytest.mark.parametrize("analysis", ANALYSES, ids=lambda analysis: analysis.name)
async def test_a_report_is_the_same_wherever_it_is_made(analysis):
    page = capture(html="<link rel=stylesheet href=/wp-content/themes/a/a.css><body style='color: red'>")
    async with judges() as pool:
        made = await pool(REPORTS, page, (analysis,), 100_000, deadline=soon())
    assert made == await judge_in_thread(REPORTS, page, (analysis,), 100_000, deadline=soon())


async def test_a_process_that_is_cancelled_while_it_starts_gets_its_own_pipes_and_ends(monkeypatch):
    connect, asked, go_on = (
        popen_forkserver.forkserver.connect_to_new_process,
        threading.Event(),
        threading.Event(),
    )

    def connect_later(pipes):
        asked.set()
        go_on.wait()
        return connect(pipes)

    monkeypatch.setattr(popen_forkserver.forkserver, "connect_to_new_process", connect_later)
    process = JudgingProcess(1, lambda *_: None, lambda *_: None)
    with ThreadPoolExecutor(1) as executor:
        starting = asyncio.create_task(process.start(MODULES, Limits(10.0, MEMORY), executor))
        await asyncio.to_thread(asked.wait)
        starting.cancel()
        await asyncio.sleep(0)
        others = [os.pipe() for _ in range(4)]  # they take the numbers of pipes that were closed too early
        go_on.set()
        with suppress(asyncio.CancelledError):
            await starting
    (child,) = multiprocessing.active_children()
    child.join(30)
    assert child.exitcode == 0
    for end in itertools.chain(*others):
        os.close(end)
