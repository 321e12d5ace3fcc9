"""How far a site's design has moved: the differences between two sets of design tokens, with distances.

Names of colors come from the colors, and their order from how often they are used, so only roles are compared
by name. Other values are paired with the nearest of the other side.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

from siteloupe.css.color import BLACK, WHITE, Color
from siteloupe.css.color_matrices import Triple
from siteloupe.present.differences import Change, DriftKind
from siteloupe.present.export.color_tokens import ROLES, ColorToken
from siteloupe.present.export.design_tokens import DesignTokens

NEAR_COLOR = 10.0
"""The largest distance of two colors that are one color which has changed."""

NEAR_SIZE = 0.25
"""The largest change of a length, as a share, after which it is still the same one."""


OF_COLORS = (DriftKind.COLORS, DriftKind.SPACING, DriftKind.RADII, DriftKind.BREAKPOINTS, DriftKind.SHADOWS)
"""The kinds that a color report has."""

OF_FONTS = (DriftKind.FONTS, DriftKind.SIZES)
"""The kinds that a font report has."""


@dataclass(frozen=True, slots=True)
class Drift:
    """One value on both sides. ``change`` is None when it is the same.

    ``distance`` is between two colors: ΔE_OK times 100, of which people notice about 2. ``certain`` is false
    when the side without the value saw only a part of its site.
    """

    kind: DriftKind
    label: str
    change: Change | None
    before: str | None
    after: str | None
    distance: float | None = None
    certain: bool = True

    @property
    def counts(self) -> bool:
        """Whether this is a change for certain."""
        return self.change is not None and self.certain


@dataclass(frozen=True, slots=True)
class Side:
    """The tokens of one side, and whether everything of it was seen."""

    tokens: DesignTokens
    is_whole: bool = True


def drift(
    before: Side, after: Side, kinds: Iterable[DriftKind] = tuple(DriftKind), *, color_distance: float = 0.0
) -> tuple[Drift, ...]:
    """Return every value of the two sides, those that differ first.

    Colors whose distance is at most ``color_distance`` are the same.
    """
    one, other = before.tokens, after.tokens
    by_kind: Mapping[DriftKind, Callable[[], Iterator[Drift]]] = {
        DriftKind.COLORS: lambda: _colors(one, other, color_distance),
        DriftKind.FONTS: lambda: _fonts(one, other),
        DriftKind.SIZES: lambda: _lengths(DriftKind.SIZES, "Font size", _px(one.sizes), _px(other.sizes)),
        DriftKind.SPACING: lambda: _lengths(
            DriftKind.SPACING, "Spacing", _px(one.spacing), _px(other.spacing)
        ),
        DriftKind.RADII: lambda: _lengths(DriftKind.RADII, "Radius", _px(one.radii), _px(other.radii)),
        DriftKind.BREAKPOINTS: lambda: _lengths(
            DriftKind.BREAKPOINTS, "Breakpoint", _px(one.breakpoints), _px(other.breakpoints)
        ),
        DriftKind.SHADOWS: lambda: _sets(
            DriftKind.SHADOWS,
            "Shadow",
            [each.css for each in one.shadows],
            [each.css for each in other.shadows],
        ),
    }
    rows = [_with_certainty(row, before, after) for kind in kinds for row in by_kind[kind]()]
    return tuple(sorted(rows, key=lambda row: (row.change is None, not row.certain)))


def over_limits(rows: Iterable[Drift], allowed: Mapping[DriftKind, int]) -> dict[DriftKind, int]:
    """Return the kinds of which more values changed than allowed, with how many; by default, none may."""
    counted = [row.kind for row in rows if row.counts]
    return {kind: number for kind in DriftKind if (number := counted.count(kind)) > allowed.get(kind, 0)}


def _with_certainty(row: Drift, before: Side, after: Side) -> Drift:
    needed = {
        Change.ADDED: before.is_whole,
        Change.REMOVED: after.is_whole,
        Change.CHANGED: before.is_whole and after.is_whole,
        None: True,
    }
    if needed[row.change]:
        return row
    return replace(row, certain=False)


def color_difference(one: ColorToken, other: ColorToken) -> float:
    """Return ΔE_OK times 100; of translucent colors, the larger one of those painted on white and on black.

    Source: https://drafts.csswg.org/css-color-4/#color-difference-OK
    """
    return 100 * max(map(math.dist, _on_white_and_black(one), _on_white_and_black(other)))


@lru_cache(1024)
def _on_white_and_black(color: ColorToken) -> tuple[Triple, Triple]:
    """Return a color on white and on black, in OKLab."""
    plain = Color(*color.rgb, color.alpha)
    return plain.over(WHITE).oklab, plain.over(BLACK).oklab


def _colors(one: DesignTokens, other: DesignTokens, most: float) -> Iterator[Drift]:
    for scheme, mine, theirs in (("", one.colors, other.colors), ("dark scheme", one.dark, other.dark)):
        yield from _scheme_colors(scheme, mine, theirs, most)


def _scheme_colors(
    scheme: str, mine: Sequence[ColorToken], theirs: Sequence[ColorToken], most: float
) -> Iterator[Drift]:
    end = f", {scheme}" if scheme else ""
    one, other = ({each.name: each for each in side if each.name in ROLES} for side in (mine, theirs))
    for role in ROLES:
        if role in one or role in other:
            yield _color_row(f"{role.capitalize()} color{end}", one.get(role), other.get(role), most)
    rest = [[each for each in side if each.name not in ROLES] for side in (mine, theirs)]
    left = [
        [each for each in side if not any(color_difference(each, role) <= most for role in roles.values())]
        for side, roles in zip(rest, (other, one), strict=True)
    ]
    near = max(most, NEAR_COLOR)
    yield from (
        _color_row(f"Color{end}", a, b, most) for a, b in _pair(left[0], left[1], color_difference, near)
    )


def _color_row(label: str, one: ColorToken | None, other: ColorToken | None, most: float) -> Drift:
    before, after = (None if each is None else _color_text(each) for each in (one, other))
    if one is None or other is None:
        return Drift(DriftKind.COLORS, label, Change.ADDED if one is None else Change.REMOVED, before, after)
    distance = round(color_difference(one, other), 2)
    change = Change.CHANGED if distance > most else None
    return Drift(DriftKind.COLORS, label, change, before, after, distance)


def _color_text(color: ColorToken) -> str:
    return color.hex if color.alpha == 1 else f"{color.hex} {color.alpha * 100:g} %"


def _fonts(one: DesignTokens, other: DesignTokens) -> Iterator[Drift]:
    """Compare the first families: those of body text and headings by their roles, then all others."""
    roles = ("body", "heading")
    mine, theirs = ({each.name: each.families[0] for each in side.stacks} for side in (one, other))
    told: set[str] = set()
    for role in roles:
        before, after = mine.get(role), theirs.get(role)
        if before or after:
            told |= {family for family in (before, after) if family}
            yield Drift(DriftKind.FONTS, f"{role.capitalize()} font", _change(before, after), before, after)
    rest = [{family for family in side.values() if family not in told} for side in (mine, theirs)]
    yield from _sets(DriftKind.FONTS, "Font", sorted(rest[0]), sorted(rest[1]))


def _change(before: str | None, after: str | None) -> Change | None:
    if before is None:
        return Change.ADDED
    if after is None:
        return Change.REMOVED
    return Change.CHANGED if before != after else None


def _sets(kind: DriftKind, label: str, mine: Sequence[str], theirs: Sequence[str]) -> Iterator[Drift]:
    for text in dict.fromkeys((*mine, *theirs)):
        before, after = (text if text in side else None for side in (mine, theirs))
        yield Drift(kind, label, _change(before, after), before, after)


def _px(tokens: Iterable[object]) -> list[float]:
    return sorted({getattr(token, "px") for token in tokens})  # noqa: B009 - sizes and scales alike


def _lengths(kind: DriftKind, label: str, mine: list[float], theirs: list[float]) -> Iterator[Drift]:
    for before, after in _pair(mine, theirs, _share, NEAR_SIZE):
        one, other = (None if px is None else f"{px:g} px" for px in (before, after))
        yield Drift(kind, label, _change(one, other), one, other)


def _share(one: float, other: float) -> float:
    """Return how much two lengths differ, as a share of the larger one."""
    return abs(one - other) / (max(abs(one), abs(other)) or 1.0)


Item = TypeVar("Item")


def _pair(
    mine: Sequence[Item], theirs: Sequence[Item], distance: Callable[[Item, Item], float], most: float
) -> Iterator[tuple[Item | None, Item | None]]:
    """Yield pairs of the nearest values, the nearest pairs first, then what is left of each side."""
    near = sorted(
        (apart, n, m)
        for n, one in enumerate(mine)
        for m, other in enumerate(theirs)
        if (apart := distance(one, other)) <= most
    )
    used: tuple[set[int], set[int]] = set(), set()
    for _, n, m in near:
        if n not in used[0] and m not in used[1]:
            used[0].add(n)
            used[1].add(m)
            yield mine[n], theirs[m]
    yield from ((each, None) for n, each in enumerate(mine) if n not in used[0])
    yield from ((None, each) for m, each in enumerate(theirs) if m not in used[1])
