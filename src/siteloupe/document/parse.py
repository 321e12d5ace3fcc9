"""The HTML parser; no other module calls it.

turbohtml implements the parsing and encoding-sniffing algorithms of the HTML standard
(https://html.spec.whatwg.org/multipage/parsing.html).
"""

from typing import Any

from siteloupe.document.page import MAX_ATTRIBUTE
from siteloupe.document.references import absolute_url

MAX_TAGS = 200_000
"""Most tags: more than 5 MB of the real page with the most tags per byte, and a tree of up to 110 MB."""


def parse(body: bytes, content_type: str | None, *, scripting: bool = False) -> Any:
    """Parse the document in ``body``, up to its first ``MAX_TAGS`` tags; any bytes are a document.

    With ``scripting``, the content of ``<noscript>`` is text, as in browsers with scripting.
    """
    # The import is here so that commands that parse nothing (--help, completion) do not wait for it.
    import turbohtml  # noqa: PLC0415

    charset = _charset(content_type or "")
    body = _limit_tags(body)
    try:
        return turbohtml.parse(body, encoding=charset, positions=False, scripting=scripting)
    except LookupError:  # not a label of the Encoding Standard: sniff instead
        return turbohtml.parse(body, positions=False, scripting=scripting)


def base_url(document: Any, url: str) -> str:
    """Return the base URL of ``document``, whose own URL is ``url``."""
    base = document.select_one("base[href]")
    return (absolute_url(url, str(base.attr("href"))) if base is not None else "") or url


def attributes(element: Any) -> dict[str, str]:
    """Return the attributes as text; the parser returns class and rel as lists of tokens."""
    return {
        name: (" ".join(value) if isinstance(value, list) else value or "")[:MAX_ATTRIBUTE]
        for name, value in element.attrs.items()
    }


def _limit_tags(body: bytes) -> bytes:
    """Cut ``body`` after ``MAX_TAGS`` tags: a tree takes up to 300 bytes for each."""
    if len(body) <= MAX_TAGS or body.count(b"<") <= MAX_TAGS:
        return body
    return b"<".join(body.split(b"<", MAX_TAGS + 1)[: MAX_TAGS + 1])


def _charset(content_type: str) -> str | None:
    for parameter in content_type.split(";")[1:]:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            return value.strip().strip("\"'") or None
    return None
