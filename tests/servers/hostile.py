"""Every kind of hostile site that we know of, by its host's name, and what a caller shall be told of it."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.net.bombs import HEADERS, packed
from tests.servers.authority import Authority
from tests.servers.raw import PRIVATE, Talk, answer, endless, raw_server, redirect, reset_after, say

OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
HTML = b"<!doctype html><title>A page</title><p>Hello."
MEGABYTE = 1 << 20
STYLES = ("font-detector", "color-palette")
ALL = ("check-cms", "tech-stack", *STYLES)


@dataclass(frozen=True)
class Hostile:
    """How a site talks, and what callers are told.

    ``says`` are words of the error, or why the page could not be read; empty when it is judged as any other.
    ``endless``: the site would never come to an end, and only the total time of an analysis ends it.
    """

    talk: Talk
    status: int = 200
    says: str = ""
    analyses: tuple[str, ...] = ("check-cms",)
    scheme: str = "http"
    endless: bool = False


def page(
    body: bytes,
    content_type: str = "text/html",
    says: str = "",
    analyses: tuple[str, ...] = ("tech-stack", "color-palette"),
) -> Hostile:
    """A site that sends one page in full."""
    return Hostile(say(answer(body, f"Content-Type: {content_type}")), says=says, analyses=analyses)


async def ever_on(request: bytes, writer: asyncio.StreamWriter) -> None:
    """Each address leads to the next."""
    writer.write(redirect(f"/{int(request.split(b' ')[1][1:] or b'0') + 1}"))


def bomb(encoding: str, says: str = "") -> Hostile:
    """A page of 200 MB in few bytes."""
    body = packed(encoding, HTML.ljust(MEGABYTE, b"x"))
    named = f"Content-Encoding: {HEADERS.get(encoding, encoding)}"
    return Hostile(say(answer(body, "Content-Type: text/html", named)), says=says)


def styled(css: bytes, sheets: int = 4) -> Hostile:
    """A site whose page is all stylesheets."""
    links = b"".join(b"<link rel=stylesheet href=/%d.css>" % number for number in range(sheets))

    async def talk(request: bytes, writer: asyncio.StreamWriter) -> None:
        path = request.split(b" ")[1]
        if path == b"/":
            writer.write(answer(HTML + links, "Content-Type: text/html"))
        else:
            writer.write(answer(b"/*%b*/%b" % (path, css), "Content-Type: text/css"))

    return Hostile(talk, analyses=STYLES)


def repeated(unit: bytes) -> Callable[[int], bytes]:
    """``unit`` again and again, up to a size in bytes."""
    return lambda size: unit * (size // len(unit))


PAGES: dict[str, Callable[[int], bytes]] = {
    "nested-tags": repeated(b"<div>"),
    "nested-formatting": repeated(b"<a><b><i>"),
    "tables": repeated(b"<table><td>"),
    "attributes": lambda size: b"<p %b>" % b" ".join(b"a%d=1" % number for number in range(size // 9)),
    "one-attribute": lambda size: b"<p class='%b'>" % (b"a " * (size // 2)),
    "style-attributes": repeated(b"<p style='color:red;font:12px serif'>"),
}
"""Pages that cost as much as their size in bytes allows."""

SHEETS: dict[str, Callable[[int], bytes]] = {
    "colors": lambda size: b"".join(b"a{color:#%06x}" % number for number in range(size // 16)),
    "variables": lambda size: (
        b":root{%b}"
        % b"".join(b"--a%d:var(--a%d) var(--a%d);" % (n, n + 1, n + 1) for n in range(size // 36))
    ),
    "nested-rules": repeated(b"a{"),
}
"""Stylesheets that cost as much as their size in bytes allows."""

SITES: dict[str, Hostile] = {
    "redirects-in-a-circle": Hostile(say(redirect("/")), 502, "redirects"),
    "redirects-for-ever": Hostile(ever_on, 502, "redirects"),
    "redirects-to-an-intranet": Hostile(say(redirect("http://10.0.0.1/")), 400, "private"),
    "says-nothing": Hostile(endless(b"", b"", 0.1), 502, "in time"),
    "drips-headers": Hostile(endless(OK, b"X", 0.1), 502, "in time"),
    "drips-its-body": Hostile(endless(OK + b"\r\n", b"x", 0.1), 502, "finish in time", endless=True),
    "drips-chunks": Hostile(endless(CHUNKED, b"1\r\nx\r\n", 0.1), 502, "finish in time", endless=True),
    "endless-headers": Hostile(endless(OK, b"X: a\r\n" * 1000), 502, "HTTP"),
    "endless-header": Hostile(endless(OK + b"X: ", b"a" * 10_000), 502, "HTTP"),
    "endless-interim-answers": Hostile(endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 100), 502, "HTTP"),
    "endless-trailers": Hostile(endless(CHUNKED + b"0\r\n", b"X: y\r\n" * 1000), 502, "HTTP"),
    "endless-body": Hostile(endless(OK + b"\r\n" + HTML, b"x" * 100_000)),
    "endless-chunks": Hostile(endless(CHUNKED + b"3\r\n<p>\r\n", b"2710\r\n" + b"x" * 10_000 + b"\r\n")),
    "truncated-chunks": Hostile(say(CHUNKED + b"5\r\nhel"), 502, "broke"),
    "truncated-body": Hostile(say(OK + b"Content-Length: 50\r\n\r\nhello"), 502, "broke"),
    "resets": Hostile(reset_after(b""), 502, "broke"),
    "resets-in-its-headers": Hostile(reset_after(OK + b"X: a"), 502, "broke"),
    "resets-in-its-body": Hostile(reset_after(OK + b"Content-Length: 50\r\n\r\nhello"), 502, "broke"),
    "speaks-ssh": Hostile(say(b"SSH-2.0-OpenSSH_9.6\r\n"), 502, "HTTP"),
    "wrong-certificate": Hostile(say(answer(HTML)), 502, "certificate", scheme="https"),
    **{f"bomb-{encoding}": bomb(encoding) for encoding in ("gzip", "deflate", "br", "zstd")},
    "bomb-in-a-bomb": bomb("nested", "not-html"),
    "nested-tags": page(PAGES["nested-tags"](1_500_000), analyses=ALL),
    "nested-formatting": page(PAGES["nested-formatting"](4_500_000)),
    "tables": page(PAGES["tables"](3_300_000)),
    "attributes": page(PAGES["attributes"](900_000)),
    "one-attribute": page(PAGES["one-attribute"](2 * MEGABYTE)),
    "style-attributes": page(PAGES["style-attributes"](3_700_000)),
    "colors": styled(SHEETS["colors"](1_760_000)),
    "variables": styled(SHEETS["variables"](1_800_000)),
    "nested-rules": styled(SHEETS["nested-rules"](1_000_000)),
    "charset-utf-7": page(b"+ADw-script+AD4-" + HTML, "text/html; charset=utf-7"),
    "charset-long": page(HTML, f"text/html; charset={'x' * 10_000}"),
    "charset-replaced": page(HTML, "text/html; charset=iso-2022-kr"),
    "charset-utf-16": page(HTML.decode().encode("utf-16-be"), "text/html; charset=us-ascii", "not-html"),
    "charset-of-many-minds": page(
        b"<meta charset=utf-16><meta charset=big5>\xff\xfe\x00<p>\xed\xa0\x80\x00" * 1000
    ),
}


@asynccontextmanager
async def serve_hostile_sites(folder: Path, ordinary: Mapping[str, bytes]) -> AsyncIterator[str]:
    """Every site by its name, and ``ordinary`` pages by theirs; yields where to connect for all of them.

    The certificate for https, whose keys are made in ``folder``, is nobody's.
    """

    async def talk(request: bytes, writer: asyncio.StreamWriter) -> None:
        """Whichever site the request is for."""
        lines = request.decode("latin-1").split("\r\n")
        host = next(line[6:] for line in lines if line.lower().startswith("host: "))
        name = host.strip().removesuffix(".test")
        if name in ordinary:
            writer.write(answer(ordinary[name], "Content-Type: text/html"))
        else:
            await SITES[name].talk(request, writer)

    stranger = Authority(folder).server_context("wrong-certificate.test")
    async with raw_server(talk, PRIVATE) as plain, raw_server(talk, PRIVATE, tls=stranger) as tls:
        yield f":80:{PRIVATE}:{plain.port},:443:{PRIVATE}:{tls.port}"
