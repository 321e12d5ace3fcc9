"""What entries look at: the parts of one answer that can give its makers away, bounded."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from siteloupe.capture import Exchange, Headers

BODY_START = 32 * 1024
BODY_END = 16 * 1024
"""Bytes of the body that are searched: a refusal is short, and a long page names its tools at either end."""

MAX_TITLE = 500


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What a parsed page has, in the words of entries; every part is bounded by who made it.

    ``valued`` has names and values of ``meta`` and ``input``, ``lines`` the texts of parts of the page, and
    ``placed`` the absolute URLs of what it loads. ``named`` has the names of the other kinds, ``values`` what
    stands at some of them (an attribute's value, a file's URL), ``versions`` those of files.
    """

    valued: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    lines: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    named: Mapping[str, Collection[str]] = field(default_factory=dict)
    values: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    placed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


NO_PAGE = PageFacts()


@dataclass(frozen=True, slots=True)
class AnswerFacts:
    """One answer as entries see it. ``body`` is its bounded text; ``page`` is empty where none was parsed."""

    status: int
    headers: Headers
    url: str = ""
    cookies: frozenset[str] = frozenset()
    title: str = ""
    body: str = ""
    page: PageFacts = NO_PAGE


def facts_of(
    exchange: Exchange, *, body: bool = False, headers: Headers | None = None, page: PageFacts = NO_PAGE
) -> AnswerFacts:
    """The facts of ``exchange``: with ``body`` its text and title as well, which else stay empty.

    ``headers`` stand in for its own; ``page`` is what its parsed page has.
    """
    text = bounded_text(exchange.body) if body else ""
    lines = exchange.headers if headers is None else headers
    return AnswerFacts(exchange.status, lines, exchange.url, cookie_names(lines), title_of(text), text, page)


def bounded_text(body: bytes) -> str:
    """The first 32 KiB and last 16 KiB of ``body`` in lower case.

    Every word of an entry is ASCII, and the encodings of the web keep ASCII as it is, save UTF-16.
    """
    piece = body
    if len(body) > BODY_START + BODY_END:
        piece = body[:BODY_START] + b"\n" + body[-BODY_END:]
    encoding = "utf-16" if body.startswith((b"\xff\xfe", b"\xfe\xff")) else "latin-1"
    return piece.decode(encoding, "replace").lower()


def cookie_names(headers: Headers) -> frozenset[str]:
    """Names of the cookies that an answer sets, in lower case."""
    names = (value.partition("=")[0].strip().lower() for value in headers.all("set-cookie"))
    return frozenset(filter(None, names))


def title_of(text: str) -> str:
    """The first title in a text in lower case, white space as one space; empty where there is none."""
    start = text.find(">", text.find("<title")) + 1 if "<title" in text else 0
    end = text.find("</title", start) if start else -1
    return " ".join(text[start:end].split())[:MAX_TITLE] if end > 0 else ""
