"""Scripts, styles and pictures.

Their addresses contain one hash of all, so they may be cached forever. With one hash for the folder, not one
for each file, modules can import each other by plain names.
"""

import asyncio
import hashlib
from collections.abc import Mapping
from functools import partial
from importlib import resources
from typing import Any

from siteloupe.http.coding import VARIES_IN_CODING, Encoded, encode, keep_plain, respond
from siteloupe.web import responses

TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
}

FOLDERS = ("siteloupe.present", "siteloupe.web")


class StaticFiles:
    """The files by address. ``made`` are the files made at the start, by name."""

    def __init__(self, made: Mapping[str, str]) -> None:
        files = {name: body for folder in FOLDERS for name, body in _files(folder)}
        files |= {name: text.encode() for name, text in made.items()}
        seal = hashlib.sha256(b"\0".join(b"%s\0%s" % (name.encode(), files[name]) for name in sorted(files)))
        self._addresses = {name: f"/static/{seal.hexdigest()[:16]}/{name}" for name in files}
        self._bodies = files
        self.files = {self.address(name): StaticFile(name, body) for name, body in files.items()}

    def address(self, name: str) -> str:
        """Return the address of a file. Raises KeyError when there is no such file."""
        return self._addresses[name]

    def plain_file(self, name: str, lifetime: tuple[bytes, bytes]) -> "StaticFile":
        """Return the file for an address without the hash. Raises KeyError when there is no such file."""
        return StaticFile(name, self._bodies[name], lifetime)


class StaticFile:
    """Answers one file, which may be cached for ``lifetime``: forever at an address with the hash.

    It is compressed as far as possible when it is first asked for, which takes some time.
    """

    def __init__(self, name: str, body: bytes, lifetime: tuple[bytes, bytes] = responses.FOREVER) -> None:
        self._encode = partial(keep_plain, body) if name.endswith(".png") else partial(encode, body, 11)
        self._encoded: Encoded | None = None
        self._headers = [
            (b"content-type", TYPES[name.rpartition(".")[2]].encode()),
            lifetime,
            VARIES_IN_CODING,
            (b"cross-origin-resource-policy", b"same-origin"),
        ]

    async def __call__(self, scope: Any, _receive: Any, send: Any) -> None:
        """Answer one request."""
        if self._encoded is None:
            self._encoded = await asyncio.to_thread(self._encode)
        await respond(scope, send, 200, self._headers, self._encoded)


def _files(package: str) -> list[tuple[str, bytes]]:
    folder = resources.files(package).joinpath("static")
    return [
        (file.name, file.read_bytes()) for file in folder.iterdir() if file.name.rpartition(".")[2] in TYPES
    ]
