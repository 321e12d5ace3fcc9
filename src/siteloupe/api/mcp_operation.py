"""``POST /mcp`` in the OpenAPI description: one JSON-RPC 2.0 message or batch in, its response out.

Sources: https://www.jsonrpc.org/specification and
https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#streamable-http
"""

from typing import Any

OPERATION_ID = "mcpJsonRpc"
METHODS = (
    "initialize",
    "ping",
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "prompts/list",
)
"""The methods that the interface names; a client may ask for others and is answered with an error object."""

_ID = {
    "description": "Repeated in the response. A message without it is a notification.",
    "type": ["string", "number", "null"],
}
_VERSION = {"const": "2.0"}

SCHEMAS: dict[str, Any] = {
    "JsonRpcRequest": {
        "title": "JsonRpcRequest",
        "type": "object",
        "required": ["jsonrpc", "method"],
        "properties": {
            "jsonrpc": _VERSION,
            "id": _ID,
            "method": {"type": "string", "examples": list(METHODS)},
            "params": {"type": "object"},
        },
    },
    "JsonRpcResponse": {
        "title": "JsonRpcResponse",
        "type": "object",
        "required": ["jsonrpc", "id"],
        "properties": {
            "jsonrpc": _VERSION,
            "id": _ID,
            "result": {"type": "object"},
            "error": {
                "type": "object",
                "required": ["code", "message"],
                "properties": {"code": {"type": "integer"}, "message": {"type": "string"}},
            },
        },
        "oneOf": [{"required": [name], "properties": {name: {}}} for name in ("result", "error")],
    },
}

_EXAMPLE_CALL = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/call",
    "params": {"name": "check_if_cms", "arguments": {"url": "www.example.com"}},
}
_EXAMPLE_RESULT = {
    "jsonrpc": "2.0",
    "id": 1,
    "result": {"content": [{"type": "text", "text": "…"}], "structuredContent": {"success": True}},
}


def operation(limit: int, schemas: str) -> dict[str, Any]:
    """The operation object; ``limit`` is in requests a minute and IP.

    ``schemas`` is the address of a schema, with ``{name}`` in it.
    """

    def one_or_batch(name: str) -> dict[str, Any]:
        one = {"$ref": schemas.format(name=name)}
        return {"oneOf": [one, {"type": "array", "minItems": 1, "items": one}]}

    def failure(description: str, sentence: str, code: int) -> dict[str, Any]:
        body = {"jsonrpc": "2.0", "id": None, "error": {"code": code, "message": sentence}}
        return _response(description, {"$ref": schemas.format(name="JsonRpcResponse")}, body)

    return {
        "operationId": OPERATION_ID,
        "tags": ["agents"],
        "summary": "Model Context Protocol over JSON-RPC 2.0",
        "description": (
            "The same analyses as tools, for agents. The endpoint keeps no session; a call with a progress "
            "token whose client accepts `text/event-stream` is answered as such a stream. "
            "A batch is accepted in protocol version 2025-03-26 only. "
            f"At most {limit} JSON-RPC requests a minute and IP address."
        ),
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {"schema": one_or_batch("JsonRpcRequest"), "example": _EXAMPLE_CALL}
            },
        },
        "responses": {
            "200": _response("The response.", one_or_batch("JsonRpcResponse"), _EXAMPLE_RESULT),
            "202": {"description": "The message was a notification. There is no body."},
            "400": failure("The body is not valid JSON, or no JSON-RPC 2.0 message.", "Parse error.", -32700),
            "403": failure("The server does not answer to this Host.", "Unknown Host.", -32000),
            "429": failure("The rate limit is exceeded.", "Try again shortly.", -32000),
        },
    }


def _response(description: str, schema: dict[str, Any], example: dict[str, Any]) -> dict[str, Any]:
    return {
        "description": description,
        "headers": {"Cache-Control": {"schema": {"const": "no-store"}}},
        "content": {"application/json": {"schema": schema, "example": example}},
    }
