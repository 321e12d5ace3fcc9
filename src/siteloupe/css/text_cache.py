"""A cache of answers about short texts, kept from page to page.

Stylesheets repeat what others say, so most texts were read before. Long texts are read anew each time:
otherwise a site with thousands of values of a megabyte each would fill the memory of a service that runs for
months.
"""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeVar

LONGEST = 500
"""Characters of a text whose answer is kept."""

More = ParamSpec("More")
Result = TypeVar("Result")
Reading = Callable[Concatenate[str, More], Result]


def text_cache(entries: int) -> Callable[[Reading[More, Result]], Reading[More, Result]]:
    """A decorator: a function of a text, and of what else is hashable, keeps its last ``entries`` answers.

    ``cache_clear`` of the decorated function forgets them.
    """

    def decorator(read: Reading[More, Result]) -> Reading[More, Result]:
        cached = lru_cache(maxsize=entries)(read)
        known: Reading[More, Result] = cached

        @wraps(read)
        def cached_read(text: str, /, *more: More.args, **named: More.kwargs) -> Result:
            return known(text, *more, **named) if len(text) <= LONGEST else read(text, *more, **named)

        cached_read.cache_clear = cached.cache_clear  # type: ignore[attr-defined]
        return cached_read

    return decorator
