"""Tasks for judging processes: harmless ones, and those that have to be ended."""

import os
import resource
import socket
from pathlib import Path

from siteloupe.capture import Capture, Exchange, Headers
from siteloupe.judging import Task

MIB = 1024 * 1024


def capture(url="http://example.test/", html="<p>Text"):
    """The capture of a page."""
    headers = Headers([("content-type", "text/html")])
    return Capture("2026-01-01T00:00:00Z", Exchange(url, url, 200, headers, html.encode()))


def _process(_site):
    return os.getpid()


def _body(site):
    return len(site.capture.page.body)


def _remembered(site):
    """Whether the page was read before, and now it was."""
    known = "page" in site.__dict__
    return (os.getpid(), known, len(site.page.links) >= 0)


def _fail(_site, message):
    raise ValueError(message)


def _compute(_site):
    while True:
        pass


def _work(_site, seconds):
    """Compute for so many seconds of CPU time."""
    until = resource.getrusage(resource.RUSAGE_SELF).ru_utime + seconds
    while resource.getrusage(resource.RUSAGE_SELF).ru_utime < until:
        pass
    return 0


def _take(_site, size):
    return len(bytearray(size))


def _crash(_site):
    os.abort()


def _wait_for(_site, file):
    """Wait until somebody opens the pipe ``file`` and closes it."""
    with open(file) as opened:  # noqa: PTH123 - it is a pipe
        return opened.read()


def _try(_site, what):
    """The error number of something that no judging process may do; 0 when it could."""
    try:
        if what == "socket":
            socket.socket().close()
        elif what == "fork":
            os.fork()
        elif what == "write":
            os.close(os.open("written", os.O_WRONLY | os.O_CREAT))
        elif what == "remove":
            Path("/nowhere/at-all").unlink()
        elif what == "signal":
            os.kill(os.getppid(), 0)
        elif what == "run":
            os.execv("/bin/true", ["true"])  # noqa: S606 - it is refused
        elif what == "read":
            os.close(os.open(__file__, os.O_RDONLY))
    except OSError as error:
        return error.errno
    return 0


PROCESS = Task(_process, int)
BODY = Task(_body, int)
REMEMBERED = Task(_remembered, tuple[int, bool, bool])
FAIL = Task(_fail, int)
COMPUTE = Task(_compute, int)
WORK = Task(_work, int)
TAKE = Task(_take, int)
CRASH = Task(_crash, int)
WAIT = Task(_wait_for, str)
TRY = Task(_try, int)
