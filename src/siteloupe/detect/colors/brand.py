"""The evidence that a color is the brand's: buttons, links, slots, and the names that the page gives it."""

import math
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from siteloupe.css.color import WHITE, Color, parse_color
from siteloupe.detect.colors.computed import LINK, background_color
from siteloupe.detect.colors.context import Scene
from siteloupe.detect.colors.palette import Group
from siteloupe.detect.colors.rules import color_defaults
from siteloupe.detect.colors.slots import theme_color, variable_color
from siteloupe.detect.page.text import plain_text
from siteloupe.reports.evidence import Evidence

CHROMA = 0.04
"""The OKLCH chroma from which a color is one, and no grey."""

MAX_PLACE = 120
"""Characters of a text of the site's that says where something was seen."""

_PURE = frozenset({"#ff0000", "#00ff00", "#0000ff", "#ffff00", "#ff00ff", "#00ffff"})
_BUTTON = re.compile(
    r"(?:^|[\s.#>\[])(?:button|btn|cta|submit)|[-_](?:button|btn|cta)(?![a-z])|et_pb_button|__link\b"
)
"""For selectors in lower case: to look for both would take ten times as long."""

_LINK = re.compile(r"(?:^|[\s>])a(?::link)?\Z")
_NAMED = re.compile(
    r"--(?:[a-z]+-){0,2}(?:primary|brand|main)(?:-?colou?r)?(?:-(?:500|base|default))?\Z", re.IGNORECASE
)


@dataclass(slots=True)
class Case:
    """What was found for one color: points by kind of evidence, and the evidence itself."""

    points: dict[str, float] = field(default_factory=dict)
    evidence: list[Evidence] = field(default_factory=list)

    @property
    def score(self) -> float:
        """All points together."""
        return sum(self.points.values())

    def add(self, kind: str, points: float, where: str, value: str) -> None:
        """Count ``points``, and remember what for. ``where`` is in our words, or plain text of the site's."""
        self.points[kind] = self.points.get(kind, 0.0) + points
        self.evidence.append(Evidence(what=kind, where=where, value=plain_text(value)))


@dataclass(slots=True)
class Cases:
    """Cases by color; colors alike share one."""

    alike: Mapping[Color, Color]
    by_color: dict[Color, Case] = field(default_factory=dict)

    def add(self, color: Color, kind: str, points: float, where: str, value: str = "") -> None:
        """Count ``points`` for ``color``."""
        opaque = color._replace(alpha=1.0)
        case = self.by_color.setdefault(self.alike.get(opaque, opaque), Case())
        case.add(kind, points, where, value or color.hex)


def is_chromatic(color: Color) -> bool:
    """Whether a color has a hue that people see."""
    _, a, b = color.oklab
    return math.hypot(a, b) >= CHROMA


def brand_cases(scene: Scene) -> Cases:
    """What speaks for each color, greys included."""
    cases = Cases(scene.alike)
    _buttons(scene, cases)
    _links(scene, cases)
    _slots(scene, cases)
    _statements(scene, cases)
    _rules(scene, cases)
    _areas(scene, cases)
    for color in [color for color in cases.by_color if color.hex in _PURE]:
        if len(cases.by_color[color].points) < 2:
            del cases.by_color[color]
    return cases


def _buttons(scene: Scene, cases: Cases) -> None:
    seen: Counter[Color] = Counter()
    for button in scene.buttons:
        color = scene.computed.background(button)
        if color.alpha >= 0.5:
            seen[color.over(WHITE)] += 1
    total = sum(seen.values())
    for color, count in seen.most_common(8):
        cases.add(
            color, "buttons", 3.3 * count / (total + 1), f"background of {count} of {total} filled buttons"
        )


def _links(scene: Scene, cases: Cases) -> None:
    """Links by their text, but for those painted like buttons, and those left in the color of all text."""
    seen: Counter[Color] = Counter()
    for element in scene.linked:
        if (color := scene.computed.color(element)) != scene.body_text:
            seen[color] += scene.tree.text[element]
    total = sum(seen.values())
    for color, size in seen.most_common(8):
        points = 2.0 * math.sqrt(size / total) * (0.3 if color == LINK else 1.0)
        if color.alpha >= 0.5:
            cases.add(color, "links", points, f"{round(100 * size / total)} % of the links' text")


def _slots(scene: Scene, cases: Cases) -> None:
    for slot in scene.slots:
        color = parse_color(slot.hex or "")
        if slot.role != "primary" or not isinstance(color, Color):
            continue
        used = scene.uses(color)
        points = (0.4 if slot.unchanged else 1.4) if used else (0.05 if slot.unchanged else 0.5)
        cases.add(
            color, "slot", points, plain_text(f"{slot.builder}: {slot.label}", MAX_PLACE), slot.variable
        )


def _statements(scene: Scene, cases: Cases) -> None:
    """Colors that the page names as its own, outside of its CSS or by the name of a custom property."""
    said = [
        ("theme-color", 0.6, "<meta name=theme-color>", theme_color(scene.page)),
        (
            "tile",
            0.3,
            "<meta name=msapplication-TileColor>",
            scene.page.meta("msapplication-tilecolor"),
        ),
    ]
    said += [
        ("mask-icon", 0.3, "<link rel=mask-icon>", link.attributes.get("color"))
        for link in scene.page.links
        if "mask-icon" in link.rel
    ]
    for kind, points, where, value in said:
        color = parse_color(value) if value else None
        if isinstance(color, Color) and color.is_opaque:
            cases.add(color, kind, points, where, value or "")
    slots = {slot.variable for slot in scene.slots}
    for name in sorted(scene.variables.root):
        if name not in slots and len(name) < 60 and _NAMED.match(name):
            value = scene.variables.value(name)
            if (
                value
                and (color := variable_color(value))
                and (color.hex not in color_defaults() or scene.uses(color))
            ):
                cases.add(color, "property", 0.7 if scene.uses(color) else 0.4, "custom property", name)


def _rules(scene: Scene, cases: Cases) -> None:
    """Rules for links and buttons, whether or not the page has one: its other pages do."""
    best: dict[tuple[Color, str], str] = {}
    for rule in scene.rules:
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
            resolved = scene.variables.resolve(declaration.value, rule.scope) or ""
            color = background_color(resolved)
            if color is not None and color.is_opaque and (rule.applies or color.hex not in color_defaults()):
                best.setdefault((color, kind), selector)
    for (color, kind), selector in list(best.items())[:40]:
        cases.add(color, kind, 0.35 if kind == "button rule" else 0.3, plain_text(selector, MAX_PLACE))


def _areas(scene: Scene, cases: Cases) -> None:
    """Colors by how much of what the page shows they are; little is said where it uses none of them.

    That of the text does not count: near black has a hue on many pages, and is nobody's brand for it.
    """
    chromatic = [
        group
        for group in scene.groups
        if is_chromatic(group.color)
        and group.origin not in {"status", "social-brand", "widget"}
        and scene.body_text not in group.members
    ]
    points = 1.0 if any(group.tally.used_count for group in chromatic) else 0.3
    total = sum(_used(group) for group in chromatic)
    for group in sorted(chromatic, key=_used, reverse=True)[:12]:
        if share := _used(group) / total if total else 0.0:
            cases.add(
                group.color,
                "palette",
                points * share,
                f"{round(100 * share)} % of the chromatic colors' weight",
            )


def _used(group: Group) -> float:
    return sum(group.tally.used.values()) or group.tally.weight
