"""Decisions read from bytes, so that Hypothesis, atheris and a random generator can all make them."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Choices:
    """Decisions, one after the other. Where the bytes have ended, each decision is the first one possible."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def below(self, count: int) -> int:
        """A number from 0 to ``count - 1``."""
        if count <= 1:
            return 0
        width = ((count - 1).bit_length() + 7) // 8
        taken = self._data[self._at : self._at + width]
        self._at += width
        return int.from_bytes(taken, "big") % count

    def one_of(self, values: Sequence[T]) -> T:
        """One of ``values``, of which there is at least one."""
        return values[self.below(len(values))]

    def is_rare(self, one_in: int) -> bool:
        """True about once in ``one_in`` decisions; never where the bytes have ended."""
        return self.below(one_in) == one_in - 1

    def span(self, length: int, longest: int) -> tuple[int, int]:
        """The start and end of a piece of something that is ``length`` long; the piece may be empty."""
        start = self.below(length + 1)
        return start, start + self.below(min(longest, length - start) + 1)
