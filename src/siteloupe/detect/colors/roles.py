"""The roles of colors on a page: background, text, primary, accent, border."""

import math
from collections import Counter

import msgspec

from siteloupe.css.color import WHITE, Color, parse_color
from siteloupe.css.naming import name_of
from siteloupe.detect.colors.brand import (
    MAX_PLACE,
    BrandCandidate,
    BrandCandidates,
    brand_candidates,
    is_chromatic,
)
from siteloupe.detect.colors.context import ColorContext
from siteloupe.detect.colors.rendered_colors import RenderedShare
from siteloupe.detect.page.text import plain_text
from siteloupe.reports.colors import Confidence, RoleColor, Roles
from siteloupe.reports.evidence import Evidence

LEAST_HUE_DIFFERENCE = 30.0
LEAST_DIFFERENCE = 0.2
"""An accent differs from the primary color by this hue in degrees, or by this ΔE_OK."""

MAX_EVIDENCE = 6

_LEAST_TEXT_SHARE = 0.1
"""The least share of the page's text that has the color of the body."""


def roles(context: ColorContext) -> Roles:
    """Return one color for each role, or none.

    When styles were read in part, confidence is low, and a role that rests on a browser's default is none.
    When no stylesheet was read, all are none.
    """
    if context.seen == "nothing":
        return Roles()
    inferred = _infer_roles(context)
    if context.seen == "all":
        return inferred
    return Roles(
        background=_weaken(inferred.background),
        text=_weaken(inferred.text),
        primary=_weaken(inferred.primary),
        accent=_weaken(inferred.accent),
        border=_weaken(inferred.border),
    )


def _weaken(role: RoleColor | None) -> RoleColor | None:
    return None if role is None else msgspec.structs.replace(role, confidence="low")


def _infer_roles(context: ColorContext) -> Roles:
    candidates = brand_candidates(context)
    primary = _primary_role(candidates, _background(context))
    chosen = None if primary is None else _color_of(primary)
    return Roles(
        background=_background_role(context),
        text=_text_role(context),
        primary=primary,
        accent=_accent_role(context, candidates, chosen),
        border=_border_role(context),
    )


def _background(context: ColorContext) -> Color:
    if context.rendered is not None:
        return context.rendered.background.color
    return context.computed.canvas()


def _background_role(context: ColorContext) -> RoleColor | None:
    if context.rendered is not None:
        return _rendered_role("background", context.rendered.background, "of the rendered window")
    ground, color = context.computed.background_element, _background(context)
    if ground >= 0:
        where = f"background of {context.tree.tags[ground]}"
    elif context.seen == "all":
        where = "no background of html or body: browsers show white"
    else:
        return None
    return _make_role(color, "high", [_evidence("background", where, color)])


def _text_role(context: ColorContext) -> RoleColor | None:
    """Return the body's color, unless almost no text has it and most text on the background has another."""
    if context.rendered is not None:
        return _rendered_role(
            "text", context.rendered.text, "of the rendered text outside of links and buttons"
        )
    computed, ground, own = context.computed, _background(context), context.body_text
    everywhere: Counter[Color] = Counter()
    on_ground: Counter[tuple[Color, Color]] = Counter()
    for element in context.plain_texts:
        color, size = computed.color(element), context.tree.text[element]
        everywhere[color] += size
        if computed.backdrop(element) == ground:
            on_ground[color, computed.painted_color(element)] += size
    total = sum(everywhere.values())
    share = everywhere[own] / total if total else 1.0
    if share < _LEAST_TEXT_SHARE and sum(on_ground.values()) > total / 2:
        (color, painted), size = on_ground.most_common(1)[0]
        where = f"{round(100 * size / total)} % of the text outside of links and buttons"
        return _make_role(painted, "medium", [_evidence("text", where, color)])
    confidence: Confidence = "high" if share >= 0.5 else "medium"
    element, where = context.body_element, "color of body"
    if element < 0 or computed.has_default_color(element):
        where = "no color of html or body: browsers show black"
        if context.seen != "all":
            return None
    painted = own if element < 0 else computed.painted_color(element)
    return _make_role(painted, confidence, [_evidence("text", where, own)])


def _rendered_role(what: str, found: RenderedShare, of: str) -> RoleColor:
    """The role of a color that a browser was seen to paint."""
    where = f"{round(100 * found.share)} % {of}" if found.share else f"rendered {what} of html or body"
    confidence: Confidence = "high" if found.share >= 0.5 else "medium"
    return _make_role(found.color, confidence, [_evidence(what, where, found.color)])


