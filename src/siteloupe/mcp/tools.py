"""The analyses as tools, beside those that combine them: their descriptions, and the answers to calls.

Source: https://modelcontextprotocol.io/specification/2025-11-25/server/tools
"""

import functools
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec
from msgspec import Raw

from siteloupe import log
from siteloupe.analyses.analysis import Analysis, tool_of
from siteloupe.analyses.prose import prose_for_models
from siteloupe.answers import Answers
from siteloupe.errors import SiteloupeError
from siteloupe.mcp.compare_tool import CompareTool
from siteloupe.mcp.export_tool import ExportTool
from siteloupe.mcp.jsonrpc import Code, RpcError
from siteloupe.mcp.results import HINTS, NO_URL, TextContent, ToolResult, failure
from siteloupe.mcp.views import view_uri

PROSE_KEPT = 32
"""Most reports whose prose is cached."""

OUTPUT_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"blocked": {"type": "boolean"}, "url": {"type": "string"}},
    "required": ["success", "url", "checkedAt", "blocked"],
}
"""Loose on purpose: every model pays for it with each list of tools. /openapi.json has the whole schemas."""

Call = Callable[[Mapping[str, Any]], Awaitable[ToolResult]]


class Tools:
    """Lists the tools and calls them."""

    def __init__(self, analyses: tuple[Analysis, ...], service: Answers) -> None:
        self._analyses: Mapping[str, Analysis] = {analysis.tool: analysis for analysis in analyses}
        self._service = service
        self._prose = functools.lru_cache(PROSE_KEPT)(self._summarize)
        self._others = (CompareTool(analyses, service), ExportTool(analyses, service))
        self._calls: Mapping[str, Call] = {
            **{tool: functools.partial(self._analyze, analysis) for tool, analysis in self._analyses.items()},
            **{other.name: other.call for other in self._others},
        }

    def descriptions(self) -> list[dict[str, Any]]:
        """Every tool: those of the analyses in their order, then the others."""
        own = [_description(analysis) for analysis in self._analyses.values()]
        return own + [other.description() for other in self._others]

    async def call(self, params: Mapping[str, Any]) -> ToolResult:
        """Run the tool that ``params`` name.

        Raises RpcError for an unknown tool or arguments that are no object. A problem with the URL or the
        site is a result, because a model can react to it.
        """
        name, arguments = params.get("name"), params.get("arguments")
        called = self._calls.get(name) if isinstance(name, str) else None
        if called is None:
            raise RpcError(Code.INVALID_PARAMS, f"Unknown tool. These exist: {', '.join(self._calls)}.")
        if arguments is None:
            arguments = {}
        if not isinstance(arguments, dict):
            raise RpcError(Code.INVALID_PARAMS, "A tool's arguments are an object.")
        log.note(tool=name)
        return await called(arguments)

    async def _analyze(self, analysis: Analysis, arguments: Mapping[str, Any]) -> ToolResult:
        """Return prose beside the API's body, byte for byte."""
        url = arguments.get("url")
        if not isinstance(url, str) or not url:
            return failure(NO_URL)
        try:
            answer = await self._service.answer(analysis, url)
        except SiteloupeError as error:
            return failure(error.message)
        return ToolResult(
            content=(TextContent(text=self._prose(analysis.tool, answer.body)),),
            structured_content=Raw(answer.body),
            is_error=answer.fresh_for is None,
        )

    def _summarize(self, tool: str, body: bytes) -> str:
        """Return the report in prose. Decoding a large report takes longer than the rest of a call."""
        analysis = self._analyses[tool]
        return prose_for_models(analysis, msgspec.json.decode(body, type=analysis.report))


def _description(analysis: Analysis) -> dict[str, Any]:
    uri = view_uri(analysis)
    return {
        **tool_of(analysis),
        "outputSchema": OUTPUT_SCHEMA,
        "annotations": {
            "title": analysis.title,
            **HINTS,
        },
        # Hosts older than the extension's first stable version read the second spelling.
        # https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
        "_meta": {"ui": {"resourceUri": uri, "visibility": ["model", "app"]}, "ui/resourceUri": uri},
    }
