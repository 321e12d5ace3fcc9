"""The C library's allocator, set for a process that makes a tree of every page and throws it away.

By default glibc hands what a page took back to the system, and the next page gets it again zeroed, 4 KB at a
time: a hundred faults and more for each, a tenth of an analysis' time.
"""

import ctypes
from contextlib import suppress

KEPT = 2 * 1024 * 1024
"""Bytes at the end of each heap that stay with the process: what an ordinary page of 100 KB takes. With eight
times as much the process holds some megabytes more for good, and such pages are judged no faster."""

SEPARATE = 1024 * 1024
"""Bytes from which an allocation is made of its own, and given back; an ordinary page needs none such."""

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3  # names and numbers of malloc.h


def keep_freed_memory() -> None:
    """Call once the process is set up. Does nothing where the C library has no such setting.

    Source: https://man7.org/linux/man-pages/man3/mallopt.3.html
    """
    with suppress(OSError, TypeError, AttributeError):  # no library by that way, or not glibc
        mallopt = ctypes.CDLL(None).mallopt
        mallopt(_M_TRIM_THRESHOLD, KEPT)
        mallopt(_M_MMAP_THRESHOLD, SEPARATE)
