"""Which color plays which role on a page: background, text, primary, accent, border."""

import math
from collections import Counter

from siteloupe.css.color import WHITE, Color, parse_color
from siteloupe.css.naming import name_of
from siteloupe.detect.colors.brand import MAX_PLACE, Case, Cases, brand_cases, is_chromatic
from siteloupe.detect.colors.context import Scene
from siteloupe.detect.page.text import plain_text
from siteloupe.reports.colors import Confidence, RoleColor, Roles
from siteloupe.reports.evidence import Evidence

HUE_APART = 30.0
FAR_APART = 0.2
"""The hue in degrees, or else the ΔE_OK, by which an accent differs from the primary color."""

MAX_EVIDENCE = 6

_SEEN_TEXT = 0.1
"""The share of the page's text from which the body's color counts as seen."""


def roles(scene: Scene) -> Roles:
    """One color for each role, or none."""
    cases = brand_cases(scene)
    background = _background(scene)
    primary = _primary(cases, background)
    chosen = None if primary is None else _color(primary)
    return Roles(
        background=_role(background, "high", [_seen("background", _ground(scene), background)]),
        text=_text(scene),
        primary=primary,
        accent=_accent(scene, cases, chosen),
        border=_border(scene),
    )


def _background(scene: Scene) -> Color:
    return scene.computed.canvas()


def _ground(scene: Scene) -> str:
    ground = scene.computed.ground
    return (
        f"background of {scene.tree.tags[ground]}"
        if ground >= 0
        else "no background of html or body: browsers show white"
    )


def _text(scene: Scene) -> RoleColor:
    """The body's color, unless next to no text has it and most text on the page's background another."""
    computed, ground, own = scene.computed, _background(scene), scene.body_text
    everywhere: Counter[Color] = Counter()
    on_ground: Counter[Color] = Counter()
    for element in scene.plain_texts:
        color, size = computed.color(element), scene.tree.text[element]
        everywhere[color] += size
        if computed.behind(element) == ground:
            on_ground[color] += size
    total = sum(everywhere.values())
    share = everywhere[own] / total if total else 1.0
    if share < _SEEN_TEXT and sum(on_ground.values()) > total / 2:
        color, size = on_ground.most_common(1)[0]
        where = f"{round(100 * size / total)} % of the text outside of links and buttons"
        return _role(color.over(ground), "medium", [_seen("text", where, color)])
    confidence: Confidence = "high" if share >= 0.5 else "medium"
    return _role(own.over(ground), confidence, [_seen("text", "color of body", own)])


def _primary(cases: Cases, background: Color) -> RoleColor | None:
    chromatic = {color: case for color, case in cases.by_color.items() if is_chromatic(color)}
    if chromatic:
        color, case = _best(chromatic)
        return _by_case(color, case)
    # Where nothing has a hue, black or white truly is the brand's; but not what the page stands on.
    interactive = {
        color: case
        for color, case in cases.by_color.items()
        if color != background and {"buttons", "slot", "button rule"} & set(case.points)
    }
    if not interactive:
        return None
    color, case = _best(interactive)
    note = Evidence(what="monochrome", where="every link and button", value="no color of the page has a hue")
    return _role(color, "medium", [*case.evidence, note])


def _best(cases: dict[Color, Case]) -> tuple[Color, Case]:
    return max(cases.items(), key=lambda item: (item[1].score, item[0]))


def _by_case(color: Color, case: Case) -> RoleColor:
    strong = {"buttons", "links", "slot", "theme-color", "property"} & {
        kind for kind, points in case.points.items() if points >= 0.3
    }
    if len(strong) >= 2 and case.score >= 1.5:
        return _role(color, "high", case.evidence)
    return _role(color, "medium" if case.score >= 1.0 else "low", case.evidence)


def _accent(scene: Scene, cases: Cases, primary: Color | None) -> RoleColor | None:
    """The second color: a hue, and well apart from the first."""
    if primary is None or not is_chromatic(primary):
        return None
    found: dict[Color, Case] = {}
    for color, case in cases.by_color.items():
        if is_chromatic(color) and _is_apart(color, primary):
            points = case.points | {"palette": 2 * case.points.get("palette", 0.0)}
            found[color] = Case(points, list(case.evidence))
    for slot in scene.slots:
        meant = parse_color(slot.hex or "")
        if slot.role != "accent" or not isinstance(meant, Color):
            continue
        if is_chromatic(meant) and _is_apart(meant, primary):
            case = found.setdefault(cases.alike.get(meant, meant), Case())
            where = plain_text(f"{slot.builder}: {slot.label}", MAX_PLACE)
            case.add("slot", 0.1 if slot.unchanged else 1.0, where, slot.variable)
    if not found:
        return None
    color, case = _best(found)
    return _by_case(color, case) if case.score >= 0.1 else None


def _is_apart(color: Color, primary: Color) -> bool:
    one, other = color.oklab, primary.oklab
    hues = math.degrees(math.atan2(one[2], one[1]) - math.atan2(other[2], other[1])) % 360
    return min(hues, 360 - hues) > HUE_APART or math.dist(one, other) > FAR_APART


def _border(scene: Scene) -> RoleColor | None:
    """The color that most lines have."""
    lines = {group.color: group.tally.used.get("border", 0.0) for group in scene.groups}
    used = any(lines.values())
    if not used:
        lines = {group.color: group.tally.weights.get("border", 0.0) for group in scene.groups}
    total = sum(lines.values())
    if not total:
        return None
    best = max(lines, key=lambda color: (lines[color], color))
    share = lines[best] / total
    where = f"{round(100 * share)} % of the borders' weight"
    confidence: Confidence = "high" if share >= 0.5 and used else "medium" if share >= 0.25 else "low"
    return _role(best.over(_background(scene)), confidence, [_seen("borders", where, best)])


def _role(color: Color, confidence: Confidence, evidence: list[Evidence]) -> RoleColor:
    shown = color.over(WHITE)
    return RoleColor(
        hex=shown.hex, name=name_of(shown), confidence=confidence, evidence=evidence[:MAX_EVIDENCE]
    )


def _seen(what: str, where: str, color: Color) -> Evidence:
    return Evidence(what=what, where=where, value=color.rgb)


def _color(role: RoleColor) -> Color:
    found = parse_color(role.hex)
    return found if isinstance(found, Color) else WHITE
