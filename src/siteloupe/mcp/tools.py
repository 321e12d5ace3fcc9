"""The analyses as tools: their descriptions, and the answers to calls.

Source: https://modelcontextprotocol.io/specification/2025-06-18/server/tools
"""

import functools
from collections.abc import Mapping
from typing import Any, Protocol

import msgspec
from msgspec import UNSET, Raw, UnsetType

from siteloupe import log
from siteloupe.analyses.analysis import Analysis, tool_of
from siteloupe.analyses.prose import prose_for_models
from siteloupe.errors import SiteloupeError
from siteloupe.mcp.jsonrpc import Code, RpcError
from siteloupe.mcp.views import view_uri
from siteloupe.reports.schema import standalone
from siteloupe.service import Answer

PROSE_KEPT = 32
"""Most reports whose prose is cached."""

NO_URL = "Name the site to look at in the argument url, as in example.com."


class TextContent(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of text for the model."""

    type: str = "text"
    text: str


class ToolResult(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The answer to a call. ``structured_content`` is the API's body, byte for byte."""

    content: tuple[TextContent, ...]
    structured_content: Raw | UnsetType = UNSET
    is_error: bool = False


class Answers(Protocol):
    """The interface of the service."""

    async def answer(self, analysis: Analysis, text: str) -> Answer:
        """Return the report on the page that ``text`` names. Raises SiteloupeError."""


class Tools:
    """Lists the tools and calls them."""

    def __init__(self, analyses: tuple[Analysis, ...], service: Answers) -> None:
        self._analyses: Mapping[str, Analysis] = {analysis.tool: analysis for analysis in analyses}
        self._service = service
        self._prose = functools.lru_cache(PROSE_KEPT)(self._summarize)

    def descriptions(self) -> list[dict[str, Any]]:
        """Every tool, in the analyses' order."""
        return [_description(analysis) for analysis in self._analyses.values()]

    async def call(self, params: Mapping[str, Any]) -> ToolResult:
        """Run the tool that ``params`` name.

        Raises RpcError for an unknown tool or arguments that are no object. A problem with the URL or the
        site is a result, because a model can react to it.
        """
        analysis, url = self._select(params)
        log.note(tool=analysis.tool)
        if not isinstance(url, str) or not url:
            return _failure(NO_URL)
        try:
            answer = await self._service.answer(analysis, url)
        except SiteloupeError as error:
            return _failure(error.message)
        return ToolResult(
            content=(TextContent(text=self._prose(analysis.tool, answer.body)),),
            structured_content=Raw(answer.body),
            is_error=answer.fresh_for is None,
        )

    def _summarize(self, tool: str, body: bytes) -> str:
        """Return the report in prose. Decoding a large report takes longer than the rest of a call."""
        analysis = self._analyses[tool]
        return prose_for_models(analysis, msgspec.json.decode(body, type=analysis.report))

    def _select(self, params: Mapping[str, Any]) -> tuple[Analysis, object]:
        name, arguments = params.get("name"), params.get("arguments")
        analysis = self._analyses.get(name) if isinstance(name, str) else None
        if analysis is None:
            raise RpcError(Code.INVALID_PARAMS, f"Unknown tool. These exist: {', '.join(self._analyses)}.")
        if arguments is None:
            arguments = {}
        if not isinstance(arguments, dict):
            raise RpcError(Code.INVALID_PARAMS, "A tool's arguments are an object.")
        return analysis, arguments.get("url")


def _failure(sentence: str) -> ToolResult:
    return ToolResult(content=(TextContent(text=sentence),), is_error=True)


def _description(analysis: Analysis) -> dict[str, Any]:
    uri = view_uri(analysis)
    return {
        **tool_of(analysis),
        "outputSchema": standalone(analysis.report),
        "annotations": {
            "title": analysis.title,
            "readOnlyHint": True,
            "destructiveHint": False,
            "idempotentHint": True,
            "openWorldHint": True,
        },
        # Hosts older than the extension's first stable version read the second spelling.
        # https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
        "_meta": {"ui": {"resourceUri": uri, "visibility": ["model", "app"]}, "ui/resourceUri": uri},
    }
