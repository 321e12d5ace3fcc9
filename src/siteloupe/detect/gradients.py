"""The gradients in a site's CSS.

Source: https://drafts.csswg.org/css-images-4/#gradients
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from siteloupe.css.color import Color, colors_in
from siteloupe.css.scopes import Scope
from siteloupe.css.values import closing
from siteloupe.css.variables import Variables
from siteloupe.detect.color_rules import ColorRule
from siteloupe.reports.colors import Gradient

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
        end = closing(value, match.start(2))
        kind = match[1].lower()
        yield f"{kind}-gradient{_SPACES.sub(' ', value[match.start(2) : end])})", kind
