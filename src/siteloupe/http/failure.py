"""Failures as JSON responses."""

from typing import Annotated, Literal

import msgspec
from starlette.responses import Response

from siteloupe.errors import MethodNotAllowed, SiteloupeError

UNEXPECTED = "Something went wrong in this service. It has been noted; try again later."


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """The error body: ``success`` is false, ``error`` a sentence for a human."""

    success: Literal[False] = False
    error: Annotated[str, msgspec.Meta(description="what went wrong, for a human")]


def response_to(error: Exception) -> Response:
    """What a caller is told about ``error``; of an unexpected one, nothing but that."""
    if not isinstance(error, SiteloupeError):
        return _json(500, UNEXPECTED)
    response = _json(error.status, error.message)
    if isinstance(error, MethodNotAllowed):
        response.headers["Allow"] = ", ".join(error.allow)
    return response


def _json(status: int, sentence: str) -> Response:
    body = msgspec.json.encode(Failure(error=sentence))
    return Response(body, status, {"Cache-Control": "no-store"}, "application/json")
