"""Script shells: pages whose HTML is almost empty, because scripts build them in the browser.

No single mark decides. An empty page, a mount point, a bundle and a warning in ``<noscript>`` have points;
content from the server has negative points. Only the HTML of the page counts, so that all analyses of a page
agree. The frameworks' marks are rows of ``data/script_shells.tsv``.
"""

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from siteloupe.data import rows
from siteloupe.detect.page.bundles import best_builder
from siteloupe.detect.page.phrases import names_scripts
from siteloupe.detect.page.text import plain_text
from siteloupe.detect.page.visible import SPLASH, visible_content
from siteloupe.document import Page, StaticContent, StaticElement

MAX_TEXT = 6_000
"""Most characters of a shell's text, including hidden text."""

ENOUGH = 6
"""The least points of a script shell.

Of 36 saved shells the lowest has 6; of 18 similar pages the highest has 4.
"""

CONTENT_POINTS = ((0, 4), (20, 3), (60, 2), (150, 1), (300, -1))
"""Points by the amount of content; see ``visible``."""

NEARLY_NOTHING = 3
"""The points for so little content that a shell needs no mount point."""

TOO_MUCH_CONTENT = -6
EMPTY_MOUNT = 3
FILLED_MOUNT = -3
EMPTY_CONTAINER = 1
EMPTY_BODY = 2
HOLLOW = 6
HIDDEN_TEXT = -3
NOSCRIPT = 2

SPLASH_TEXT = 40
"""Most characters of text beside a loading animation in a mount point."""

MIN_HOLLOW = 6
HOLLOW_SHARE = 0.6
"""The least number of headings and paragraphs, and the least share of them without text, in a shell."""

MIN_HIDDEN = 200
"""The least characters of hidden text that scripts only show."""

_TEXT_ELEMENTS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "p", "label", "figcaption", "dt", "dd"})
_CONTAINERS = frozenset({"article", "div", "main", "section"})


class ShellMark(NamedTuple):
    """One mark: its name, its points, and its evidence, at most 100 characters."""

    name: str
    points: int
    value: str


@dataclass(frozen=True, slots=True)
class ScriptShell:
    """A page that scripts build: its marks, and the sum of their points."""

    score: int
    marks: tuple[ShellMark, ...]


def shell_of(page: Page, content: Callable[[], StaticContent]) -> ScriptShell | None:
    """Return the marks of ``page`` as a script shell, or None when it is none.

    Never raises. ``content`` returns its static content; it is called only for pages with little text.
    """
    if page.text_length > MAX_TEXT or content().cut or not content().elements:
        return None
    marks = shell_marks(page, content())
    score = sum(mark.points for mark in marks)
    names = {mark.name for mark in marks}
    is_built = not names.isdisjoint(_BUILDERS)
    is_open = not names.isdisjoint(_PLACES) or marks[0].points >= NEARLY_NOTHING
    return ScriptShell(score, marks) if is_built and is_open and score >= ENOUGH else None


_BUILDERS = frozenset({"bundle", "module", "own-script", "inline-script"})
_PLACES = frozenset({"mount", "hollow"})


def shell_marks(page: Page, content: StaticContent) -> tuple[ShellMark, ...]:
    """Return every mark for or against a shell, with any sum."""
    return tuple(_Marks(page, content).marks())


