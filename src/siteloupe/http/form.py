"""A form with a file, as browsers send it: multipart/form-data, within limits."""

from collections.abc import AsyncGenerator
from typing import NamedTuple

from starlette.datastructures import Headers, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from siteloupe.errors import BadRequest
from siteloupe.http.body import read_body
from siteloupe.http.front import Receive, Scope

MAX_FIELDS = 4
MAX_FIELD = 8 * 1024
"""Most bytes of a field that is no file."""

MAX_OVERHEAD = 64 * 1024
"""Most bytes of a form beside its file."""


class Form(NamedTuple):
    """The fields of a form, and the bytes of its file; empty without one."""

    fields: dict[str, str]
    file: bytes


async def read_form(scope: Scope, receive: Receive, most: int) -> Form:
    """Read a form with at most one file, which has at most about ``most`` bytes.

    Raises BadRequest, BodyTooLong, BodyTooSlow. Source: https://www.rfc-editor.org/rfc/rfc7578
    """
    headers = Headers(scope=scope)
    if not headers.get("content-type", "").lower().startswith("multipart/form-data"):
        raise BadRequest("Send the form as multipart/form-data.")
    body = await read_body(headers.get("content-length"), receive, most + MAX_OVERHEAD)
    parser = MultiPartParser(
        headers, _whole(body), max_files=1, max_fields=MAX_FIELDS, max_part_size=MAX_FIELD
    )
    try:
        items = (await parser.parse()).multi_items()
    except (MultiPartException, UnicodeDecodeError):
        raise BadRequest("The form cannot be read.") from None
    fields = {name: value for name, value in items if isinstance(value, str)}
    file = b""
    for _, value in items:
        if isinstance(value, UploadFile):
            file = await value.read()
            await value.close()
    return Form(fields, file)


async def _whole(body: bytes) -> AsyncGenerator[bytes]:
    yield body
