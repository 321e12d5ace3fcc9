"""The tool ``export_design_tokens``: a site's colors and fonts as a file for another tool."""

from collections.abc import Mapping
from typing import Any

from siteloupe.analyses.analysis import Analysis
from siteloupe.analyses.prose import FOREWORD
from siteloupe.answers import Answers, reports_of
from siteloupe.errors import SiteloupeError
from siteloupe.mcp.results import HINTS, NO_URL, URL_SCHEMA, ToolResult, failure, success
from siteloupe.present.export import DEFAULT_FORMAT, EXPORTED, FORMATS, export_text


class ExportTool:
    """Writes a page's design in a format that other tools read."""

    name = "export_design_tokens"

    def __init__(self, analyses: tuple[Analysis, ...], service: Answers) -> None:
        self._analyses = tuple(each for each in analyses if each.name in EXPORTED)
        self._service = service

    def description(self) -> dict[str, Any]:
        """Return the tool as ``tools/list`` has it."""
        return {
            "name": self.name,
            "title": "Export design tokens",
            "description": (
                "Write the colors, fonts and sizes of a public page as a file: CSS custom properties, a "
                "Tailwind theme, design tokens (dtcg), Figma variables, WordPress theme.json, a GIMP palette "
                "or DESIGN.md. Prefer it when code or a design file is wanted; to judge colors or fonts, use "
                "extract_color_palette or detect_website_fonts."
            ),
            "inputSchema": {
                "type": "object",
                "properties": {
                    "url": URL_SCHEMA,
                    "format": {"type": "string", "enum": list(FORMATS), "default": DEFAULT_FORMAT},
                },
                "required": ["url"],
            },
            "outputSchema": {"type": "object", "required": ["url", "format", "text"]},
            "annotations": {"title": "Export design tokens", **HINTS},
        }

    async def call(self, arguments: Mapping[str, Any]) -> ToolResult:
        """Write the file."""
        url, name = arguments.get("url"), arguments.get("format", DEFAULT_FORMAT)
        if not isinstance(url, str) or not url:
            return failure(NO_URL)
        if not isinstance(name, str) or name not in FORMATS:
            return failure(f"The argument format is one of {', '.join(FORMATS)}.")
        try:
            reports = await reports_of(self._service, self._analyses, url)
        except SiteloupeError as error:
            return failure(error.message)
        for report in reports.values():
            if report["blocked"]:
                return failure(
                    f"The page could not be read, so it has no tokens. {report['note'] or ''}".strip()
                )
        written, text = FORMATS[name], export_text(name, reports)
        first = next(iter(reports.values()))
        content = {
            "notice": first["notice"],
            "url": first["url"],
            "checkedAt": first["checkedAt"],
            "format": name,
            "ending": written.ending,
            "mediaType": written.media_type,
            "text": text,
        }
        return success(f"{FOREWORD} A file of the format {written.title}:\n\n{text}", content)
