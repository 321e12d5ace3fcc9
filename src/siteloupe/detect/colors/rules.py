"""The rules of a site that set colors, which of them the page uses, and which colors are shipped defaults.

Declared is not used: most rules of a framework, block library or plugin are for elements that a page does not
have. A rule *applies* when a selector of its list names only classes and ids that occur in the page.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from siteloupe.css.conditions import conditions_hold
from siteloupe.css.grammar import unescape
from siteloupe.css.rules import AtRule, Context, Declaration, DeclarationBlock, Stylesheet
from siteloupe.css.scopes import Scope, dark_part
from siteloupe.css.text_cache import text_cache
from siteloupe.css.values import split_commas
from siteloupe.data import rows
from siteloupe.detect.colors.class_words import selectors_of
from siteloupe.detect.styles.site_css import AppliedSheet, SiteCss
from siteloupe.document import Tree

_PRESET = re.compile(r"\.has-[-\w]+-(?:color|background-color|border-color|gradient-background)(?![-\w])")


Purpose = Literal["", "preset", "status", "social", "widget"]


class Default(NamedTuple):
    """Who ships a color: ``origin`` is core, framework-default, builder-default or social-brand."""

    origin: str
    owner: str


@cache
def color_defaults() -> Mapping[str, Default]:
    """The colors that come with things, by hex."""
    return {row["hex"]: Default(row["origin"], row["owner"]) for row in rows("color_defaults.tsv")}


@cache
def core_presets() -> Mapping[str, str]:
    """The slugs of WordPress's own color presets, and their hex."""
    core = ((key, value) for key, value in color_defaults().items() if value.origin == "core")
    return {value.owner.rpartition(" ")[2]: key for key, value in core}


@text_cache(16384)
def purpose_of(selector: str) -> Purpose:
    """What a rule is for, where its colors then say little about the site; empty for an ordinary one.

    ``preset``: one of those that WordPress prints for each color preset, used or not. ``status``: errors,
    sales and the like. ``social``: buttons and icons of networks. ``widget``: consent banners and chats,
    which come in their vendor's colors.
    """
    if ".has-" in selector and _PRESET.search(selector):
        return "preset"
    selector = selector.lower()
    if selectors_of("widget").search(selector):
        return "widget"
    if selectors_of("status").search(selector):
        return "status"
    return "social" if selectors_of("social").search(selector) else ""


PROPERTY_WEIGHTS: Mapping[str, float] = {
    "background": 3.0,
    "background-color": 3.0,
    "background-image": 1.0,
    "color": 2.0,
    "fill": 1.0,
    "stroke": 1.0,
    "-webkit-text-fill-color": 1.0,
    "accent-color": 0.5,
    "caret-color": 0.2,
    "outline": 0.3,
    "outline-color": 0.3,
    "box-shadow": 0.2,
    "text-shadow": 0.2,
    "text-decoration": 0.3,
    "text-decoration-color": 0.3,
    "column-rule": 0.2,
    "column-rule-color": 0.2,
    "scrollbar-color": 0.1,
    **{
        f"border{side}{part}": 1.0
        for part in ("", "-color")
        for side in (
            *("", "-top", "-right", "-bottom", "-left"),
            *("-block", "-inline", "-block-start", "-block-end", "-inline-start", "-inline-end"),
        )
    },
}
"""How much a color counts by what it is used for: areas more than lines, lines more than shadows."""

MAX_SELECTORS = 50
"""Selectors of one list that are looked at."""

MAX_DECLARATIONS = 40_000
"""Declarations of a page that are looked at, a kilobyte of memory each; Tailwind 2, whole, has 38,000."""

_BRACKETS = re.compile(r"(?<!\\)(?:\[[^\]]*+\]|\([^()]*+\))")
_NAMES = re.compile(r"[.#]((?:[-\w\x80-\U0010ffff]++|\\(?:[0-9a-fA-F]{1,6}+ ?+|.))++)", re.ASCII | re.DOTALL)
_FIRST_NAME = re.compile(r"[^.#(\[\\]*+[.#]([-\w\x80-\U0010ffff]++)(?!\\)", re.ASCII)
_STATE = re.compile(r":(?:hover|focus|active|visited|checked|disabled|target)\b")

Scheme = Literal["always", "light", "dark"]

_KEPT = frozenset({*PROPERTY_WEIGHTS, "display"})


