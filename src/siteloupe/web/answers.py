"""The apps of the website's addresses."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any
from urllib.parse import quote

from siteloupe.errors import BadParameter, BadTarget
from siteloupe.http.accept import accept_header, prefers_markdown
from siteloupe.http.coding import VARIES_IN_CODING, Encoded, encode, respond
from siteloupe.http.query import names_url, question_of
from siteloupe.web import responses
from siteloupe.web.drawing import ORIGINS, Findings, PageDrawing
from siteloupe.web.look import FailedAnalysis, FoundReport, Looks, Outcome, status_of
from siteloupe.web.pages import WebPage
from siteloupe.web.responses import origin_of

Header = tuple[bytes, bytes]


class PageApp:
    """A page as HTML, or as Markdown for clients that prefer it; with ``?url=`` it has the reports."""

    def __init__(self, page: WebPage, drawing: PageDrawing, looks: Looks, site_origin: str | None) -> None:
        self._page = page
        self._drawing = drawing
        self._looks = looks
        self._site_origin = site_origin
        self._kept = lru_cache(ORIGINS)(self._draw)
        links = f'<{page.twin}>; rel="alternate"; type="text/markdown", </openapi.json>; rel="service-desc"'
        self._links = (b"link", f'{links}, </llms.txt>; rel="describedby"'.encode())

    async def __call__(self, scope: Any, _receive: Any, send: Any) -> None:
        """Answer one request."""
        origin = origin_of(scope, self._site_origin)
        is_markdown = prefers_markdown(accept_header(scope))
        lines = [
            *safe_headers(origin),
            responses.MARKDOWN if is_markdown else responses.HTML,
            responses.VARIES,
            self._links,
        ]
        if self._page.answered_at and names_url(scope["query_string"]):
            place = f"{self._page.answered_at}?{scope['query_string'].decode('latin-1')}"
            lines += [responses.NOT_KEPT, (b"location", _in_header(place))]
            await respond(scope, send, 302, lines, encode(b""))
        elif self._page.analyses and names_url(scope["query_string"]):
            asked = await self._find(scope)
            text = _prose(asked) if is_markdown else self._drawing.page(self._page, origin, asked)
            lines += [responses.NOT_KEPT, responses.NOT_INDEXED]
            await respond(scope, send, status_of(asked.outcomes), lines, encode(text.encode()))
        else:
            await respond(
                scope, send, 200, [*lines, responses.KEPT], self._kept(origin, is_markdown=is_markdown)
            )

    async def _find(self, scope: Any) -> Findings:
        analyses = self._page.analyses
        try:
            url, inspect, _, full = question_of(scope["query_string"], inspects=True, renders=False)
        except (BadTarget, BadParameter) as error:
            return Findings(
                "", tuple(FailedAnalysis(analysis, error.message, error.status) for analysis in analyses[:1])
            )
        full = full or bool(inspect)  # only the full answer has glyphs of the fonts
        return Findings(url, await self._looks.look(scope, analyses, url, inspect=inspect, full=full))

    def _draw(self, origin: str, *, is_markdown: bool) -> Encoded:
        draw = self._drawing.markdown if is_markdown else self._drawing.page
        return encode(draw(self._page, origin).encode(), 9)


class TwinApp:
    """A page's Markdown, at its own address."""

    def __init__(self, page: WebPage, drawing: PageDrawing, site_origin: str | None) -> None:
        self._page = page
        self._site_origin = site_origin
        self._kept = lru_cache(ORIGINS)(lambda origin: encode(drawing.markdown(page, origin).encode(), 9))

    async def __call__(self, scope: Any, _receive: Any, send: Any) -> None:
        """Answer one request."""
        origin = origin_of(scope, self._site_origin)
        canonical = (b"link", f'<{self._page.path}>; rel="canonical"'.encode())
        lines = [responses.MARKDOWN, responses.KEPT, responses.VARIES, canonical]
        await respond(scope, send, 200, lines, self._kept(origin))


class TextApp:
    """A text file with addresses of this service."""

    def __init__(self, text: Callable[[str], str], kind: Header, site_origin: str | None) -> None:
        self._kind = kind
        self._site_origin = site_origin
        self._kept = lru_cache(ORIGINS)(lambda origin: encode(text(origin).encode(), 9))

    async def __call__(self, scope: Any, _receive: Any, send: Any) -> None:
        """Answer one request."""
        lines = [self._kind, responses.KEPT, VARIES_IN_CODING]
        await respond(scope, send, 200, lines, self._kept(origin_of(scope, self._site_origin)))


class MissingApp:
    """The page for unknown addresses."""

    def __init__(self, drawing: PageDrawing, site_origin: str | None) -> None:
        self._body = encode(drawing.missing_page().encode(), 9)
        self._site_origin = site_origin

    async def __call__(self, scope: Any, _receive: Any, send: Any) -> None:
        """Answer one request with 404."""
        lines = [
            *safe_headers(origin_of(scope, self._site_origin)),
            responses.HTML,
            responses.NOT_KEPT,
            responses.VARIES,
        ]
        await respond(scope, send, 404, lines, self._body)


def safe_headers(origin: str) -> tuple[Header, ...]:
    """Return the headers that protect the readers of pages at ``origin``."""
    return (*responses.SAFE, responses.HSTS) if origin.startswith("https://") else responses.SAFE


def _in_header(address: str) -> bytes:
    """Return an address without characters that would end a header line."""
    return quote(address, safe="/?&=%:@!$'()*+,;~-._[]").encode()


def _prose(asked: Findings) -> str:
    """Return the reports in prose for models; a site's text in it is quoted."""
    return (
        "\n\n".join(f"## {outcome.analysis.title}\n\n{_outcome_text(outcome)}" for outcome in asked.outcomes)
        + "\n"
    )


def _outcome_text(outcome: Outcome) -> str:
    return outcome.prose if isinstance(outcome, FoundReport) else outcome.error
