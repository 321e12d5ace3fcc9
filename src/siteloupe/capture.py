"""The result of one visit of a site, frozen: the only input of an analysis."""

import enum
import functools
import operator
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from siteloupe.rendered import RenderResult


class Need(enum.StrEnum):
    """The parts beyond the page that an analysis needs."""

    THEME = "theme"  # style.css of the theme and its parent, and the theme directory's answer
    REST_ROOT = "rest-root"  # the namespaces that the site's own REST API lists
    PLUGINS = "plugins"  # the plugin directory's answer about the plugins that page and REST root show
    STYLESHEETS = "stylesheets"  # every sheet a browser would apply
    THEME_JSON = "theme-json"  # theme.json of the theme, or of its parent
    FONT_FILES = "font-files"  # some of the font files on the site's own hosts
    RENDERED = "rendered"  # the page as a browser shows it
    RENDERED_SHELL = "rendered-shell"  # the same, where scripts build the page


class _Sent:
    """A dataclass that is sent to judging processes: pickling by position takes a third of the time."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        kind: Any = type(self)
        return kind, _values_of(kind)(self)


@functools.cache
def _values_of(kind: Any) -> Callable[[Any], tuple[Any, ...]]:
    return operator.attrgetter(*kind.__match_args__)


class Headers:
    """HTTP header lines in the order received; names in lower case, values as text."""

    __slots__ = ("_lines",)

    def __init__(self, lines: Iterable[tuple[str, str]] = ()) -> None:
        self._lines = tuple([(name.lower(), value) for name, value in lines])

    def get(self, name: str) -> str | None:
        """Return the first value of ``name`` (lower case), or None."""
        for key, value in self._lines:
            if key == name:
                return value
        return None

    def all(self, name: str) -> tuple[str, ...]:
        """Return every value of ``name`` (lower case), in order."""
        return tuple([value for key, value in self._lines if key == name])

    def combined_value(self, name: str) -> str | None:
        """Return the lines of ``name`` as one value: ``PHP/8.2, PleskLin``; None without a line.

        Source: https://www.rfc-editor.org/rfc/rfc9110#section-5.3
        """
        return ", ".join(values) if (values := self.all(name)) else None

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)

    def __contains__(self, name: object) -> bool:
        return any(key == name for key, _ in self._lines)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Headers) and self._lines == other._lines

    def __hash__(self) -> int:
        return hash(self._lines)

    def __repr__(self) -> str:
        return f"Headers({list(self._lines)!r})"


@dataclass(frozen=True, slots=True)
class Timing(_Sent):
    """The time of each step of an exchange, in milliseconds; None for a step that did not happen.

    ``first_byte`` is the time from the request to the header block, without look-up and connection (TCP and
    TLS).
    """

    dns: float | None = None
    connect: float | None = None
    first_byte: float = 0.0
    download: float = 0.0


@dataclass(frozen=True, slots=True)
class Hop(_Sent):
    """A redirect on the way to an exchange's final URL, or a doorway that was followed."""

    url: str
    status: int
    headers: Headers


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Exchange(_Sent):
    """One answered request. ``body`` is decoded; ``truncated`` is true when it was cut at its limit."""

    requested: str
    url: str
    status: int
    headers: Headers
    body: bytes
    hops: tuple[Hop, ...] = ()
    truncated: bool = False
    wire_bytes: int = 0
    content_encoding: str | None = None
    content_length: int | None = None
    timing: Timing = field(default_factory=Timing)


@dataclass(frozen=True, slots=True, eq=False)
class Missing(_Sent):
    """A subresource that could not be fetched: ``cause`` as in ``errors.Unreachable``, or ``refused``."""

    requested: str
    cause: str


Answer = Exchange | Missing


@dataclass(frozen=True, slots=True)
class ThemeFiles(_Sent):
    """The files and answers about the theme; each is None when it was not requested."""

    slug: str
    style: Answer | None = None
    parent_slug: str | None = None
    parent_style: Answer | None = None
    directory: Answer | None = None
    parent_directory: Answer | None = None


@dataclass(frozen=True, slots=True)
class Sheet(_Sent):
    """A stylesheet that the page or another sheet names.

    ``url`` is absolute, as named; a Missing with cause ``over-budget`` was not requested.
    """

    url: str
    answer: Answer


@dataclass(frozen=True, slots=True)
class FontFile(_Sent):
    """A font file that a face names; ``url`` is absolute, as named."""

    url: str
    answer: Answer


DoorwayKind = Literal["meta-refresh", "location", "frame"]
"""The kind of a doorway: a refresh, a script that sets ``location``, a frame over the whole page."""


@dataclass(frozen=True, slots=True)
class Followed(_Sent):
    """A doorway that was followed: the URL of its page, and the absolute URL that it named."""

    kind: DoorwayKind
    url: str
    to: str


@dataclass(frozen=True, slots=True)
class Capture(_Sent):
    """Every exchange of one visit. ``at`` is when the page was visited, UTC, ISO 8601 with ``Z``.

    ``font_files`` is None when they were not requested. ``followed`` are the doorways on the way to ``page``,
    in order; each is also among the page's hops. ``rendered`` is None when the page was not to be rendered.
    """

    at: str
    page: Exchange
    theme: ThemeFiles | None = None
    rest_root: Answer | None = None
    plugins: Answer | None = None
    stylesheets: tuple[Sheet, ...] = ()
    theme_json: Answer | None = None
    font_files: tuple[FontFile, ...] | None = None
    followed: tuple[Followed, ...] = ()
    rendered: RenderResult | None = None

    @property
    def files(self) -> Iterator[bytes]:
        """The bodies of the stylesheets and font files that were fetched."""
        files: tuple[Sheet | FontFile, ...] = (*self.stylesheets, *(self.font_files or ()))
        return (file.answer.body for file in files if isinstance(file.answer, Exchange))
