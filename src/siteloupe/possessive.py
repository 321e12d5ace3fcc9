r"""Possessive repetitions of groups on Python 3.11.0 to 3.11.4, whose ``re`` matches them wrongly.

There ``8(?:e\d+)?+`` matches the first two characters of ``8em``: when such a group fails, the match goes on
after what the group had read. Debian 12 has such a Python. A greedy repetition in an atomic group means the
same and is right there, but takes memory for each repetition.

Source: https://github.com/python/cpython/issues/106052
"""

import sys
from importlib import import_module
from typing import Any

FIRST_RIGHT = (3, 11, 5)
"""The first version of Python without the fault; no final version of 3.12 has it."""


def mend_possessive_groups() -> None:
    """Make ``re`` compile such repetitions to what it matches correctly. Does nothing on other versions."""
    if sys.version_info >= FIRST_RIGHT:
        return
    parser: Any = import_module("re._parser")
    parse = parser.parse

    def parse_and_mend(*pattern: Any, **more: Any) -> Any:
        parsed = parse(*pattern, **more)
        replace_possessive_groups(parsed)
        return parsed

    parser.parse = parse_and_mend


def replace_possessive_groups(parsed: Any) -> None:
    """Replace each possessive repetition of a group in a parsed pattern by a greedy one in an atomic group.

    ``parsed`` is what the parser of ``re`` returns.
    """
    names: Any = import_module("re._constants")
    is_one_character = import_module("re._compiler")._simple  # noqa: SLF001 - as re itself decides it
    for number, (code, content) in enumerate(parsed):
        for inner in _inner(content, type(parsed)):
            replace_possessive_groups(inner)
        if code is names.POSSESSIVE_REPEAT and not is_one_character(content[2]):
            greedy = type(parsed)(parsed.state, [(names.MAX_REPEAT, content)])
            parsed[number] = (names.ATOMIC_GROUP, greedy)


def _inner(content: Any, kind: type) -> list[Any]:
    """Return the parts of a parsed pattern that are patterns themselves."""
    if isinstance(content, kind):
        return [content]
    if isinstance(content, tuple | list):
        return [pattern for part in content for pattern in _inner(part, kind)]
    return []