class ColorRule(NamedTuple):
    """Declarations of colors in one place.

    ``selectors`` are those of the list that the page has a use for, or all when it has for none
    (``applies``); one empty selector for a style attribute. ``scheme`` says whether the rule holds at all
    times or under a light or dark scheme alone, ``in_state`` whether only while somebody points or types.
    ``others`` are the custom properties that it sets, and ``display``.
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
    def scope(self) -> Scope:
        """Where its custom properties are looked up, under a light scheme."""
        return Scope(self.selectors[0])


class ColorRules(NamedTuple):
    """The rules of a page; ``dark_root`` says that it was sent with its dark scheme switched on."""

    rules: list[ColorRule]
    dark_root: bool


def color_rules(css: SiteCss, tree: Tree) -> ColorRules:
    """Every rule for a desktop screen that sets a color, in the cascade's order.

    Of those that set nothing but custom properties or ``display``, only what applies. Keyframes are left
    out: they show while something moves.
    """
    reader = _Reader(css.page.classes | css.page.ids, tree)
    found: list[ColorRule] = []
    for sheet in css.sheets:
        scheme = _scheme_of_sheet(sheet)
        if scheme is not None:
            found += reader.of_sheet(sheet, scheme)
    return ColorRules(found, reader.has_dark_root)


class _Read(NamedTuple):
    """What a rule says, before it is known what for."""

    sheet: AppliedSheet
    context: Context
    colors: Sequence[Declaration]
    others: Sequence[Declaration]


class _Reader:
    """Reads the sheets of one page."""

    def __init__(self, names: frozenset[str], tree: Tree) -> None:
        self._names = names
        self._tree = tree
        self._marks: dict[str, bool] = {}
        self._room = MAX_DECLARATIONS

    @property
    def has_dark_root(self) -> bool:
        """Whether some mark of a dark scheme that the rules ask for stands on html or body."""
        return any(self._marks.values())

    def of_sheet(self, sheet: AppliedSheet, scheme: Scheme) -> Iterator[ColorRule]:
        """The rules of one sheet, whose media ask for ``scheme``."""
        for context, colors, others in self._kept(sheet.sheet):
            asked = _scheme(context.conditions) if context.conditions else "always"
            if asked is not None:
                selectors = _selectors(context.selector)
                used = tuple([one for one in selectors if self._occurs(one)])
                if used or colors or "ark" in context.selector:
                    asked = asked if scheme == "always" else scheme
                    yield self._rule(_Read(sheet, context, colors, others), selectors, used, asked)

    def _kept(
        self, sheet: Stylesheet
    ) -> Iterator[tuple[Context, Sequence[Declaration], Sequence[Declaration]]]:
        """The style rules that set something looked at: colors, and ``display`` with custom properties."""
        kept = {body: found for body in set(sheet.bodies) if (found := _sorted(body)) is not None}
        for context, body in sheet.blocks():
            if (found := kept.get(body)) is not None and context.kind == "style":
                if self._room <= 0:
                    return
                self._room -= len(found[0]) + len(found[1])
                yield context, *found

    def _rule(
        self, read: _Read, selectors: tuple[str, ...], used: tuple[str, ...], scheme: Scheme
    ) -> ColorRule:
        context, chosen = read.context, used or selectors
        in_state = False
        if ":" in context.selector:
            in_state = all(map(_STATE.search, chosen))
        if "ark" in context.selector and scheme == "always" and all(map(self._waits_for_dark, chosen)):
            scheme = "dark"
            used = tuple([one for one in selectors if self._occurs_when_dark(one)])
            chosen = used or selectors
        purpose = purpose_of(chosen[0]) if read.colors else ""
        return ColorRule(
            chosen, read.colors, read.others, read.sheet, context, bool(used), scheme, in_state, purpose
        )

    def _occurs(self, selector: str) -> bool:
        """Whether the page has every class and id that ``selector`` names."""
        first = _FIRST_NAME.match(selector)  # enough for nearly all that do not
        return (first is None or first[1] in self._names) and self._names.issuperset(_names(selector))

    def _occurs_when_dark(self, selector: str) -> bool:
        mark = _names(dark_part(selector))
        return all(name in mark or name in self._names for name in _names(selector))

    def _waits_for_dark(self, selector: str) -> bool:
        """Whether a selector is for a dark scheme that the page has not switched on."""
        mark = dark_part(selector)
        if mark and mark not in self._marks:
            matching = self._tree.select(mark)
            self._marks[mark] = any(self._tree.tags[element] in {"html", "body"} for element in matching)
        return bool(mark) and not self._marks[mark]


_Kept = tuple[Sequence[Declaration], Sequence[Declaration]]


def _sorted(body: DeclarationBlock) -> _Kept | None:
    """The colors of ``body`` and the others that are kept; None without either, as most are."""
    if body.custom:
        kept = [one for one in body.declarations if one.property in _KEPT or one.property[:2] == "--"]
    else:
        kept = [one for one in body.declarations if one.property in _KEPT]
    if not kept:
        return None
    del kept[MAX_DECLARATIONS:]
    colors = [one for one in kept if one.property in PROPERTY_WEIGHTS]
    return colors, [one for one in kept if one.property not in PROPERTY_WEIGHTS]


def _selectors(text: str) -> tuple[str, ...]:
    return tuple(split_commas(text)[:MAX_SELECTORS]) if "," in text else (text,)


def _names(selector: str) -> list[str]:
    """The classes and ids that some element must have for ``selector`` to match."""
    if "." not in selector and "#" not in selector:
        return []
    if "[" in selector or "(" in selector:
        for _ in range(3):
            selector = _BRACKETS.sub("", selector)
    found = _NAMES.findall(selector)
    return [unescape(name) for name in found] if "\\" in selector else found


def _scheme_of_sheet(sheet: AppliedSheet) -> Scheme | None:
    light, dark = sheet.matches_screen(), sheet.matches_screen(dark=True)
    if light:
        return "always" if dark else "light"
    return "dark" if dark else None


@lru_cache(maxsize=4096)
def _scheme(conditions: tuple[AtRule, ...]) -> Scheme | None:
    """The scheme under which rules inside ``conditions`` hold; None when they never do."""
    light, dark = (conditions_hold(conditions, dark=scheme) for scheme in (False, True))
    if light:
        return "always" if dark else "light"
    return "dark" if dark else None
