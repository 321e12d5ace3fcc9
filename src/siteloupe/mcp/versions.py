"""The protocol versions, and who says which: a handshake for older clients, each request for newer ones.

Sources: https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#version-negotiation and
https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning
"""

import base64
import binascii
from collections.abc import Mapping
from typing import Any

from siteloupe.mcp.jsonrpc import Code, Request, RpcError

STATELESS = "2026-07-28"
"""The version in which every request says its version itself."""

VERSIONS = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
"""The versions that ``initialize`` agrees on, the newest first."""

OFFERED = "2025-06-18"
"""What ``initialize`` answers to a version that nobody knows."""

BATCH_VERSIONS = frozenset({"2025-03-26", "2024-11-05"})
"""The versions that have batches."""

ALL_VERSIONS = (STATELESS, *VERSIONS)

VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities"

NAMED_BY = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
"""The parameter that ``Mcp-Name`` repeats, by method."""

_ENCODED = ("=?base64?", "?=")


def negotiate_version(params: object) -> str:
    """Return the version for ``initialize``: the client's, if it is one of ours."""
    wanted = params.get("protocolVersion") if isinstance(params, dict) else None
    if wanted == STATELESS:
        return VERSIONS[0]
    return wanted if isinstance(wanted, str) and wanted in VERSIONS else OFFERED


def is_stateless(params: object) -> bool:
    """Whether a request with these parameters says its version itself."""
    return VERSION_KEY in _meta(params)


def check_stateless(request: Request, headers: Mapping[str, str] | None = None) -> None:
    """Raise RpcError unless ``request`` says what every stateless request says.

    ``headers`` are those of HTTP that repeat the body, by lower-case name; None where there are none.
    Source: https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
    """
    meta = _meta(request.params)
    if missing := [key for key in (VERSION_KEY, CAPABILITIES_KEY) if key not in meta]:
        raise RpcError(Code.INVALID_PARAMS, f"The request's _meta lacks {' and '.join(missing)}.")
    version = meta[VERSION_KEY]
    if headers is not None:
        _check_headers(request, version, headers)
    if not isinstance(version, str):
        raise RpcError(Code.INVALID_PARAMS, f"{VERSION_KEY} is a string.")
    if version != STATELESS:
        spoken = {"supported": list(ALL_VERSIONS), "requested": version[:100]}
        raise RpcError(Code.UNSUPPORTED_VERSION, f"Only {STATELESS} works without a handshake.", spoken)


def _check_headers(request: Request, version: object, headers: Mapping[str, str]) -> None:
    wanted = {"mcp-protocol-version": version, "mcp-method": request.method}
    parameter = NAMED_BY.get(request.method)
    if parameter and (named := request.params.get(parameter)) is not None:
        wanted["mcp-name"] = named
    for name, value in wanted.items():
        if _decode(headers.get(name)) != value:
            raise RpcError(Code.HEADER_MISMATCH, f"The header {name} does not say what the body says.")


def _meta(params: object) -> Mapping[str, Any]:
    meta = params.get("_meta") if isinstance(params, dict) else None
    return meta if isinstance(meta, dict) else {}


def _decode(value: str | None) -> str | None:
    start, end = _ENCODED
    if value is None or not (value.startswith(start) and value.endswith(end)):
        return value
    try:
        return base64.b64decode(value[len(start) : -len(end)], validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None
