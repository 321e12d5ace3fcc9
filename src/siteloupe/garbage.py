"""Python's collector of cyclic garbage, set for a process that keeps many pages and makes few cycles.

Its defaults look at what is new after every 700 objects, which one page may be made of, and that took a fifth
of the time of an analysis. Nearly all memory is given back at once, by reference counts; what is left for the
collector are closed connections, a few kilobytes a visit.
"""

import gc

THRESHOLDS = (5_000, 5, 5)
"""New objects before the youngest are looked at, and how often then the older ones are."""


def collect_less() -> None:
    """Call once the process is set up: what is there now is kept for good, and left alone.

    Source: https://docs.python.org/3/library/gc.html#gc.freeze
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
