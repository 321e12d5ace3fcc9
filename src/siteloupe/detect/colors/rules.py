"""The rules of a site that set colors, which of them the page uses, and which colors are products' defaults.

Most declared rules are not used: rules of a framework, block library or plugin are often for elements that
the page does not have. A rule *applies* when one of its selectors has only classes and ids of the page.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from msgspec import Struct

from siteloupe.css.conditions import conditions_hold
from siteloupe.css.grammar import name_characters, unescape
from siteloupe.css.rules import AtRule, Context, Declaration, DeclarationBlock, Stylesheet
from siteloupe.css.scopes import VariableScope, dark_part
from siteloupe.css.selector import first_name
from siteloupe.css.text_cache import text_cache
from siteloupe.css.values import split_commas
from siteloupe.data import rows
from siteloupe.detect.colors.class_words import selectors_of
from siteloupe.detect.colors.dark_switches import DarkSwitches
from siteloupe.detect.colors.properties import IMAGE_PROPERTIES, PROPERTY_WEIGHTS
from siteloupe.detect.styles.site_css import AppliedSheet, SiteCss
from siteloupe.document import Tree

_PRESET = re.compile(r"\.has-[-\w]+-(?:color|background-color|border-color|gradient-background)(?![-\w])")


Purpose = Literal["", "preset", "status", "social", "widget"]


class ColorDefault(NamedTuple):
    """The product of a default color: ``origin`` is core, framework-, builder-default or social-brand."""

    origin: str
    owner: str


@cache
def color_defaults() -> Mapping[str, ColorDefault]:
    """Return the default colors of products, by hex."""
    return {row["hex"]: ColorDefault(row["origin"], row["owner"]) for row in rows("color_defaults.tsv")}


@cache
def core_presets() -> Mapping[str, str]:
    """Return the slugs of WordPress's own color presets, with their hex."""
    core = ((key, value) for key, value in color_defaults().items() if value.origin == "core")
    return {value.owner.rpartition(" ")[2]: key for key, value in core}


@text_cache(16384)
def purpose_of(selector: str) -> Purpose:
    """Return the special purpose of a rule, whose colors say little about the site; empty without one.

    ``preset``: WordPress prints such a rule for each color preset, used or not. ``status``: errors, sales
    and other states. ``social``: buttons and icons of networks. ``widget``: consent banners and chats, which
    have their vendor's colors.
    """
    if ".has-" in selector and _PRESET.search(selector):
        return "preset"
    selector = selector.lower()
    if selectors_of("widget").search(selector):
        return "widget"
    if selectors_of("status").search(selector):
        return "status"
    return "social" if selectors_of("social").search(selector) else ""


MAX_SELECTORS = 50
"""Most selectors of one list."""

MAX_DECLARATIONS = 40_000
"""Most declarations of a page, each with a kilobyte of memory; the complete Tailwind 2 has 38,000."""

_BRACKETS = re.compile(r"(?<!\\)(?:\[[^\]]*+\]|\([^()]*+\))")
_NAMES = re.compile(rf"[.#]((?:{name_characters()}++|\\(?:[0-9a-fA-F]{{1,6}}+ ?+|.))++)", re.DOTALL)
_STATE = re.compile(r":(?:hover|focus|active|visited|checked|disabled|target)\b")

Scheme = Literal["always", "light", "dark"]

_RELEVANT = frozenset({*PROPERTY_WEIGHTS, *IMAGE_PROPERTIES, "display", "opacity"})


class ColorRule(Struct, frozen=True, gc=False):
    """The declarations of colors in one rule.

    ``selectors`` are those that apply to the page, or all when none applies (``applies`` is false); one empty
    selector for a style attribute. ``scheme`` is the color scheme that the rule needs. ``in_state`` is true
    when the rule applies only while somebody points or types. ``others`` are its custom properties,
    ``display``, ``opacity``, and gradients of masks, list markers and content.
    """

    selectors: tuple[str, ...]
    declarations: Sequence[Declaration]
    others: Sequence[Declaration]
    sheet: AppliedSheet
    context: Context
    applies: bool
    scheme: Scheme
    in_state: bool
    purpose: Purpose

    @property
    def scope(self) -> VariableScope:
        """The scope of its custom properties, in a light scheme."""
        return VariableScope(self.selectors[0])


class ColorRules(NamedTuple):
    """The rules of a page, and what the dark parts of their selectors mean."""

    rules: list[ColorRule]
    switches: DarkSwitches

    @property
    def dark_root(self) -> bool:
        """Whether the page turns on its dark scheme by itself."""
        return self.switches.is_on


def color_rules(css: SiteCss, tree: Tree) -> ColorRules:
    """Return every rule for a desktop screen that sets a color, in the cascade's order.

    Rules with only custom properties or ``display`` are included when they apply. Keyframes are left out:
    they have an effect only during an animation.
    """
    switches = DarkSwitches(tree)
    reader = _RuleReader(css.page.classes | css.page.ids, switches)
    rules: list[ColorRule] = []
    for sheet in css.sheets:
        scheme = _scheme_of_sheet(sheet)
        if scheme is not None:
            rules += reader.read_sheet(sheet, scheme)
    return ColorRules(rules, switches)


class _ReadRule(Struct, frozen=True, gc=False):
    """The declarations of a rule, before its purpose is known."""

    sheet: AppliedSheet
    context: Context
    colors: Sequence[Declaration]
    others: Sequence[Declaration]


