"""HTML → Page: one parse and one pass over the elements, linear for any markup.

turbohtml implements the parsing and encoding-sniffing algorithms of the HTML standard
(https://html.spec.whatwg.org/multipage/parsing.html); no other module calls it. A page is read as without
scripting, so that the content of ``<noscript>`` is markup: lazy stylesheets and images name their URL there.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from siteloupe.capture import Exchange
from siteloupe.document.page import MAX_ATTRIBUTE, MAX_ELEMENTS, Image, Link, Meta, Page, Script, Style
from siteloupe.document.quirks import is_quirks
from siteloupe.document.references import absolute_url, srcset_urls
from siteloupe.document.script_start import consent_source, later_source


def parse(body: bytes, content_type: str | None, *, scripting: bool = False) -> Any:
    """Parse the document in ``body``; any bytes are a document, limited by :func:`limit_elements` before.

    With ``scripting``, the content of ``<noscript>`` is text, as in browsers with scripting.
    """
    # The import is here so that commands that parse nothing (--help, completion) do not wait for it.
    import turbohtml  # noqa: PLC0415

    charset = _charset(content_type or "")
    try:
        return turbohtml.parse(body, encoding=charset, positions=False, scripting=scripting)
    except LookupError:  # not a label of the Encoding Standard: sniff instead
        return turbohtml.parse(body, positions=False, scripting=scripting)


def text_nodes(document: Any) -> list[Any]:
    """Return the text nodes of ``document`` in order, each with its ``data`` and its ``parent``."""
    import turbohtml  # noqa: PLC0415 - see above

    return [node for node in document.descendants if type(node) is turbohtml.Text]


def child_nodes(node: Any, most: int = MAX_ATTRIBUTE) -> tuple[list[str], list[Any]]:
    """Return texts and elements directly inside ``node``, in order, each text cut at ``most`` characters."""
    import turbohtml  # noqa: PLC0415 - see above

    texts: list[str] = []
    elements: list[Any] = []
    for child in node.children:
        kind = type(child)
        if kind is turbohtml.Element:
            elements.append(child)
        elif kind is turbohtml.Text:
            texts.append(child.data[:most])
    return texts, elements


def base_url(document: Any, url: str) -> str:
    """Return the base URL of ``document``, whose own URL is ``url``."""
    base = document.select_one("base[href]")
    return (absolute_url(url, str(base.attr("href"))) if base is not None else "") or url


def attributes(element: Any) -> dict[str, str]:
    """Return the attributes as text; the parser returns class and rel as lists of tokens."""
    values: dict[str, Any] = element.attrs.copy()
    for name, value in values.items():
        if type(value) is not str or len(value) > MAX_ATTRIBUTE:
            values[name] = (" ".join(value) if isinstance(value, list) else value or "")[:MAX_ATTRIBUTE]
    return values


def _charset(content_type: str) -> str | None:
    for parameter in content_type.split(";")[1:]:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            label = value.strip().strip("\"'")
            return label if label.isascii() and label else None  # bytes of a header may be no text
    return None


MAX_COMMENTS = 500
MAX_CLASSES = 20_000

_UNCOUNTED = b" \t\n\f\r" + bytes(range(0x80, 0xC0))
"""HTML's white space, and the continuation bytes of UTF-8."""

IMAGE_SOURCES = ("src", "data-src", "data-lazy-src", "poster")
"""Attributes with an image's URL; a script moves the value of the two in the middle to ``src``."""


def page_of(exchange: Exchange) -> Page:
    """Parse the page in an exchange's body."""
    return parse_page(exchange.body, exchange.url, exchange.headers.get("content-type"))


def parse_page(body: bytes, url: str, content_type: str | None = None) -> Page:
    """Parse ``body``, limited as for :func:`parse`, as the HTML page at ``url``. Any bytes are a page."""
    document = parse(body, content_type)
    quirks = is_quirks(document, content_type)
    reader = _PageReader(url, base_url(document, url))
    for element in document.iter_elements(_KINDS):
        _KINDS[element.tag](reader, element)
    return reader.page(document, quirks=quirks)


