"""Serving: the app of ``siteloupe.asgi`` in worker processes, bounded against slow and large requests."""

import os
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

from siteloupe.listening import Server, listen
from siteloupe.settings import Settings

SHUTDOWN_SECONDS = 25
"""How long requests that are being answered may go on after SIGTERM."""

ENDING = (signal.SIGTERM, signal.SIGINT)
HEADER_SECONDS = 10
MAX_HEADER_BYTES = 64 * 1024

METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Where several workers count together; prometheus-client reads it when it is imported."""


def serve(settings: Settings) -> None:
    """Serve until SIGTERM or SIGINT, and let what is being answered finish. Prints the address.

    The workers are processes of their own that read the environment again, so what the command line
    changed is written there. Raises BadSetting when the address cannot be listened on.
    """
    os.environ.update(
        SITELOUPE_HOST=settings.host,
        SITELOUPE_PORT=str(settings.port),
        SITELOUPE_WORKERS=str(settings.workers),
    )
    os.register_at_fork(
        before=partial(signal.pthread_sigmask, signal.SIG_BLOCK, ENDING),
        after_in_parent=partial(signal.pthread_sigmask, signal.SIG_UNBLOCK, ENDING),
        after_in_child=_end_on_signals,
    )
    with _counting_together(settings.workers):
        server = granian("siteloupe.asgi:app", settings)
        import siteloupe.asgi  # noqa: F401, PLC0415 - workers share the memory of what is imported before them

        server.on_startup(lambda: print(f"siteloupe listens on {address(settings)}", flush=True))  # noqa: T201
        server.serve()


@contextmanager
def _counting_together(workers: int) -> Iterator[None]:
    """A folder for the metrics of several workers, unless one is given."""
    if workers == 1 or os.environ.get(METRICS_FOLDER):
        yield
        return
    with tempfile.TemporaryDirectory(prefix="siteloupe-metrics-") as folder:
        os.environ[METRICS_FOLDER] = folder
        yield


def _end_on_signals() -> None:
    """Let a worker be ended while it starts: it inherits the server's handlers, which end nothing in it.

    The signals are held back while it is forked, since Python forgets those that come in that moment.
    """
    for number in ENDING:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)


def granian(app: str, settings: Settings) -> Server:
    """A server for ``app`` that listens at the settings' address, bounded against slow and large requests."""
    return Server(
        app,
        listen(settings.host, settings.port),
        workers=settings.workers,
        interface=Interfaces.ASGI,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(
            header_read_timeout=HEADER_SECONDS * 1000, max_buffer_size=MAX_HEADER_BYTES
        ),
        websockets=False,
        log_access=False,
        log_level=LogLevels.warning,
        workers_kill_timeout=SHUTDOWN_SECONDS,
        respawn_failed_workers=True,
    )


def address(settings: Settings) -> str:
    """Where a browser on this machine finds the service."""
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{host}:{settings.port}"
