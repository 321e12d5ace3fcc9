"""Answers about short texts, remembered from page to page.

Sheets repeat what others say, so most texts were read before. Long ones are read anew each time: whoever
named thousands of values of a megabyte each would else fill the memory of a service that runs for months.
"""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeVar

LONGEST = 500
"""Characters of a text whose answer is remembered."""

More = ParamSpec("More")
Found = TypeVar("Found")
Reading = Callable[Concatenate[str, More], Found]


def remembered(most: int) -> Callable[[Reading[More, Found]], Reading[More, Found]]:
    """Make a function of a text, and of what else is hashable, remember its last ``most`` answers.

    ``cache_clear`` of the result forgets them.
    """

    def decorated(read: Reading[More, Found]) -> Reading[More, Found]:
        cached = lru_cache(maxsize=most)(read)
        known: Reading[More, Found] = cached

        @wraps(read)
        def found(text: str, /, *more: More.args, **named: More.kwargs) -> Found:
            return known(text, *more, **named) if len(text) <= LONGEST else read(text, *more, **named)

        found.cache_clear = cached.cache_clear  # type: ignore[attr-defined]
        return found

    return decorated
