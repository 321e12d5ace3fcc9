"""The methods, and the answers to messages and batches.

Sources: https://modelcontextprotocol.io/specification/2025-11-25 and
https://modelcontextprotocol.io/specification/2026-07-28
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw

from siteloupe import log
from siteloupe.analyses.analysis import Analysis
from siteloupe.answers import Answers
from siteloupe.mcp import jsonrpc, prompts
from siteloupe.mcp.identity import INSTRUCTIONS, capabilities, discovery, server_info
from siteloupe.mcp.jsonrpc import Code, Invalid, Message, Request, RpcError
from siteloupe.mcp.report_resources import START, ReportResources
from siteloupe.mcp.tools import Tools
from siteloupe.mcp.versions import VERSIONS, check_stateless, is_stateless, negotiate_version
from siteloupe.mcp.views import Views

LIST_MS = 3_600_000
"""For how long a client may keep a list or a view."""

REPORT_MS = 300_000

Params = Mapping[str, Any]
Method = Callable[[Params], Awaitable[object]]


class Answered(NamedTuple):
    """The answer to a request, and the code of its error, if it is one."""

    body: bytes
    code: Code | None = None


class Methods:
    """Answers messages. It has no state, so all clients share one."""

    def __init__(
        self, analyses: tuple[Analysis, ...], service: Answers, site_origin: str | None = None
    ) -> None:
        tools, views = Tools(analyses, service), Views(analyses)
        reports = ReportResources(analyses, service)
        self._site_origin = site_origin
        shared: dict[str, Method] = {
            "tools/list": _list_method("tools", tools.descriptions()),
            "tools/call": tools.call,
            "resources/list": _list_method("resources", views.descriptions()),
            "resources/templates/list": _list_method("resourceTemplates", reports.templates()),
            "resources/read": _read_method(views, reports),
            "prompts/list": _list_method("prompts", prompts.descriptions()),
            "prompts/get": prompts.get,
        }
        self._methods: Mapping[str, Method] = {
            "initialize": self._initialize,
            "ping": _constant_method({}),
            **shared,
        }
        self._stateless: Mapping[str, Method] = {
            "server/discover": _constant_method(discovery(site_origin)),
            **shared,
        }

    async def answer(self, message: Message | list[Message]) -> bytes | None:
        """Return the answer to a message or a batch; None when it needs none."""
        if not isinstance(message, list):
            return await self._answer(message)
        answers = await asyncio.gather(*(self._answer(_check_in_batch(part)) for part in message))
        needed = [answer for answer in answers if answer is not None]
        return jsonrpc.batch(needed) if needed else None

    async def _answer(self, message: Message) -> bytes | None:
        match message:
            case Request():
                return (await self.answer_request(message)).body
            case Invalid(id, error):
                return jsonrpc.error(id, error)
            case _:
                return None

    async def answer_request(self, request: Request) -> Answered:
        """Return the answer to one request, in the way of its protocol version."""
        try:
            if is_stateless(request.params):
                check_stateless(request)
                result = await self._result(self._stateless, request.method, request.params)
                return Answered(jsonrpc.result(request.id, _stateless_result(request, result)))
            return Answered(
                jsonrpc.result(request.id, await self._result(self._methods, request.method, request.params))
            )
        except RpcError as error:
            if error.code == Code.RESOURCE_NOT_FOUND and is_stateless(request.params):
                error.code = Code.INVALID_PARAMS
            return Answered(jsonrpc.error(request.id, error), error.code)
        except Exception as error:  # noqa: BLE001 - one request must not take its batch along
            log.logger.error("unexpected-error", exc_info=error)
            sentence = "Something went wrong in this service. It has been noted; try again later."
            return Answered(jsonrpc.error(request.id, RpcError(Code.INTERNAL, sentence)), Code.INTERNAL)

    async def _result(self, methods: Mapping[str, Method], method: str, params: object) -> object:
        if (answer := methods.get(method)) is None:
            names = ", ".join(methods)
            raise RpcError(Code.METHOD_NOT_FOUND, f"This server has no such method. It has {names}.")
        log.note(rpc=method)
        if params is None:
            params = {}
        if not isinstance(params, dict):
            raise RpcError(Code.INVALID_PARAMS, "params is an object.")
        return await answer(params)

    async def _initialize(self, params: Params) -> object:
        if not isinstance(params.get("protocolVersion"), str):
            raise RpcError(Code.INVALID_PARAMS, "initialize names a protocolVersion, as a string.")
        version = negotiate_version(params)
        return {
            "protocolVersion": version,
            "capabilities": capabilities(prompts=version == VERSIONS[0]),
            "serverInfo": server_info(self._site_origin),
            "instructions": INSTRUCTIONS,
        }


def requests_in(message: Message | list[Message]) -> int:
    """Count the requests in a body for the rate limit: notifications do not count."""
    parts = message if isinstance(message, list) else [message]
    return sum(isinstance(part, Request | Invalid) for part in parts)


def _check_in_batch(message: Message) -> Message:
    """Refuse ``initialize`` in a batch: it decides whether there are batches."""
    if isinstance(message, Request) and message.method == "initialize":
        error = RpcError(Code.INVALID_REQUEST, "initialize stands alone, not in a batch.")
        return Invalid(message.id, error)
    return message


def _constant_method(content: object) -> Method:
    """Return a method with a constant result, which is encoded once."""
    encoded = Raw(msgspec.json.encode(content))

    async def answer(_params: Params) -> object:
        return encoded

    return answer


def _list_method(name: str, entries: list[dict[str, Any]]) -> Method:
    """Return a method for a list on a single page, without cursors."""
    whole = _constant_method({name: entries})

    async def answer(params: Params) -> object:
        if params.get("cursor") is not None:
            raise RpcError(Code.INVALID_PARAMS, "The list has one page; no cursor leads further.")
        return await whole(params)

    return answer


def _read_method(views: Views, reports: ReportResources) -> Method:
    async def answer(params: Params) -> object:
        if not isinstance(uri := params.get("uri"), str):
            raise RpcError(Code.INVALID_PARAMS, "resources/read names a uri, as a string.")
        return await reports.read(uri) if uri.startswith(START) else views.read(uri)

    return answer


def _stateless_result(request: Request, result: object) -> Raw:
    """Return ``result`` with the fields that results of stateless requests have before their own.

    Source: https://modelcontextprotocol.io/specification/2026-07-28/schema#cacheableresult
    """
    own = msgspec.json.encode(result)
    first: dict[str, object] = {"resultType": "complete"}
    if request.method not in {"tools/call", "prompts/get"}:
        is_report = request.method == "resources/read" and str(request.params.get("uri")).startswith(START)
        first |= {"ttlMs": REPORT_MS if is_report else LIST_MS, "cacheScope": "public"}
    return Raw(msgspec.json.encode(first)[:-1] + b"," + own[1:])
