"""Colors as points of a space, moved to other spaces and mixed there.

Source: https://drafts.csswg.org/css-color-4/#interpolation
"""

from typing import NamedTuple

from siteloupe.css.color_spaces import SPACES, converted

Component = float | None
"""A component's value; None is ``none``: missing, taken from the other color in a mixture and zero alone."""

METHODS = frozenset({"shorter", "longer", "increasing", "decreasing"})

_KIN = {
    "r": "r",
    "x": "r",
    "g": "g",
    "y": "g",
    "b": "b",
    "z": "b",
    "l": "l",
    "c": "c",
    "s": "c",
    "h": "h",
    "a": "a",
}
_LABS = frozenset({"lab", "oklab"})


class Point(NamedTuple):
    """A color in its own space; ``alpha`` from 0 to 1."""

    space: str
    components: tuple[Component, Component, Component]
    alpha: Component

    def filled(self) -> tuple[float, float, float]:
        """The components, zero for missing ones."""
        first, second, third = self.components
        return first or 0.0, second or 0.0, third or 0.0


class Mixture(NamedTuple):
    """How two colors are mixed: ``share`` of the second, the result's alpha multiplied by ``alpha``."""

    space: str
    method: str
    share: float
    alpha: float


def at(point: Point, space: str) -> Point:
    """``point`` in ``space``. Missing components stay missing where the other space has one of the same kind.

    Hues of greys become missing. Source: https://drafts.csswg.org/css-color-4/#interpolation-missing
    """
    if point.space == space:
        return point
    found = list[Component](converted(point.filled(), point.space, space))
    if None in point.components:
        missing = {_kind(point.space, i) for i in range(3) if point.components[i] is None}
        found = [None if _kind(space, i) in missing else found[i] for i in range(3)]
    if (hue := SPACES[space].hue) >= 0 and _is_grey(space, found):
        found[hue] = None
    return Point(space, (found[0], found[1], found[2]), point.alpha)


def mixed(first: Point, second: Point, how: Mixture) -> Point:
    """Mix ``second`` into ``first``."""
    space, method, share, alpha = how
    one, other = at(first, space), at(second, space)
    one_alpha = _or(one.alpha, other.alpha, 1.0)
    other_alpha = _or(other.alpha, one.alpha, 1.0)
    opacity = one_alpha * (1 - share) + other_alpha * share
    hue = SPACES[space].hue
    found: list[Component] = []
    for index in range(3):
        left, right = one.components[index], other.components[index]
        if left is None and right is None:
            found.append(None)
            continue
        start, end = _or(left, right, 0.0), _or(right, left, 0.0)
        if index == hue:
            end = start + _turn(start, end, method)
            found.append((start * (1 - share) + end * share) % 360)
        elif opacity:
            found.append((start * one_alpha * (1 - share) + end * other_alpha * share) / opacity)
        else:
            found.append(start * (1 - share) + end * share)
    result = Point(space, (found[0], found[1], found[2]), opacity * alpha)
    return at(result, "srgb") if space in {"hsl", "hwb"} else result


def _or(value: Component, other: Component, default: float) -> float:
    if value is not None:
        return value
    return default if other is None else other


def _turn(start: float, end: float, method: str) -> float:
    """How far the hue turns. Source: https://drafts.csswg.org/css-color-4/#hue-interpolation."""
    turn = end % 360 - start % 360
    if method == "shorter":
        return turn - 360 if turn > 180 else turn + 360 if turn < -180 else turn
    if method == "longer":
        return turn - 360 if 0 < turn < 180 else turn + 360 if -180 < turn <= 0 else turn
    if method == "increasing":
        return turn + 360 if turn < 0 else turn
    return turn - 360 if turn > 0 else turn


def _kind(space: str, index: int) -> str:
    name = SPACES[space].components[index]
    if space in _LABS and name == "b":
        return "lab-b"
    if space == "hwb" and name in "wb":
        return f"hwb-{name}"
    return _KIN[name]


def _is_grey(space: str, components: list[Component]) -> bool:
    """Whether the hue is powerless. The bounds allow for the rounding of conversions."""
    _, second, third = (value or 0.0 for value in components)
    if space == "hsl":
        return second <= 0.001
    if space == "hwb":
        return second + third >= 99.999
    return second <= (0.000004 if space == "oklch" else 0.0015)
