"""What signatures look at: the parts of one answer that can give its makers away, bounded."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from siteloupe.capture import Exchange, Headers

BODY_START = 32 * 1024
BODY_END = 16 * 1024
"""Bytes of the body that are searched: a refusal is short, and a long page names its tools at either end."""

MAX_TITLE = 500


@dataclass(frozen=True, slots=True)
class Shown:
    """What a parsed page shows, in the words of rows; every part bounded by who made it.

    ``named`` has the names of each kind of ``rows.NAMED``, ``values`` what stands at some of them (an
    attribute's value, a file's URL), ``versions`` those of files; ``placed`` has, for each of
    ``rows.PLACED``, absolute URLs.
    """

    metas: tuple[tuple[str, str], ...] = ()
    paths: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()
    named: Mapping[str, AbstractSet[str]] = field(default_factory=dict)
    values: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    placed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


NOTHING_SHOWN = Shown()


@dataclass(frozen=True, slots=True)
class Observed:
    """One answer as rows see it. ``body`` is its bounded text; ``shown`` is empty where none was parsed."""

    status: int
    headers: Headers
    url: str = ""
    cookies: frozenset[str] = frozenset()
    title: str = ""
    body: str = ""
    shown: Shown = NOTHING_SHOWN


def observe(
    exchange: Exchange, *, body: bool = True, headers: Headers | None = None, shown: Shown = NOTHING_SHOWN
) -> Observed:
    """What can be seen of ``exchange``; ``body=False`` leaves title and body empty.

    ``headers`` stand in for its own; ``shown`` is what its parsed page shows.
    """
    text = bounded_text(exchange.body) if body else ""
    return Observed(
        status=exchange.status,
        headers=exchange.headers if headers is None else headers,
        url=exchange.url,
        cookies=cookie_names(exchange.headers),
        title=title_of(text),
        body=text,
        shown=shown,
    )


def bounded_text(body: bytes) -> str:
    """The first 32 KiB and last 16 KiB of ``body`` in lower case.

    Every word of a row is ASCII, and the encodings of the web keep ASCII as it is, save UTF-16.
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
