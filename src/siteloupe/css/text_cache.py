"""A cache of results for short texts, shared by all pages.

Stylesheets repeat each other, so most texts were parsed before. Long texts are parsed each time: a site with
thousands of values of a megabyte each must not fill the memory of a service that runs for months.
"""

from collections.abc import Callable
from functools import lru_cache, wraps
from inspect import signature
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

LONGEST = 500
"""The longest text whose result is cached, in characters."""

More = ParamSpec("More")
Result = TypeVar("Result")
Reading = Callable[Concatenate[str, More], Result]


def text_cache(entries: int) -> Callable[[Reading[More, Result]], Reading[More, Result]]:
    """Cache the last ``entries`` results of a function of a text and of other hashable arguments.

    This is a decorator. ``cache_clear`` of the decorated function empties the cache.
    """

    def decorator(read: Reading[More, Result]) -> Reading[More, Result]:
        cached = lru_cache(maxsize=entries)(read)
        known: Reading[More, Result] = cached

        @wraps(read)
        def read_cached(text: str, /, *more: More.args, **named: More.kwargs) -> Result:
            return known(text, *more, **named) if len(text) <= LONGEST else read(text, *more, **named)

        @wraps(read)
        def read_cached_text(text: str) -> Result:  # the same, in half of the time
            return known(text) if len(text) <= LONGEST else read(text)  # type: ignore[call-arg]

        takes_more = len(signature(read).parameters) > 1
        reading: Reading[More, Result] = read_cached if takes_more else cast("Any", read_cached_text)
        reading.cache_clear = cached.cache_clear  # type: ignore[attr-defined]
        return reading

    return decorator
