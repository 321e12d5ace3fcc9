"""Reading HTML: one parse and one pass over the elements, linear whatever the markup.

It is read as without scripting, so that what stands in ``<noscript>`` is markup: lazy stylesheets and images
have their real address there.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from siteloupe.capture import Exchange
from siteloupe.document.page import MAX_ATTRIBUTE, MAX_ELEMENTS, Image, Link, Meta, Page, Script, Style
from siteloupe.document.parse import attributes, base_url, parse
from siteloupe.document.references import absolute
from siteloupe.document.srcset import candidates

MAX_COMMENTS = 500
MAX_CLASSES = 20_000

_UNCOUNTED = b" \t\n\f\r" + bytes(range(0x80, 0xC0))
"""HTML's white space, and the bytes by which UTF-8 continues a character that it has begun."""

IMAGE_SOURCES = ("src", "data-src", "data-lazy-src", "poster")
"""Where an image's address stands; in the middle two, until a script has moved it."""


def page_of(exchange: Exchange) -> Page:
    """The page in an exchange's body."""
    return read(exchange.body, exchange.url, exchange.headers.get("content-type"))


def read(body: bytes, url: str, content_type: str | None = None) -> Page:
    """Parse ``body`` as the HTML page at ``url``. Never raises: any bytes are some page."""
    document = parse(body, content_type)
    reader = _Reader(url, base_url(document, url))
    for element in document.select(_SELECTED):
        _KINDS[element.tag](reader, element)
    return reader.page(document)


@dataclass(slots=True)
class _Reader:
    """Collects what a Page holds, one element at a time."""

    url: str
    base: str
    links: list[Link] = field(default_factory=list)
    scripts: list[Script] = field(default_factory=list)
    styles: list[Style] = field(default_factory=list)
    styling: list[Link | Style] = field(default_factory=list)
    metas: list[Meta] = field(default_factory=list)
    images: list[Image] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)
    forms: list[dict[str, str]] = field(default_factory=list)
    inputs: list[dict[str, str]] = field(default_factory=list)
    body_attributes: dict[str, str] = field(default_factory=dict)
    language: str = ""

    def link(self, element: Any) -> None:
        if len(self.links) < MAX_ELEMENTS:
            given = attributes(element)
            rel = frozenset(given.get("rel", "").lower().split())
            href = absolute(self.base, given.get("href", ""))
            identity, media, kind = given.get("id", ""), given.get("media", ""), given.get("type", "")
            self.links.append(Link(rel, href, identity, media.lower(), kind.lower(), given))
            self.styling.append(self.links[-1])

    def script(self, element: Any) -> None:
        if len(self.scripts) >= MAX_ELEMENTS or element.namespace.value != "html":  # SVG has scripts too
            return
        given = attributes(element)
        src = absolute(self.base, given["src"]) if "src" in given else None
        kind = given["type"].partition(";")[0].strip().lower() if "type" in given else ""
        address = absolute(self.base, _held_source(given)) if src is None else src
        self.scripts.append(Script(src, given.get("id", ""), kind, element.text, given, address))

    def style(self, element: Any) -> None:
        if len(self.styles) < MAX_ELEMENTS:  # those of SVG apply to the whole document too
            given = attributes(element)
            classes = frozenset(given.get("class", "").split())
            self.styles.append(Style(given.get("id", ""), classes, given.get("media", ""), element.text))
            self.styling.append(self.styles[-1])

    def meta(self, element: Any) -> None:
        if len(self.metas) < MAX_ELEMENTS:
            given = attributes(element)
            name = given.get("name") or given.get("property") or given.get("http-equiv") or ""
            self.metas.append(
                Meta(name.strip().lower(), given.get("content", "").strip(), given.get("media", ""))
            )

    def image(self, element: Any) -> None:
        if len(self.images) < MAX_ELEMENTS:
            given = element.attrs
            references = [given[name] or "" for name in IMAGE_SOURCES if name in given]
            if srcset := given.get("srcset") or given.get("data-srcset"):
                references += candidates(srcset[:MAX_ATTRIBUTE])
            urls = dict.fromkeys([absolute(self.base, reference[:MAX_ATTRIBUTE]) for reference in references])
            urls.pop("", None)
            self.images.append(Image(element.tag, tuple(urls)))

    def frame(self, element: Any) -> None:
        given = attributes(element)
        address = absolute(self.base, given.get("src") or given.get("data") or "")
        if address and len(self.frames) < MAX_ELEMENTS:
            self.frames.append(address)

    def form(self, element: Any) -> None:
        if len(self.forms) < 200:
            self.forms.append(attributes(element))

    def input(self, element: Any) -> None:
        if len(self.inputs) < 500:
            self.inputs.append(attributes(element))
        if element.attrs.get("type") == "image":
            self.image(element)

    def body(self, element: Any) -> None:
        self.body_attributes = attributes(element)

    def html(self, element: Any) -> None:
        self.language = attributes(element).get("lang", "")

    def _text_length(self, document: Any) -> int:
        """Characters of text that a reader would see, white space apart: all, less scripts and styles."""
        raw = "".join([*(script.text for script in self.scripts), *(style.text for style in self.styles)])
        return max(0, _solid(document.text) - _solid(raw))

    def page(self, document: Any) -> Page:
        title = document.select_one("head title, title")
        return Page(
            url=self.url,
            base_url=self.base,
            encoding=document.encoding or "utf-8",
            title=" ".join(title.text.split())[:1000] if title is not None else "",
            language=self.language,
            links=tuple(self.links),
            scripts=tuple(self.scripts),
            styles=tuple(self.styles),
            styling=tuple(self.styling),
            metas=tuple(self.metas),
            images=tuple(self.images),
            frames=tuple(self.frames),
            style_attributes=tuple(style[:MAX_ATTRIBUTE] for style in _values(document, "style")),
            comments=tuple(_comments(document)),
            body=self.body_attributes,
            body_classes=tuple(self.body_attributes.get("class", "").split()[:500]),
            classes=frozenset(_class_names(document)),
            ids=frozenset(_values(document, "id")),
            text_length=self._text_length(document),
            anchors=len(document.select("a")),
            forms=tuple(self.forms),
            inputs=tuple(self.inputs),
        )


