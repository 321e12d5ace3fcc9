"""Files beside the page that are costly: a maker for each by its name."""

import gzip
import json
import struct
import zlib
from collections.abc import Callable, Mapping

from tests.costly.making import Maker, joined, nested, numbered, repeated

REST_ROOTS: Mapping[str, Maker] = {
    "namespaces": numbered('"n#0/v1",', '{"namespaces":[', '"wp/v2"]}'),
    "namespaces-long": repeated("a", '{"namespaces":["', '/v1"]}'),
    "namespaces-of-plugins": repeated('"wc/v3","yoast/v1","elementor/v1",', '{"namespaces":[', '"wp/v2"]}'),
    "routes": numbered('"/n#0/v1":{"methods":["GET"]},', '{"namespaces":["wp/v2"],"routes":{', '"a":1}}'),
    "routes-deep": nested('{"a":', "1", "}", '{"namespaces":["wp/v2"],"routes":', "}"),
    "rest-deep-open": repeated("["),
    "rest-digits": repeated("9", '{"namespaces":', "}"),
}
"""Answers of a REST root."""

THEME_FILES: Mapping[str, Maker] = {
    "style-headers": numbered("Field #0: value\n", "/*\nTheme Name: A\n", "*/"),
    "style-header-long": repeated("a", "/*\nTheme Name: ", "\n*/"),
    "style-header-without-end": repeated("* ", "/*\nTheme Name: A\n"),
    "style-headers-same": repeated("Template: parent\n", "/*\n", "*/"),
    "style-header-spaces": repeated(" ", "/*\nTheme Name", ": A\n*/"),
    "style-header-lines": repeated("\n", "/*", "Theme Name: A*/"),
}
"""The style.css of a theme."""

DIRECTORIES: Mapping[str, Maker] = {
    "directory-wide": numbered('"k#0":"v",', '{"slug":"orchard",', '"version":"1"}'),
    "directory-deep": nested('{"a":', "1", "}"),
    "directory-long": repeated("a", '{"slug":"orchard","name":"', '"}'),
    "directory-list": repeated("[],", "[", "1]"),
}
"""Answers of the theme directory."""

THEME_JSONS: Mapping[str, Maker] = {
    "theme-json-families": numbered(
        '{"slug":"s#0","name":"N#0","fontFamily":"f#0, serif"},',
        '{"settings":{"typography":{"fontFamilies":[',
        "{}]}}}",
    ),
    "theme-json-slugs": repeated(
        "aB1", '{"settings":{"typography":{"fontFamilies":[{"fontFamily":"f","slug":"', '"}]}}}'
    ),
    "theme-json-deep": nested('{"settings":', "1", "}"),
    "theme-json-colors": numbered(
        '{"slug":"s#0","name":"N#0","color":"red"},', '{"settings":{"color":{"palette":[', "{}]}}}"
    ),
}
"""A theme.json."""

