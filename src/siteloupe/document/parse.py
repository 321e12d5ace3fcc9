"""The HTML parser, called in one place.

turbohtml implements the parsing and encoding-sniffing algorithms of the HTML standard
(https://html.spec.whatwg.org/multipage/parsing.html).
"""

from typing import Any

from siteloupe.document.page import MAX_ATTRIBUTE
from siteloupe.document.references import absolute

MAX_TAGS = 200_000
"""Tags that are parsed: of more than 5 MB in the densest real page seen, and a tree of up to 110 MB."""


def parse(body: bytes, content_type: str | None, *, scripting: bool = False) -> Any:
    """The document in ``body``, up to its first ``MAX_TAGS`` tags; any bytes are some document.

    With ``scripting``, what stands in ``<noscript>`` is text, as browsers with scripting have it.
    """
    # Imported where it is needed, so that what parses nothing (--help, completion) need not wait for it.
    import turbohtml  # noqa: PLC0415

    charset = _charset(content_type or "")
    body = _cut(body)
    try:
        return turbohtml.parse(body, encoding=charset, positions=False, scripting=scripting)
    except LookupError:  # not a label of the Encoding Standard: sniff instead
        return turbohtml.parse(body, positions=False, scripting=scripting)


def base_url(document: Any, url: str) -> str:
    """What references in ``document``, found at ``url``, are relative to."""
    base = document.select_one("base[href]")
    return (absolute(url, str(base.attr("href"))) if base is not None else "") or url


def attributes(element: Any) -> dict[str, str]:
    """Attributes as text; the parser hands class and rel over as lists of tokens."""
    return {
        name: (" ".join(value) if isinstance(value, list) else value or "")[:MAX_ATTRIBUTE]
        for name, value in element.attrs.items()
    }


def _cut(body: bytes) -> bytes:
    """``body`` without what follows so many tags: a tree takes up to 300 bytes for each."""
    if len(body) <= MAX_TAGS or body.count(b"<") <= MAX_TAGS:
        return body
    return b"<".join(body.split(b"<", MAX_TAGS + 1)[: MAX_TAGS + 1])


def _charset(content_type: str) -> str | None:
    for parameter in content_type.split(";")[1:]:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            return value.strip().strip("\"'") or None
    return None
