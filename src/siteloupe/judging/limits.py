"""What a judging process may use: CPU time, memory, and few system calls.

The kernel keeps these limits, whatever the process does. Where a system call filter cannot be had, the other
limits hold alone.
"""

import contextlib
import ctypes
import os
import platform
import resource
import signal
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

OUT_OF_MEMORY = 97
"""The exit code of a process that ran out of memory."""

_MEMBERS = "cgroup.procs"

_NICE = 5
"""How far a process stands back behind those that answer callers: a third of their share (see nice(2))."""

_PR_SET_PDEATHSIG = 1  # linux/prctl.h
_PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP, _SECCOMP_MODE_FILTER = 38, 22, 2  # and linux/seccomp.h
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | 1  # linux/seccomp.h; the error is EPERM
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06  # linux/filter.h
_NUMBER, _ARCHITECTURE, _THIRD_ARGUMENT = 0, 4, 32  # offsets in struct seccomp_data
_FOREIGN = 0x40000000  # numbers of the x32 ABI
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds of CPU time for one task, and bytes of memory for the process, what it starts with included.

    ``cgroup`` is the folder of a control group that the process enters.
    """

    cpu_seconds: float
    memory: int
    cgroup: str | None = None


@dataclass(frozen=True, slots=True)
class _Platform:
    """What the kernel calls the processor, the number of openat, and the calls that are refused."""

    audit: int
    openat: int
    refused: tuple[int, ...]


# Sockets, processes, signals to others, tracing, mounts, and changes to files. Sources: the kernel's
# arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h
_PLATFORMS = {
    "x86_64": _Platform(
        0xC000003E,
        257,
        (
            *(2, 41, 42, 43, 44, 46, 49, 50, 53, 56, 57, 58, 59, 62, 76, 82, 83, 84, 85, 86, 87, 88, 90, 92),
            *(101, 165, 200, 250, 258, 263, 264, 265, 266, 268, 272, 288, 307, 308, 310, 311, 316),
            *(321, 322, 424, 425, 434, 435, 437),
        ),
    ),
    "aarch64": _Platform(
        0xC00000B7,
        56,
        (
            *(34, 35, 36, 37, 38, 40, 45, 53, 97, 117, 129, 130, 198, 199, 200, 201, 202, 203, 206, 211, 219),
            *(220, 221, 242, 268, 269, 270, 271, 276, 280, 281, 424, 425, 434, 435, 437),
        ),
    ),
}


def confine(limits: Limits) -> None:
    """Keep this process within ``limits`` for good, but for the CPU time: see :func:`limit_cpu`.

    Call it once, when everything is imported. What the kernel does not have is left out.
    """
    with contextlib.suppress(OSError):  # not everywhere may a process choose to stand back
        os.nice(_NICE)
    if limits.cgroup is not None:
        with contextlib.suppress(OSError):  # the service has said so when it started
            _enter(limits.cgroup)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    _limit(resource.RLIMIT_DATA, limits.memory)
    _limit(resource.RLIMIT_FSIZE, 0)
    _limit(resource.RLIMIT_CORE, 0)
    with contextlib.suppress(OSError):
        refuse_system_calls()


def can_enter(cgroup: str) -> bool:
    """Whether this process may move itself to ``cgroup``."""
    return os.access(Path(cgroup, _MEMBERS), os.W_OK)


def _enter(cgroup: str) -> None:
    """Move this process to ``cgroup``, whose limits are the operator's.

    Source: https://docs.kernel.org/admin-guide/cgroup-v2.html#processes
    """
    Path(cgroup, _MEMBERS).write_text("0")  # the process that writes


def limit_cpu(seconds: float) -> None:
    """Let the kernel end this process after ``seconds`` of CPU time from now on; 0 takes the limit away.

    Source: https://man7.org/linux/man-pages/man2/setitimer.2.html
    """
    signal.setitimer(signal.ITIMER_PROF, seconds)


def end_with(parent: int) -> None:
    """Let the kernel end this process when its ``parent`` ends. Linux only.

    Source: https://man7.org/linux/man-pages/man2/pr_set_pdeathsig.2const.html
    """
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it has ended meanwhile
        os._exit(0)


def end_for_memory() -> NoReturn:
    """End this process, which ran out of memory."""
    os._exit(OUT_OF_MEMORY)


def refuse_system_calls() -> None:
    """Refuse what judging never needs: sockets, new processes, signals to others, writing files.

    Does nothing on a platform whose numbers are not known. Raises OSError when the kernel has no such filter.
    Source: https://www.kernel.org/doc/html/latest/userspace-api/seccomp_filter.html
    """
    if platform.system() != "Linux" or (known := _PLATFORMS.get(platform.machine())) is None:
        return
    program = _program(known)
    instructions = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *each) for each in program))
    # struct sock_fprog: the number of instructions, then a pointer to them
    filter_ = ctypes.create_string_buffer(struct.pack("HP", len(program), ctypes.addressof(instructions)))
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)
    _prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.addressof(filter_))


def _prctl(option: int, value: int, pointer: int = 0) -> None:
    """Call prctl(2). Raises OSError when the kernel refuses."""
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    prctl.argtypes = [ctypes.c_int, *[ctypes.c_ulong] * 4]
    if prctl(option, value, pointer, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "the kernel refused a process control")


def _program(known: _Platform) -> list[tuple[int, int, int, int]]:
    """The filter's instructions: code, jump when true, jump when false, operand.

    Jumps go to the last instruction, which refuses; the one before it allows.
    """
    tests = [
        (_LOAD, 0, _ARCHITECTURE),
        (_EQUAL, 1, known.audit),  # another architecture's numbers mean other calls
        (_LOAD, 0, _NUMBER),
        (_AT_LEAST, 2, _FOREIGN),
        *((_EQUAL, 2, number) for number in known.refused),
        (_EQUAL, 3, known.openat),
        (_LOAD, 0, _THIRD_ARGUMENT),
        (_ANY_BIT, 2, _WRITING),
    ]
    allow = len(tests)
    refuse = allow + 1
    program = []
    for at, (code, kind, operand) in enumerate(tests):
        to_refuse, to_allow = refuse - at - 1, allow - at - 1
        jumps = {0: (0, 0), 1: (0, to_refuse), 2: (to_refuse, 0), 3: (0, to_allow)}[kind]
        program.append((code, *jumps, operand))
    return [*program, (_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _REFUSE)]


def _limit(kind: int, value: int) -> None:
    hard = resource.getrlimit(kind)[1]
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (value, value))