_KINDS: dict[str, Callable[[_Reader, Any], None]] = {
    "link": _Reader.link,
    "script": _Reader.script,
    "style": _Reader.style,
    "meta": _Reader.meta,
    "img": _Reader.image,
    "source": _Reader.image,
    "video": _Reader.image,
    "amp-img": _Reader.image,  # https://amp.dev/documentation/components/amp-img
    "amp-anim": _Reader.image,
    "iframe": _Reader.frame,
    "embed": _Reader.frame,
    "object": _Reader.frame,
    "form": _Reader.form,
    "input": _Reader.input,
    "body": _Reader.body,
    "html": _Reader.html,
}


_SELECTED = ",".join(_KINDS)


def _held_source(given: Mapping[str, str]) -> str:
    """Where a script that waits keeps its address: ``data-src``, ``data-rocket-src``, ``data-cmplz-src``."""
    held = (name for name in given if name.startswith("data-") and name.endswith("src"))
    return next((given[name] for name in held), "")


def _values(document: Any, attribute: str) -> Iterator[str]:
    """The value of ``attribute`` wherever it is set, for the first 20,000 elements."""
    return islice(document.xpath_iter(f"//@{attribute}"), MAX_ELEMENTS)


def _class_names(document: Any) -> Iterator[str]:
    values = dict.fromkeys(_values(document, "class"))  # most elements repeat another's
    return islice(dict.fromkeys(" ".join(values).split()), MAX_CLASSES)


def _solid(text: str) -> int:
    """How many characters of ``text`` are not white space."""
    return len(text.encode(errors="replace").translate(None, _UNCOUNTED))


def _comments(document: Any) -> Iterator[str]:
    found = 0
    for comment in document.xpath_iter("//comment()"):
        if (found := found + 1) > MAX_COMMENTS:
            return
        yield comment.data[:2000]
