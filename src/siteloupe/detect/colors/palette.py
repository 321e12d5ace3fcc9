"""The colors that a site's CSS uses, counted and grouped, and its gradients.

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
from siteloupe.css.scopes import Scope
from siteloupe.css.values import find_closing
from siteloupe.css.variables import Variables
from siteloupe.detect.colors.rules import PROPERTY_WEIGHTS, ColorRule, Purpose, color_defaults
from siteloupe.reports.colors import Gradient, Origin

Usage = Literal["background", "text", "border", "icon", "gradient", "shadow"]

UNUSED = 0.04
"""What a rule that applies to nothing in the page weighs beside one that does: it may on the next page."""

IN_STATE = 0.4
_PURPOSES: Mapping[Purpose, float] = {"": 1.0, "preset": 1.0, "status": 0.25, "social": 0.1, "widget": 0.1}
_OF_DEFAULT: Mapping[str, Origin] = {
    "core": "preset",
    "framework-default": "framework-default",
    "builder-default": "builder-default",
    "social-brand": "social-brand",
}


@dataclass(slots=True)
class Tally:
    """What was counted of one color. ``weights`` are by usage, those of ``used`` from rules that apply.

    ``purposes`` are the weights of rules that say little about the site, by what they are for.
    """

    count: int = 0
    used_count: int = 0
    weights: dict[Usage, float] = field(default_factory=dict)
    used: dict[Usage, float] = field(default_factory=dict)
    purposes: dict[Purpose, float] = field(default_factory=dict)

    @property
    def weight(self) -> float:
        """All weights together."""
        return sum(self.weights.values())

    def is_mostly(self, purpose: Purpose) -> bool:
        """Whether more than half of the weight is from rules for ``purpose``."""
        return self.purposes.get(purpose, 0.0) > self.weight / 2

    def take(self, rule: ColorRule, usage: Usage, weight: float) -> None:
        """Take in one occurrence."""
        self.count += rule.sheet.count
        self.weights[usage] = self.weights.get(usage, 0.0) + weight
        if rule.applies:
            self.used_count += rule.sheet.count
            self.used[usage] = self.used.get(usage, 0.0) + weight
        if rule.purpose:
            self.purposes[rule.purpose] = self.purposes.get(rule.purpose, 0.0) + weight

    def add(self, other: "Tally") -> None:
        """Take in what was counted of a color alike."""
        self.count += other.count
        self.used_count += other.used_count
        for mine, more in ((self.weights, other.weights), (self.used, other.used)):
            for usage, weight in more.items():
                mine[usage] = mine.get(usage, 0.0) + weight
        for purpose, weight in other.purposes.items():
            self.purposes[purpose] = self.purposes.get(purpose, 0.0) + weight


@dataclass(slots=True)
class Counted:
    """Every color of a page with what was counted; ``unparsed`` are functions that could not be computed."""

    tallies: dict[Color, Tally] = field(default_factory=dict)
    unparsed: int = 0


@dataclass(frozen=True, slots=True)
class Group:
    """Colors alike: the heaviest of them first in ``members``, and all that was counted of them."""

    members: tuple[Color, ...]
    tally: Tally
    origin: Origin

    @property
    def color(self) -> Color:
        """The one that stands for all."""
        return self.members[0]


def count_colors(rules: Iterable[ColorRule], variables: Variables, *, dark_root: bool = False) -> Counted:
    """What a visitor sees under a light scheme, or whatever scheme the page has switched on."""
    counted = Counted()
    for rule in rules:
        if rule.scheme == "dark" or not rule.declarations or (rule.purpose == "preset" and not rule.applies):
            continue
        factor = _factor(rule)
        for declaration in rule.declarations:
            value = declaration.value
            if "(" in value:
                value = variables.resolve(value, Scope(rule.selectors[0], dark_root)) or ""
            if found := colors_in(value):
                _count(counted, rule, factor, (declaration.property, value), found)
    return counted


def count_dark_colors(rules: Iterable[ColorRule], variables: Variables) -> Counted:
    """What a dark scheme sets anew: by rules of its own, or by other values for it."""
    counted = Counted()
    for rule in rules:
        if not rule.applies:
            continue
        factor, selector = _factor(rule), rule.selectors[0]
        for declaration in rule.declarations:
            value = declaration.value
            if rule.scheme != "dark" and "var(" not in value and "light-dark(" not in value:
                continue
            dark = variables.resolve(value, Scope(selector, dark=True)) or ""
            light = variables.resolve(value, Scope(selector)) or ""
            found = colors_in(dark, dark=True)
            if found and (rule.scheme == "dark" or found != colors_in(light)):
                _count(counted, rule, factor, (declaration.property, dark), found)
    return counted


def groups(counted: Counted) -> list[Group]:
    """Colors alike taken together, what weighs most first."""
    weights = {color: tally.weight for color, tally in counted.tallies.items()}
    return [_group(each, counted) for each in cluster_colors(weights)]


def _count(
    counted: Counted,
    rule: ColorRule,
    factor: float,
    declared: tuple[str, str],
    found: Sequence[Color | NoColor],
) -> None:
    """Count the colors ``found`` in one declaration, a property and its resolved value."""
    usage = _usage(*declared)
    weight = PROPERTY_WEIGHTS[declared[0]] / len(found) * factor
    for color in found:
        if not isinstance(color, Color):
            counted.unparsed += 1
        elif color.alpha and (rule.applies or not _is_shipped(color)):
            tally = counted.tallies.get(color)
            if tally is None:
                tally = counted.tallies[color] = Tally()
            tally.take(rule, usage, weight)


def _factor(rule: ColorRule) -> float:
    """How much a rule's colors count beside those of an ordinary one."""
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
def _is_shipped(color: Color) -> bool:
    """Whether a color comes with a framework or builder, black and white apart."""
    return color.hex in color_defaults() and not _is_plain(color)


