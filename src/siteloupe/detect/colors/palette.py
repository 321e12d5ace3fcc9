"""The colors in a site's CSS, counted and grouped, and its gradients.

Source for gradients: https://drafts.csswg.org/css-images-4/#gradients
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from siteloupe.css.cluster import ColorCluster, cluster_colors
from siteloupe.css.color import Color, colors_in
from siteloupe.css.color_syntax import NoColor
from siteloupe.css.scopes import VariableScope
from siteloupe.css.values import find_closing
from siteloupe.css.variables import Variables
from siteloupe.detect.colors.rules import PROPERTY_WEIGHTS, ColorRule, Purpose, color_defaults
from siteloupe.reports.colors import Gradient, Origin

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


@dataclass(slots=True)
class ColorCount:
    """The counts of one color. ``weights`` are by usage, ``used`` are the weights of rules that apply.

    ``purposes`` are the weights of rules with a special purpose, which say little about the site.
    """

    count: int = 0
    used_count: int = 0
    weights: dict[Usage, float] = field(default_factory=dict)
    used: dict[Usage, float] = field(default_factory=dict)
    purposes: dict[Purpose, float] = field(default_factory=dict)

    @property
    def weight(self) -> float:
        """The sum of all weights."""
        return sum(self.weights.values())

    def is_mostly(self, purpose: Purpose) -> bool:
        """Whether more than half of the weight is from rules for ``purpose``."""
        return self.purposes.get(purpose, 0.0) > self.weight / 2

    def count_use(self, rule: ColorRule, usage: Usage, weight: float) -> None:
        """Count one occurrence."""
        self.count += rule.sheet.count
        self.weights[usage] = self.weights.get(usage, 0.0) + weight
        if rule.applies:
            self.used_count += rule.sheet.count
            self.used[usage] = self.used.get(usage, 0.0) + weight
        if rule.purpose:
            self.purposes[rule.purpose] = self.purposes.get(rule.purpose, 0.0) + weight

    def add(self, other: "ColorCount") -> None:
        """Add the counts of a similar color."""
        self.count += other.count
        self.used_count += other.used_count
        for own, added in ((self.weights, other.weights), (self.used, other.used)):
            for usage, weight in added.items():
                own[usage] = own.get(usage, 0.0) + weight
        for purpose, weight in other.purposes.items():
            self.purposes[purpose] = self.purposes.get(purpose, 0.0) + weight


@dataclass(slots=True)
class ColorCounts:
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


def count_colors(rules: Iterable[ColorRule], variables: Variables, *, dark_root: bool = False) -> ColorCounts:
    """Count the colors in a light scheme, or in the scheme that the page turns on."""
    counted = ColorCounts()
    for rule in rules:
        if rule.scheme == "dark" or not rule.declarations or (rule.purpose == "preset" and not rule.applies):
            continue
        factor = _rule_factor(rule)
        for declaration in rule.declarations:
            value = declaration.value
            if "(" in value:
                value = variables.resolve(value, VariableScope(rule.selectors[0], dark_root)) or ""
            if colors := colors_in(value):
                _count_declaration(counted, rule, factor, (declaration.property, value), colors)
    return counted


def count_dark_colors(rules: Iterable[ColorRule], variables: Variables) -> ColorCounts:
    """Count the colors that a dark scheme changes, by its own rules or by other values."""
    counted = ColorCounts()
    for rule in rules:
        if not rule.applies:
            continue
        factor, selector = _rule_factor(rule), rule.selectors[0]
        for declaration in rule.declarations:
            value = declaration.value
            if rule.scheme != "dark" and "var(" not in value and "light-dark(" not in value:
                continue
            dark = variables.resolve(value, VariableScope(selector, dark=True)) or ""
            light = variables.resolve(value, VariableScope(selector)) or ""
            colors = colors_in(dark, dark=True)
            if colors and (rule.scheme == "dark" or colors != colors_in(light)):
                _count_declaration(counted, rule, factor, (declaration.property, dark), colors)
    return counted


def group_colors(counted: ColorCounts) -> list[ColorGroup]:
    """Group similar colors, the heaviest group first."""
    weights = {color: tally.weight for color, tally in counted.tallies.items()}
    return [_make_group(each, counted) for each in cluster_colors(weights)]


def _count_declaration(
    counted: ColorCounts,
    rule: ColorRule,
    factor: float,
    declared: tuple[str, str],
    colors: Sequence[Color | NoColor],
) -> None:
    """Count the ``colors`` in one declaration, which is a property and its resolved value."""
    usage = _usage(*declared)
    weight = PROPERTY_WEIGHTS[declared[0]] / len(colors) * factor
    for color in colors:
        if not isinstance(color, Color):
            counted.unparsed += 1
        elif color.alpha and (rule.applies or not _is_default(color)):
            count = counted.tallies.get(color)
            if count is None:
                count = counted.tallies[color] = ColorCount()
            count.count_use(rule, usage, weight)


def _rule_factor(rule: ColorRule) -> float:
    """Return the weight of a rule's colors relative to an ordinary rule."""
    factor = rule.sheet.count * (1.0 if rule.applies else UNUSED) * _PURPOSES[rule.purpose]
    return factor * IN_STATE if rule.in_state else factor


def _usage(name: str, value: str) -> Usage:
    if name in {"background", "background-color", "background-image"}:
        return "gradient" if "gradient(" in value else "background"
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


MAX_CSS = 300
MAX_GRADIENTS = 100

_START = re.compile(
    r"(?<![-\w])(?:-webkit-|-moz-|-o-)?((?:repeating-)?(?:linear|radial|conic))-gradient(\()", re.IGNORECASE
)
_SPACES = re.compile(r"\s++")


@dataclass(slots=True)
class _CountedGradient:
    kind: str
    colors: list[str]
    count: int = 0
    used: bool = False


def gradients(rules: Iterable[ColorRule], variables: Variables, *, dark_root: bool = False) -> list[Gradient]:
    """Return distinct gradients, used ones first, then by the number of occurrences.

    A gradient with a vendor prefix is equal to the one without; WordPress's preset classes count only when
    the page uses them.
    """
    counted: dict[str, _CountedGradient] = {}
    for rule in rules:
        if rule.scheme == "dark" or (rule.purpose == "preset" and not rule.applies):
            continue
        for declaration in rule.declarations:
            value = declaration.value
            if "var(" in value and declaration.property.startswith("background"):
                value = variables.resolve(value, VariableScope(rule.selectors[0], dark_root)) or ""
            if "gradient(" not in value:
                continue
            for css, kind in _find_gradients(value):
                entry = counted.get(css)
                if entry is None:
                    if len(counted) >= MAX_GRADIENTS:
                        break
                    colors = [color.hex for color in colors_in(css) if isinstance(color, Color)]
                    entry = counted[css] = _CountedGradient(kind, colors)
                entry.count += rule.sheet.count
                entry.used |= rule.applies
    ranked = sorted(counted.items(), key=lambda item: (not item[1].used, -item[1].count, item[0]))
    return [
        Gradient(css=css[:MAX_CSS], type=entry.kind, colors=entry.colors, count=entry.count, used=entry.used)
        for css, entry in ranked
        if entry.colors
    ]


def _find_gradients(value: str) -> Iterator[tuple[str, str]]:
    """Yield every gradient of a value with its type, without vendor prefix, with collapsed white space."""
    for match in _START.finditer(value[:20_000]):
        end = find_closing(value, match.start(2))
        kind = match[1].lower()
        yield f"{kind}-gradient{_SPACES.sub(' ', value[match.start(2) : end])})", kind
