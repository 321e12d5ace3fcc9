"""The limits of a judging process: what the kernel refuses it, and what it may do all the same."""

import errno
import os
import platform
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from siteloupe import log
from siteloupe.judging import Judges, open_judges
from siteloupe.judging.limits import _PLATFORMS, Limits, _program, can_enter
from siteloupe.ledger import Ledger
from siteloupe.settings import Settings
from tests.judging.tasks import MIB, PROCESS, TRY, capture
from tests.judging.test_pool import soon

FILTERED = platform.system() == "Linux" and platform.machine() in _PLATFORMS


@pytest.mark.skipif(not FILTERED, reason="the system calls of this platform are not known")
@pytest.mark.parametrize("what", ["socket", "fork", "write", "remove", "signal", "run"])
async def test_a_judging_process_is_refused_what_it_never_needs(what):
    pool = Judges(1, Limits(5.0, 200 * MIB), Ledger())
    pool.start()
    try:
        assert await pool(TRY, capture(), what, deadline=soon()) == errno.EPERM
        assert await pool(TRY, capture(), "read", deadline=soon()) == 0
    finally:
        await pool.close()


@pytest.mark.parametrize("known", _PLATFORMS.values(), ids=_PLATFORMS.keys())
def test_every_jump_of_the_filter_ends_at_allow_or_refuse(known):
    program = _program(known)
    assert len(program) < 256  # jumps are one byte
    for at, (_, when_true, when_false, _) in enumerate(program[:-2]):
        for jump in {when_true, when_false} - {0}:
            assert at + 1 + jump in {len(program) - 2, len(program) - 1}


@pytest.mark.parametrize("known", _PLATFORMS.values(), ids=_PLATFORMS.keys())
def test_no_system_call_is_named_twice(known):
    assert len(set(known.refused)) == len(known.refused)
    assert known.openat not in known.refused


def a_cgroup(tmp_path):
    """A control group of the kernel's where this machine lets the test make one, otherwise a plain folder."""
    for mounted in (Path("/sys/fs/cgroup/unified"), Path("/sys/fs/cgroup")):
        made = mounted / f"siteloupe-{os.getpid()}"
        with suppress(OSError):
            made.mkdir()
            if can_enter(str(made)):
                return made
            made.rmdir()
    (tmp_path / "cgroup.procs").touch()
    return tmp_path


async def test_judging_processes_enter_the_control_group_that_they_are_given(tmp_path):
    cgroup = a_cgroup(tmp_path)
    async with open_judges(replace(Settings(), judges_cgroup=str(cgroup)), count=1) as judges:
        pid = await judges(PROCESS, capture(), deadline=soon())
        assert (cgroup / "cgroup.procs").read_text().split() == (["0"] if cgroup == tmp_path else [str(pid)])
    if cgroup != tmp_path:
        cgroup.rmdir()


async def test_a_control_group_that_cannot_be_entered_is_logged_and_pages_are_judged(tmp_path, capsys):
    log.write_to()
    async with open_judges(replace(Settings(), judges_cgroup=f"{tmp_path}/none"), count=1) as judges:
        assert await judges(PROCESS, capture(), deadline=soon())
    log.write_nowhere()
    assert "judges-cgroup-refused" in capsys.readouterr().err
