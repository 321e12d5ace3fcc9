"""Is a page a script shell: does its HTML hold next to nothing, because scripts build it in the browser?

No one mark decides. Emptiness, a mount point, a bundle, a warning in ``<noscript>`` and their like are worth
points; what was rendered on the server loses some. Only the page's HTML is asked, so that every analysis of
one page says the same. The frameworks' marks are rows of ``data/script_shells.tsv``.
"""

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from siteloupe.data import rows
from siteloupe.detect.page.bundles import best_builder
from siteloupe.detect.page.text import plain_text
from siteloupe.detect.page.visible import ICON, PICTURE, asks_for_scripts, visible_content
from siteloupe.document import Page, StaticContent, StaticElement

MAX_TEXT = 6_000
"""Characters of a page's text, hidden text and all; a page with more is no shell."""

ENOUGH = 6
"""Points that make a script shell. Of 36 saved shells the poorest has 6, of 18 look-alikes the richest 4."""

CONTENT_POINTS = ((0, 4), (20, 3), (60, 2), (150, 1), (300, -2))
"""How much content, at most, is worth which points; see ``visible``."""

NEARLY_NOTHING = 3
"""Points of so little content that no place for more has to be seen."""

TOO_MUCH_CONTENT = -6
EMPTY_MOUNT = 3
FILLED_MOUNT = -3
EMPTY_CONTAINER = 1
EMPTY_BODY = 2
HOLLOW = 6
HIDDEN_TEXT = -3
NOSCRIPT = 2

SPLASH = 2 * PICTURE + ICON
"""What a mount point may show without text until scripts have run: a logo or two."""

MIN_HOLLOW = 6
HOLLOW_SHARE = 0.6
"""How many headings and paragraphs are there, and which share of them has no text, when scripts fill them."""

MIN_HIDDEN = 200
"""Characters of hidden text that scripts only have to show."""

_TEXT_ELEMENTS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "p", "label", "figcaption", "dt", "dd"})
_CONTAINERS = frozenset({"article", "div", "main", "section"})


class ShellMark(NamedTuple):
    """One mark: its name, the points that it is worth, and what was seen, at most 100 characters."""

    name: str
    points: int
    value: str


@dataclass(frozen=True, slots=True)
class ScriptShell:
    """A page that scripts build: all its marks, and the sum of their points."""

    score: int
    marks: tuple[ShellMark, ...]


def shell_of(page: Page, content: Callable[[], StaticContent]) -> ScriptShell | None:
    """The marks by which ``page`` is a script shell, or None when it is none. Never raises.

    ``content`` gives its static content; it is called for pages with little text only.
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
    """Every mark that speaks for or against a shell, whatever they come to."""
    return tuple(_Marks(page, content).found())


class _Marks:
    """Looks for one kind of mark after the other."""

    def __init__(self, page: Page, content: StaticContent) -> None:
        self._page = page
        self._elements = content.elements
        self._noscripts = tuple(map(plain_text, content.noscripts))
        self._visible = visible_content(content)
        self._mounts = [number for number, each in enumerate(self._elements) if _is_mount(each)]
        self._empty = [number for number in self._mounts if self._is_empty(number)]
        self._containers = [n for n, each in enumerate(self._elements) if self._is_empty_container(n, each)]

    def found(self) -> Iterator[ShellMark]:
        """All marks."""
        total = self._visible.total
        yield _mark("content", _content_points(total), f"{total} characters")
        yield from self._places()
        yield from self._hollow()
        ids = [
            self._elements[number].attributes.get("id", "") for number in (*self._empty, *self._containers)
        ]
        if builder := best_builder(self._page, [name for name in ids if name]):
            yield _mark(builder.name, builder.points, builder.value)
        if warning := next(filter(asks_for_scripts, self._noscripts), None):
            yield _mark("noscript", NOSCRIPT, warning)

    def _places(self) -> Iterator[ShellMark]:
        """Where scripts put what they build, and whether something is there already."""
        if self._empty:
            yield _mark("mount", EMPTY_MOUNT, self._described(self._empty[0]))
        elif self._containers:
            yield _mark("container", EMPTY_CONTAINER, self._described(self._containers[0]))
        if sum(not is_loader for is_loader in self._visible.loaders) <= 1:
            yield _mark("empty-body", EMPTY_BODY, "")
        if filled := [number for number in self._mounts if self._visible.texts[number]]:
            yield _mark("filled-mount", FILLED_MOUNT, self._described(filled[0]))
        hidden = self._page.text_length - self._visible.text - sum(map(len, self._noscripts))
        if not self._empty and hidden - len(self._page.title) >= MIN_HIDDEN:
            yield _mark("hidden-text", HIDDEN_TEXT, f"{hidden} characters")

    def _hollow(self) -> Iterator[ShellMark]:
        """Headings and paragraphs without text: the page's frame was rendered, its texts were not."""
        texts = [number for number, each in enumerate(self._elements) if each.tag in _TEXT_ELEMENTS]
        empty = sum(self._visible.amounts[number] == 0 for number in texts)
        if len(texts) >= MIN_HOLLOW and empty >= HOLLOW_SHARE * len(texts):
            yield _mark("hollow", HOLLOW, f"{empty} of {len(texts)} texts")

    def _is_empty(self, number: int) -> bool:
        return self._visible.texts[number] == 0 and self._visible.amounts[number] <= SPLASH

    def _is_empty_container(self, number: int, element: StaticElement) -> bool:
        """Whether an element is there to be filled: a custom one, or one with an id for scripts to name."""
        named = "-" in element.tag or (element.tag in _CONTAINERS and bool(element.attributes.get("id")))
        return named and self._visible.amounts[number] == 0 and not self._visible.loaders[number]

    def _described(self, number: int) -> str:
        element = self._elements[number]
        identity = element.attributes.get("id")
        return f"{element.tag}#{identity}" if identity else element.tag


def _mark(name: str, points: int, value: str) -> ShellMark:
    return ShellMark(name, points, plain_text(value, 100))


def _content_points(total: int) -> int:
    return next((points for most, points in CONTENT_POINTS if total <= most), TOO_MUCH_CONTENT)


def _is_mount(element: StaticElement) -> bool:
    """Whether an element has the mark of a framework; an id or attribute only where it is a container."""
    if element.tag in _named("tag"):
        return True
    if element.tag not in _CONTAINERS and element.tag != "body" and "-" not in element.tag:
        return False
    given = element.attributes
    return given.get("id") in _named("id") or not _named("attribute").isdisjoint(given)


@functools.cache
def _named(kind: str) -> frozenset[str]:
    return frozenset(row["mark"] for row in rows("script_shells.tsv") if row["kind"] == kind)
