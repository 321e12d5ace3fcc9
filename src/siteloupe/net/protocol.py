"""The reading side of a connection: aiohttp's, with limits on everything before a body."""

import asyncio
from collections.abc import Callable
from typing import Any

from aiohttp.client_proto import ResponseHandler
from aiohttp.http_exceptions import BadHttpMessage
from aiohttp.http_parser import RawResponseMessage
from aiohttp.streams import StreamReader

MAX_INTERIM = 5
"""Answers such as 100 and 103 before the final one: https://www.rfc-editor.org/rfc/rfc9110#section-15.2."""

MAX_FRAMING = 16
"""The largest ratio of a chunked answer to its body; chunks of one byte have a ratio of six."""

_END_OF_HEAD = b"\r\n\r\n"


class BoundedProtocol(ResponseHandler):
    """Gives up when status lines and headers, interim answers included, exceed ``max_head`` bytes.

    aiohttp limits only single lines, and not the framing of chunks. This also parses heads separately:
    otherwise bytes after the stated length of a body, which browsers ignore, make the whole answer fail when
    they come in one packet with it. ``asking`` is called before each request.

    A connection that was opened ahead ends when the server talks before it is asked.
    """

    def __init__(
        self, loop: asyncio.AbstractEventLoop, max_head: int, asking: Callable[[], None] = lambda: None
    ) -> None:
        super().__init__(loop)
        self._asking = asking
        self.was_asked = False
        self._max_head = max_head
        self._head_room = 0
        self._interim_room = 0
        self._in_head = False
        self._body: StreamReader | None = None
        self._received = 0

    def set_response_params(self, **params: Any) -> None:
        """Called by aiohttp before each request on this connection."""
        self.was_asked = True
        self._head_room = self._max_head
        self._interim_room = MAX_INTERIM
        self._in_head = True
        self._body = None
        self._received = 0
        super().set_response_params(**params)
        self._asking()

    def data_received(self, data: bytes) -> None:
        """Called by the event loop."""
        if not self.was_asked:  # it would be taken for the answer to a later request
            self.abort()
            return
        start = 0
        while self._in_head and start < len(data) and self.exception() is None:
            found = data.find(_END_OF_HEAD, start)
            end = len(data) if found < 0 else found + len(_END_OF_HEAD)
            self._head_room -= end - start
            if self._head_room < 0:
                self._give_up()
                return
            super().data_received(data[start:end])
            start = end
        if start < len(data) and self.exception() is None:
            self._receive_body(data[start:] if start else data)

    def feed_data(self, data: tuple[RawResponseMessage, StreamReader], size: int = 0) -> None:
        """Called for every parsed head, with its body."""
        head, body = data
        if head.code >= 200:
            self._in_head = False
            self._body = None if body.is_eof() else body
        elif self._interim_room == 0:
            self._give_up()
            return
        else:
            self._interim_room -= 1
        super().feed_data(data, size)

    def _receive_body(self, data: bytes) -> None:
        super().data_received(data)
        if (body := self._body) is None:
            return
        if body.is_eof():
            self._body = None  # it has a reference to this connection too, so neither would be released
            return
        self._received += len(data)
        if self._received > MAX_FRAMING * body.total_bytes + self._max_head:
            self._give_up()
        # aiohttp does not report a fault inside a body, and the reader would wait forever.
        if (fault := self.exception()) is not None:
            body.set_exception(fault)

    def _give_up(self) -> None:
        self.set_exception(BadHttpMessage("more headers or framing than an answer may have"))
        if self.transport is not None:
            self.transport.close()
