"""The evidence for the brand's color: buttons, links, slots, and names of custom properties."""

import math
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from siteloupe.css.cluster import RADIUS, Neighbors
from siteloupe.css.color import WHITE, Color, parse_color
from siteloupe.detect.colors.color_values import background_color
from siteloupe.detect.colors.computed import LINK
from siteloupe.detect.colors.context import ColorContext
from siteloupe.detect.colors.palette import ColorGroup
from siteloupe.detect.colors.rules import color_defaults
from siteloupe.detect.colors.slots import theme_color, variable_color
from siteloupe.detect.page.text import plain_text
from siteloupe.reports.evidence import Evidence

CHROMA = 0.04
"""The least OKLCH chroma of a chromatic color; other colors are gray."""

LEAST_FILL = 0.1
"""The least ΔE_OK between a translucent background of a button and what is behind it."""

MAX_PLACE = 120
"""The longest text of the site in the place of evidence, in characters."""

_PURE = frozenset({"#ff0000", "#00ff00", "#0000ff", "#ffff00", "#ff00ff", "#00ffff"})
_BUTTON = re.compile(
    r"(?:^|[\s.#>\[])(?:button|btn|cta|submit)|[-_](?:button|btn|cta)(?![a-z])|et_pb_button|__link\b"
)
"""For selectors in lower case: a search without case takes ten times as long."""

_LINK = re.compile(r"(?:^|[\s>])a(?::link)?\Z")
_BRAND_PROPERTY = re.compile(
    r"--(?:[a-z]+-){0,2}(?:primary|brand|main)(?:-?colou?r)?(?:-(?:500|base|default))?\Z", re.IGNORECASE
)

_BRAND_PRESET = re.compile(
    r"(?:primary|brand|main|(?P<accent>accent(?:-?1)?))(?:-?colou?r)?\Z", re.IGNORECASE
)


@dataclass(slots=True)
class BrandCandidate:
    """One color with its points by kind of evidence, and the evidence."""

    points: dict[str, float] = field(default_factory=dict)
    evidence: list[Evidence] = field(default_factory=list)

    @property
    def score(self) -> float:
        """The sum of all points."""
        return math.fsum(self.points.values())

    def add(self, kind: str, points: float, where: str, value: str) -> None:
        """Add ``points`` and their evidence. ``where`` is our own text, or plain text of the site."""
        self.points[kind] = self.points.get(kind, 0.0) + points
        self.evidence.append(Evidence(what=kind, where=where, value=plain_text(value)))


@dataclass(slots=True)
class BrandCandidates:
    """Candidates by color; similar colors share one candidate."""

    representatives: Mapping[Color, Color]
    by_color: dict[Color, BrandCandidate] = field(default_factory=dict)
    near: Neighbors[Color] = field(default_factory=lambda: Neighbors(RADIUS, 2 * RADIUS))

    def __post_init__(self) -> None:
        for color in dict.fromkeys(self.representatives.values()):
            self.near.add(color.oklab, color)

    def representative(self, color: Color) -> Color:
        """Return the color of the palette or candidate that is like ``color``; it is opaque."""
        opaque = color._replace(alpha=1.0)
        if (known := self.representatives.get(opaque) or self.near.nearest(opaque.oklab)) is not None:
            return known
        self.near.add(opaque.oklab, opaque)
        return opaque

    def add(self, color: Color, kind: str, points: float, where: str, value: str = "") -> None:
        """Add ``points`` for ``color``."""
        candidate = self.by_color.setdefault(self.representative(color), BrandCandidate())
        candidate.add(kind, points, where, value or color.hex)


def is_chromatic(color: Color) -> bool:
    """Whether a color has a visible hue."""
    _, a, b = color.oklab
    return math.hypot(a, b) >= CHROMA


def brand_candidates(context: ColorContext) -> BrandCandidates:
    """Return the evidence for each color, including grays."""
    candidates = BrandCandidates(context.representatives)
    _add_buttons(context, candidates)
    _add_links(context, candidates)
    _add_slots(context, candidates)
    _add_statements(context, candidates)
    _add_rules(context, candidates)
    _add_areas(context, candidates)
    for color in [color for color in candidates.by_color if color.hex in _PURE]:
        if len(candidates.by_color[color].points) < 2:
            del candidates.by_color[color]
    return candidates


def _add_buttons(context: ColorContext, candidates: BrandCandidates) -> None:
    counts = Counter[Color]() if context.rendered is None else context.rendered.buttons
    for button in context.buttons if context.rendered is None else ():
        color, parent = context.computed.background(button), context.tree.parents[button]
        behind = context.computed.backdrop(parent) if parent >= 0 else WHITE
        painted = color.over(behind)
        stands_out = color.is_opaque or math.dist(painted.oklab, behind.oklab) >= LEAST_FILL
        if color.alpha >= 0.5 and stands_out:
            counts[painted] += 1
    total = sum(counts.values())
    for color, count in counts.most_common(8):
        candidates.add(
            color, "buttons", 3.3 * count / (total + 1), f"background of {count} of {total} filled buttons"
        )