def _primary_role(candidates: BrandCandidates, background: Color) -> RoleColor | None:
    chromatic = {color: candidate for color, candidate in candidates.by_color.items() if is_chromatic(color)}
    if chromatic:
        color, candidate = _best_candidate(chromatic)
        return _candidate_role(color, candidate)
    # Without any hue, black or white is the brand's color, but not the color of the background.
    interactive = {
        color: candidate
        for color, candidate in candidates.by_color.items()
        if color != background and {"buttons", "slot", "button rule"} & set(candidate.points)
    }
    if not interactive:
        return None
    color, candidate = _best_candidate(interactive)
    note = Evidence(what="monochrome", where="every link and button", value="no color of the page has a hue")
    return _make_role(color, "medium", [*candidate.evidence, note])


def _best_candidate(candidates: dict[Color, BrandCandidate]) -> tuple[Color, BrandCandidate]:
    return max(candidates.items(), key=lambda item: (item[1].score, item[0]))


def _candidate_role(color: Color, candidate: BrandCandidate) -> RoleColor:
    strong = {"buttons", "links", "slot", "theme-color", "property"} & {
        kind for kind, points in candidate.points.items() if points >= 0.3
    }
    if len(strong) >= 2 and candidate.score >= 1.5:
        return _make_role(color, "high", candidate.evidence)
    return _make_role(color, "medium" if candidate.score >= 1.0 else "low", candidate.evidence)


def _accent_role(
    context: ColorContext, candidates: BrandCandidates, primary: Color | None
) -> RoleColor | None:
    """Return the second color: chromatic, and clearly different from the primary color."""
    if primary is None or not is_chromatic(primary):
        return None
    accents: dict[Color, BrandCandidate] = {}
    for color, candidate in candidates.by_color.items():
        if is_chromatic(color) and _is_different(color, primary):
            points = candidate.points | {"palette": 2 * candidate.points.get("palette", 0.0)}
            accents[color] = BrandCandidate(points, list(candidate.evidence))
    for slot in context.slots:
        slot_color = parse_color(slot.hex or "")
        if slot.role != "accent" or not isinstance(slot_color, Color):
            continue
        if is_chromatic(slot_color) and _is_different(slot_color, primary):
            color = candidates.representatives.get(slot_color, slot_color)
            candidate = accents.setdefault(color, BrandCandidate())
            where = plain_text(f"{slot.builder}: {slot.label}", MAX_PLACE)
            candidate.add("slot", 0.1 if slot.unchanged else 1.0, where, slot.variable)
    if not accents:
        return None
    color, candidate = _best_candidate(accents)
    return _candidate_role(color, candidate) if candidate.score >= 0.1 else None


def _is_different(color: Color, primary: Color) -> bool:
    one, other = color.oklab, primary.oklab
    hues = math.degrees(math.atan2(one[2], one[1]) - math.atan2(other[2], other[1])) % 360
    return min(hues, 360 - hues) > LEAST_HUE_DIFFERENCE or math.dist(one, other) > LEAST_DIFFERENCE


def _border_role(context: ColorContext) -> RoleColor | None:
    """Return the color of most borders."""
    lines = {group.color: group.counts.used.get("border", 0.0) for group in context.groups}
    used = any(lines.values())
    if not used:
        lines = {group.color: group.counts.weights.get("border", 0.0) for group in context.groups}
    total = math.fsum(lines.values())
    if not total:
        return None
    best = max(lines, key=lambda color: (lines[color], color))
    share = lines[best] / total
    where = f"{round(100 * share)} % of the borders' weight"
    confidence: Confidence = "high" if share >= 0.5 and used else "medium" if share >= 0.25 else "low"
    return _make_role(best.over(_background(context)), confidence, [_evidence("borders", where, best)])


def _make_role(color: Color, confidence: Confidence, evidence: list[Evidence]) -> RoleColor:
    opaque = color.over(WHITE)
    return RoleColor(
        hex=opaque.hex, name=name_of(opaque), confidence=confidence, evidence=evidence[:MAX_EVIDENCE]
    )


def _evidence(what: str, where: str, color: Color) -> Evidence:
    return Evidence(what=what, where=where, value=color.rgb)


def _color_of(role: RoleColor) -> Color:
    color = parse_color(role.hex)
    return color if isinstance(color, Color) else WHITE
