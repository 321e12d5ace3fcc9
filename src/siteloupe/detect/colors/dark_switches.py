"""The classes and attributes that turn on a page's dark scheme, apart from dark parts of a page.

``.dark .card`` needs a dark scheme, because a script sets the class on html or body. ``.section.dark`` is for
a dark section, and so is ``[data-theme=dark]`` when an element of the page has it: they have no scheme.
"""

import re
from typing import Literal

from siteloupe.css.scopes import place_of_dark_part
from siteloupe.document import Tree

SwitchState = Literal["none", "off", "on", "worn", "absent"]

MAX_PARTS = 64
"""Most different classes and attributes whose elements are looked up; real pages have up to five."""

_ROOTS = frozenset({"html", "body"})
_CONTROLS = frozenset({"a", "button", "input", "label", "li", "link", "meta", "option", "script", "style"})
_ROOT_NAME = re.compile(r"(?::root|:host|html|body|\*)(?![-\w])", re.IGNORECASE)
_BEFORE = re.compile(r"(?:(?:html|:root)[^\s>+~(,]*+[\s>]*+)?+\Z", re.IGNORECASE)
_LAST_BOUNDARY = re.compile(r"[\s>+~(,](?=[^\s>+~(,]*+\Z)")
_PSEUDO = re.compile(r":(?!root|host).*+\Z", re.IGNORECASE | re.DOTALL)
_NEXT_BOUNDARY = re.compile(r"[\s>+~),]")


class DarkSwitches:
    """What the dark parts of selectors mean on one page; results are cached."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._roots: dict[str, bool] = {}
        self._others: dict[str, bool] = {}
        self._states: dict[str, SwitchState] = {}

    @property
    def is_on(self) -> bool:
        """Whether html or body turns on the dark scheme of a selector that was asked for."""
        return "on" in self._states.values()

    def state(self, selector: str) -> SwitchState:
        """Return what one selector needs.

        ``none``: no dark part. ``off`` and ``on``: a dark scheme, which html and body do not or do turn on.
        ``worn``: an element with the part, and the page has one. ``absent``: the page has no such element.
        """
        if "ark" not in selector and "ARK" not in selector:
            return "none"
        if (known := self._states.get(selector)) is None:
            place = place_of_dark_part(selector)
            known = self._states[selector] = self._state(selector, place) if place else "none"
        return known

    def _state(self, selector: str, place: slice) -> SwitchState:
        part = selector[place]
        if part not in self._roots:
            elements = self._tree.select(part) if len(self._roots) < MAX_PARTS else []
            self._roots[part] = self._tree.matches_root(part)
            self._others[part] = any(self._wears(element, part) for element in elements)
        before, rest, is_argument = _split_around(selector, place)
        is_named = bool(rest) and self._is_root(rest)
        is_bare = not rest and (is_argument or _BEFORE.match(before) is not None)
        if (is_named or is_bare) and self._roots[part]:
            return "on"
        if is_named or (is_bare and not self._others[part]):
            return "off"
        return "worn" if self._others[part] else "absent"

    def _wears(self, element: int, part: str) -> bool:
        """Whether an element has a dark part for itself; a control has the value that it switches to."""
        tag, following = self._tree.tags[element], element + 1
        if part.startswith("["):
            has_child = following < len(self._tree) and self._tree.parents[following] == element
            if tag in _CONTROLS or not (has_child or self._tree.text[element]):
                return False
        return tag not in _ROOTS

    def _is_root(self, rest: str) -> bool:
        """Whether the other conditions beside a dark part select html or body."""
        return _ROOT_NAME.match(rest) is not None or (len(rest) < 100 and self._tree.matches_root(rest))


def _split_around(selector: str, place: slice) -> tuple[str, str, bool]:
    """Return the text before the compound with a dark part, and the rest of it, without pseudo-classes.

    The last value tells whether the compound begins an argument, as in ``:where(.dark) p``.
    """
    boundary = _LAST_BOUNDARY.search(selector, 0, place.start)
    begin = boundary.end() if boundary else 0
    following = _NEXT_BOUNDARY.search(selector, place.stop)
    end = following.start() if following else len(selector)
    rest = selector[begin : place.start] + selector[place.stop : end]
    return selector[:begin].strip(), _PSEUDO.sub("", rest), boundary is not None and boundary[0] in "(,"
