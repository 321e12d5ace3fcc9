"""The preferred format of a client, by its Accept header.

Source: https://www.rfc-editor.org/rfc/rfc9110#name-accept
"""

from typing import Any

MAX_RANGES = 50


def accept_header(scope: Any) -> str:
    """Return the Accept header of a request, with joined lines."""
    return ", ".join(value.decode("latin-1") for name, value in scope["headers"] if name == b"accept")


def prefers_html(accept: str) -> bool:
    """Whether the client prefers HTML to JSON; in a tie, as in ``*/*``, JSON wins."""
    ranges = [_range(text) for text in accept.split(",")[:MAX_RANGES]]
    return _quality(ranges, "text", "html") > _quality(ranges, "application", "json")


def prefers_markdown(accept: str) -> bool:
    """Whether the client names Markdown and prefers it to HTML; in a tie, the first of both wins.

    Ranges such as ``*/*`` mean HTML, because people's browsers send them.
    """
    ranges = [_range(text) for text in accept.split(",")[:MAX_RANGES]]
    named = [media for media, _ in ranges if media in {"text/markdown", "text/html"}]
    if "text/markdown" not in named:
        return False
    markdown, html = (_quality(ranges, "text", subtype) for subtype in ("markdown", "html"))
    return markdown > html or (markdown == html > 0 and named[0] == "text/markdown")


def _range(text: str) -> tuple[str, float]:
    media, *parameters = (part.strip().lower() for part in text.split(";"))
    quality = next((value[2:] for value in parameters if value.startswith("q=")), "1")
    try:
        return media, min(max(float(quality), 0.0), 1.0)
    except ValueError:
        return media, 0.0


def _quality(ranges: list[tuple[str, float]], kind: str, subtype: str) -> float:
    """Return the quality of the most specific matching range, 0 without one."""
    for wanted in (f"{kind}/{subtype}", f"{kind}/*", "*/*"):
        found = [quality for media, quality in ranges if media == wanted]
        if found:
            return max(found)
    return 0.0
