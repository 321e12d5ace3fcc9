"""The memory of a process for many pages: Python's garbage collector and the C library's allocator.

The collector's defaults look at what is new after every 700 objects, which one page may be made of, and that
took a fifth of the time of an analysis. Nearly all memory is freed at once, by reference counts; what is left
for the collector are closed connections, a few kilobytes a visit.

By default glibc returns what a page took to the system, and the next page gets it again zeroed, 4 KB at a
time: a hundred faults and more for each, a tenth of an analysis' time.
"""

import ctypes
import gc
from contextlib import suppress

THRESHOLDS = (5_000, 5, 5)
"""New objects before the collector looks at the youngest, and how often then at the older ones."""

KEPT = 2 * 1024 * 1024
"""Bytes at the end of each heap that stay with the process: what an ordinary page of 100 KB takes. With eight
times as much the process holds some megabytes more for good, and such pages are analyzed no faster."""

SEPARATE = 1024 * 1024
"""Bytes from which an allocation has a mapping of its own, and is returned; an ordinary page needs none."""

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3  # names and numbers of malloc.h


def tune_for_pages() -> None:
    """Set the allocator and the collector for many pages. Call once, when the process is set up."""
    keep_freed_memory()
    collect_less()


def keep_freed_memory() -> None:
    """Keep freed memory for the next page. Does nothing where the C library has no such setting.

    Source: https://man7.org/linux/man-pages/man3/mallopt.3.html
    """
    with suppress(OSError, TypeError, AttributeError):  # no library by that way, or not glibc
        mallopt = ctypes.CDLL(None).mallopt
        mallopt(_M_TRIM_THRESHOLD, KEPT)
        mallopt(_M_MMAP_THRESHOLD, SEPARATE)


def collect_less() -> None:
    """Run the collector less often, and never on what is there now.

    Source: https://docs.python.org/3/library/gc.html#gc.freeze
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
