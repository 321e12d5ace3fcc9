"""The amount of content of a page before its scripts run, without texts that only say "wait".

A page that scripts build is not completely empty. It says that it loads or needs JavaScript, or has templates
that a script fills; all this is no content.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from siteloupe.detect.page.phrases import asks_for_scripts, is_waiting, names_scripts
from siteloupe.document import StaticContent, StaticElement

PICTURE = 40
"""The weight of a picture, a frame or a form control, in characters: that of a short sentence."""

ICON = 10

_WEIGHTS = {"svg": ICON} | dict.fromkeys(
    "amp-img audio embed iframe img input math object picture select textarea video".split(),  # noqa: SIM905
    PICTURE,
)
_LOADED = frozenset({"embed", "iframe", "img"})
"""Elements that show nothing without an address."""

_STAND_IN = re.compile(r"load|spin|splash|skeleton|lds-|sk-|browser|unsupported|no-?(?:js|script)|error-ui")
"""Words of which the names below have one: most elements have none, which is seen at once."""

_LOADER = re.compile(
    r"(?<![a-z])(?:pre-?)?load(?:er|ing)(?![a-z])|preload|spinner|(?<![a-z])spin(?:ning)?(?![a-z])"
    r"|splash-?screen|skeleton|(?<![a-z])(?:lds|sk)-"
)
"""Classes and ids of elements for the time of loading, in lower case."""

_NOTICE = re.compile(
    r"browser-?(?:upgrade|happy|warning|support)|upgrade-?browser|unsupported|(?<![a-z])no-?(?:js|script)(?![a-z])"
    r"|error-ui(?![a-z])"
)
"""Classes and ids of notices for unsupported browsers, in lower case."""

_TINY = frozenset({"0", "1", "0px", "1px"})
_TEMPLATE = re.compile(r"\{\{[^{}]*+\}\}|\[\[[^\[\]]*+\]\]|<%[^<>%]*+%>|\$\{[^{}]*+\}|%[A-Z_]++%")
_INLINE = frozenset({"a", "b", "code", "em", "i", "span", "strong", "u"})

SPLASH = 2 * PICTURE + ICON
"""The most weight of pictures for the time of loading: one or two logos."""

MAX_LOADER = 120
"""Most characters of a text for the time of loading; longer texts are content."""


@dataclass(frozen=True, slots=True, eq=False)
class VisibleContent:
    """The amount of content in each element of a StaticContent, by its number.

    ``amounts`` are characters without white space, with weights for pictures and form controls; ``texts`` are
    the characters alone. ``loaders`` are true for elements that exist only for the time of loading.
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
    weights = [_weight(each) for each in elements]
    loaders = _loaders(elements, weights)
    jumps = _inherit(elements, [_is_jump(each) for each in elements])
    notices = _notices(elements)
    texts: list[int] = []
    amounts: list[int] = []
    for number, element in enumerate(elements):
        text = _TEMPLATE.sub("", element.text) if element.text else ""  # most elements have none of their own
        counts = text and not (loaders[number] or jumps[number] or notices[number] or is_waiting(text))
        texts.append(len("".join(text.split())) if counts else 0)
        amounts.append(texts[-1] + (0 if loaders[number] else weights[number]))
    return VisibleContent(_add_up(elements, amounts), _add_up(elements, texts), loaders)


def _loaders(elements: Sequence[StaticElement], weights: Sequence[int]) -> list[bool]:
    """Which elements stand in for what scripts build: called so, and with little in them."""
    texts = _add_up(elements, [len(each.text) for each in elements])
    pictures = _add_up(elements, weights)
    small = (text <= MAX_LOADER and shown <= SPLASH for text, shown in zip(texts, pictures, strict=True))
    named = (_is_called_loader(each) for each in elements)
    return _inherit(elements, list(map(all, zip(small, named, strict=True))))


def _is_called_loader(element: StaticElement) -> bool:
    given = element.attributes
    if element.tag == "body" or ("id" not in given and "class" not in given):
        return False
    names = f"{given.get('id', '')} {given.get('class', '')}".lower()
    return bool(_STAND_IN.search(names) and (_LOADER.search(names) or _NOTICE.search(names)))


def _is_jump(element: StaticElement) -> bool:
    """A link inside the page: to its content, or to what a script shows in its place."""
    return element.tag == "a" and element.attributes.get("href", "").startswith("#")


def _inherit(elements: Sequence[StaticElement], passed: list[bool]) -> list[bool]:
    """Return ``passed``, also true for everything inside an element that passed."""
    for number, element in enumerate(elements):
        passed[number] |= element.parent >= 0 and passed[element.parent]
    return passed


def _notices(elements: Sequence[StaticElement]) -> list[bool]:
    """Which elements ask for JavaScript, the word itself being set off by a tag or not."""
    notices = [bool(each.text) and asks_for_scripts(each.text) for each in elements]
    for number, element in enumerate(elements):
        if element.text and element.tag in _INLINE and element.parent >= 0 and names_scripts(element.text):
            sentence = f"{elements[element.parent].text} {element.text}"
            if asks_for_scripts(sentence):
                notices[number] = notices[element.parent] = True
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


def _add_up(elements: Sequence[StaticElement], own: Sequence[int]) -> tuple[int, ...]:
    """Return the sum of each element and everything in it; parents come before their content."""
    sums = list(own)
    for number in range(len(elements) - 1, 0, -1):
        if (parent := elements[number].parent) >= 0:
            sums[parent] += sums[number]
    return tuple(sums)
