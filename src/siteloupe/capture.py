"""What one visit of a site brought back, frozen: the only thing an analysis ever looks at."""

import enum
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal


class Need(enum.StrEnum):
    """What an analysis wants gathered beyond the page itself."""

    THEME = "theme"  # style.css of the theme and its parent, and the theme directory's answer
    REST_ROOT = "rest-root"  # the namespaces that the site's own REST API lists
    STYLESHEETS = "stylesheets"  # every sheet a browser would apply
    THEME_JSON = "theme-json"  # theme.json of the theme, or of its parent
    FONT_FILES = "font-files"  # some of the font files that the site serves itself


class Headers:
    """HTTP header lines in the order received; names in lower case, values as text."""

    __slots__ = ("_lines",)

    def __init__(self, lines: Iterable[tuple[str, str]] = ()) -> None:
        self._lines = tuple([(name.lower(), value) for name, value in lines])

    def get(self, name: str) -> str | None:
        """The first value of ``name`` (lower case), or None."""
        for key, value in self._lines:
            if key == name:
                return value
        return None

    def all(self, name: str) -> tuple[str, ...]:
        """Every value of ``name`` (lower case), in order."""
        return tuple([value for key, value in self._lines if key == name])

    def joined(self, name: str) -> str | None:
        """Every value of ``name`` as one, which several lines are: ``PHP/8.2, PleskLin``; None for no line.

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
class Timing:
    """How long each step of an exchange took, in milliseconds; None for a step that did not happen.

    ``first_byte`` runs from the request being sent to the header block; name look-up and connecting
    (TCP and TLS together) are not in it.
    """

    dns: float | None = None
    connect: float | None = None
    first_byte: float = 0.0
    download: float = 0.0


@dataclass(frozen=True, slots=True)
class Hop:
    """A redirect that was answered on the way to an exchange's final URL, or a doorway that was followed."""

    url: str
    status: int
    headers: Headers


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Exchange:
    """One answered request. ``body`` is decoded; ``truncated`` says that it was cut at its budget."""

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
class Missing:
    """A subresource that could not be had: ``cause`` as in ``errors.Unreachable``, or ``refused``."""

    requested: str
    cause: str


Answer = Exchange | Missing


@dataclass(frozen=True, slots=True)
class ThemeFiles:
    """What was found out about the theme besides the page: each part None when it was not asked for."""

    slug: str
    style: Answer | None = None
    parent_slug: str | None = None
    parent_style: Answer | None = None
    directory: Answer | None = None
    parent_directory: Answer | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A stylesheet that the page or another sheet names.

    ``url`` is absolute, as it was named; a Missing with cause ``over-budget`` was not asked for.
    """

    url: str
    answer: Answer


@dataclass(frozen=True, slots=True)
class FontFile:
    """A font file that a face names; ``url`` is absolute, as it was named."""

    url: str
    answer: Answer


DoorwayKind = Literal["meta-refresh", "location", "frame"]
"""How a page leads on to another: a refresh, a script that sets ``location``, a frame over the whole page."""


@dataclass(frozen=True, slots=True)
class Followed:
    """A doorway that was followed: the URL of the page that led on, and the absolute URL it named."""

    kind: DoorwayKind
    url: str
    to: str


@dataclass(frozen=True, slots=True)
class Capture:
    """Every exchange of one visit. ``at`` is when the page was visited, UTC, ISO 8601 with ``Z``.

    ``font_files`` is None when nobody asked for them. ``followed`` are the doorways on the way to ``page``,
    in order; each is also among the page's hops.
    """

    at: str
    page: Exchange
    theme: ThemeFiles | None = None
    rest_root: Answer | None = None
    stylesheets: tuple[Sheet, ...] = ()
    theme_json: Answer | None = None
    font_files: tuple[FontFile, ...] | None = None
    followed: tuple[Followed, ...] = ()

    @property
    def files(self) -> Iterator[bytes]:
        """What was sent for each stylesheet and font file that could be had."""
        files: tuple[Sheet | FontFile, ...] = (*self.stylesheets, *(self.font_files or ()))
        return (file.answer.body for file in files if isinstance(file.answer, Exchange))
