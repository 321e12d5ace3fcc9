"""The tools' views: one self-contained HTML file each, which a host shows beside the conversation.

A file contains the website's walker, the analysis's outline, and the code that talks to the host. It makes no
network requests, and runs only its own two scripts. Glyphs of fonts are
in the full report, which the host reads.

Source: https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
"""

import base64
import hashlib
import html
import re
from importlib import resources
from typing import Any

import msgspec
from msgspec import Raw

from siteloupe import __version__
from siteloupe.analyses.analysis import Analysis
from siteloupe.mcp.jsonrpc import Code, RpcError
from siteloupe.mcp.report_resources import START
from siteloupe.present.words import outline_json

SERVER = "siteloupe"
MIME_TYPE = "text/html;profile=mcp-app"

_PLACE = re.compile(r"\[\[(\w+)\]\]")
"""The place of a part in the template."""

_META = {"ui": {"csp": {"connectDomains": [], "resourceDomains": []}, "prefersBorder": True}}


def view_uri(analysis: Analysis) -> str:
    """Return the address of the tool's view."""
    return f"ui://{SERVER}/{analysis.tool}"


class Views:
    """Lists the views and reads them."""

    def __init__(self, analyses: tuple[Analysis, ...]) -> None:
        self._analyses = analyses
        self._read = {view_uri(analysis): Raw(_contents(analysis)) for analysis in analyses}

    def descriptions(self) -> list[dict[str, Any]]:
        """Every view, in the analyses' order."""
        return [
            {
                "uri": view_uri(analysis),
                "name": analysis.tool,
                "title": analysis.title,
                "description": f"Shows what {analysis.tool} found.",
                "mimeType": MIME_TYPE,
                "_meta": _META,
            }
            for analysis in self._analyses
        ]

    def read(self, uri: str) -> Raw:
        """The result of ``resources/read``. Raises RpcError when there is no such view."""
        if (found := self._read.get(uri)) is None:
            raise RpcError(Code.RESOURCE_NOT_FOUND, "There is no such resource.", {"uri": uri})
        return found


def _contents(analysis: Analysis) -> bytes:
    content = {"uri": view_uri(analysis), "mimeType": MIME_TYPE, "text": view(analysis), "_meta": _META}
    return msgspec.json.encode({"contents": [content]})


def view(analysis: Analysis) -> str:
    """Return the view of an analysis as one HTML file."""
    style = _part("siteloupe.present", "report.css") + _part("siteloupe.mcp", "view.css")
    walker, bridge = _part("siteloupe.present", "outline.js"), _part("siteloupe.mcp", "view.js")
    facts = {
        "tool": analysis.tool,
        "version": __version__,
        "outline": Raw(outline_json(analysis.outline)),
        "full": f"{START}{analysis.name}/" if analysis.inspection else "",
    }
    parts = {
        "policy": _policy(style, walker, bridge),
        "title": html.escape(analysis.title),
        "description": html.escape(analysis.description),
        "style": style,
        "facts": msgspec.json.encode(facts).decode().replace("<", "\\u003c"),
        "walker": walker,
        "bridge": bridge,
    }
    return _PLACE.sub(lambda place: parts[place[1]], _part("siteloupe.mcp", "view.html"))


def _policy(style: str, *scripts: str) -> str:
    """Return a content policy that allows only the file's own style and scripts.

    Source: https://www.w3.org/TR/CSP3/#framework-directive-source-list
    """
    allowed = " ".join(map(_hash, scripts))
    return (
        f"default-src 'none'; script-src {allowed}; style-src {_hash(style)}; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _part(package: str, name: str) -> str:
    return resources.files(package).joinpath("static", name).read_text(encoding="utf-8")