def _is_plain(color: Color) -> bool:
    """Black and white are nobody's default."""
    return color.hex in {"#000000", "#ffffff"}


def _group(found: ColorCluster, counted: Counted) -> Group:
    tally = Tally()
    for color in found.members:
        tally.add(counted.tallies[color])
    return Group(found.members, tally, _origin(found.color, tally))


def _origin(color: Color, tally: Tally) -> Origin:
    if not tally.used_count:
        return "declared"
    default = None if _is_plain(color) else color_defaults().get(color.hex)
    if default is not None and (default.origin != "social-brand" or tally.is_mostly("social")):
        return _OF_DEFAULT[default.origin]
    if tally.is_mostly("widget"):
        return "widget"
    return "status" if tally.is_mostly("status") else "used"


def usages(tally: Tally) -> Iterator[Usage]:
    """What a color is used for, the most of it first; what rules that apply say goes before the rest."""
    yield from sorted(
        tally.weights, key=lambda usage: (-tally.used.get(usage, 0.0), -tally.weights[usage], usage)
    )


MAX_CSS = 300
MAX_GRADIENTS = 100

_START = re.compile(
    r"(?<![-\w])(?:-webkit-|-moz-|-o-)?((?:repeating-)?(?:linear|radial|conic))-gradient(\()", re.IGNORECASE
)
_SPACES = re.compile(r"\s++")


@dataclass(slots=True)
class _Seen:
    kind: str
    colors: list[str]
    count: int = 0
    used: bool = False


def gradients(rules: Iterable[ColorRule], variables: Variables, *, dark_root: bool = False) -> list[Gradient]:
    """Distinct gradients, those in use first, then by how often they occur.

    Those with vendor prefixes count as the plain ones; WordPress's preset classes count where they are used.
    """
    seen: dict[str, _Seen] = {}
    for rule in rules:
        if rule.scheme == "dark" or (rule.purpose == "preset" and not rule.applies):
            continue
        for declaration in rule.declarations:
            value = declaration.value
            if "var(" in value and declaration.property.startswith("background"):
                value = variables.resolve(value, Scope(rule.selectors[0], dark_root)) or ""
            if "gradient(" not in value:
                continue
            for css, kind in _found(value):
                entry = seen.get(css)
                if entry is None:
                    if len(seen) >= MAX_GRADIENTS:
                        break
                    colors = [color.hex for color in colors_in(css) if isinstance(color, Color)]
                    entry = seen[css] = _Seen(kind, colors)
                entry.count += rule.sheet.count
                entry.used |= rule.applies
    ranked = sorted(seen.items(), key=lambda item: (not item[1].used, -item[1].count, item[0]))
    return [
        Gradient(css=css[:MAX_CSS], type=entry.kind, colors=entry.colors, count=entry.count, used=entry.used)
        for css, entry in ranked
        if entry.colors
    ]


def _found(value: str) -> Iterator[tuple[str, str]]:
    """Every gradient of a value without its vendor prefix, white space collapsed, and its type."""
    for match in _START.finditer(value[:20_000]):
        end = find_closing(value, match.start(2))
        kind = match[1].lower()
        yield f"{kind}-gradient{_SPACES.sub(' ', value[match.start(2) : end])})", kind
