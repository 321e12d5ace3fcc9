"""The tool ``compare_websites``: what is different between two sites."""

import asyncio
from collections.abc import Mapping
from typing import Any

from siteloupe.analyses.analysis import Analysis
from siteloupe.analyses.prose import FOREWORD, quote
from siteloupe.answers import Answers, reports_of
from siteloupe.errors import SiteloupeError
from siteloupe.mcp.results import HINTS, URL_SCHEMA, ToolResult, failure, success
from siteloupe.present.compared_sites import are_readable, document, heads_of
from siteloupe.present.differences import Difference, differences

MAX_ROWS = 25
"""Most differences of one analysis."""

MAX_TOLD = 12
MAX_VALUE = 80

_NAMES = ("name", "family", "hex", "slug", "label", "value")


class CompareTool:
    """Compares two sites by every analysis."""

    name = "compare_websites"

    def __init__(self, analyses: tuple[Analysis, ...], service: Answers) -> None:
        self._analyses = tuple(each for each in analyses if not each.parts)  # they repeat the others
        self._service = service

    def description(self) -> dict[str, Any]:
        """Return the tool as ``tools/list`` has it."""
        names = [analysis.name for analysis in self._analyses]
        return {
            "name": self.name,
            "title": "Compare two websites",
            "description": (
                "Tell what is different between two public pages, such as staging and production, or a site "
                "and its competitor: plugins, versions, fonts, colors, speed. `same` is null when not all of "
                "both could be seen. `analysis` limits it to one subject."
            ),
            "inputSchema": {
                "type": "object",
                "properties": {
                    "a": URL_SCHEMA,
                    "b": URL_SCHEMA,
                    "analysis": {"type": "string", "enum": names},
                },
                "required": ["a", "b"],
            },
            "outputSchema": {"type": "object", "required": ["before", "after", "same", "analyses"]},
            "annotations": {"title": "Compare two websites", **HINTS},
        }

    async def call(self, arguments: Mapping[str, Any]) -> ToolResult:
        """Compare the sites ``a`` and ``b``."""
        sites = [arguments.get("a"), arguments.get("b")]
        if not all(isinstance(site, str) and site for site in sites):
            return failure("Name the two sites in the arguments a and b, as in example.com.")
        wanted = arguments.get("analysis")
        chosen = tuple(each for each in self._analyses if wanted in {None, each.name})
        if not chosen:
            names = ", ".join(each.name for each in self._analyses)
            return failure(f"The argument analysis is one of {names}.")
        try:
            before, after = await asyncio.gather(*(self._reports(str(site), chosen) for site in sites))
        except SiteloupeError as error:
            return failure(error.message)
        heads = heads_of(zip(before, after, strict=True))
        found = {
            each: differences(one, other, each.outline)
            for each, one, other in zip(chosen, before, after, strict=True)
        }
        content = document(heads, {each: rows[:MAX_ROWS] for each, rows in found.items()})
        content["analyses"] = {
            name: [_entry(row) for row in rows] for name, rows in content["analyses"].items()
        }
        more = {each.name: len(rows) - MAX_ROWS for each, rows in found.items() if len(rows) > MAX_ROWS}
        content |= {"more": more} if more else {}
        return success(_prose(content, found), content, is_error=not are_readable(heads))

    async def _reports(self, site: str, analyses: tuple[Analysis, ...]) -> list[dict[str, Any]]:
        return [*(await reports_of(self._service, analyses, site)).values()]


def _entry(row: Difference) -> dict[str, Any]:
    about = {"path": row.path, "change": row.change, "before": _short(row.before), "after": _short(row.after)}
    return about if row.certain else {**about, "certain": False}


def _short(value: Any) -> Any:
    """Return a value that is small enough for a list: of an object its name, of a list its length."""
    if isinstance(value, dict):
        return next((_short(value[name]) for name in _NAMES if value.get(name) is not None), "present")
    if isinstance(value, list):
        return f"{len(value)} entries"
    return value[:MAX_VALUE] if isinstance(value, str) else value


def _prose(content: dict[str, Any], found: Mapping[Analysis, tuple[Difference, ...]]) -> str:
    lines = [FOREWORD, ""]
    for side in ("before", "after"):
        head = content[side]
        if head["blocked"]:
            lines.append(f"{quote(head['url'])} could not be read: {head['note'] or 'it was refused.'}")
        lines += [f"{quote(head['url'])}: {each['text']}" for each in head["caveats"] if not head["blocked"]]
    words = {True: "No difference was found.", False: "The sites differ.", None: "Not all could be seen."}
    lines.append(words[content["same"]])
    for analysis, rows in found.items():
        lines.append(f"{analysis.title}: {len(rows)} differences.")
        lines += [
            f"- {row.label}, {row.change}: {_value_text(row.before)} → {_value_text(row.after)}"
            for row in rows[:MAX_TOLD]
        ]
        if len(rows) > MAX_TOLD:
            lines.append(f"- and {len(rows) - MAX_TOLD} more, in `analyses`")
    return "\n".join(lines)


def _value_text(value: Any) -> str:
    short = _short(value)
    return quote(short) if isinstance(short, str) else "none" if short is None else str(short)
