"""The pairs of text and background that a reader meets first, as they are painted, and their contrast."""

import math
from collections import Counter
from collections.abc import Iterable

from siteloupe.css.cluster import RADIUS
from siteloupe.css.color import BLACK, WHITE, Color, parse_color
from siteloupe.detect.colors.context import ColorContext
from siteloupe.detect.colors.contrast import contrast, contrast_ratio
from siteloupe.reports.colors import Contrast, RoleColor, Roles

BODY = "Body text on background"
BRAND = "Brand color as text on background"
LABEL = "Label on a brand-colored button"

LEAST_BODY_SHARE = 0.1
"""The least share of the page's text that is painted as the roles, for them to speak for its body text."""

_Pair = tuple[Color, Color]


def contrasts(context: ColorContext, found: Roles) -> list[Contrast]:
    """Return the contrast of body text, of the brand's color as text, and of the label on its button.

    A pair without one of its two roles is left out.
    """
    if found.background is None or found.text is None:
        return []
    background = _color(found.background)
    pairs = [_body_text(context, _color(found.text), background)]
    if found.primary is not None:
        primary = _color(found.primary)
        pairs += [_brand_text(context, primary, background), _button_label(context, primary)]
    return pairs


def _body_text(context: ColorContext, text: Color, background: Color) -> Contrast:
    """Return the contrast of the two roles; of most text, when almost none is painted as they are."""
    counts = _count_pairs(context, context.plain_texts)
    if not counts or counts[text, background] >= LEAST_BODY_SHARE * sum(counts.values()):
        return contrast(BODY, text, background)
    return contrast(BODY, *_most_common(counts), "as most text of the page, on what is behind it")


def _brand_text(context: ColorContext, primary: Color, background: Color) -> Contrast:
    """Return the contrast of the links with the brand's color, otherwise of other text that has it."""
    for elements, note in (
        (context.link_texts, "as on the page's own links"),
        (context.plain_texts, "as in the page's own text"),
    ):
        branded = (each for each in elements if _is_near(context.computed.color(each), primary))
        if counts := _count_pairs(context, branded):
            return contrast(BRAND, *_most_common(counts), note)
    return contrast(BRAND, primary, background, "no such text in the page: as it would be painted")


def _button_label(context: ColorContext, primary: Color) -> Contrast:
    """Return the contrast of the text on the page's buttons whose background is the brand's color."""
    computed = context.computed
    branded = {
        button
        for button in context.buttons
        if computed.background(button).alpha
        and (_is_near(computed.background(button), primary) or _is_near(computed.backdrop(button), primary))
    }
    covered = {button for button in branded if not computed.has_plain_background(button)}
    branded -= covered
    nearest = context.nearest(branded)
    texts = [each for each, button in enumerate(nearest) if button >= 0 and context.has_visible_text(each)]
    with_text = {nearest[each] for each in texts}
    texts += sorted(branded - with_text)  # an <input> has its text in an attribute
    if counts := _count_pairs(context, texts):
        return contrast(LABEL, *_most_common(counts), "as on the page's own buttons")
    label = max((WHITE, BLACK), key=lambda each: contrast_ratio(each, primary))
    which = "without an image or gradient" if covered else "in the page"
    return contrast(
        LABEL, label, primary, f"No brand-colored button found {which}; tested with black or white text."
    )


def _count_pairs(context: ColorContext, elements: Iterable[int]) -> Counter[_Pair]:
    """Count the characters of each pair of text and background, as painted; at least one for each element."""
    counts: Counter[_Pair] = Counter()
    for each in elements:
        pair = context.computed.painted_color(each), context.computed.backdrop(each)
        counts[pair] += max(1, context.tree.text[each])
    return counts


def _most_common(counts: Counter[_Pair]) -> _Pair:
    return max(counts, key=lambda pair: (counts[pair], pair))


def _is_near(color: Color, other: Color) -> bool:
    """Whether two colors are alike, without their alpha."""
    return color.alpha > 0 and math.dist(color.oklab, other.oklab) <= RADIUS


def _color(role: RoleColor) -> Color:
    color = parse_color(role.hex)
    return color if isinstance(color, Color) else WHITE
