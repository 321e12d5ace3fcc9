"""The gradients in a site's CSS, as written: those of backgrounds, borders, masks, list markers and content.

Source: https://drafts.csswg.org/css-images-4/#gradients
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from siteloupe.css.color import Color, colors_in
from siteloupe.css.rules import Declaration
from siteloupe.css.scopes import VariableScope
from siteloupe.css.values import find_closing
from siteloupe.css.variables import Variables
from siteloupe.detect.colors.computed import ComputedColors
from siteloupe.detect.colors.properties import IMAGE_PROPERTIES
from siteloupe.detect.colors.rules import ColorRule
from siteloupe.reports.colors import Gradient

MAX_CSS = 300
MAX_GRADIENTS = 100
MAX_VALUE = 20_000
"""Most characters of a value that are searched."""

_START = re.compile(
    r"(?<![-\w])(-webkit-|-moz-|-o-|-ms-)?((?:repeating-)?(?:linear|radial|conic))-gradient(\()",
    re.IGNORECASE,
)
_SPACES = re.compile(r"\s++")


class WrittenGradient(NamedTuple):
    """One gradient: its text with collapsed white space, vendor prefix, type and colors.

    ``used`` tells whether its declaration applies to the page.
    """

    css: str
    prefix: str
    kind: str
    colors: tuple[str, ...]
    used: bool = True


@dataclass(slots=True)
class _CountedGradient:
    gradient: WrittenGradient
    count: int = 0
    used: bool = False


def gradients(
    rules: Iterable[ColorRule],
    variables: Variables,
    *,
    dark_root: bool = False,
    computed: ComputedColors | None = None,
) -> list[Gradient]:
    """Return distinct gradients, used ones first, then by the number of occurrences.

    Gradients with a vendor prefix are counted as the one without when a rule has both: their syntax differs.
    WordPress's preset classes count only when the page uses them.
    """
    counted: dict[str, _CountedGradient] = {}
    for rule in rules:
        if rule.scheme == "dark" or (rule.purpose == "preset" and not rule.applies):
            continue
        written = [
            gradient._replace(used=computed.applies(rule, declaration) if computed else rule.applies)
            for declaration in (*rule.declarations, *rule.others)
            if "(" in declaration.value and declaration.property in IMAGE_PROPERTIES
            for gradient in _gradients_of(rule, declaration, variables, dark_root=dark_root)
        ]
        for gradient in _without_alternatives(written) if written else ():
            entry = counted.get(gradient.css)
            if entry is None:
                if len(counted) >= MAX_GRADIENTS:
                    break
                entry = counted[gradient.css] = _CountedGradient(gradient)
            entry.count += rule.sheet.count
            entry.used |= gradient.used
    ranked = sorted(counted.items(), key=lambda item: (not item[1].used, -item[1].count, item[0]))
    return [
        Gradient(
            css=css[:MAX_CSS],
            type=entry.gradient.kind,
            colors=list(entry.gradient.colors),
            count=entry.count,
            used=entry.used,
        )
        for css, entry in ranked
    ]


def _gradients_of(
    rule: ColorRule, declaration: Declaration, variables: Variables, *, dark_root: bool
) -> Iterable[WrittenGradient]:
    value = declaration.value
    if "var(" in value:
        value = variables.resolve(value, VariableScope(rule.selectors[0], dark_root)) or ""
    return find_gradients(value) if "gradient(" in value else ()


def find_gradients(value: str) -> Iterator[WrittenGradient]:
    """Yield every gradient of a value that has a color."""
    value, end = value[:MAX_VALUE], 0
    for match in _START.finditer(value):
        if match.start() < end:  # inside another, which no browser draws
            continue
        end = find_closing(value, match.start(3))
        prefix, kind = (match[1] or "").lower(), match[2].lower()
        css = f"{prefix}{kind}-gradient{_SPACES.sub(' ', value[match.start(3) : end])})"
        colors = tuple([_code(color) for color in colors_in(css) if isinstance(color, Color)])
        if colors:
            yield WrittenGradient(css, prefix, kind, colors)


def _code(color: Color) -> str:
    """Return ``#rrggbb``, ``#rrggbbaa`` when not opaque, or ``transparent``."""
    if color.is_opaque:
        return color.hex
    return "transparent" if not any(color) else f"{color.hex}{round(color.alpha * 255):02x}"


def _without_alternatives(found: list[WrittenGradient]) -> list[WrittenGradient]:
    """Replace gradients with a vendor prefix by the gradient of the same rule that they stand in for.

    It has the same type and colors; without a prefix, or the first with one.
    """
    if not any(gradient.prefix for gradient in found):
        return found
    chosen: dict[tuple[str, tuple[str, ...]], WrittenGradient] = {}
    for gradient in found:
        key = gradient.kind, gradient.colors
        if key not in chosen or (chosen[key].prefix and not gradient.prefix):
            chosen[key] = gradient
    return [
        chosen[each.kind, each.colors]._replace(used=each.used) if each.prefix else each for each in found
    ]
