"""Where a site's CSS uses which fonts, and in which font stacks the page's text is set."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from siteloupe.css.font import Family, parse_families, parse_shorthand
from siteloupe.css.values import split_commas
from siteloupe.detect.fonts.names import cleaned, is_system, key_of, without_fallback
from siteloupe.detect.styles.cascade import DeclaredValue, cascaded_values
from siteloupe.detect.styles.sheets import is_never_on_screens
from siteloupe.detect.styles.site_css import SiteCss
from siteloupe.document import Tree

MAX_VALUE = 4000
"""Characters of one list of families that are read."""

FONT_PROPERTIES = frozenset({"font", "font-family", "font-size"})
_NAMING = frozenset({"font", "font-family"})


class Use(NamedTuple):
    """One declaration that sets a stack: the names as :mod:`font_names` cleans them, stand-ins left out.

    An empty stack means ``inherit``, or another keyword that takes what stands around.
    """

    stack: tuple[Family, ...]
    declared: DeclaredValue
    weight: int | None = None

    @property
    def selectors(self) -> list[str]:
        """The selectors of its rule; one empty one for a style attribute."""
        return split_commas(self.declared.context.selector) or [""]


def uses(found: Iterable[DeclaredValue], stand_ins: Mapping[str, str]) -> Iterator[Use]:
    """The uses among ``found``, in order. ``stand_ins``: families that only stand in for others, by key."""
    memo: dict[tuple[str, str], tuple[tuple[Family, ...], int | None] | None] = {}
    for each in found:
        if each.declaration.property not in _NAMING:
            continue
        key = (each.declaration.property, each.value)
        if key not in memo:
            memo[key] = _stack(*key, stand_ins)
        if (read := memo[key]) is not None and not _is_for_paper(each):
            yield Use(read[0], each, read[1])


def _stack(
    name: str, value: str, stand_ins: Mapping[str, str]
) -> tuple[tuple[Family, ...], int | None] | None:
    if len(value) > MAX_VALUE:
        return None
    weight = None
    if name == "font":
        read = parse_shorthand(value)
        named, weight = (read.families, read.weight) if read else (None, None)
    else:
        named = parse_families(value)
    if named is None:
        return ((), None) if value.strip().lower() in {"inherit", "unset", "revert"} else None
    return tuple(dict.fromkeys(_plain(named, stand_ins))), weight


def _plain(named: tuple[Family, ...], stand_ins: Mapping[str, str]) -> Iterator[Family]:
    """Names cleaned; what only stands in for another is left out, or becomes that one where it is missing."""
    names = {key_of(cleaned(family.name)) for family in named}
    for family in named:
        if family.generic:
            yield family
            continue
        name = cleaned(family.name)
        key = key_of(name)
        meant = stand_ins[key] if key in stand_ins else without_fallback(name)
        if meant is None or is_system(name):
            yield Family(name)
        elif meant and key_of(meant) not in names:
            yield Family(meant)


def _is_for_paper(each: DeclaredValue) -> bool:
    return any(
        is_never_on_screens(condition.prelude)
        for condition in each.context.conditions
        if condition.name == "media"
    )


Stack = tuple[Family, ...]

# https://html.spec.whatwg.org/multipage/rendering.html
_MONOSPACE = frozenset({"code", "pre", "kbd", "samp", "tt", "listing", "plaintext", "xmp"})
_OWN_FONT = frozenset({"button", "input", "select", "textarea"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


class Setting(NamedTuple):
    """A stack, and by which declaration it was set."""

    stack: Stack
    selector: str
    declared: DeclaredValue


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

    def stack_of(each: DeclaredValue) -> Stack | None:
        return stacks.get((each.declaration.property, each.value))

    won = cascaded_values(css, tree, (use.declared for use in used), stack_of)
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
