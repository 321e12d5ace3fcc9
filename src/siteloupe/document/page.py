"""A parsed page: its links, scripts, styles and metas, limited in number and size, with absolute URLs."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from siteloupe.document.script_start import consent_source, is_javascript, starts_later, waits_for_consent

MAX_ELEMENTS = 20_000
"""Most elements of each kind; the rest of a larger page is ignored."""

MAX_ATTRIBUTE = 16_384
"""Most characters of one attribute: enough for a long srcset or a concatenated asset list."""


class Link(NamedTuple):
    """A ``<link>``: ``rel`` in lower case, ``href`` absolute or empty."""

    rel: frozenset[str]
    href: str
    id: str
    media: str
    type: str
    attributes: Mapping[str, str]


class Script(NamedTuple):
    """A ``<script>``: ``src`` absolute, None for an inline script; ``type`` in lower case, no parameters.

    ``address`` is the absolute URL of its code: its ``src``, otherwise the URL that an optimizer or a consent
    banner loads later; empty for an inline script.
    """

    src: str | None
    id: str
    type: str
    text: str
    attributes: Mapping[str, str]
    address: str = ""

    @property
    def is_executable(self) -> bool:
        """True when a browser runs it."""
        return is_javascript(self.type)

    @property
    def runs(self) -> bool:
        """True when it runs for every visitor: at once, or when another script starts it."""
        return self.is_executable or starts_later(self.type)

    @property
    def is_held_back(self) -> bool:
        """True for code that the page names or has, but that no browser runs with it: it waits."""
        if self.src and not self.type:  # as most scripts are
            return False
        if self.runs:
            return not self.src and bool(consent_source(self.attributes))
        return bool(self.address) or waits_for_consent(self.type)


class Style(NamedTuple):
    """A ``<style>`` element, also inside SVG."""

    id: str
    classes: frozenset[str]
    media: str
    text: str


class Meta(NamedTuple):
    """A ``<meta>``: ``name`` is its ``name``, ``property`` or ``http-equiv`` in lower case."""

    name: str
    content: str
    media: str = ""


class Image(NamedTuple):
    """An ``<img>`` or another element with an image, and all its absolute URLs."""

    tag: str
    urls: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """One parsed page. The site wrote everything in it: the sizes are limited, but the text is untrusted.

    ``styling`` are all links and styles together, in document order; ``body`` are the body's attributes.
    ``frames`` are loaded with the page, ``lazy_frames`` when a script gives them their address.
    """

    url: str
    base_url: str
    encoding: str
    is_quirks: bool
    title: str
    language: str
    links: tuple[Link, ...]
    scripts: tuple[Script, ...]
    styles: tuple[Style, ...]
    styling: tuple[Link | Style, ...]
    metas: tuple[Meta, ...]
    images: tuple[Image, ...]
    frames: tuple[str, ...]
    lazy_frames: tuple[str, ...]
    style_attributes: tuple[str, ...]
    comments: tuple[str, ...]
    body: Mapping[str, str]
    body_classes: tuple[str, ...]
    classes: frozenset[str]
    ids: frozenset[str]
    text_length: int
    anchors: int
    forms: tuple[Mapping[str, str], ...]
    inputs: tuple[Mapping[str, str], ...]

    @property
    def holds_back(self) -> bool:
        """Whether it names or has code or frames that are not loaded with it."""
        return bool(self.lazy_frames) or any(script.is_held_back for script in self.scripts)

    def without_held_back(self) -> "Page":
        """The page without code and frames that are not loaded with it."""
        scripts = tuple(script for script in self.scripts if not script.is_held_back)
        return replace(self, scripts=scripts, lazy_frames=())

    def meta(self, name: str) -> str | None:
        """Return the content of the first ``<meta>`` called ``name`` (lower case)."""
        return next((meta.content for meta in self.metas if meta.name == name), None)

    def generators(self) -> Iterator[str]:
        """Yield the content of every generator meta, in order."""
        return (meta.content for meta in self.metas if meta.name == "generator" and meta.content)