@dataclass(slots=True)
class _PageReader:
    """Collects the contents of a Page, one element at a time."""

    url: str
    base: str
    links: list[Link] = field(default_factory=list)
    scripts: list[Script] = field(default_factory=list)
    styles: list[Style] = field(default_factory=list)
    styling: list[Link | Style] = field(default_factory=list)
    metas: list[Meta] = field(default_factory=list)
    images: list[Image] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)
    lazy_frames: list[str] = field(default_factory=list)
    forms: list[dict[str, str]] = field(default_factory=list)
    inputs: list[dict[str, str]] = field(default_factory=list)
    body_attributes: dict[str, str] = field(default_factory=dict)
    language: str = ""

    def link(self, element: Any) -> None:
        if len(self.links) < MAX_ELEMENTS:
            values = attributes(element)
            rel = frozenset(values.get("rel", "").lower().split())
            href = absolute_url(self.base, values.get("href", ""))
            identity, media, kind = values.get("id", ""), values.get("media", ""), values.get("type", "")
            self.links.append(Link(rel, href, identity, media.lower(), kind.lower(), values))
            self.styling.append(self.links[-1])

    def script(self, element: Any) -> None:
        if len(self.scripts) >= MAX_ELEMENTS or element.namespace.value != "html":  # SVG has scripts too
            return
        values = attributes(element)
        src = absolute_url(self.base, values["src"]) if "src" in values else None
        kind = values["type"].partition(";")[0].strip().lower() if "type" in values else ""
        address = src or absolute_url(self.base, later_source(values))
        self.scripts.append(Script(src, values.get("id", ""), kind, element.text, values, address))

    def style(self, element: Any) -> None:
        if len(self.styles) < MAX_ELEMENTS:  # a style inside SVG applies to the whole document too
            values = attributes(element)
            classes = frozenset(values.get("class", "").split())
            self.styles.append(Style(values.get("id", ""), classes, values.get("media", ""), element.text))
            self.styling.append(self.styles[-1])

    def meta(self, element: Any) -> None:
        if len(self.metas) < MAX_ELEMENTS:
            values = attributes(element)
            name = values.get("name") or values.get("property") or values.get("http-equiv") or ""
            self.metas.append(
                Meta(name.strip().lower(), values.get("content", "").strip(), values.get("media", ""))
            )

    def image(self, element: Any) -> None:
        if len(self.images) < MAX_ELEMENTS:
            values = element.attrs
            urls: dict[str, None] = {}
            for name in IMAGE_SOURCES:
                if reference := values.get(name):
                    urls[absolute_url(self.base, reference[:MAX_ATTRIBUTE])] = None
            if srcset := values.get("srcset") or values.get("data-srcset"):
                for reference in srcset_urls(srcset[:MAX_ATTRIBUTE]):
                    urls[absolute_url(self.base, reference)] = None
            urls.pop("", None)
            self.images.append(Image(element.tag, tuple(urls)))

    def frame(self, element: Any) -> None:
        values = attributes(element)
        address = absolute_url(self.base, values.get("src") or values.get("data") or "")
        if address and len(self.frames) < MAX_ELEMENTS:
            self.frames.append(address)
        later = absolute_url(self.base, consent_source(values) if address else later_source(values))
        if later and len(self.lazy_frames) < MAX_ELEMENTS:
            self.lazy_frames.append(later)

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
        """Count the visible characters, without white space: all text minus scripts and styles."""
        raw = "".join([*(script.text for script in self.scripts), *(style.text for style in self.styles)])
        return max(0, _length_without_spaces(document.text) - _length_without_spaces(raw))

    def page(self, document: Any, *, quirks: bool) -> Page:
        title = document.select_one("head title, title")
        return Page(
            url=self.url,
            base_url=self.base,
            encoding=document.encoding or "utf-8",
            is_quirks=quirks,
            title=" ".join(title.text.split())[:1000] if title is not None else "",
            language=self.language,
            links=tuple(self.links),
            scripts=tuple(self.scripts),
            styles=tuple(self.styles),
            styling=tuple(self.styling),
            metas=tuple(self.metas),
            images=tuple(self.images),
            frames=tuple(self.frames),
            lazy_frames=tuple(self.lazy_frames),
            style_attributes=tuple(style[:MAX_ATTRIBUTE] for style in _attribute_values(document, "style")),
            comments=tuple(_comments(document)),
            body=self.body_attributes,
            body_classes=tuple(self.body_attributes.get("class", "").split()[:500]),
            classes=frozenset(_class_names(document)),
            ids=frozenset(_attribute_values(document, "id")),
            text_length=self._text_length(document),
            anchors=len(document.select("a")),
            forms=tuple(self.forms),
            inputs=tuple(self.inputs),
        )


_KINDS: dict[str, Callable[[_PageReader, Any], None]] = {
    "link": _PageReader.link,
    "script": _PageReader.script,
    "style": _PageReader.style,
    "meta": _PageReader.meta,
    "img": _PageReader.image,
    "source": _PageReader.image,
    "video": _PageReader.image,
    "amp-img": _PageReader.image,  # https://amp.dev/documentation/components/amp-img
    "amp-anim": _PageReader.image,
    "iframe": _PageReader.frame,
    "embed": _PageReader.frame,
    "object": _PageReader.frame,
    "form": _PageReader.form,
    "input": _PageReader.input,
    "body": _PageReader.body,
    "html": _PageReader.html,
}


def _attribute_values(document: Any, attribute: str) -> Iterator[str]:
    """Yield the values of ``attribute`` of the first 20,000 elements that have it."""
    return islice(document.xpath_iter(f"//@{attribute}"), MAX_ELEMENTS)


def _class_names(document: Any) -> Iterator[str]:
    values = dict.fromkeys(_attribute_values(document, "class"))  # most elements repeat another's value
    return islice(dict.fromkeys(" ".join(values).split()), MAX_CLASSES)


def _length_without_spaces(text: str) -> int:
    """Count the characters of ``text`` that are not white space."""
    return len(text.encode(errors="replace").translate(None, _UNCOUNTED))


def _comments(document: Any) -> Iterator[str]:
    for comment in islice(document.xpath_iter("//comment()"), MAX_COMMENTS):
        yield comment.data[:2000]
