"""Eight made-up WordPress sites with 15 to 46 stylesheets, over TLS, and the directory beside them.

Each name ``….s15.test`` is a site with 15 stylesheets, another one for each name: so nothing that was measured
before makes the next measurement faster. Words and numbers come from a seed, the rest is the page that WordPress
prints: sheets and jQuery in the head, some more scripts at the end, images between. Every second site uses Google
Fonts, every third one a child theme.
"""

import asyncio
import datetime as dt
import gzip
import random
import ssl
from contextlib import AbstractContextManager
from functools import lru_cache, partial
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from loopback import in_process

SHEETS = (15, 19, 23, 28, 32, 37, 41, 46)
LARGEST_RECORD = 16 * 1024
DIRECTORY, FONTS = "api.wordpress.org", "fonts.googleapis.com"

PROPERTIES = ("margin", "padding", "font-size", "line-height", "border-radius", "gap", "top", "width")


def _words(chance: random.Random, count: int) -> list[str]:
    letters = "abcdefghijklmnoprstuvw"
    return ["".join(chance.choices(letters, k=chance.randint(3, 9))) for _ in range(count)]


@lru_cache
def page(sheets: int) -> bytes:
    """The HTML of the site with so many sheets."""
    chance = random.Random(sheets)
    words = _words(chance, 2000)
    is_child = sheets % 3 == 1
    themes = ["hearth", "hearth-child"] if is_child else ["hearth"]
    links = [f"/wp-content/plugins/{words[n]}/assets/{n}.css?ver=1.{n}" for n in range(sheets - 2)]
    links += [
        "/wp-content/themes/hearth/main.css?ver=2.0",
        f"/wp-content/themes/{themes[-1]}/style.css?ver=2.0",
    ]
    classes = "home wp-child-theme-hearth-child wp-theme-hearth" if is_child else "home wp-theme-hearth"
    if sheets % 2:
        links[3] = f"https://{FONTS}/css2?family=Inter:wght@400;700&amp;display=swap"
    linked = "\n".join(
        f"<link rel='stylesheet' id='s{n}-css' href='{url}' media='all'>" for n, url in enumerate(links)
    )
    scripts = [
        f"<script src='/wp-content/plugins/{words[n]}/{n}.js?ver=1'></script>" for n in range(sheets // 2)
    ]
    blocks = []
    for number in range(sheets * 6):
        text = " ".join(chance.choices(words, k=60))
        image = (
            f"<img src='/wp-content/uploads/{number}.jpg' alt='' loading='lazy'>" if number % 12 == 0 else ""
        )
        blocks.append(f"<div class='wp-block-group c{chance.randrange(900)}'><p>{text}</p>{image}</div>")
    inline = f":root{{--wp--preset--color--accent:#{chance.randrange(1 << 24):06x}}}body{{color:#223}}"
    return f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{words[0]}</title>
<meta name="generator" content="WordPress 6.8.1"><link rel="https://api.w.org/" href="/wp-json/">
{linked}<style id="global-styles-inline-css">{inline}</style>
<script src="/wp-includes/js/jquery/jquery.min.js?ver=3.7.1"></script>
<script src="/wp-includes/js/jquery/jquery-migrate.min.js?ver=3.4.1"></script>
</head><body class="{classes}">{"".join(blocks)}
{"".join(scripts)}</body></html>""".encode()


@lru_cache(1000)
def sheet(number: int) -> bytes:
    """A stylesheet of 1 to 20 KB, with few colors, as on most sites; ``number`` decides which one."""
    chance = random.Random(number)
    lines = []
    for _ in range(chance.randint(20, 300)):
        body = ";".join(f"{name}:{chance.randrange(40)}px" for name in chance.sample(PROPERTIES, 3))
        color = f";color:#{chance.randrange(40) * 0x061A25:06x}" if chance.random() < 0.2 else ""
        lines.append(f".c{chance.randrange(900)} .e{chance.randrange(99)}{{{body}{color}}}")
    return "\n".join(lines).encode()


def _style(is_child: bool) -> bytes:
    template = "Template: hearth\n" if is_child else ""
    return f"/*\nTheme Name: Hearth\nVersion: 2.0\nAuthor: Ada\n{template}*/\nbody{{color:#222}}".encode()


def answer(host: str, path: str) -> tuple[str, bytes]:
    """The type and the body of ``path`` on ``host``."""
    path = path.partition("?")[0]
    name = path.rpartition("/")[2]
    if path == "/":
        return "text/html; charset=utf-8", page(int(host.split(".")[-2][1:]))
    if host == FONTS or name.endswith(".css"):
        return "text/css", _css(host, path)
    if name.endswith(".js"):
        return "text/javascript", b"void 0;" + b"/* a line of code */\n" * 400
    if name.endswith(".jpg"):
        return "image/jpeg", b"\xff\xd8\xff" * 3000
    return "application/json", msgspec.json.encode(_DATA)


def _css(host: str, path: str) -> bytes:
    if host == FONTS:
        return b"@font-face{font-family:Inter;src:url(https://fonts.gstatic.com/i.woff2)}"
    if path.endswith("/style.css"):
        return _style("child" in path)
    return sheet(sum(path.encode())) + f"/* {host} */".encode()  # so that no cache knows it


_DATA = {
    "namespaces": ["oembed/1.0", "wp/v2"],
    "name": "Hearth",
    "slug": "hearth",
    "version": 3,
    "settings": {"color": {"palette": [{"slug": "ink", "name": "Ink", "color": "#112233"}]}},
}
"""What the REST root, theme.json and the directory say: each is read for its own part."""


class _Connection(asyncio.Protocol):
    """One connection: an answer for each request that has come in whole, in TLS records of ``record`` bytes."""

    def __init__(self, record: int) -> None:
        self._record = record
        self._waiting = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        *requests, self._waiting = (self._waiting + data).split(b"\r\n\r\n")
        for request in requests:
            first, *lines = request.decode("latin-1").split("\r\n")
            fields = dict(line.lower().split(": ", 1) for line in lines)
            self._answer(fields["host"].partition(":")[0], first.split(" ")[1])

    def _answer(self, host: str, path: str) -> None:
        kind, body = answer(host, path)
        packed = body if kind.startswith("image/") else gzip.compress(body, 5)
        encoding = "" if packed is body else "Content-Encoding: gzip\r\n"
        head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n{encoding}Content-Length: {len(packed)}\r\n\r\n"
        whole = head.encode() + packed
        for start in range(0, len(whole), self._record):
            self._transport.write(whole[start : start + self._record])


def _serve(port: Connection, address: str, chain: Path, record: int) -> None:
    async def serve() -> None:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(chain)
        loop = asyncio.get_running_loop()
        for sheets in SHEETS:
            page(sheets)
        connection = partial(_Connection, record)
        server = await loop.create_server(connection, address, 0, backlog=1024, ssl=tls)
        port.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(serve())


def make_certificate(folder: Path) -> Path:
    """A file in ``folder`` with a key and a certificate for all the names, which is its own authority."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "made-up sites")])
    names = [DIRECTORY, FONTS, *(f"*.s{sheets}.test" for sheets in SHEETS)]
    now = dt.datetime.now(dt.UTC)
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    builder = builder.not_valid_before(now - dt.timedelta(days=1)).not_valid_after(now + dt.timedelta(days=1))
    builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    builder = builder.add_extension(
        x509.SubjectAlternativeName(list(map(x509.DNSName, names))), critical=False
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    chain = folder / "sites.pem"
    chain.write_bytes(private + builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    return chain


def served(address: str, chain: Path, record: int = LARGEST_RECORD) -> AbstractContextManager[int]:
    """The port on ``address`` at which a process serves all the names, in TLS records of ``record`` bytes.

    A record is read when all of it has come. Most servers send the largest ones, others begin with small ones
    (https://nginx.org/en/docs/http/ngx_http_ssl_module.html#ssl_buffer_size).
    """
    return in_process(_serve, address, chain, record)
