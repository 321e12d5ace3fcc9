"""The body of a request, read whole within limits of size and time."""

import asyncio

from siteloupe.errors import BodyTooLong, BodyTooSlow
from siteloupe.http.front import Receive

BODY_SECONDS = 10


async def read_body(content_length: str | None, receive: Receive, most: int) -> bytes:
    """Return the whole body, at most ``most`` bytes. Raises BodyTooLong, BodyTooSlow."""
    if content_length is not None and content_length.isdecimal() and int(content_length[:20]) > most:
        raise _too_long(most)
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while True:
                event = await receive()
                body += event.get("body", b"")
                if len(body) > most:
                    raise _too_long(most)
                if event["type"] != "http.request" or not event.get("more_body", False):
                    return bytes(body)
    except TimeoutError:
        raise BodyTooSlow(f"The body did not arrive within {BODY_SECONDS} seconds.") from None


def _too_long(most: int) -> BodyTooLong:
    return BodyTooLong(f"The body is longer than {most:,} bytes.")
