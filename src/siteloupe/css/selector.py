"""Selectors: their specificity, and whether they select elements without any user action.

Source: https://drafts.csswg.org/selectors-4/
"""

import re
from typing import NamedTuple

from msgspec import Struct

from siteloupe.css.grammar import ESCAPE, IDENT, STRING, name_characters, unescape
from siteloupe.css.text_cache import text_cache
from siteloupe.css.values import find_closing, split_commas

MAX_SELECTOR = 400
"""The longest selector that is parsed, in characters."""

MAX_FUNCTIONS = 8
"""Most functions inside the argument of a function, as in ``:where(:not(.a):not(.b))``."""

_SIMPLE = re.compile(
    rf"(#{IDENT})|(\.{IDENT}|\[(?:[^\]\"'\\]++|{STRING}|{ESCAPE})*+\])|(::{IDENT})|:({IDENT})(\()?+|({IDENT})",
    re.ASCII,
)
_FIRST_NAME = re.compile(rf"[^.#(\[\\]*+([.#]{name_characters()}++)(?!\\)")
_COMBINATOR = re.compile(r"[>+~]|[^\s,]\s++[^\s,]")
_AT_REST = frozenset(
    """
    root link any-link first-child last-child only-child first-of-type last-of-type only-of-type empty
    nth-child nth-last-child nth-of-type nth-last-of-type not is where matches lang dir enabled optional
    """.split()  # noqa: SIM905
)
"""Pseudo-classes that match while nobody points, types or clicks."""

_WITHOUT_WEIGHT = frozenset({"where"})
_BY_ARGUMENT = frozenset({"is", "not", "matches", "has"})
_OF_SELECTORS = _BY_ARGUMENT | _WITHOUT_WEIGHT


class Specificity(NamedTuple):
    """A selector's specificity: ids first, then classes, attributes and pseudo-classes, then types."""

    ids: int = 0
    classes: int = 0
    types: int = 0


_NOTHING = Specificity()
_ONE_CLASS = Specificity(0, 1, 0)


class Selector(Struct, frozen=True, gc=False):
    """One selector, without commas at top level.

    ``plain`` is true when it selects elements while nobody points, types or clicks, and no pseudo-elements.
    ``combinators`` is their number. ``names`` are the ids (with ``#``) and classes that must occur on the
    page, without those inside functions. ``tag`` is the tag that selected elements have, in lower case; empty
    when it may be any.
    """

    text: str
    specificity: Specificity
    plain: bool
    combinators: int
    names: tuple[str, ...] = ()
    tag: str = ""


def first_name(text: str) -> str | None:
    """Return the first class, or id with ``#``, that a selector requires; None when only parsing tells.

    It takes far less time than parsing, and is enough to leave out most selectors of a sheet.
    """
    found = _FIRST_NAME.match(text)
    return None if found is None else found[1].removeprefix(".")


@text_cache(8192)
def parse_selector(text: str) -> Selector:
    """Parse one selector. Never raises; a selector that is too long or broken is not plain."""
    text = text.strip()
    ids = classes = types = 0
    plain = 0 < len(text) <= MAX_SELECTOR
    end = 0
    combinators = 0
    tag = ""
    names: list[str] = []
    size = len(text)
    while plain and end < size and (match := _SIMPLE.search(text, end)) is not None:
        if end and end < match.start():
            combinators += 1
            tag = ""
        identity, class_like, pseudo_element, pseudo, call, element = match.groups()
        end = match.end()
        if identity:
            ids += 1
            names.append(unescape(identity))
        elif class_like:
            classes += 1
            if class_like[0] == ".":
                names.append(unescape(class_like[1:]))
        elif pseudo_element:
            plain = False
        elif pseudo:
            name = pseudo.lower()
            plain = name in _AT_REST
            weight = _ONE_CLASS
            if call:
                close = find_closing(text, end - 1)
                inner, end = text[end:close], close + 1
                weight = _argument_specificity(name, inner)
                plain = plain and _is_plain_argument(name, inner)
            ids, classes, types = ids + weight.ids, classes + weight.classes, types + weight.types
        else:
            types += 1
            tag = unescape(element).lower()
    if end < size:
        tag = ""
    return Selector(text, Specificity(ids, classes, types), plain, combinators, tuple(names), tag)


def _argument_specificity(name: str, inner: str) -> Specificity:
    """Return the highest specificity of the arguments for ``:is()`` and ``:not()``, zero for ``:where()``."""
    if name in _WITHOUT_WEIGHT:
        return _NOTHING
    if name not in _BY_ARGUMENT or inner.count("(") > MAX_FUNCTIONS:
        return _ONE_CLASS
    return max([parse_selector(part).specificity for part in split_commas(inner)[:50]], default=_NOTHING)


def _is_plain_argument(name: str, inner: str) -> bool:
    """Whether the argument of a pseudo-class has no combinators, and only few and plain functions.

    Matching combinators inside others can take quadratic time.
    """
    functions = inner.count("(")
    if name not in _OF_SELECTORS:
        return not functions
    if functions > MAX_FUNCTIONS or _COMBINATOR.search(inner) is not None:
        return False
    return not functions or all(parse_selector(part).plain for part in split_commas(inner)[:50])
