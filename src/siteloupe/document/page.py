"""A page as the analyses see it: its links, scripts, styles and metas, bounded, URLs made absolute."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

MAX_ELEMENTS = 20_000
"""Elements of each kind that are kept; a page with more is cut, not refused."""

MAX_ATTRIBUTE = 16_384
"""Characters of one attribute that are kept: room for a long srcset or concatenated asset list."""


_JAVASCRIPT = frozenset({"javascript", "ecmascript", "x-javascript", "x-ecmascript", "jscript", "livescript"})


_HELD = frozenset(
    {
        "javascript/blocked",
        "lazyscript",
        "pmdelayedscript",
        "rocketlazyloadscript",
        "text/rocketlazyloadscript",
        "wphb-delay-type",
    }
)
"""Types that optimisers give a script so that it waits until a visitor acts: WP Meteor, Perfmatters,
Hummingbird and WP Rocket (https://docs.wp-rocket.me/article/1349-delay-javascript-execution)."""


def is_javascript(kind: str) -> bool:
    """Whether a browser runs a script of this type: a JavaScript type in lower case, ``module``, or none.

    Source: https://html.spec.whatwg.org/multipage/scripting.html#prepare-the-script-element
    """
    return kind in {"", "module"} or kind.partition("/")[2] in _JAVASCRIPT


class Link(NamedTuple):
    """A ``<link>``: ``rel`` in lower case, ``href`` absolute or empty."""

    rel: frozenset[str]
    href: str
    id: str
    media: str
    type: str
    attributes: Mapping[str, str]


class Script(NamedTuple):
    """A ``<script>``: ``src`` absolute or None for an inline one; ``type`` in lower case, bare.

    ``address`` is where its code is, absolute: its ``src``, else what an optimiser or a consent banner keeps
    for later; empty for an inline one.
    """

    src: str | None
    id: str
    type: str
    text: str
    attributes: Mapping[str, str]
    address: str = ""

    @property
    def is_executable(self) -> bool:
        """True when a browser would run it."""
        return is_javascript(self.type)

    @property
    def runs(self) -> bool:
        """True when it runs, at once or when what holds it back lets go of it."""
        return self.is_executable or self.type in _HELD


class Style(NamedTuple):
    """A ``<style>`` block, those inside SVG included."""

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
    """An ``<img>`` or another element that shows one: every absolute URL that it names."""

    tag: str
    urls: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """One parsed page. Everything in it was written by the site, and is bounded but not trusted.

    ``styling`` is all links and styles once more, together in document order; ``body`` the body's attributes.
    """

    url: str
    base_url: str
    encoding: str
    title: str
    language: str
    links: tuple[Link, ...]
    scripts: tuple[Script, ...]
    styles: tuple[Style, ...]
    styling: tuple[Link | Style, ...]
    metas: tuple[Meta, ...]
    images: tuple[Image, ...]
    frames: tuple[str, ...]
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

    def meta(self, name: str) -> str | None:
        """The content of the first ``<meta>`` called ``name`` (lower case)."""
        return next((meta.content for meta in self.metas if meta.name == name), None)

    def generators(self) -> Iterator[str]:
        """The content of every generator meta, in order."""
        return (meta.content for meta in self.metas if meta.name == "generator" and meta.content)
