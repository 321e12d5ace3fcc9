"""The fonts of a rendered page's text, by the computed styles of the browser."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from siteloupe.css.font import Family, parse_families
from siteloupe.css.stylesheet import parse_style_attribute
from siteloupe.detect.fonts.used import ComputedFonts, FontUse, Stack, StackSetting, clean_families
from siteloupe.detect.styles.cascade import DeclaredValue
from siteloupe.detect.styles.site_css import AppliedSheet
from siteloupe.rendered import RenderedText

_BROWSERS = frozenset({"times new roman", "times", "arial", "monospace", "serif", "system-ui"})
"""What browsers compute where nothing is declared, alone in a list; Arial is that of buttons and fields."""


def fonts_of_rendered(
    texts: Iterable[RenderedText], uses: Sequence[FontUse], fallbacks: Mapping[str, str]
) -> ComputedFonts:
    """Return the stacks of all visible text. The stack of most text counts as that of ``body``.

    ``uses`` are the declarations of the same page, ``fallbacks`` its metric fallbacks by key.
    """
    declared = {use.stack for use in uses if use.stack}
    text: Counter[Stack | None] = Counter()
    headings: Counter[Stack | None] = Counter()
    for each in texts:
        stack = _stack(each.font, declared, fallbacks)
        (headings if each.heading else text)[stack] += each.characters
    stacks = [stack for stack in (*text, *headings) if stack is not None]
    settings = {stack: StackSetting(stack, "computed style", _DECLARED) for stack in stacks}
    most = next((stack for stack, _ in text.most_common(1)), None)
    if most is None and text:
        return ComputedFonts(_OWN, Counter(), headings, settings, is_cut=False)
    body = settings[most] if most is not None else None
    return ComputedFonts(body, text, headings, settings, is_cut=False)


def _stack(value: str, declared: set[Stack], fallbacks: Mapping[str, str]) -> Stack | None:
    families: tuple[Family, ...] = parse_families(value) or ()
    stack = tuple(dict.fromkeys(clean_families(families, fallbacks)))
    if not stack:
        return None
    is_browsers = len(families) == 1 and families[0].name.casefold() in _BROWSERS
    return None if is_browsers and stack not in declared else stack


_SHEET = parse_style_attribute("font-family: inherit")
_CONTEXT, _DECLARATIONS = next(_SHEET.rules())
_DECLARED = DeclaredValue(
    AppliedSheet(_SHEET, "attribute", "", "rendered"), _CONTEXT, _DECLARATIONS[0], "inherit"
)
"""Stands for the browser's cascade, which does not tell the declaration that won."""

_OWN = StackSetting((Family("Times New Roman"),), "computed style", _DECLARED)
"""Most text has the browser's own font: what less text has is not the page's."""
