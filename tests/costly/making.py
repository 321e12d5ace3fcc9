"""How costly texts are made: a piece again and again, or a numbered piece, up to a size in bytes."""

from collections.abc import Callable
from itertools import count

Maker = Callable[[int], bytes]
"""Makes a text of about a given number of bytes."""


def repeated(piece: str, before: str = "", after: str = "") -> Maker:
    """``piece`` again and again, between ``before`` and ``after``."""
    return lambda size: (before + piece * max(1, size // len(piece)) + after).encode()


def numbered(piece: str, before: str = "", after: str = "") -> Maker:
    """``piece`` with each ``#0`` replaced by 0, 1, 2 …, and each ``#1`` by the number that follows."""

    def make(size: int) -> bytes:
        pieces, room = [], size
        for number in count():
            if room <= 0:
                break
            pieces.append(piece.replace("#0", str(number)).replace("#1", str(number + 1)))
            room -= len(pieces[-1])
        return (before + "".join(pieces) + after).encode()

    return make


def nested(opening: str, inside: str, closing: str, before: str = "", after: str = "") -> Maker:
    """``opening`` as often as fits, then as many ``closing``."""

    def make(size: int) -> bytes:
        times = max(1, size // (len(opening) + len(closing)))
        return (before + opening * times + inside + closing * times + after).encode()

    return make


def joined(*makers: Maker) -> Maker:
    """What each of ``makers`` makes of its share of the size, one after the other."""
    return lambda size: b"".join(make(size // len(makers)) for make in makers)


def deep(
    opening: str, inside: str, closing: str, depth: int, *, before: str = "a{", after: str = "}"
) -> Maker:
    """Many rules, each with a value of ``depth`` openings and closings, all different."""
    return numbered(f"{before}{opening * depth}{inside}#0{closing * depth}{after}")
