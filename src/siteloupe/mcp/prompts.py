"""Prompts: tasks that people ask for, in words that use the tools well.

Source: https://modelcontextprotocol.io/specification/2025-11-25/server/prompts
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from siteloupe.mcp.jsonrpc import Code, RpcError
from siteloupe.reports.inert import inert

MAX_URL = 2000

_URL = {"name": "url", "description": "The page: a bare domain, or an http(s) URL.", "required": True}


@dataclass(frozen=True, slots=True)
class Prompt:
    """One task; ``text`` has a place ``{url}``."""

    name: str
    title: str
    description: str
    text: str


PROMPTS = (
    Prompt(
        "audit_colors",
        "Audit a site's colors",
        "Judge the palette and the contrast of a website.",
        "Audit the colors of {url}. Call extract_color_palette once. Report: (1) the five roles, and which "
        "of them are unknown; (2) each pair of `contrast` below 4.5, with the color in `passing` that would "
        "pass; (3) colors of the palette that are nearly alike and could be one. Say first what `coverage` "
        "could not see. Do not guess at colors that are not in the answer.",
    ),
    Prompt(
        "migrate_theme",
        "Plan a theme migration",
        "Plan how the look of a WordPress site moves to another theme.",
        "Plan how the look of {url} moves to a new theme. Call get_cms_tech_stack, detect_website_fonts and "
        "extract_color_palette; they share one visit. Then call export_design_tokens with the format "
        "theme.json. Report: the present theme and its parent, plugins that the front end needs, fonts with "
        "their sources and licenses to check, the colors by role, and the theme.json. If the site is blocked "
        "or no WordPress, say so and stop.",
    ),
)


def descriptions() -> list[dict[str, Any]]:
    """Return every prompt, without its text."""
    return [
        {"name": each.name, "title": each.title, "description": each.description, "arguments": [_URL]}
        for each in PROMPTS
    ]


async def get(params: Mapping[str, Any]) -> object:
    """Return the prompt that ``params`` name. Raises RpcError without such a prompt, or without its url."""
    prompt = next((each for each in PROMPTS if each.name == params.get("name")), None)
    if prompt is None:
        names = ", ".join(each.name for each in PROMPTS)
        raise RpcError(Code.INVALID_PARAMS, f"Unknown prompt. These exist: {names}.")
    arguments = params.get("arguments")
    url = arguments.get("url") if isinstance(arguments, dict) else None
    if not isinstance(url, str) or not url.strip():
        raise RpcError(Code.INVALID_PARAMS, "The prompt needs the argument url.")
    text = prompt.text.replace("{url}", inert(url, MAX_URL))
    message = {"role": "user", "content": {"type": "text", "text": text}}
    return {"description": prompt.description, "messages": [message]}
