"""How much a page shows before its scripts have run: its static content, less what only says "wait".

A page that scripts build is not quite empty. It shows that it loads, asks for JavaScript, or has templates
that a script fills; none of that is content.
"""

import functools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from siteloupe.data import rows
from siteloupe.document import StaticContent, StaticElement

PICTURE = 40
"""What a picture, a frame or a form control counts, in characters: as much as a short sentence."""

ICON = 10

_WEIGHTS = {"svg": ICON} | dict.fromkeys(
    "amp-img audio embed iframe img input math object picture select textarea video".split(),  # noqa: SIM905
    PICTURE,
)
_LOADED = frozenset({"embed", "iframe", "img"})
"""Elements that show nothing without an address."""

_LOADER = re.compile(
    r"(?<![a-z])(?:pre-?)?load(?:er|ing)(?![a-z])|preload|spinner|splash-?screen|skeleton|(?<![a-z])(?:lds|sk)-",
    re.IGNORECASE,
)
"""Classes and ids of what is shown while scripts load."""

_NOTICE = re.compile(
    r"browser-?(?:upgrade|happy|warning|support)|upgrade-?browser|unsupported|(?<![a-z])no-?(?:js|script)(?![a-z])"
    r"|error-ui(?![a-z])",
    re.IGNORECASE,
)
"""Classes and ids of notices for browsers in which the page does not work."""

_TINY = frozenset({"0", "1", "0px", "1px"})
_TEMPLATE = re.compile(r"\{\{[^{}]*+\}\}|\[\[[^\[\]]*+\]\]|<%[^<>%]*+%>|\$\{[^{}]*+\}|%[A-Z_]++%")
_NOT_WORDS = re.compile(r"[\W\d_]++")
_INLINE = frozenset({"a", "b", "code", "em", "i", "span", "strong", "u"})

MAX_WAITING = 80
MAX_NOTICE = 240
MAX_LOADER = 120
"""Characters of what may be no content; a longer text is some."""


@dataclass(frozen=True, slots=True, eq=False)
class VisibleContent:
    """How much is inside of each element of a StaticContent, by its number.

    ``amounts`` are in characters without white space, pictures and form controls counted as some; ``texts``
    are the characters alone. ``loaders`` says which elements are there only until scripts have run.
    """

    amounts: Sequence[int]
    texts: Sequence[int]
    loaders: Sequence[bool]

    @property
    def total(self) -> int:
        """The amount of the whole page."""
        return self.amounts[0] if self.amounts else 0

    @property
    def text(self) -> int:
        """The characters of the whole page."""
        return self.texts[0] if self.texts else 0


def visible_content(content: StaticContent) -> VisibleContent:
    """What of ``content`` is to be seen."""
    elements = content.elements
    loaders = _inherited(elements, _is_loader)
    jumps = _inherited(elements, _is_jump)
    notices = _notices(elements)
    texts: list[int] = []
    amounts: list[int] = []
    for number, element in enumerate(elements):
        counts = not (jumps[number] or notices[number] or _is_waiting(element.text, loader=loaders[number]))
        texts.append(_solid(element.text) if counts else 0)
        amounts.append(texts[-1] + (0 if loaders[number] else _weight(element)))
    return VisibleContent(_summed(elements, amounts), _summed(elements, texts), loaders)


def is_waiting(text: str) -> bool:
    """Whether a text says no more than that the page loads, as ``Loading…``, ``42 %`` or dots do."""
    if len(text) > MAX_WAITING:
        return False
    words = _NOT_WORDS.sub(" ", text).strip().lower()
    return not words or words.startswith(_unspaced_words()) or f"{words} ".startswith(_spaced_words())


def asks_for_scripts(text: str) -> bool:
    """Whether a text tells visitors to turn JavaScript on."""
    return "javascript" in text.lower()


@functools.cache
def _unspaced_words() -> tuple[str, ...]:
    """Those of languages that put no spaces between words: Thai, and what comes after it in Unicode."""
    return tuple(word for word in _waiting_words() if word[-1] >= "\u0e00")


@functools.cache
def _spaced_words() -> tuple[str, ...]:
    return tuple(f"{word} " for word in _waiting_words() if word[-1] < "\u0e00")


def _waiting_words() -> list[str]:
    return [_NOT_WORDS.sub(" ", row["beginning"]).strip() for row in rows("waiting_words.tsv")]


def _is_waiting(text: str, *, loader: bool) -> bool:
    return (loader and len(text) <= MAX_LOADER) or is_waiting(_TEMPLATE.sub("", text))


def _is_loader(element: StaticElement) -> bool:
    if element.tag == "body":
        return False
    names = f"{element.attributes.get('id', '')} {element.attributes.get('class', '')}"
    return bool(_LOADER.search(names) or _NOTICE.search(names))


def _is_jump(element: StaticElement) -> bool:
    """A link inside the page: to its content, or to what a script shows in its place."""
    return element.tag == "a" and element.attributes.get("href", "").startswith("#")


def _inherited(elements: Sequence[StaticElement], test: Callable[[StaticElement], bool]) -> list[bool]:
    """For each element whether it, or one around it, passes ``test``."""
    passed: list[bool] = []
    for element in elements:
        passed.append((element.parent >= 0 and passed[element.parent]) or test(element))
    return passed


def _notices(elements: Sequence[StaticElement]) -> list[bool]:
    """Which elements ask for JavaScript, the word itself being set off by a tag or not."""
    notices = [len(each.text) <= MAX_NOTICE and asks_for_scripts(each.text) for each in elements]
    for number, element in enumerate(elements):
        if notices[number] and element.tag in _INLINE and element.parent >= 0:
            notices[element.parent] |= len(elements[element.parent].text) <= MAX_NOTICE
    return notices


def _weight(element: StaticElement) -> int:
    weight = _WEIGHTS.get(element.tag, 0)
    given = element.attributes
    if weight and (given.get("width") in _TINY or given.get("height") in _TINY):
        return 0
    if element.tag in _LOADED:
        address = (given.get("src") or given.get("data-src") or given.get("srcset") or "").lower()
        if not address or address.startswith(("javascript:", "about:")) or "loading" in address:
            return 0
    return weight


def _solid(text: str) -> int:
    return sum(not letter.isspace() for letter in _TEMPLATE.sub("", text))


def _summed(elements: Sequence[StaticElement], own: Sequence[int]) -> tuple[int, ...]:
    """What is inside of each element, its own included; parents come before what is in them."""
    sums = list(own)
    for number in range(len(elements) - 1, 0, -1):
        if (parent := elements[number].parent) >= 0:
            sums[parent] += sums[number]
    return tuple(sums)
