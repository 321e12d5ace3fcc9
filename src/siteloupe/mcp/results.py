"""The answer to a call of a tool.

Source: https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result
"""

from typing import Any

import msgspec
from msgspec import UNSET, Raw, UnsetType

NO_URL = "Name the site to look at in the argument url, as in example.com."

URL_SCHEMA = {"type": "string", "maxLength": 2000, "description": "A bare domain, or an http(s) URL."}
"""The argument that names a page."""

HINTS = {"readOnlyHint": True, "destructiveHint": False, "idempotentHint": True, "openWorldHint": True}
"""What every tool is: it changes nothing, and asks sites on the network."""


class TextContent(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of text for the model."""

    type: str = "text"
    text: str


class ToolResult(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The answer to a call; ``structured_content`` is JSON as it is sent."""

    content: tuple[TextContent, ...]
    structured_content: Raw | UnsetType = UNSET
    is_error: bool = False


def failure(sentence: str) -> ToolResult:
    """Return the answer to a call that failed."""
    return ToolResult(content=(TextContent(text=sentence),), is_error=True)


def success(text: str, content: dict[str, Any], *, is_error: bool = False) -> ToolResult:
    """Return ``text`` for the model beside ``content``."""
    return ToolResult(
        content=(TextContent(text=text),),
        structured_content=Raw(msgspec.json.encode(content)),
        is_error=is_error,
    )
