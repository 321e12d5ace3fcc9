"""Pages that are sent in pieces, each as soon as it is there, in gzip where the client accepts it.

Source: https://asgi.readthedocs.io/en/latest/specs/www.html#response-body-send-event
"""

import zlib
from typing import Any

from siteloupe.http.coding import VARIES_IN_CODING, accept_encoding, accepts

GZIP = 31
"""The window bits of zlib that make a gzip member."""


class PageStream:
    """Sends one answer in pieces. The first piece goes out with the headers."""

    def __init__(self, scope: Any, send: Any, status: int, headers: list[tuple[bytes, bytes]]) -> None:
        self._send = send
        self._status = status
        self._headers = [*headers, VARIES_IN_CODING]
        self._packer = zlib.compressobj(6, wbits=GZIP) if accepts("gzip", accept_encoding(scope)) else None
        self._has_begun = False

    async def write(self, text: str) -> None:
        """Send a piece now: a browser can draw it while the next one is made."""
        await self._begin()
        body = text.encode()
        if self._packer is not None:
            body = self._packer.compress(body) + self._packer.flush(zlib.Z_SYNC_FLUSH)
        await self._send({"type": "http.response.body", "body": body, "more_body": True})

    async def close(self) -> None:
        """End the answer."""
        await self._begin()
        rest = self._packer.flush() if self._packer is not None else b""
        await self._send({"type": "http.response.body", "body": rest})

    async def _begin(self) -> None:
        if self._has_begun:
            return
        self._has_begun = True
        if self._packer is not None:
            self._headers.append((b"content-encoding", b"gzip"))
        await self._send({"type": "http.response.start", "status": self._status, "headers": self._headers})
