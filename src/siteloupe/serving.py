"""Serving: the app of ``siteloupe.asgi`` in worker processes, bounded against slow and large requests."""

import os
import signal
from functools import partial

from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

from siteloupe.counting import folder_for
from siteloupe.listening import Server, listen
from siteloupe.settings import Settings

SHUTDOWN_SECONDS = 25
"""Seconds for open requests after SIGTERM."""

ENDING = (signal.SIGTERM, signal.SIGINT)
HEADER_SECONDS = 10
MAX_HEADER_BYTES = 64 * 1024


def serve(settings: Settings) -> None:
    """Serve until SIGTERM or SIGINT, then finish the open requests.

    Prints the address. The workers are processes that read the environment again, so options of the command
    line are written there. Raises BadSetting when the address cannot be listened on.
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
    with folder_for(settings.workers):
        server = granian("siteloupe.asgi:app", settings)
        import siteloupe.asgi  # noqa: F401, PLC0415 - workers share the memory of what is imported before them

        server.on_startup(lambda: print(f"siteloupe listens on {address(settings)}", flush=True))  # noqa: T201
        server.serve()


def _end_on_signals() -> None:
    """Make workers end on signals while they start, without the server's handlers.

    The signals are blocked during the fork, because Python loses signals of that moment.
    """
    for number in ENDING:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)


def granian(app: str, settings: Settings) -> Server:
    """Make a server for ``app`` at the settings' address, with limits for slow and large requests."""
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
    """Return the address of the service for a browser on this machine."""
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{host}:{settings.port}"
