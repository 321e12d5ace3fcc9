"""Python's collector of cyclic garbage, set for a process that keeps many pages and makes few cycles.

Its defaults walk through everything that is kept after every few hundred new objects, which took a fifth of
the time of an analysis. Memory is given back by reference counts, at once, as before.
"""

import gc

THRESHOLDS = (20_000, 10, 50)
"""New objects before the youngest are looked at, and how often then the older ones are."""


def collect_less() -> None:
    """Call once the process is set up: what is there now is kept for good, and left alone.

    Source: https://docs.python.org/3/library/gc.html#gc.freeze
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
