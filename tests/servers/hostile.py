"""Every kind of hostile site that we know of, by its host's name, and what a caller shall be told of it."""

import asyncio
from dataclasses import dataclass

from tests.net.bombs import HEADERS, packed
from tests.servers.raw import Talk, answer, endless, redirect, reset_after, say

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
    """

    talk: Talk
    status: int = 200
    says: str = ""
    analyses: tuple[str, ...] = ("check-cms",)
    scheme: str = "http"


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


COLORS = b"".join(b"a{color:#%06x}" % number for number in range(110_000))
VARIABLES = b":root{%b}" % b"".join(
    b"--a%d:var(--a%d) var(--a%d);" % (n, n + 1, n + 1) for n in range(50_000)
)
NESTED = b"a{" * 500_000

SITES: dict[str, Hostile] = {
    "redirects-in-a-circle": Hostile(say(redirect("/")), 502, "redirects"),
    "redirects-for-ever": Hostile(ever_on, 502, "redirects"),
    "redirects-to-an-intranet": Hostile(say(redirect("http://10.0.0.1/")), 400, "private"),
    "says-nothing": Hostile(endless(b"", b"", 0.1), 502, "in time"),
    "drips-headers": Hostile(endless(OK, b"X", 0.1), 502, "in time"),
    "drips-its-body": Hostile(endless(OK + b"\r\n", b"x", 0.1), 502, "finish in time"),
    "drips-chunks": Hostile(endless(CHUNKED, b"1\r\nx\r\n", 0.1), 502, "finish in time"),
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
    "nested-tags": page(b"<div>" * 300_000, analyses=ALL),
    "nested-formatting": page(b"<a><b><i>" * 500_000),
    "tables": page(b"<table><td>" * 300_000),
    "attributes": page(b"<p %b>" % b" ".join(b"a%d=1" % number for number in range(100_000))),
    "one-attribute": page(b"<p class='%b'>" % (b"a " * MEGABYTE)),
    "style-attributes": page(b"<p style='color:red;font:12px serif'>" * 100_000),
    "colors": styled(COLORS),
    "variables": styled(VARIABLES),
    "nested-rules": styled(NESTED),
    "charset-utf-7": page(b"+ADw-script+AD4-" + HTML, "text/html; charset=utf-7"),
    "charset-long": page(HTML, f"text/html; charset={'x' * 10_000}"),
    "charset-replaced": page(HTML, "text/html; charset=iso-2022-kr"),
    "charset-utf-16": page(HTML.decode().encode("utf-16-be"), "text/html; charset=us-ascii", "not-html"),
    "charset-of-many-minds": page(
        b"<meta charset=utf-16><meta charset=big5>\xff\xfe\x00<p>\xed\xa0\x80\x00" * 1000
    ),
}