class _RuleReader:
    """Reads the sheets of one page."""

    def __init__(self, names: frozenset[str], switches: DarkSwitches) -> None:
        self._names = names
        self._switches = switches
        self._remaining = MAX_DECLARATIONS

    def read_sheet(self, sheet: AppliedSheet, scheme: Scheme) -> Iterator[ColorRule]:
        """Yield the rules of one sheet, whose media need ``scheme``."""
        for context, colors, others in self._relevant_rules(sheet.sheet):
            own = _scheme(context.conditions) if context.conditions else "always"
            if own is not None:
                selectors = _split_selectors(context.selector)
                used = tuple([one for one in selectors if self._occurs(one)])
                if used or colors or "ark" in context.selector or _has_gradient(others):
                    own = own if scheme == "always" else scheme
                    yield self._make_rule(_ReadRule(sheet, context, colors, others), selectors, used, own)

    def _relevant_rules(
        self, sheet: Stylesheet
    ) -> Iterator[tuple[Context, Sequence[Declaration], Sequence[Declaration]]]:
        """Yield the style rules with colors, custom properties or ``display``."""
        bodies = sheet.bodies_with(_RELEVANT).union(body for body in sheet.bodies if body.custom)
        relevant = {body: parts for body in bodies if (parts := _split_declarations(body))}
        for context, body in sheet.blocks():
            if (parts := relevant.get(body)) is not None and context.kind == "style":
                if self._remaining <= 0:
                    return
                self._remaining -= len(parts[0]) + len(parts[1])
                yield context, *parts

    def _make_rule(
        self, read: _ReadRule, selectors: tuple[str, ...], used: tuple[str, ...], scheme: Scheme
    ) -> ColorRule:
        context, chosen_selectors = read.context, used or selectors
        in_state = False
        if ":" in context.selector:
            in_state = all(map(_STATE.search, chosen_selectors))
        if "ark" in context.selector and scheme == "always":
            used = tuple([one for one in used if self._switches.state(one) != "absent"])
            chosen_selectors = used or selectors
            if all(self._switches.state(one) == "off" for one in chosen_selectors):
                scheme = "dark"
                used = tuple([one for one in selectors if self._occurs_when_dark(one)])
                chosen_selectors = used or selectors
        purpose = purpose_of(chosen_selectors[0]) if read.colors else ""
        return ColorRule(
            chosen_selectors,
            read.colors,
            read.others,
            read.sheet,
            context,
            bool(used),
            scheme,
            in_state,
            purpose,
        )

    def _occurs(self, selector: str) -> bool:
        """Whether the page has every class and id of ``selector``."""
        first = first_name(selector)
        return (first is None or first.removeprefix("#") in self._names) and self._names.issuperset(
            _required_names(selector)
        )

    def _occurs_when_dark(self, selector: str) -> bool:
        dark_names = _required_names(dark_part(selector))
        return all(name in dark_names or name in self._names for name in _required_names(selector))


_Declarations = tuple[Sequence[Declaration], Sequence[Declaration]]


def _split_declarations(body: DeclarationBlock) -> _Declarations | None:
    """Return the colors and the other relevant declarations of ``body``; None without either, as in most."""
    if body.custom:
        relevant = [one for one in body.declarations if one.property in _RELEVANT or one.property[:2] == "--"]
    else:
        relevant = [one for one in body.declarations if one.property in _RELEVANT]
    if not relevant:
        return None
    del relevant[MAX_DECLARATIONS:]
    colors = [one for one in relevant if one.property in PROPERTY_WEIGHTS]
    others = [one for one in relevant if one.property not in PROPERTY_WEIGHTS and _is_relevant(one)]
    return (colors, others) if colors or others else None


def _has_gradient(declarations: Sequence[Declaration]) -> bool:
    return any("gradient(" in one.value for one in declarations)


def _is_relevant(declaration: Declaration) -> bool:
    """Whether the value of an image is, or can be, a gradient; true for other properties."""
    value = declaration.value
    return declaration.property not in IMAGE_PROPERTIES or "gradient(" in value or "var(" in value


def _split_selectors(text: str) -> tuple[str, ...]:
    return tuple(split_commas(text)[:MAX_SELECTORS]) if "," in text else (text,)


def _required_names(selector: str) -> list[str]:
    """Return the classes and ids that elements must have so that ``selector`` matches."""
    if "." not in selector and "#" not in selector:
        return []
    if "[" in selector or "(" in selector:
        for _ in range(3):
            selector = _BRACKETS.sub("", selector)
    names = _NAMES.findall(selector)
    return [unescape(name) for name in names] if "\\" in selector else names


def _scheme_of_sheet(sheet: AppliedSheet) -> Scheme | None:
    light, dark = sheet.matches_screen(), sheet.matches_screen(dark=True)
    if light:
        return "always" if dark else "light"
    return "dark" if dark else None


@lru_cache(maxsize=4096)
def _scheme(conditions: tuple[AtRule, ...]) -> Scheme | None:
    """Return the scheme in which rules inside ``conditions`` apply; None when they never do."""
    light, dark = (conditions_hold(conditions, dark=scheme) for scheme in (False, True))
    if light:
        return "always" if dark else "light"
    return "dark" if dark else None
