"""The limits of a judging process: what the kernel refuses it, and what it may do all the same."""

import errno
import platform

import pytest

from siteloupe.judging import Judges
from siteloupe.judging.limits import _PLATFORMS, Limits, _program
from siteloupe.ledger import Ledger
from tests.judging.tasks import MIB, TRY, capture
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
