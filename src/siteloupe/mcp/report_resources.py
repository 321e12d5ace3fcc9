"""Reports as resources: everything that an analysis found, where a tool's answer has what is used most.

Source: https://modelcontextprotocol.io/specification/2025-11-25/server/resources#resource-templates
"""

from typing import Any

from siteloupe.analyses.analysis import Analysis
from siteloupe.answers import Answers
from siteloupe.errors import SiteloupeError
from siteloupe.mcp.jsonrpc import Code, RpcError

START = "siteloupe://report/"
MIME_TYPE = "application/json"


class ReportResources:
    """Lists the templates, and reads reports."""

    def __init__(self, analyses: tuple[Analysis, ...], service: Answers) -> None:
        self._analyses = {analysis.name: analysis for analysis in analyses}
        self._service = service

    def templates(self) -> list[dict[str, Any]]:
        """The address of a report, with places for its parts."""
        names = ", ".join(self._analyses)
        return [
            {
                "uriTemplate": f"{START}{{analysis}}/{{+url}}",
                "name": "report",
                "title": "A report with everything",
                "description": f"The full report on a page; analysis is one of {names}.",
                "mimeType": MIME_TYPE,
            }
        ]

    async def read(self, uri: str) -> dict[str, Any]:
        """Return the report at ``uri``. Raises RpcError when there is none."""
        name, _, url = uri.removeprefix(START).partition("/")
        analysis = self._analyses.get(name)
        if analysis is None or not url:
            names = ", ".join(self._analyses)
            sentence = f"A report is at {START}ANALYSIS/URL, and ANALYSIS is one of {names}."
            raise RpcError(Code.RESOURCE_NOT_FOUND, sentence, {"uri": uri[:300]})
        try:
            answer = await self._service.answer(analysis, url, inspect=True, full=True)
        except SiteloupeError as error:
            raise RpcError(Code.RESOURCE_NOT_FOUND, error.message, {"uri": uri[:300]}) from error
        return {"contents": [{"uri": uri, "mimeType": MIME_TYPE, "text": answer.body.decode()}]}
