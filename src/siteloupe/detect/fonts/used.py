"""The fonts in a site's CSS declarations, and the font stacks of the page's text."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

from siteloupe.css.font import GENERIC_FAMILIES, Family, parse_families, parse_shorthand
from siteloupe.css.values import split_commas
from siteloupe.detect.fonts.names import clean_name, is_marker, is_system, key_of, without_fallback
from siteloupe.detect.styles.cascade import DeclaredValue, Styling, cascaded_values
from siteloupe.detect.styles.sheets import is_never_on_screens
from siteloupe.detect.styles.site_css import SiteCss
from siteloupe.detect.styles.visibility import hidden_elements
from siteloupe.document import Tree

MAX_VALUE = 4000
"""The longest list of families, in characters."""

FONT_PROPERTIES = frozenset({"font", "font-family", "font-size"})
_NAMING = frozenset({"font", "font-family"})


class FontUse(Struct, frozen=True, gc=False):
    """One declaration of a font stack, with clean names and without metric fallbacks.

    An empty stack means ``inherit``, or another keyword with the parent's value.
    """

    stack: tuple[Family, ...]
    declared: DeclaredValue
    weight: int | None = None

    @property
    def selectors(self) -> list[str]:
        """The selectors of its rule; one empty selector for a style attribute."""
        return split_commas(self.declared.context.selector) or [""]


def font_uses(
    declared: Iterable[DeclaredValue], fallbacks: Mapping[str, str], faces: frozenset[str] = frozenset()
) -> Iterator[FontUse]:
    """Yield the font stacks in ``declared``, in order.

    ``fallbacks`` are the metric fallbacks by key, ``faces`` the keys of all families that have faces.
    """
    memo: dict[tuple[str, str], tuple[tuple[Family, ...], int | None] | None] = {}
    for each in declared:
        if each.declaration.property not in _NAMING:
            continue
        key = (each.declaration.property, each.value)
        if key not in memo:
            memo[key] = _read_stack(*key, fallbacks, faces)
        if (stack := memo[key]) is not None and not _is_for_print(each):
            yield FontUse(stack[0], each, stack[1])


def _read_stack(
    name: str, value: str, fallbacks: Mapping[str, str], faces: frozenset[str]
) -> tuple[tuple[Family, ...], int | None] | None:
    if len(value) > MAX_VALUE:
        return None
    weight = None
    if name == "font":
        shorthand = parse_shorthand(value)
        families, weight = (shorthand.families, shorthand.weight) if shorthand else (None, None)
    else:
        families = parse_families(value)
    if families is None:
        return ((), None) if value.strip().lower() in {"inherit", "unset", "revert"} else None
    return tuple(dict.fromkeys(clean_families(_plain_families(families, faces), fallbacks))), weight


def clean_families(listed: Iterable[Family], fallbacks: Mapping[str, str]) -> Iterator[Family]:
    """Clean the names. A metric fallback is left out, or replaced by its original when that is missing."""
    families = [*listed]
    names: set[str] | None = None
    for family in families:
        if family.generic:
            yield family
            continue
        name = clean_name(family.name)
        key = key_of(name)
        original = fallbacks[key] if key in fallbacks else without_fallback(name)
        if original is None or is_system(name):
            yield Family(name)
        elif original:
            if names is None:
                names = {key_of(clean_name(family.name)) for family in families}
            if key_of(original) not in names:
                yield Family(original)


def _plain_families(families: tuple[Family, ...], faces: frozenset[str]) -> Iterator[Family]:
    """Yield the families, without what frameworks keep in lists of fonts, and a list in quotes as a list.

    A generic name in quotes is no family that anybody has; its author meant the generic one.
    """
    for family in families:
        if family.generic or key_of(family.name) in faces:
            yield family
        elif "," in family.name:
            yield from _plain_families(parse_families(family.name.replace('"', "")), faces)
        elif family.name.lower() in GENERIC_FAMILIES:
            yield Family(family.name.lower(), generic=True)
        elif not is_marker(family.name):
            yield family


def _is_for_print(each: DeclaredValue) -> bool:
    conditions = each.context.conditions
    return bool(conditions) and any(
        is_never_on_screens(condition.prelude) for condition in conditions if condition.name == "media"
    )


Stack = tuple[Family, ...]

# https://html.spec.whatwg.org/multipage/rendering.html
_MONOSPACE = frozenset({"code", "pre", "kbd", "samp", "tt", "listing", "plaintext", "xmp"})
_OWN_FONT = frozenset({"button", "input", "select", "textarea"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


class StackSetting(Struct, frozen=True, eq=False, gc=False):
    """A stack, and the declaration that sets it. Elements that inherit it share the object."""

    stack: Stack
    selector: str
    declared: DeclaredValue


_Setting = StackSetting | Literal["own"] | None
"""``own`` is a font that browsers have for a kind of element; None is their default for all others."""


class PageText(NamedTuple):
    """The elements of a page with their CSS, the setting of each, and whether its text is hidden."""

    styling: Styling
    settings: Sequence[_Setting]
    hidden: Sequence[bool]

    @property
    def tree(self) -> Tree:
        """The elements."""
        return self.styling.tree


class ComputedFonts(NamedTuple):
    """The stack of ``body``, and the visible characters of headings and of other text in each stack.

    None is the browser's default font, without a declaration; text in the browser's fonts for code and forms
    is left out. ``settings`` are the first setting of each
    stack. ``is_cut`` says that there was too much CSS to match all of it; ``page`` has what this was
    computed of, unless a browser computed it.
    """

    body: StackSetting | None
    text: Counter[Stack | None]
    headings: Counter[Stack | None]
    settings: Mapping[Stack, StackSetting]
    is_cut: bool
    page: PageText | None = None


def computed_fonts(
    css: SiteCss, tree: Tree, uses: Sequence[FontUse], display: Iterable[DeclaredValue] = ()
) -> ComputedFonts:
    """Return the stacks of all visible text in ``tree``.

    ``uses`` and ``display``, the declarations of VISIBILITY_PROPERTIES, are in cascade order.
    """
    styling = Styling(css, tree)
    settings = _computed_settings(styling, uses)
    hidden = hidden_elements(styling, display)
    text: Counter[StackSetting | None] = Counter()
    headings: Counter[StackSetting | None] = Counter()
    first: dict[Stack, StackSetting] = {}
    in_heading: list[bool] = []
    for element, (parent, tag) in enumerate(zip(tree.parents, tree.tags, strict=True)):
        setting = settings[element]
        in_heading.append(tag in _HEADINGS or (parent >= 0 and in_heading[parent]))
        if setting == "own":
            continue
        if setting is not None and (parent < 0 or setting is not settings[parent]):
            first.setdefault(setting.stack, setting)
        if (count := tree.text[element]) and not hidden[element]:
            (headings if in_heading[-1] else text)[setting] += count
    body = settings[tree.tags.index("body")] if "body" in tree.tags else None
    page = PageText(styling, settings, hidden)
    counts = _count_stacks(text), _count_stacks(headings)
    return ComputedFonts(None if body == "own" else body, *counts, first, styling.is_cut, page)


def _count_stacks(counts: Mapping[StackSetting | None, int]) -> Counter[Stack | None]:
    """Return the sums of each stack, in the order in which the stacks come first."""
    stacks: Counter[Stack | None] = Counter()
    for setting, count in counts.items():
        stacks[setting.stack if setting else None] += count
    return stacks


def _computed_settings(styling: Styling, uses: Sequence[FontUse]) -> list[_Setting]:
    """Return the setting of each element."""
    stacks = {(use.declared.declaration.property, use.declared.value): use.stack for use in uses}

    def stack_of(each: DeclaredValue) -> Stack | None:
        return stacks.get((each.declaration.property, each.value))

    cascaded = cascaded_values(styling, _NAMING, (use.declared for use in uses), stack_of)
    settings: list[_Setting] = []
    for element, (parent, tag) in enumerate(zip(styling.tree.parents, styling.tree.tags, strict=True)):
        around = settings[parent] if parent >= 0 else None
        if (value := cascaded.get(element)) is not None:
            setting = StackSetting(value.value, value.selector, value.declared) if value.value else around
        else:
            setting = "own" if tag in _OWN_FONT or tag in _MONOSPACE else around
        settings.append(setting)
    return settings