def _add_links(context: ColorContext, candidates: BrandCandidates) -> None:
    """Add the colors of links, without links that look like buttons or have the color of other text.

    The browsers' default color is of no site.
    """
    counts: Counter[Color] = Counter()
    if context.rendered is not None:
        counts.update({c: n for c, n in context.rendered.links.items() if c not in {LINK, context.body_text}})
    for element in context.link_texts if context.rendered is None else ():
        color = context.computed.color(element)
        if color != context.body_text and not context.computed.has_default_color(element):
            counts[color] += context.tree.text[element]
    total = sum(counts.values())
    for color, size in counts.most_common(8):
        points = 2.0 * math.sqrt(size / total) * (0.3 if color == LINK else 1.0)
        if color.alpha >= 0.5:
            candidates.add(color, "links", points, f"{round(100 * size / total)} % of the links' text")


def _add_slots(context: ColorContext, candidates: BrandCandidates) -> None:
    for slot in context.slots:
        color = parse_color(slot.hex or "")
        if slot.role != "primary" or not isinstance(color, Color):
            continue
        used = context.uses(color)
        points = (0.4 if slot.unchanged else 1.4) if used else (0.05 if slot.unchanged else 0.5)
        candidates.add(
            color, "slot", points, plain_text(f"{slot.builder}: {slot.label}", MAX_PLACE), slot.variable
        )


def _add_statements(context: ColorContext, candidates: BrandCandidates) -> None:
    """Add colors that the page states as its own, in its markup or by the name of a custom property."""
    statements = [
        ("theme-color", 0.6, "<meta name=theme-color>", theme_color(context.page)),
        (
            "tile",
            0.3,
            "<meta name=msapplication-TileColor>",
            context.page.meta("msapplication-tilecolor"),
        ),
    ]
    statements += [
        ("mask-icon", 0.3, "<link rel=mask-icon>", link.attributes.get("color"))
        for link in context.page.links
        if "mask-icon" in link.rel
    ]
    for kind, points, where, value in statements:
        color = parse_color(value) if value else None
        if isinstance(color, Color) and color.is_opaque:
            candidates.add(color, kind, points, where, value or "")
    _add_presets(context, candidates)
    slots = {slot.variable for slot in context.slots}
    for name in sorted(context.variables.root):
        if name not in slots and len(name) < 60 and _BRAND_PROPERTY.match(name):
            value = context.variables.value(name)
            if (
                value
                and (color := variable_color(value))
                and (color.hex not in color_defaults() or context.uses(color))
            ):
                candidates.add(
                    color, "property", 0.7 if context.uses(color) else 0.4, "custom property", name
                )


def _add_presets(context: ColorContext, candidates: BrandCandidates) -> None:
    """Add the theme's presets that the page uses and that are named as the brand's color."""
    for preset in context.presets:
        if preset.origin == "theme" and preset.used and (match := _BRAND_PRESET.match(preset.slug)):
            color = parse_color(preset.hex)
            if isinstance(color, Color):
                points = 0.3 if match["accent"] else 0.7
                candidates.add(color, "preset", points, "WordPress color preset", preset.slug)


def _add_rules(context: ColorContext, candidates: BrandCandidates) -> None:
    """Add the colors of rules for links and buttons, also unused ones: other pages of the site use them."""
    best: dict[tuple[Color, str], str] = {}
    for rule in context.rules:
        if rule.scheme == "dark" or rule.in_state or rule.purpose in {"status", "social", "widget"}:
            continue
        selector = rule.selectors[0]
        for declaration in rule.declarations:
            name = declaration.property
            kind = "link rule" if name == "color" and _LINK.search(selector) else ""
            if name in {"background", "background-color"} and _BUTTON.search(selector.lower()):
                kind = "button rule"
            if not kind:
                continue
            resolved = context.variables.resolve(declaration.value, rule.scope) or ""
            color = background_color(resolved)
            if color is not None and color.is_opaque and (rule.applies or color.hex not in color_defaults()):
                best.setdefault((color, kind), selector)
    for (color, kind), selector in list(best.items())[:40]:
        candidates.add(color, kind, 0.35 if kind == "button rule" else 0.3, plain_text(selector, MAX_PLACE))


def _add_areas(context: ColorContext, candidates: BrandCandidates) -> None:
    """Add chromatic colors by their share of the palette's weight; with fewer points when all are unused.

    The color of the text does not count: it is often almost black with a hue, which is no brand color. Nor do
    colors that only a state shows, such as the focus of a link that skips the menu.
    """
    chromatic = [
        group
        for group in context.groups
        if is_chromatic(group.color)
        and group.origin not in {"status", "social-brand", "widget"}
        and context.body_text not in group.members
        and group.counts.in_state < group.counts.weight
    ]
    points = 1.0 if any(group.counts.used_count for group in chromatic) else 0.3
    total = math.fsum(_used_weight(group) for group in chromatic)
    for group in sorted(chromatic, key=_used_weight, reverse=True)[:12]:
        if share := _used_weight(group) / total if total else 0.0:
            candidates.add(
                group.color,
                "palette",
                points * share,
                f"{round(100 * share)} % of the chromatic colors' weight",
            )


def _used_weight(group: ColorGroup) -> float:
    return math.fsum(group.counts.used.values()) or group.counts.weight