HEADERS: Mapping[str, Callable[[int], list[tuple[str, str]]]] = {
    "headers-many": lambda size: [(f"x-header-{number}", "value") for number in range(size // 20)],
    "headers-same": lambda size: [("x-powered-by", "PHP/8.2")] * (size // 20),
    "header-long": lambda size: [("server", "a" * size)],
    "header-of-links": lambda size: [("link", "</a.css>; rel=preload; as=style, " * (size // 33))],
    "headers-of-cookies": lambda size: [
        ("set-cookie", f"c{number}=v; path=/") for number in range(size // 20)
    ],
    "header-of-a-policy": lambda size: [("content-security-policy", "script-src 'self'; " * (size // 19))],
    "header-of-policy-sources": lambda size: [
        ("content-security-policy", "script-src " + " ".join(f"h{n}.example" for n in range(size // 12)))
    ],
    "header-of-policies": lambda size: [("content-security-policy", "default-src 'self', " * (size // 20))],
    "header-of-policy-directives": lambda size: [
        ("content-security-policy", "; ".join(f"d{n} a" for n in range(size // 9)))
    ],
    "headers-of-policies": lambda size: [("content-security-policy", "default-src 'none'")] * (size // 20),
    "header-of-permissions": lambda size: [("permissions-policy", "camera=(), " * (size // 11))],
    "header-of-transport": lambda size: [("strict-transport-security", "max-age=1; " * (size // 11))],
    "header-of-caches": lambda size: [("via", "1.1 varnish, " * (size // 13))],
    "header-of-a-type": lambda size: [("content-type", "text/html" + "; charset=utf-8" * (size // 15))],
}
"""Header lines of the page; a fetcher takes 64 KiB of them."""


def _table(tag: bytes, data: bytes) -> tuple[bytes, bytes]:
    return tag, data


def _sfnt(tables: list[tuple[bytes, bytes]], flavor: bytes = b"\0\1\0\0") -> bytes:
    """A font of these tables, without checksums. https://learn.microsoft.com/typography/opentype/spec/otff."""
    offset = 12 + 16 * len(tables)
    rows, data = [], []
    for tag, content in tables:
        rows.append(tag + struct.pack(">III", 0, offset, len(content)))
        data.append(content + b"\0" * (-len(content) % 4))
        offset += len(data[-1])
    return flavor + struct.pack(">HHHH", len(tables), 0, 0, 0) + b"".join(rows) + b"".join(data)


def _names(size: int) -> bytes:
    """A name table whose records all name the same text of 60,000 bytes."""
    count = min(5000, size // 12)
    records = struct.pack(">HHHHHH", 3, 1, 1033, 1, 60_000, 0) * count
    table = struct.pack(">HHH", 0, count, 6 + len(records)) + records + b"\0a" * 30_000
    return _sfnt([_table(b"name", table)])


def _segments(size: int) -> bytes:
    """A cmap of format 12 whose groups each cover all of Unicode."""
    count = size // 12
    groups = struct.pack(">III", 0, 0x10FFFF, 1) * count
    table = struct.pack(">HHIII", 12, 0, 16 + len(groups), 0, count) + groups
    return _sfnt([_table(b"cmap", struct.pack(">HHHHI", 0, 1, 3, 10, 12) + table)])


def _short_segments(size: int) -> bytes:
    """A cmap of format 4 whose segments each cover the basic plane."""
    count = min(size // 8, 8000)
    parts = (b"\xff\xff" * count, b"\0\0", b"\0\0" * count, b"\0\1" * count, b"\0\0" * count)
    body = struct.pack(">HHHH", count * 2, 0, 0, 0) + b"".join(parts)
    table = struct.pack(">HHH", 4, min(65535, len(body) + 6), 0) + body
    return _sfnt([_table(b"cmap", struct.pack(">HHHHI", 0, 1, 3, 1, 12) + table)])


def _subtables(size: int) -> bytes:
    """A cmap whose records all name one table."""
    count = min(size // 8, 60_000)
    table = struct.pack(">HHIII", 12, 0, 28, 0, 1) + struct.pack(">III", 0, 0x10FFFF, 1)
    records = struct.pack(">HHI", 3, 10, 4 + 8 * count) * count
    return _sfnt([_table(b"cmap", struct.pack(">HH", 0, count) + records + table)])


def _axes(size: int) -> bytes:
    count = min(size // 20, 60_000)
    axis = b"wght" + struct.pack(">IIIHH", 0, 0, 0, 0, 256)
    return _sfnt([_table(b"fvar", struct.pack(">HHHHHHHH", 1, 0, 16, 2, count, 20, 0, 4) + axis * count)])


def _tables(size: int) -> bytes:
    return _sfnt([_table(b"name", b"")] * min(size // 16, 60_000))


def _packed(size: int) -> bytes:
    """A WOFF whose name table unpacks to 100 times its size."""
    plain = b"\0" * (size * 100)
    packed = zlib.compress(plain, 9)
    row = b"name" + struct.pack(">IIII", 64, len(packed), len(plain), 0)
    head = b"wOFF\0\1\0\0" + struct.pack(
        ">IHHIHHIIIII", 64 + len(packed), 1, 0, 28 + len(plain), 1, 0, 0, 0, 0, 0, 0
    )
    return head + row + packed


def _declared(size: int) -> bytes:
    """A WOFF2 that says its tables have 4 GB."""
    entry = bytes([5]) + b"\x8f\xff\xff\xff\x7f"
    head = b"wOF2\0\1\0\0" + struct.pack(">IHHIIHHIIIII", size, 1000, 0, 2**32 - 1, size, 1, 0, 0, 0, 0, 0, 0)
    return head + entry * 1000 + b"\0" * size


def _drawn(glyph: bytes) -> bytes:
    """A font in which all letters are one glyph."""
    letters = struct.pack(">HHHHH", 6, 126, 0, 0x41, 58) + b"\0\1" * 58
    tables = {
        b"cmap": struct.pack(">HHHHI", 0, 1, 3, 1, 12) + letters,
        b"head": b"\0" * 18 + struct.pack(">H", 1000) + b"\0" * 30 + b"\0\1\0\0",
        b"hhea": b"\0" * 34 + b"\0\1",
        b"hmtx": struct.pack(">Hh", 500, 0),
        b"loca": struct.pack(">III", 0, 0, len(glyph)),
        b"glyf": glyph,
    }
    return _sfnt(list(tables.items()))


def _outlines(size: int) -> bytes:
    """A glyph of as many points as the file has room for."""
    count = min(size // 3, 65_000)
    points = b"\1" * count + b"\0\1" * count
    return _drawn(struct.pack(">hhhhh", 1, 0, 0, 0, 0) + struct.pack(">HH", count - 1, 0) + points + points)


def _parts(size: int) -> bytes:
    """A glyph that has itself as a part as often as the file has room for."""
    part = struct.pack(">HHhh", 0x23, 1, 1, 1)
    return _drawn(struct.pack(">hhhhh", -1, 0, 0, 0, 0) + part * (size // 8) + part[:1] + b"\3" + part[2:])


FONT_FILES: Mapping[str, Maker] = {
    "font-names": _names,
    "font-characters": _segments,
    "font-characters-short": _short_segments,
    "font-character-tables": _subtables,
    "font-axes": _axes,
    "font-tables": _tables,
    "font-packed": _packed,
    "font-declared": _declared,
    "font-outlines": _outlines,
    "font-parts": _parts,
    "font-few-parts": lambda _: _parts(80),
    "font-of-zeros": lambda size: b"\0\1\0\0\xff\xff" + b"\0" * size,
}
"""Font files."""


def _har(text: bytes, entries: int = 1) -> bytes:
    body = {"mimeType": "text/html", "text": text.decode()}
    entry = {
        "startedDateTime": "2026-03-01T09:30:00Z",
        "request": {"method": "GET", "url": "https://orchard.example/", "headers": []},
        "response": {
            "status": 200,
            "headers": [{"name": "content-type", "value": "text/html"}],
            "content": body,
            "redirectURL": "",
        },
    }
    pages = [{"id": "p", "startedDateTime": "2026-03-01T09:30:00Z"}]
    return json.dumps({"log": {"version": "1.2", "pages": pages, "entries": [entry] * entries}}).encode()


def _warc(records: int, body: bytes) -> bytes:
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body
    record = (
        b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://orchard.example/\r\n"
        b"WARC-Date: 2026-03-01T09:30:00Z\r\nWARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000000>\r\n"
        b"Content-Type: application/http;msgtype=response\r\nContent-Length: %d\r\n\r\n%b\r\n\r\n"
        % (len(http), http)
    )
    return record * records


def _mhtml(size: int) -> bytes:
    part = "--b\r\nContent-Type: text/html\r\nContent-Location: https://orchard.example/\r\n\r\n<p>x\r\n"
    head = "From: a\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n"
    return repeated(part, head, "--b--")(size)


ARCHIVES: Mapping[str, tuple[str, Maker]] = {
    "har-of-one-text": ("a.har", lambda size: _har(b"x" * size)),
    "har-of-many-entries": ("a.har", lambda size: _har(b"<p>x", size // 300)),
    "har-deep": ("a.har", nested('{"log":', "1", "}")),
    "har-deep-lists": ("a.har", repeated("[", '{"log":{"entries":')),
    "har-of-headers": (
        "a.har",
        numbered('{"name":"h#0","value":"v"},', '{"log":{"entries":[{"response":{"headers":[', "{}]}}]}}"),
    ),
    "warc-of-many-records": ("a.warc", lambda size: _warc(size // 400, b"<p>x")),
    "warc-of-a-long-record": ("a.warc", lambda size: _warc(1, b"x" * size)),
    "warc-of-header-lines": ("a.warc", numbered("Header-#0: a\r\n", "WARC/1.1\r\n", "\r\n")),
    "warc-of-a-long-line": ("a.warc", repeated("a", "WARC/1.1\r\nWARC-Type: ")),
    "warc-packed": ("a.warc.gz", lambda size: gzip.compress(_warc(1, b"x" * (size * 100)))),
    "warc-packed-members": ("a.warc.gz", lambda size: gzip.compress(_warc(1, b"<p>x")) * (size // 300)),
    "warc-packed-empty-members": ("a.warc.gz", lambda size: gzip.compress(b"") * (size // 20)),
    "mhtml-of-parts": ("a.mhtml", _mhtml),
    "html-of-a-long-comment": ("a.html", repeated("x", "<!-- saved from url=(0026)", "-->")),
    "html-of-comments": ("a.html", repeated("<!-- saved from url=")),
}
"""Saved files: their name, which says their kind, and what is in them."""

WORDPRESS: Mapping[str, Maker] = {
    "plugin-files": numbered("<script src=/wp-content/plugins/p#0/a.js?ver=1.#0></script>"),
    "plugin-files-of-one": numbered("<script src=/wp-content/plugins/p/a#0.js?ver=1.#0></script>"),
    "plugin-handles": numbered(
        "<link rel=stylesheet id=p#0-css href=/a.css><script id=p#0-js src=/b.js></script>"
    ),
    "plugin-handles-of-scripts": numbered("<script id=p#0-js-extra>var p={};</script>"),
    "theme-files": numbered("<link rel=stylesheet href=/wp-content/themes/t#0/style.css?ver=#0>"),
    "theme-files-of-one": numbered("<link rel=stylesheet href=/wp-content/themes/t/s#0.css>"),
    "uploads": numbered("<img src=/wp-content/uploads/2026/#0.png>"),
    "folders": numbered("<img src=/c#0/plugins/p/a.png>"),
    "files-in-one-list": numbered("p#0,", "<script src='/wp-admin/load-scripts.php?load[]=", "'></script>"),
    "files-in-lists": repeated(
        "<script src='/wp-admin/load-scripts.php?c=1&load[chunk_0]=a,b,c,d,e,f'></script>"
    ),
    "files-in-one-list-by-two-marks": numbered(
        "/wp-content/plugins/p#0/a.js,", "<script src='/_static/??", "'></script>"
    ),
    "files-in-lists-by-two-marks": repeated(
        f"<script src='/_static/??{','.join(f'/wp-content/plugins/p{n}/a.js' for n in range(200))}'></script>"
    ),
    "files-in-different-lists": numbered(
        f"<script src='/_static/??{','.join(f'/wp-content/plugins/p#0x{n}/a.js' for n in range(50))}'></script>"
    ),
    "files-by-minifier": repeated(
        f"<script src='/min/?f={','.join(f'/wp-content/plugins/p{n}/a.js' for n in range(200))}'></script>"
    ),
    "queries": numbered(f"<script src='/a#0.js?{'&'.join(f'k{n}=v' for n in range(50))}'></script>"),
    "query-long": numbered("k#0=v&", "<script src='/a.js?", "'></script>"),
    "versions": numbered("<script src=/wp-includes/js/a#0.js?ver=6.#0></script>"),
    "versions-long": repeated("1.", "<script src='/wp-includes/js/a.js?ver=", "1'></script>"),
    "body-classes-of-themes": numbered("theme-t#0 wp-child-theme-c#0 ", "<body class='", "'>"),
    "block-classes": numbered("<p class='wp-block-a#0-b has-c#0-color'>"),
    "translations": numbered(
        "<script id=p#0-js-translations>( function( domain, translations ) {} )( 'd#0', {} );</script>"
    ),
    "emoji": repeated('<script>window._wpemojiSettings={"baseUrl":"https:\\/\\/s.w.org\\/"};</script>'),
    "rest-links": repeated("<link rel='https://api.w.org/' href='/wp-json/'>"),
    "inline-plugins": numbered("<style id=p#0-inline-css>a{color:red}</style>"),
    "paths-of-dots": repeated("..%2f", "<img src=/wp-content/plugins/", "a.png>"),
    "paths-of-escapes": repeated("%41", "<img src=/wp-content/plugins/", "/a.png>"),
    "paths-of-slashes": repeated("/", "<img src=/wp-content/plugins", "a/b.png>"),
    "global-styles": joined(
        numbered(
            ".has-a#0-background-color{background-color:var(--wp--preset--color--a#0)!important}",
            "<style id=global-styles-inline-css>",
            "</style>",
        ),
        numbered("--wp--preset--color--a#0:#00f00f;", "<style>:root{", "}</style>"),
    ),
}
"""Pages of WordPress sites with many or long addresses of files."""
