"""What a judging process does: one task after the other, each within its limits.

Requests are pickles, since they come from the service. Answers are MessagePack, which the service reads as
the type that the task names.
"""

import contextlib
import pickle
import signal
import struct
import time
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import msgspec

from siteloupe.capture import Capture
from siteloupe.judging.limits import Limits, confine, end_for_memory, end_with, limit_cpu
from siteloupe.judging.task import Sites, Task
from siteloupe.process import tune_for_pages

ANSWERED, UNKNOWN_PAGE, FAILED = b"a", b"u", b"f"
"""The first byte of an answer: the task's own follows; the page has to be sent; an exception was raised."""

LENGTH = struct.Struct("!Q")
"""Before each message: its bytes."""

HEAD = struct.Struct("!cd")
"""Before the answer itself: its first byte, and the seconds of CPU time that the task took."""

_encoder = msgspec.msgpack.Encoder()


class JudgeRequest(NamedTuple):
    """One task as it is sent. Without ``has_page`` the process should hold the page ``number`` already."""

    number: int
    task: Task[Any]
    capture: Capture
    arguments: tuple[Any, ...]
    has_page: bool = True

    def encode(self) -> bytes:
        """Return the request as bytes, for a process that imports the same code."""
        request = (self.number, self.task.function, self.capture, self.arguments, self.has_page)
        return pickle.dumps(request, protocol=5)


def run(
    requests: Connection,
    answers: Connection,
    limits: Limits,
    parent: int | None = None,
    prepare: Callable[[], None] | None = None,
) -> None:
    """Answer requests until one is empty, or the other side closes the pipe.

    A process that was forked from its ``parent`` directly holds the other side as well, and ends with it. It
    calls ``prepare`` before it gives up the right to write files: what that imports is kept compiled.
    """
    if parent is not None:
        end_with(parent)
        signal.set_wakeup_fd(-1)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # they are for the service, which lets answers finish
    if prepare is not None:
        prepare()
    tune_for_pages()  # what is loaded now stays
    confine(limits)
    sites = Sites()
    with (
        open(requests.fileno(), "rb", closefd=False) as incoming,
        open(answers.fileno(), "wb", closefd=False) as outgoing,
        contextlib.suppress(BrokenPipeError),  # the service is gone
    ):
        while len(length := incoming.read(LENGTH.size)) == LENGTH.size:
            if not (request := incoming.read(*LENGTH.unpack(length))):
                return
            answer = _answer_within_limits(sites, request, limits)
            outgoing.write(LENGTH.pack(len(answer)))
            outgoing.write(answer)
            outgoing.flush()


def _answer_within_limits(sites: Sites, message: bytes, limits: Limits) -> bytes:
    """The answer as it is sent. The process ends when the task needs more than it may use."""
    limit_cpu(limits.cpu_seconds)
    began = time.thread_time()  # that of the process goes in steps of the system's clock while it has a limit
    try:
        kind, answer = _answer(sites, message)
    except MemoryError:
        end_for_memory()
    limit_cpu(0)
    return HEAD.pack(kind, time.thread_time() - began) + answer


def _answer(sites: Sites, message: bytes) -> tuple[bytes, bytes]:
    """The first byte of an answer, and the rest."""
    number, function, capture, arguments, has_page = pickle.loads(message)  # noqa: S301 - the service made it
    if not has_page and not sites.holds(number):
        return UNKNOWN_PAGE, b""
    try:
        site = sites.site(number, capture)
        return ANSWERED, _encoder.encode(function(site, *arguments))
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - it is raised again on the other side
        return FAILED, _encoder.encode("".join(traceback.format_exception(error)))
