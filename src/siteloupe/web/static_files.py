"""Scripts, styles and pictures under an address that holds the hash of them all, so they may be kept forever.

One hash for the folder, not one a file, lets modules import each other by their plain names.
"""

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

from siteloupe.web import responses
from siteloupe.web.responses import Encoded, encode, keep_plain, respond

TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
}

FOLDERS = ("siteloupe.present", "siteloupe.web")


class StaticFiles:
    """The files, by address. ``made`` are further ones, made at start-up, by name."""

    def __init__(self, made: Mapping[str, str]) -> None:
        files = {name: body for folder in FOLDERS for name, body in _files(folder)}
        files |= {name: text.encode() for name, text in made.items()}
        seal = hashlib.sha256(b"\0".join(b"%s\0%s" % (name.encode(), files[name]) for name in sorted(files)))
        self._addresses = {name: f"/static/{seal.hexdigest()[:16]}/{name}" for name in files}
        self.files = {self.address(name): StaticFile(name, body) for name, body in files.items()}

    def address(self, name: str) -> str:
        """Where a page finds the file. Raises KeyError when there is no such file."""
        return self._addresses[name]


class StaticFile:
    """Answers one file; its bytes never change under its address."""

    def __init__(self, name: str, body: bytes) -> None:
        self._body = _encode_once(body, is_packed=name.endswith(".png"))
        self._headers = [
            (b"content-type", TYPES[name.rpartition(".")[2]].encode()),
            responses.FOREVER,
            responses.VARIES_IN_CODING,
            (b"cross-origin-resource-policy", b"same-origin"),
        ]

    async def __call__(self, scope: Any, _receive: Any, send: Any) -> None:
        """Answer one request."""
        await respond(scope, send, 200, self._headers, self._body)


@lru_cache(64)
def _encode_once(body: bytes, *, is_packed: bool) -> Encoded:
    """The smallest codings there are, which take a while: once a process is enough."""
    return keep_plain(body) if is_packed else encode(body, 11)


def _files(package: str) -> list[tuple[str, bytes]]:
    folder = resources.files(package).joinpath("static")
    return [
        (file.name, file.read_bytes()) for file in folder.iterdir() if file.name.rpartition(".")[2] in TYPES
    ]
