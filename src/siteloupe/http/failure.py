"""Failures as responses: JSON always, except that a person who follows a dead link gets a page."""

from typing import Annotated, Any, Literal

import msgspec
from starlette.datastructures import Headers
from starlette.responses import Response

from siteloupe.errors import MethodNotAllowed, NotFound, SiteloupeError
from siteloupe.http.accept import prefers_html

UNEXPECTED = "Something went wrong in this service. It has been noted; try again later."

NO_PAGE = b"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Not found - siteloupe</title>
<h1>Not found</h1>
<p>This service has no such page. Begin at <a href="/">the front page</a>.</p>
</html>
"""


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """The error body: ``success`` is false, ``error`` a sentence for a human."""

    success: Literal[False] = False
    error: Annotated[str, msgspec.Meta(description="what went wrong, for a human")]


def response_to(error: Exception, scope: Any) -> Response:
    """What the caller of ``scope`` is told about ``error``; of an unexpected one, nothing but that."""
    if not isinstance(error, SiteloupeError):
        return _json(500, UNEXPECTED)
    if isinstance(error, NotFound) and prefers_html(", ".join(Headers(scope=scope).getlist("accept"))):
        return _response(404, NO_PAGE, "text/html; charset=utf-8")
    response = _json(error.status, error.message)
    if isinstance(error, MethodNotAllowed):
        response.headers["Allow"] = ", ".join(error.allow)
    return response


def _json(status: int, sentence: str) -> Response:
    return _response(status, msgspec.json.encode(Failure(error=sentence)), "application/json")


def _response(status: int, body: bytes, media_type: str) -> Response:
    return Response(body, status, {"Cache-Control": "no-store"}, media_type)
