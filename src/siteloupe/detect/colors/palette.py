"""The colors in a site's CSS, counted and grouped."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from msgspec import Struct, field

from siteloupe.css.cluster import ColorCluster, cluster_colors
from siteloupe.css.color import Color, colors_in
from siteloupe.css.color_syntax import NoColor
from siteloupe.css.scopes import VariableScope
from siteloupe.css.variables import Variables
from siteloupe.detect.colors.computed import ComputedColors
from siteloupe.detect.colors.properties import IMAGE_PROPERTIES, PROPERTY_WEIGHTS
from siteloupe.detect.colors.rules import ColorRule, Purpose, color_defaults
from siteloupe.reports.colors import Origin

Usage = Literal["background", "text", "border", "icon", "gradient", "shadow"]

UNUSED = 0.04
"""The weight of a rule that applies to no element of the page, relative to one that does."""

IN_STATE = 0.4
_PURPOSES: Mapping[Purpose, float] = {"": 1.0, "preset": 1.0, "status": 0.25, "social": 0.1, "widget": 0.1}
_OF_DEFAULT: Mapping[str, Origin] = {
    "core": "preset",
    "framework-default": "framework-default",
    "builder-default": "builder-default",
    "social-brand": "social-brand",
}


class ColorCount(Struct, gc=False):
    """The counts of one color. ``weights`` are by usage, ``used`` are the weights of rules that apply.

    ``purposes`` are the weights of rules with a special purpose, which say little about the site.
    ``in_state`` is the weight of rules that apply only while somebody points or types.
    """

    count: int = 0
    used_count: int = 0
    weights: dict[Usage, float] = field(default_factory=dict)
    used: dict[Usage, float] = field(default_factory=dict)
    purposes: dict[Purpose, float] = field(default_factory=dict)
    in_state: float = 0.0

    @property
    def weight(self) -> float:
        """The sum of all weights."""
        return math.fsum(self.weights.values())

    def is_mostly(self, purpose: Purpose) -> bool:
        """Whether more than half of the weight is from rules for ``purpose``."""
        return self.purposes.get(purpose, 0.0) > self.weight / 2

    def count_use(self, rule: ColorRule, usage: Usage, weight: float, *, used: bool) -> None:
        """Count one occurrence; ``used`` tells whether it applies to the page."""
        self.count += rule.sheet.count
        self.weights[usage] = self.weights.get(usage, 0.0) + weight
        if rule.in_state:
            self.in_state += weight
        if used:
            self.used_count += rule.sheet.count
            self.used[usage] = self.used.get(usage, 0.0) + weight
        if rule.purpose:
            self.purposes[rule.purpose] = self.purposes.get(rule.purpose, 0.0) + weight

    def add(self, other: "ColorCount") -> None:
        """Add the counts of a similar color."""
        self.count += other.count
        self.used_count += other.used_count
        self.in_state += other.in_state
        for own, added in ((self.weights, other.weights), (self.used, other.used)):
            for usage, weight in added.items():
                own[usage] = own.get(usage, 0.0) + weight
        for purpose, weight in other.purposes.items():
            self.purposes[purpose] = self.purposes.get(purpose, 0.0) + weight


class ColorCounts(Struct):
    """The counts of every color of a page; ``unparsed`` is the number of functions without a value."""

    tallies: dict[Color, ColorCount] = field(default_factory=dict)
    unparsed: int = 0


@dataclass(frozen=True, slots=True)
class ColorGroup:
    """Similar colors, the heaviest first in ``members``, and the sum of their counts."""

    members: tuple[Color, ...]
    counts: ColorCount
    origin: Origin

    @property
    def color(self) -> Color:
        """The color that represents the group."""
        return self.members[0]


def count_colors(
    rules: Iterable[ColorRule],
    variables: Variables,
    *,
    dark_root: bool = False,
    computed: ComputedColors | None = None,
) -> ColorCounts:
    """Count the colors in a light scheme, or in the scheme that the page turns on.

    ``computed`` tells which declarations others override, and what elements' own custom properties give.
    """
    counted = ColorCounts()
    for rule in rules:
        if rule.scheme == "dark" or not rule.declarations or (rule.purpose == "preset" and not rule.applies):
            continue
        for declaration in rule.declarations:
            value = declaration.value
            values: Sequence[str] = (value,)
            if "(" in value:
                values = (computed.local_values(rule, declaration) if computed else ()) or (
                    variables.resolve(value, VariableScope(rule.selectors[0], dark_root)) or "",
                )
            for value in values:
                if colors := colors_in(value):
                    used = computed.applies(rule, declaration) if computed else rule.applies
                    _count_declaration(counted, _Use(rule, declaration.property, value, used), colors)
    return counted


def count_dark_colors(rules: Iterable[ColorRule], variables: Variables) -> ColorCounts:
    """Count the colors that a dark scheme changes, by its own rules or by other values."""
    counted = ColorCounts()
    for rule in rules:
        if not rule.applies:
            continue
        selector = rule.selectors[0]
        for declaration in rule.declarations:
            value = declaration.value
            if rule.scheme != "dark" and "var(" not in value and "light-dark(" not in value:
                continue
            dark = variables.resolve(value, VariableScope(selector, dark=True)) or ""
            light = variables.resolve(value, VariableScope(selector)) or ""
            colors = colors_in(dark, dark=True)
            if colors and (rule.scheme == "dark" or colors != colors_in(light)):
                _count_declaration(counted, _Use(rule, declaration.property, dark, used=True), colors)
    return counted


def group_colors(counted: ColorCounts) -> list[ColorGroup]:
    """Group similar colors, the heaviest group first."""
    weights = {color: tally.weight for color, tally in counted.tallies.items()}
    return [_make_group(each, counted) for each in cluster_colors(weights)]


class _Use(Struct, frozen=True, gc=False):
    """One declaration with its resolved value; ``used`` tells whether it applies to the page."""

    rule: ColorRule
    name: str
    value: str
    used: bool

    @property
    def weight(self) -> float:
        """The weight of its colors together."""
        rule = self.rule
        factor = rule.sheet.count * (1.0 if self.used else UNUSED) * _PURPOSES[rule.purpose]
        return PROPERTY_WEIGHTS[self.name] * (factor * IN_STATE if rule.in_state else factor)


def _count_declaration(counted: ColorCounts, use: _Use, colors: Sequence[Color | NoColor]) -> None:
    """Count the ``colors`` in one declaration."""
    usage = _usage(use.name, use.value)
    weight = use.weight / len(colors)
    for color in colors:
        if not isinstance(color, Color):
            counted.unparsed += 1
        elif color.alpha and (use.used or not _is_default(color)):
            count = counted.tallies.get(color)
            if count is None:
                count = counted.tallies[color] = ColorCount()
            count.count_use(use.rule, usage, weight, used=use.used)


def _usage(name: str, value: str) -> Usage:
    if "gradient(" in value and name in IMAGE_PROPERTIES:
        return "gradient"
    if name in {"background", "background-color", "background-image"}:
        return "background"
    if name in {"fill", "stroke"}:
        return "icon"
    if name.endswith("shadow"):
        return "shadow"
    return "border" if name.startswith(("border", "outline", "column")) else "text"


@lru_cache(maxsize=4096)
def _is_default(color: Color) -> bool:
    """Whether a color is a default of a framework or builder, other than black and white."""
    return color.hex in color_defaults() and not _is_black_or_white(color)


def _is_black_or_white(color: Color) -> bool:
    """Whether a color is black or white, which are never a default."""
    return color.hex in {"#000000", "#ffffff"}


def _make_group(cluster: ColorCluster, counted: ColorCounts) -> ColorGroup:
    count = ColorCount()
    for color in cluster.members:
        count.add(counted.tallies[color])
    return ColorGroup(cluster.members, count, _origin(cluster.color, count))


def _origin(color: Color, count: ColorCount) -> Origin:
    if not count.used_count:
        return "declared"
    default = None if _is_black_or_white(color) else color_defaults().get(color.hex)
    if default is not None and (default.origin != "social-brand" or count.is_mostly("social")):
        return _OF_DEFAULT[default.origin]
    if count.is_mostly("widget"):
        return "widget"
    return "status" if count.is_mostly("status") else "used"


def sort_usages(count: ColorCount) -> Iterator[Usage]:
    """Sort the usages of a color, the heaviest first; usages in rules that apply come before the others."""
    yield from sorted(
        count.weights, key=lambda usage: (-count.used.get(usage, 0.0), -count.weights[usage], usage)
    )
