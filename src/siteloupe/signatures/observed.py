"""What signatures look at: the parts of one answer that can give its makers away, bounded."""

from dataclasses import dataclass, replace

from siteloupe.capture import Exchange, Headers

BODY_START = 32 * 1024
BODY_END = 16 * 1024
"""Bytes of the body that are searched: a refusal is short, and a long page names its tools at either end."""

MAX_TITLE = 500


@dataclass(frozen=True, slots=True)
class Observed:
    """One answer as rows see it. ``body`` is its bounded text; ``metas`` are pairs of name and content.

    ``scripts``, ``stylesheets`` and ``metas`` come from a parsed page; they stay empty where none was parsed.
    """

    status: int
    headers: Headers
    url: str = ""
    cookies: frozenset[str] = frozenset()
    title: str = ""
    body: str = ""
    scripts: tuple[str, ...] = ()
    stylesheets: tuple[str, ...] = ()
    metas: tuple[tuple[str, str], ...] = ()

    def with_page(
        self,
        *,
        scripts: tuple[str, ...] = (),
        stylesheets: tuple[str, ...] = (),
        metas: tuple[tuple[str, str], ...] = (),
    ) -> "Observed":
        """The same answer with what its parsed page names: absolute URLs, and metas by name in lower case."""
        return replace(self, scripts=scripts, stylesheets=stylesheets, metas=metas)


def observe(exchange: Exchange) -> Observed:
    """What can be seen without parsing HTML."""
    text = bounded_text(exchange.body)
    return Observed(
        status=exchange.status,
        headers=exchange.headers,
        url=exchange.url,
        cookies=cookie_names(exchange.headers),
        title=title_of(text),
        body=text,
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
