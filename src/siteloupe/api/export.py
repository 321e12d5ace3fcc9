"""A page's design as a file for other tools: the gate, ``url`` and ``format``, then the file."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import msgspec

from siteloupe.analyses.analysis import Analysis
from siteloupe.http.coding import accept_encoding, pack
from siteloupe.http.front import Receive, Scope, Send
from siteloupe.http.gate import Gate
from siteloupe.http.query import format_of, url_of
from siteloupe.present.export import DEFAULT_FORMAT, EXPORTED, FORMATS, export_text
from siteloupe.service import Answer, Service

ENDPOINT = "export"
LIMIT = 8
"""Requests a minute and IP address, as of the analyses whose reports it takes."""

Header = tuple[bytes, bytes]


class ExportApp:
    """Answers ``GET /export?url=…&format=…``: one visit, the reports of EXPORTED, one file.

    A page that could not be read has no file: its answer is the report that says so, as JSON. Raises
    SiteloupeError.
    """

    def __init__(
        self, analyses: tuple[Analysis, ...], service: Service, gate: Gate, cache_seconds: float
    ) -> None:
        self._analyses = tuple(each for each in analyses if each.name in EXPORTED)
        self._service = service
        self._gate = gate
        self._lifetime = int(cache_seconds)

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        """Answer one request."""
        await self._gate.admit(scope, ENDPOINT)
        query = scope["query_string"]
        url = url_of(query)
        name = format_of(query, FORMATS, DEFAULT_FORMAT)
        answers = {each.name: await self._service.answer(each, url, full=True) for each in self._analyses}
        headers, text = self._file(name, answers)
        packed = pack(text, accept_encoding(scope))
        await send({"type": "http.response.start", "status": 200, "headers": [*headers, *packed.headers]})
        await send({"type": "http.response.body", "body": packed.body})

    def _file(self, name: str, answers: Mapping[str, Answer]) -> tuple[list[Header], bytes]:
        """Return the headers and the file; the report of a page that could not be read as JSON."""
        reports = {each: msgspec.json.decode(answer.body) for each, answer in answers.items()}
        for each, answer in answers.items():
            if reports[each]["blocked"]:
                return [(b"content-type", b"application/json"), (b"cache-control", b"no-store")], answer.body
        ages = [
            self._lifetime - answer.fresh_for for answer in answers.values() if answer.fresh_for is not None
        ]
        age = min(max(0, int(max(ages, default=0))), self._lifetime)
        headers = [
            (b"content-type", f"{FORMATS[name].media_type}; charset=utf-8".encode()),
            (b"content-disposition", f'attachment; filename="{file_name(name, reports)}"'.encode()),
            (b"cache-control", b"public, max-age=%d" % self._lifetime),
            (b"age", b"%d" % age),
        ]
        return headers, export_text(name, reports).encode()


def file_name(name: str, reports: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the name of the file: the page's host, then the format's ending, in ASCII."""
    url = next((str(report["url"]) for report in reports.values()), "")
    host = urlsplit(url).hostname or "site"
    plain = "".join(each if each.isascii() and (each.isalnum() or each in ".-") else "-" for each in host)
    return f"{plain}.{FORMATS[name].ending}"
