"""The colors of a rendered page, by the browser's computed styles: background, text, buttons, links."""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from siteloupe.css.color import BLACK, WHITE, Color, parse_color
from siteloupe.rendered import Rendered

LEAST_OPACITY = 0.5
"""The least alpha of the background of a button that counts."""

_MOST = 0.5
"""The share of the window, or of the text, that makes a color sure."""


class RenderedShare(NamedTuple):
    """A color with its share, from 0 to 1, of what has such a color."""

    color: Color
    share: float


class RenderedColors:
    """The colors that a browser painted on one page."""

    def __init__(self, rendered: Rendered) -> None:
        self._rendered = rendered

    @cached_property
    def canvas(self) -> Color:
        """The background of html, or of body where html has none; over white."""
        declared = [_color(value) for value in self._rendered.root]
        return next((color.over(WHITE) for color in declared if color.alpha), WHITE)

    @cached_property
    def background(self) -> RenderedShare:
        """What fills most of the window; the canvas where pictures and gradients, or many colors, do."""
        points: Counter[Color | None] = Counter()
        for ground in self._rendered.grounds:
            points[_blend(ground.colors, self.canvas) if ground.colors else None] += ground.points
        total = points.total()
        plain = (color for color in points if color is not None)
        best = max(plain, key=lambda color: points[color], default=None)
        if best is None or not total:
            return RenderedShare(self.canvas, 0.0)
        share = points[best] / total
        return RenderedShare(best if share >= _MOST else self.canvas, share if share >= _MOST else 0.0)

    @cached_property
    def text(self) -> RenderedShare:
        """The painted color of most text outside of links and buttons; of headings without other text.

        Text that fades in counts with its greatest opacity.
        """
        plain = [each for each in self._rendered.texts if each.kind == "plain"]
        counts: Counter[tuple[Color, Color]] = Counter()
        opacities: dict[tuple[Color, Color], float] = {}
        for each in [text for text in plain if not text.heading] or plain or list(self._rendered.texts):
            behind = _blend(each.behind, self.canvas)
            key = _color(each.color), behind
            counts[key] += each.characters
            opacities[key] = max(opacities.get(key, 0.0), each.opacity)
        if not counts:
            return RenderedShare(_color(self._rendered.body_color, BLACK), 0.0)
        (color, behind), count = counts.most_common(1)[0]
        painted = color._replace(alpha=color.alpha * opacities[color, behind]).over(behind)
        return RenderedShare(painted, count / counts.total())

    @cached_property
    def buttons(self) -> Counter[Color]:
        """The painted backgrounds of buttons that stand out from what is behind."""
        counts: Counter[Color] = Counter()
        for fill in self._rendered.fills:
            color, behind = _color(fill.color), _blend(fill.behind, self.canvas)
            painted = color._replace(alpha=color.alpha * fill.opacity).over(behind)
            if color.alpha >= LEAST_OPACITY and painted != behind:
                counts[painted] += fill.count
        return counts

    @cached_property
    def links(self) -> Counter[Color]:
        """The colors of the text of links, by characters."""
        counts: Counter[Color] = Counter()
        for each in self._rendered.texts:
            if each.kind == "link":
                counts[_color(each.color)] += each.characters
        return counts


def _blend(colors: Sequence[str], ground: Color) -> Color:
    """Return ``colors``, the topmost first, over ``ground``."""
    for value in reversed(colors):
        ground = _color(value).over(ground)
    return ground


_NONE = Color(0, 0, 0, 0.0)


def _color(value: str, otherwise: Color = _NONE) -> Color:
    color = parse_color(value)
    return color if isinstance(color, Color) else otherwise
