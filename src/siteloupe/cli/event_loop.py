"""Runs what waits: asyncio is imported only then, because ``--help`` and completion would wait for it."""

from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run ``work`` on an event loop of its own, and return its result."""
    import asyncio  # noqa: PLC0415

    return asyncio.run(work)
