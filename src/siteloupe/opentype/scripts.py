"""The scripts of characters: Unicode's Script property.

Source: https://www.unicode.org/reports/tr24/
"""

import functools
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from siteloupe.opentype.characters import LAST, Range

_NO_SCRIPT = frozenset({"Zyyy", "Zinh", "Zzzz"})
"""Common (shared by many scripts), Inherited (from the previous character), Unknown (not assigned)."""


def count_scripts(ranges: Iterable[Range]) -> Mapping[str, int]:
    """Count the characters of each script in ``ranges``, the script with most first."""
    starts, codes, names = _script_data()
    counts: Counter[str] = Counter()
    for low, high in ranges:
        place = bisect_right(starts, low) - 1
        while place < len(starts) and starts[place] <= high:
            end = starts[place + 1] - 1 if place + 1 < len(starts) else LAST
            counts[codes[place]] += min(high, end) - max(low, starts[place]) + 1
            place += 1
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return {names[code].replace("_", " "): count for code, count in ranked if code not in _NO_SCRIPT}


@functools.cache
def _script_data() -> tuple[Sequence[int], Sequence[str], Mapping[str, str]]:
    """Return the first character of each run of one script, the run's code, and the names of the codes."""
    from fontTools.unicodedata import Scripts  # noqa: PLC0415 - saves a tenth of a second at the start

    return Scripts.RANGES, Scripts.VALUES, Scripts.NAMES
