"""What lies behind a text or background of a page: layers of colors, with their alpha and groups' opacity.

Source: https://www.w3.org/TR/compositing-1/#simplealphacompositing. An element with ``opacity`` is a group:
its background and content are composited first, and then together over what lies behind.
"""

import math
from functools import lru_cache
from typing import NamedTuple

from siteloupe.css.color import Color, alpha_in_bytes

_Components = tuple[float, float, float]


class Backdrop(NamedTuple):
    """What is visible where nothing more is painted, and how a further color changes it.

    A color with the components ``c`` and alpha ``a`` (0 to 1) appears as ``share·a·c + visible - a·covered``:
    ``share`` is the product of the opacities around it, ``visible`` the present color, and ``covered`` the
    part of it that an opaque color hides. Components are from 0 to 255. So each further layer takes constant
    time, however deep the groups are.
    """

    share: float
    visible: _Components
    covered: _Components

    def in_group(self, opacity: float) -> "Backdrop":
        """Return the backdrop inside a group with ``opacity``, from 0 to 1."""
        opacity = alpha_in_bytes(opacity)
        if opacity == 1:
            return self
        red, green, blue = self.covered
        return Backdrop(self.share * opacity, self.visible, (red * opacity, green * opacity, blue * opacity))

    def add_layer(self, color: Color) -> "Backdrop":
        """Return the backdrop after ``color`` is painted over the whole area."""
        share, alpha = self.share, alpha_in_bytes(color.alpha)
        if not alpha:
            return self
        if alpha >= 1 and share == 1:
            return opaque_backdrop(color)
        layer = [part * share * alpha for part in color[:3]]
        hidden = [part * alpha for part in self.covered]
        red, green, blue = (
            old + own - less for old, own, less in zip(self.visible, layer, hidden, strict=True)
        )
        one, two, three = (
            own + old - less for own, old, less in zip(layer, self.covered, hidden, strict=True)
        )
        return Backdrop(share, (red, green, blue), (one, two, three))

    def paint(self, color: Color) -> Color:
        """Return the color that a visitor sees where ``color`` is painted; it is opaque."""
        if color.alpha >= 1 and self.share == 1:
            return color
        return _round_components(self.add_layer(color).visible)

    @property
    def color(self) -> Color:
        """The color that a visitor sees; it is opaque."""
        return _round_components(self.visible)


def opaque_backdrop(color: Color) -> Backdrop:
    """Return the backdrop of an opaque ``color``."""
    components = float(color.red), float(color.green), float(color.blue)
    return Backdrop(1.0, components, components)


@lru_cache(maxsize=4096)
def _round_components(components: _Components) -> Color:
    """Round a half up; 1e-6 makes up for errors of the sums."""
    red, green, blue = (max(0, min(255, math.floor(part + 0.5 + 1e-6))) for part in components)
    return Color(red, green, blue)
