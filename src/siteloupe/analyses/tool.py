"""An analysis as a tool for agents: the same name, words and argument wherever one finds it."""

from typing import Any

from siteloupe.analyses.analysis import Analysis

READING = (
    "Looks at one public page from outside, as any visitor may; takes a few seconds. When `blocked` is true "
    "the page could not be read, and nothing may be concluded from what is null or empty."
)

URL_DESCRIPTION = "The page to look at: a bare domain such as example.com, or an http(s) URL."

INPUT_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"url": {"type": "string", "maxLength": 2000, "description": URL_DESCRIPTION}},
    "required": ["url"],
}


def tool_of(analysis: Analysis) -> dict[str, Any]:
    """Name, title, description and argument of the tool, as a description of a tool has them."""
    return {
        "name": analysis.tool,
        "title": analysis.title,
        "description": f"{analysis.description} {READING}",
        "inputSchema": INPUT_SCHEMA,
    }
