"""JSON-RPC 2.0: bytes in, checked messages out, answers as bytes.

Source: https://www.jsonrpc.org/specification
"""

import enum
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import Raw

MAX_BODY = 64 * 1024
MAX_DEPTH = 64
MAX_BATCH = 10
MAX_ID = 256
"""Most characters of an id; the ids of clients are shorter."""

Id = str | int | float | None


class Code(enum.IntEnum):
    """Why a request failed."""

    PARSE = -32700
    INVALID_REQUEST = -32600
    METHOD_NOT_FOUND = -32601
    INVALID_PARAMS = -32602
    INTERNAL = -32603
    REFUSED = -32000  # the server's own range: limits and access rules
    RESOURCE_NOT_FOUND = -32002  # in the versions with a handshake
    HEADER_MISMATCH = -32020
    UNSUPPORTED_VERSION = -32022


class RpcError(Exception):
    """A request that ends in an error object: ``code``, one sentence, and ``data`` where there is some."""

    def __init__(self, code: Code, message: str, data: object = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data


@dataclass(frozen=True, slots=True)
class Request:
    """A request: the answer has the same ``id``."""

    id: Id
    method: str
    params: Any


@dataclass(frozen=True, slots=True)
class Notification:
    """A message without an answer."""

    method: str
    params: Any


@dataclass(frozen=True, slots=True)
class PostedResponse:
    """An answer to a request of the server, which this server never sends."""


@dataclass(frozen=True, slots=True)
class Invalid:
    """Not a message; ``error`` is the answer, with the id if there is one."""

    id: Id
    error: RpcError


Message = Request | Notification | PostedResponse | Invalid


def parse(body: bytes) -> Message | list[Message]:
    """Parse ``body``: a message, or a batch of messages.

    Raises RpcError when it is not JSON, is nested deeper than MAX_DEPTH, or is an empty batch or one of more
    than MAX_BATCH.
    """
    content = _decode(body)
    if not isinstance(content, list):
        return _message(content)
    if not 1 <= len(content) <= MAX_BATCH:
        raise RpcError(Code.INVALID_REQUEST, f"A batch holds 1 to {MAX_BATCH} messages.")
    return [_message(part) for part in content]


def _decode(body: bytes) -> Any:
    too_deep = RpcError(Code.INVALID_REQUEST, f"The body is nested deeper than {MAX_DEPTH} levels.")
    try:
        content = msgspec.json.decode(body)
    except RecursionError:
        raise too_deep from None
    except (msgspec.DecodeError, ValueError):
        raise RpcError(Code.PARSE, "The body is not JSON that can be read.") from None
    if body.count(b"[") + body.count(b"{") > MAX_DEPTH and _depth(body) > MAX_DEPTH:
        raise too_deep
    return content


_BRACKETS = re.compile(rb'"(?:[^"\\]++|\\.)*+"|[\[{]|[\]}]', re.DOTALL)
"""Brackets, and strings, so that brackets in strings do not count. Linear on valid JSON only."""


def _depth(valid_json: bytes) -> int:
    depth = deepest = 0
    for token in _BRACKETS.finditer(valid_json):
        if token[0] in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif token[0] in b"]}":
            depth -= 1
    return deepest


def _message(content: Any) -> Message:
    if not isinstance(content, dict):
        return _invalid("A message is an object.")
    has_id, id = "id" in content, content.get("id")  # noqa: A001 - JSON-RPC's own word
    if has_id and not _is_id(id):
        return _invalid("An id is a string, a number or null.")
    if content.get("jsonrpc") != "2.0":
        return _invalid('A message says "jsonrpc": "2.0".', id)
    if "method" not in content and ("result" in content or "error" in content):
        return PostedResponse()
    if not isinstance(method := content.get("method"), str):
        return _invalid("A request names its method as a string.", id)
    params = content.get("params")
    return Request(id, method, params) if has_id else Notification(method, params)


def _is_id(id: object) -> bool:  # noqa: A002
    if isinstance(id, str):
        return len(id) <= MAX_ID
    return id is None or (isinstance(id, int | float) and not isinstance(id, bool))


def _invalid(sentence: str, id: Id = None) -> Invalid:  # noqa: A002
    return Invalid(id, RpcError(Code.INVALID_REQUEST, sentence))


class _Result(msgspec.Struct, frozen=True):
    jsonrpc: str
    id: Raw
    result: Any


class _ErrorObject(msgspec.Struct, frozen=True, omit_defaults=True):
    code: int
    message: str
    data: Any = None


class _Error(msgspec.Struct, frozen=True):
    jsonrpc: str
    id: Raw
    error: _ErrorObject


def result(id: Id, content: object) -> bytes:  # noqa: A002
    """Encode the result of a request; ``content`` may contain msgspec.Raw, which stays as it is."""
    return msgspec.json.encode(_Result("2.0", _raw(id), content))


def error(id: Id, error: RpcError) -> bytes:  # noqa: A002
    """Encode the error of a request."""
    return msgspec.json.encode(
        _Error("2.0", _raw(id), _ErrorObject(int(error.code), error.message, error.data))
    )


def batch(answers: Iterable[bytes]) -> bytes:
    """Join several answers into one."""
    return b"[" + b",".join(answers) + b"]"


def id_of(message: Message | list[Message]) -> Id:
    """Return the id for an error about the whole body."""
    return message.id if isinstance(message, Request | Invalid) else None


def _raw(id: Id) -> Raw:  # noqa: A002
    # The standard library writes integers of any size; msgspec only reads them.
    return Raw(json.dumps(id).encode())
