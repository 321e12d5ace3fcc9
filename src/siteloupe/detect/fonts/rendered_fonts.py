"""The fonts of a rendered page's text, by the computed styles of the browser."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from siteloupe.css.font import parse_families
from siteloupe.css.stylesheet import parse_style_attribute
from siteloupe.detect.fonts.used import ComputedFonts, FontUse, Stack, StackSetting, clean_families
from siteloupe.detect.styles.cascade import DeclaredValue
from siteloupe.detect.styles.site_css import AppliedSheet
from siteloupe.rendered import RenderedText

_DEFAULT = frozenset({"times new roman", "times"})
_OF_CODE_AND_FORMS = frozenset({"arial", "monospace", "system-ui"})
"""The fonts that browsers compute where nothing is declared, each alone in its list."""


def fonts_of_rendered(
    texts: Iterable[RenderedText], uses: Sequence[FontUse], fallbacks: Mapping[str, str]
) -> ComputedFonts:
    """Return the stacks of all visible text.

    ``uses`` are the declarations of the same page, ``fallbacks`` its metric fallbacks by key.
    """
    declared = {use.stack for use in uses if use.stack}
    text: Counter[Stack | None] = Counter()
    headings: Counter[Stack | None] = Counter()
    for each in texts:
        families = parse_families(each.font) or ()
        stack: Stack | None = tuple(dict.fromkeys(clean_families(families, fallbacks)))
        if len(families) == 1 and stack not in declared:
            if (name := families[0].name.casefold()) in _OF_CODE_AND_FORMS:
                continue
            stack = None if name in _DEFAULT else stack
        (headings if each.heading else text)[stack or None] += each.characters
    stacks = [stack for stack in (*text, *headings) if stack is not None]
    settings = {stack: StackSetting(stack, "computed style", _DECLARED) for stack in stacks}
    most = next((stack for stack, _ in text.most_common(1)), None)
    return ComputedFonts(None if most is None else settings[most], text, headings, settings, is_cut=False)


_SHEET = parse_style_attribute("font-family: inherit")
_CONTEXT, _DECLARATIONS = next(_SHEET.rules())
_DECLARED = DeclaredValue(
    AppliedSheet(_SHEET, "attribute", "", "rendered"), _CONTEXT, _DECLARATIONS[0], "inherit"
)
"""Stands for the browser's cascade, which does not tell the declaration that won."""
