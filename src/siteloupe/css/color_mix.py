"""Colors as points of a color space: conversion between spaces, and mixing.

Source: https://drafts.csswg.org/css-color-4/#interpolation
"""

from typing import NamedTuple

from siteloupe.css.color_spaces import SPACES, convert_components

Component = float | None
"""A component's value. None is ``none``, missing: the other color's value in a mixture, zero otherwise."""

METHODS = frozenset({"shorter", "longer", "increasing", "decreasing"})

_KINDS = {
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

    def numbers(self) -> tuple[float, float, float]:
        """Return the components, zero for missing ones."""
        first, second, third = self.components
        return first or 0.0, second or 0.0, third or 0.0


class Mixture(NamedTuple):
    """How two colors are mixed: ``share`` of the second, the result's alpha multiplied by ``alpha``."""

    space: str
    method: str
    share: float
    alpha: float


def convert_point(point: Point, space: str) -> Point:
    """Convert ``point`` to ``space``. Missing components stay missing when both spaces have their kind.

    The hue of a gray becomes missing. Source: https://drafts.csswg.org/css-color-4/#interpolation-missing
    """
    if point.space == space:
        return point
    components = list[Component](convert_components(point.numbers(), point.space, space))
    if None in point.components:
        missing = {_component_kind(point.space, i) for i in range(3) if point.components[i] is None}
        components = [None if _component_kind(space, i) in missing else components[i] for i in range(3)]
    if (hue := SPACES[space].hue) >= 0 and _is_gray(space, components):
        components[hue] = None
    return Point(space, (components[0], components[1], components[2]), point.alpha)


def mix(first: Point, second: Point, how: Mixture) -> Point:
    """Mix ``second`` into ``first``."""
    space, method, share, alpha = how
    one, other = convert_point(first, space), convert_point(second, space)
    one_alpha = _component_or(one.alpha, other.alpha, 1.0)
    other_alpha = _component_or(other.alpha, one.alpha, 1.0)
    opacity = one_alpha * (1 - share) + other_alpha * share
    hue = SPACES[space].hue
    components: list[Component] = []
    for index in range(3):
        left, right = one.components[index], other.components[index]
        if left is None and right is None:
            components.append(None)
            continue
        start, end = _component_or(left, right, 0.0), _component_or(right, left, 0.0)
        if index == hue:
            end = start + _hue_difference(start, end, method)
            components.append((start * (1 - share) + end * share) % 360)
        elif opacity:
            components.append((start * one_alpha * (1 - share) + end * other_alpha * share) / opacity)
        else:
            components.append(start * (1 - share) + end * share)
    result = Point(space, (components[0], components[1], components[2]), opacity * alpha)
    return convert_point(result, "srgb") if space in {"hsl", "hwb"} else result


def _component_or(value: Component, other: Component, default: float) -> float:
    if value is not None:
        return value
    return default if other is None else other


def _hue_difference(start: float, end: float, method: str) -> float:
    """Return how far the hue turns. Source: https://drafts.csswg.org/css-color-4/#hue-interpolation."""
    turn = end % 360 - start % 360
    if method == "shorter":
        return turn - 360 if turn > 180 else turn + 360 if turn < -180 else turn
    if method == "longer":
        return turn - 360 if 0 < turn < 180 else turn + 360 if -180 < turn <= 0 else turn
    if method == "increasing":
        return turn + 360 if turn < 0 else turn
    return turn - 360 if turn > 0 else turn


def _component_kind(space: str, index: int) -> str:
    name = SPACES[space].components[index]
    if space in _LABS and name == "b":
        return "lab-b"
    if space == "hwb" and name in "wb":
        return f"hwb-{name}"
    return _KINDS[name]


def _is_gray(space: str, components: list[Component]) -> bool:
    """Whether the hue has no effect. The bounds allow for rounding errors of conversions."""
    _, second, third = (value or 0.0 for value in components)
    if space == "hsl":
        return second <= 0.001
    if space == "hwb":
        return second + third >= 99.999
    return second <= (0.000004 if space == "oklch" else 0.0015)
