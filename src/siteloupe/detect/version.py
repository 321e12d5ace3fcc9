"""The order of version numbers, as PHP and therefore WordPress sees it.

Source: https://www.php.net/manual/en/function.version-compare.php
"""

import re

Precedence = tuple[tuple[int, int, int, str], ...]

_PIECE = re.compile(r"[0-9]++|[A-Za-z]++|(?<=[0-9])[^0-9A-Za-z.+_-][A-Za-z]*+")

_WORDS = (("dev", 0), ("a", 1), ("b", 2), ("RC", 3), ("rc", 3), ("p", 5))
_OTHER_WORD = -1
_NUMBER = 4


def precedence(version: str) -> Precedence:
    """A sort key: whatever has the greater one is the later version.

    The version is cut into runs of digits and runs of letters; anything else only separates, but for a
    character other than ``.``, ``-``, ``_`` and ``+`` right after a digit, which begins a word. Piece by
    piece, ``any other word < dev < alpha = a < beta = b < RC = rc < nothing more < number < pl = p``. Words
    count by how they begin and by case, as in PHP, so ``apple`` is an alpha and ``Beta`` is any other word.
    Two departures from PHP, which make the order total: separators at either end are ignored (PHP finds
    ``1.0.`` older than itself), and numbers have no upper bound.
    """
    pieces = _PIECE.findall(version)
    return (*map(_rank, pieces), (_NUMBER, 0, 0, "")) if pieces else ()


def compare(left: str, right: str) -> int:
    """-1, 0 or 1 as ``left`` is older than, as old as, or newer than ``right``."""
    first, second = precedence(left), precedence(right)
    return (first > second) - (first < second)


def _rank(piece: str) -> tuple[int, int, int, str]:
    if piece[0].isdigit():
        digits = piece.lstrip("0")
        return _NUMBER, 1, len(digits), digits
    rank = next((rank for word, rank in _WORDS if piece.startswith(word)), _OTHER_WORD)
    return rank, 0, 0, ""