class _Marks:
    """Finds the marks of each kind."""

    def __init__(self, page: Page, content: StaticContent) -> None:
        self._page = page
        self._elements = content.elements
        self._noscripts = tuple(map(plain_text, content.noscripts))
        self._visible = visible_content(content)
        self._waiting = self._around_loaders()
        self._mounts = [number for number, each in enumerate(self._elements) if _is_mount(each)]
        self._empty = [number for number in self._mounts if self._is_empty(number)]
        self._containers = [n for n, each in enumerate(self._elements) if self._is_empty_container(n, each)]

    def marks(self) -> Iterator[ShellMark]:
        """Yield all marks."""
        total = self._visible.total
        yield _mark("content", _content_points(total), f"{total} characters")
        yield from self._places()
        yield from self._hollow()
        ids = [
            self._elements[number].attributes.get("id", "") for number in (*self._empty, *self._containers)
        ]
        if builder := best_builder(self._page, [name for name in ids if name]):
            yield _mark(builder.name, builder.points, builder.value)
        if warning := next(filter(names_scripts, self._noscripts), None):
            yield _mark("noscript", NOSCRIPT, warning)

    def _places(self) -> Iterator[ShellMark]:
        """Yield marks of the places that scripts fill, and of content in them."""
        if self._empty:
            yield _mark("mount", EMPTY_MOUNT, self._describe(self._empty[0]))
        elif self._containers:
            yield _mark("container", EMPTY_CONTAINER, self._describe(self._containers[0]))
        if sum(not is_loader for is_loader in self._visible.loaders) <= 1:
            yield _mark("empty-body", EMPTY_BODY, "")
        if filled := [n for n in self._mounts if self._visible.texts[n] and n not in self._empty]:
            yield _mark("filled-mount", FILLED_MOUNT, self._describe(filled[0]))
        hidden = self._page.text_length - self._visible.text - sum(map(len, self._noscripts))
        if not self._empty and hidden - len(self._page.title) >= MIN_HIDDEN:
            yield _mark("hidden-text", HIDDEN_TEXT, f"{hidden} characters")

    def _hollow(self) -> Iterator[ShellMark]:
        """Yield the mark of headings and paragraphs without text, which scripts fill."""
        texts = [number for number, each in enumerate(self._elements) if each.tag in _TEXT_ELEMENTS]
        empty = sum(self._visible.amounts[number] == 0 for number in texts)
        if len(texts) >= MIN_HOLLOW and empty >= HOLLOW_SHARE * len(texts):
            yield _mark("hollow", HOLLOW, f"{empty} of {len(texts)} texts")

    def _is_empty(self, number: int) -> bool:
        """Whether a mount point is empty, or shows only a text or animation for loading."""
        text = self._visible.texts[number]
        waits = text == 0 or (text <= SPLASH_TEXT and number in self._waiting)
        return waits and self._visible.amounts[number] <= SPLASH

    def _is_empty_container(self, number: int, element: StaticElement) -> bool:
        """Whether scripts can fill the element: a custom element, or one with an id."""
        named = "-" in element.tag or (element.tag in _CONTAINERS and bool(element.attributes.get("id")))
        return named and self._visible.amounts[number] == 0 and not self._visible.loaders[number]

    def _around_loaders(self) -> set[int]:
        """Return the elements around content that is visible only while scripts load."""
        around: set[int] = set()
        for number, is_loader in enumerate(self._visible.loaders):
            parent = self._elements[number].parent
            while is_loader and parent >= 0 and parent not in around:
                around.add(parent)
                parent = self._elements[parent].parent
        return around

    def _describe(self, number: int) -> str:
        element = self._elements[number]
        identity = element.attributes.get("id")
        return f"{element.tag}#{identity}" if identity else element.tag


def _mark(name: str, points: int, value: str) -> ShellMark:
    return ShellMark(name, points, plain_text(value, 100))


def _content_points(total: int) -> int:
    return next((points for most, points in CONTENT_POINTS if total <= most), TOO_MUCH_CONTENT)


def _is_mount(element: StaticElement) -> bool:
    """Whether an element has the mark of a framework; an id or attribute counts only on containers."""
    if element.tag in _marks_of_kind("tag"):
        return True
    if element.tag not in _CONTAINERS and element.tag != "body" and "-" not in element.tag:
        return False
    given = element.attributes
    return given.get("id") in _marks_of_kind("id") or not _marks_of_kind("attribute").isdisjoint(given)


@functools.cache
def _marks_of_kind(kind: str) -> frozenset[str]:
    return frozenset(row["mark"] for row in rows("script_shells.tsv") if row["kind"] == kind)
