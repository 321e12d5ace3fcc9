"""The query parameters ``url``, ``inspect``, ``render`` and ``detail``, read from the raw query string."""

import functools
from collections.abc import Collection
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from siteloupe.errors import BadParameter, BadTarget

MAX_QUERY = 16_384
"""Most bytes of a query string that are read: more than 2,000 percent-encoded characters."""


class Question(NamedTuple):
    """What a query string asks of an analysis; None for a parameter that it does not have."""

    url: str
    inspect: bool | None
    render: bool | None
    full: bool


@functools.lru_cache(256)
def question_of(query: bytes, *, inspects: bool, renders: bool) -> Question:
    """Return what is asked of an analysis, which perhaps ``inspects`` files or ``renders`` pages.

    Raises BadTarget and BadParameter.
    """
    return Question(
        url_of(query),
        inspect_of(query) if inspects else None,
        render_of(query) if renders else None,
        is_full(query),
    )


@functools.lru_cache(256)
def url_of(query: bytes) -> str:
    """Return the value of the ``url`` parameter, decoded once.

    Raises BadTarget when it is missing, empty, given twice or not UTF-8. Other parameters are ignored.
    Source: https://url.spec.whatwg.org/#urlencoded-parsing
    """
    if len(query) > MAX_QUERY:
        raise BadTarget("The url is too long: at most 2000 characters are accepted.")
    values = _values(query, b"url")
    if not values or not values[0]:
        raise BadTarget("Name the site to look at, as in ?url=example.com.")
    if len(values) > 1:
        raise BadTarget("The url parameter is given more than once; name one site.")
    return _decode(values[0])


def text_of(query: bytes, parameter: bytes) -> str:
    """Return the value of a parameter, decoded once; empty without it.

    Raises BadTarget when it is not UTF-8.
    """
    values = _values(query[:MAX_QUERY], parameter)
    return _decode(values[0]).strip() if values else ""


def names_url(query: bytes) -> bool:
    """Whether the query string has the parameter, with any value."""
    return len(query) > MAX_QUERY or bool(_values(query, b"url"))


def inspect_of(query: bytes) -> bool | None:
    """Whether to look inside files too: ``inspect=1`` or ``0``; None without the parameter.

    Raises BadParameter for any other value, and when it is given twice.
    """
    return _switch(query, b"inspect", "The inspect parameter is 1, to look inside of files too, or 0.")


def render_of(query: bytes) -> bool | None:
    """Whether to render the page: ``render=1`` or ``0``; None without the parameter.

    Raises BadParameter for any other value, and when it is given twice.
    """
    return _switch(
        query, b"render", "The render parameter is 1, to judge the page as browsers show it, or 0."
    )


def _switch(query: bytes, parameter: bytes, problem: str) -> bool | None:
    values = _values(query[:MAX_QUERY], parameter)
    if not values:
        return None
    if len(values) > 1 or values[0] not in {b"0", b"1"}:
        raise BadParameter(problem)
    return values[0] == b"1"


def format_of(query: bytes, formats: Collection[str], default: str) -> str:
    """Return the value of the ``format`` parameter, ``default`` without it.

    Raises BadParameter when it is none of ``formats``, and when it is given twice.
    """
    values = _values(query[:MAX_QUERY], b"format")
    name = values[0].decode("ascii", "replace") if values else default
    if len(values) > 1 or name not in formats:
        raise BadParameter(f"The format parameter is one of {', '.join(formats)}.")
    return name


def is_full(query: bytes) -> bool:
    """Whether everything is asked for: ``detail=full``, in place of the default answer.

    Raises BadParameter for any other value than ``full`` and ``default``, and when it is given twice.
    """
    values = _values(query[:MAX_QUERY], b"detail")
    if len(values) > 1 or not set(values) <= {b"full", b"default"}:
        raise BadParameter("The detail parameter is full, for everything, or default.")
    return values == [b"full"]


def _values(query: bytes, parameter: bytes) -> list[bytes]:
    return [
        value
        for name, _, value in (field.partition(b"=") for field in query.split(b"&"))
        if name == parameter or (b"%" in name and unquote_to_bytes(name) == parameter)
    ]


def _decode(value: bytes) -> str:
    try:
        return unquote_to_bytes(value.replace(b"+", b" ")).decode()
    except UnicodeDecodeError:
        raise BadTarget("The url is not UTF-8. Percent-encode it from UTF-8 bytes.") from None
