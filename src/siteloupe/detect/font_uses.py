"""Where a site's CSS uses which fonts: every ``font-family`` and ``font``, read."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from siteloupe.css.font import Family, families, shorthand
from siteloupe.css.values import split_commas
from siteloupe.detect.cascade import Declared
from siteloupe.detect.font_names import cleaned, is_system, key_of, without_fallback
from siteloupe.detect.stylesheets import is_never_on_screens

MAX_VALUE = 4000
"""Characters of one list of families that are read."""

FONT_PROPERTIES = frozenset({"font", "font-family", "font-size"})
_NAMING = frozenset({"font", "font-family"})


class Use(NamedTuple):
    """One declaration that sets a stack: the names as :mod:`font_names` cleans them, stand-ins left out.

    An empty stack means ``inherit``, or another keyword that takes what stands around.
    """

    stack: tuple[Family, ...]
    declared: Declared
    weight: int | None = None

    @property
    def selectors(self) -> list[str]:
        """The selectors of its rule; one empty one for a style attribute."""
        return split_commas(self.declared.context.selector) or [""]


def uses(found: Iterable[Declared], stand_ins: Mapping[str, str]) -> Iterator[Use]:
    """The uses among ``found``, in order. ``stand_ins``: families that only stand in for others, by key."""
    memo: dict[tuple[str, str], tuple[tuple[Family, ...], int | None] | None] = {}
    for each in found:
        if each.declaration.property not in _NAMING:
            continue
        key = (each.declaration.property, each.value)
        if key not in memo:
            memo[key] = _stack(*key, stand_ins)
        if (read := memo[key]) is not None and not _is_for_paper(each):
            yield Use(read[0], each, read[1])


def _stack(
    name: str, value: str, stand_ins: Mapping[str, str]
) -> tuple[tuple[Family, ...], int | None] | None:
    if len(value) > MAX_VALUE:
        return None
    weight = None
    if name == "font":
        read = shorthand(value)
        named, weight = (read.families, read.weight) if read else (None, None)
    else:
        named = families(value)
    if named is None:
        return ((), None) if value.strip().lower() in {"inherit", "unset", "revert"} else None
    return tuple(dict.fromkeys(_plain(named, stand_ins))), weight


def _plain(named: tuple[Family, ...], stand_ins: Mapping[str, str]) -> Iterator[Family]:
    """Names cleaned; what only stands in for another is left out, or becomes that one where it is missing."""
    names = {key_of(cleaned(family.name)) for family in named}
    for family in named:
        if family.generic:
            yield family
            continue
        name = cleaned(family.name)
        key = key_of(name)
        meant = stand_ins[key] if key in stand_ins else without_fallback(name)
        if meant is None or is_system(name):
            yield Family(name)
        elif meant and key_of(meant) not in names:
            yield Family(meant)


def _is_for_paper(each: Declared) -> bool:
    return any(
        is_never_on_screens(condition.prelude)
        for condition in each.context.conditions
        if condition.name == "media"
    )
