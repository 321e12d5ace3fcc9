"""In which stacks a page's text is set: the cascade of ``font-family``, followed down to the text."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from siteloupe.css.font import Family
from siteloupe.detect.cascade import Declared, winners
from siteloupe.detect.font_uses import Use
from siteloupe.detect.site_css import SiteCss
from siteloupe.document import Tree

Stack = tuple[Family, ...]

# https://html.spec.whatwg.org/multipage/rendering.html
_MONOSPACE = frozenset({"code", "pre", "kbd", "samp", "tt", "listing", "plaintext", "xmp"})
_OWN_FONT = frozenset({"button", "input", "select", "textarea"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


class Setting(NamedTuple):
    """A stack, and by which declaration it was set."""

    stack: Stack
    selector: str
    declared: Declared


class ComputedFonts(NamedTuple):
    """What the body is set in, and how many characters of text, and of headings, each stack has.

    None is the browser's own font: nothing is declared. ``settings`` say where each stack was first met.
    """

    body: Setting | None
    text: Counter[Stack | None]
    headings: Counter[Stack | None]
    settings: Mapping[Stack, Setting]


def computed_fonts(css: SiteCss, tree: Tree, used: Sequence[Use]) -> ComputedFonts:
    """The stacks of all text of the page in ``tree``. ``used`` are the uses in cascade order."""
    stacks = {(use.declared.declaration.property, use.declared.value): use.stack for use in used}

    def stack_of(each: Declared) -> Stack | None:
        return stacks.get((each.declaration.property, each.value))

    won = winners(css, tree, (use.declared for use in used), stack_of)
    settings: list[Setting | None] = []
    body: Setting | None = None
    text: Counter[Stack | None] = Counter()
    headings: Counter[Stack | None] = Counter()
    first: dict[Stack, Setting] = {}
    in_heading: list[bool] = []
    for element, (parent, tag) in enumerate(zip(tree.parents, tree.tags, strict=True)):
        around = settings[parent] if parent >= 0 else None
        if (found := won.get(element)) is not None:
            setting = Setting(found.value, found.selector, found.declared) if found.value else around
        else:
            setting = None if tag in _OWN_FONT or tag in _MONOSPACE else around
        settings.append(setting)
        in_heading.append(tag in _HEADINGS or (parent >= 0 and in_heading[parent]))
        if tag == "body":
            body = setting
        if setting is not None:
            first.setdefault(setting.stack, setting)
        if count := tree.text[element]:
            stack = setting.stack if setting else None
            text[stack] += count
            if in_heading[-1]:
                headings[stack] += count
    return ComputedFonts(body, text, headings, first)
