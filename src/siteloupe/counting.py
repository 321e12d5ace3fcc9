"""The files in which several workers count, reserved before the first count.

prometheus-client writes to files that are mapped into memory, and makes them sparse. Where the file system
has no block left for such a file, the kernel ends the process at the next count (SIGBUS), and each worker
after it. So each takes the blocks of its files when it starts; where it cannot, it counts in its own memory.
"""

import logging
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from siteloupe import log

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable with the folder of several workers; prometheus-client reads it when it is imported."""

ALONE = "each worker shows its own metrics only"

SIZES = {"counter": 512 * 1024, "histogram": 512 * 1024, "gauge_livesum": 64 * 1024}
"""Bytes of each file of a worker: more than all values of all labels, which are limited, take."""


@contextmanager
def folder_for(workers: int) -> Iterator[None]:
    """Name a folder for the counts of several workers in the environment, unless one is given.

    Where none can be made, each worker counts alone.
    """
    if workers == 1 or os.environ.get(FOLDER):
        yield
        return
    try:
        made = tempfile.TemporaryDirectory(prefix="siteloupe-metrics-")
    except OSError as error:
        print(f"{ALONE}: {error.strerror}", file=sys.stderr, flush=True)  # noqa: T201 - no log before the workers'
        yield
        return
    with made as folder:
        os.environ[FOLDER] = folder
        yield


def reserve(folder: Path, pid: int) -> bool:
    """Make the files of the worker ``pid``, with all their blocks; False, and none of them, without room."""
    files = {folder / f"{kind}_{pid}.db": size for kind, size in SIZES.items()}
    try:
        for file, size in files.items():
            with file.open("ab") as opened:
                os.posix_fallocate(opened.fileno(), 0, size)
    except OSError as error:
        for file in files:
            with suppress(OSError):
                file.unlink()
        log.event("metrics-not-shared", {"note": f"{ALONE}: {error.strerror}"}, logging.WARNING)
        return False
    return True
