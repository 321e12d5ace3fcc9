"""The apps behind the website's addresses."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from siteloupe.errors import BadParameter, BadTarget
from siteloupe.http.accept import accepted, prefers_markdown
from siteloupe.http.query import inspect_of, names_url, url_of
from siteloupe.web import headers
from siteloupe.web.drawing import ORIGINS, Asked, Drawing
from siteloupe.web.encoded import Encoded, encoded, respond
from siteloupe.web.look import Failed, Found, Looks, Outcome, status_of
from siteloupe.web.origin import origin_of
from siteloupe.web.pages import Page

Header = tuple[bytes, bytes]


class PageApp:
    """A page: HTML, or Markdown for who prefers it; given ``?url=``, with what its analyses find."""

    def __init__(self, page: Page, drawing: Drawing, looks: Looks, site_origin: str | None) -> None:
        self._page = page
        self._drawing = drawing
        self._looks = looks
        self._site_origin = site_origin
        self._kept = lru_cache(ORIGINS)(self._drawn)
        links = f'<{page.twin}>; rel="alternate"; type="text/markdown", </openapi.json>; rel="service-desc"'
        self._links = (b"link", f'{links}, </llms.txt>; rel="describedby"'.encode())

    async def __call__(self, scope: Any, _receive: Any, send: Any) -> None:
        """Answer one request."""
        origin = origin_of(scope, self._site_origin)
        is_markdown = prefers_markdown(accepted(scope))
        lines = [
            *_safe(origin),
            headers.MARKDOWN if is_markdown else headers.HTML,
            headers.VARIES,
            self._links,
        ]
        if self._page.analyses and names_url(scope["query_string"]):
            asked = await self._asked(scope)
            text = _prose(asked) if is_markdown else self._drawing.page(self._page, origin, asked)
            lines += [headers.NOT_KEPT, headers.NOT_INDEXED]
            await respond(scope, send, status_of(asked.outcomes), lines, encoded(text.encode()))
        else:
            await respond(
                scope, send, 200, [*lines, headers.KEPT], self._kept(origin, is_markdown=is_markdown)
            )

    async def _asked(self, scope: Any) -> Asked:
        analyses = self._page.analyses
        try:
            url, inspect = url_of(scope["query_string"]), inspect_of(scope["query_string"])
        except (BadTarget, BadParameter) as error:
            return Asked(
                "", tuple(Failed(analysis, error.message, error.status) for analysis in analyses[:1])
            )
        return Asked(url, await self._looks.look(scope, analyses, url, inspect=inspect))

    def _drawn(self, origin: str, *, is_markdown: bool) -> Encoded:
        draw = self._drawing.markdown if is_markdown else self._drawing.page
        return encoded(draw(self._page, origin).encode(), 9)


class TwinApp:
    """A page's Markdown, at an address of its own."""

    def __init__(self, page: Page, drawing: Drawing, site_origin: str | None) -> None:
        self._page = page
        self._site_origin = site_origin
        self._kept = lru_cache(ORIGINS)(lambda origin: encoded(drawing.markdown(page, origin).encode(), 9))

    async def __call__(self, scope: Any, _receive: Any, send: Any) -> None:
        """Answer one request."""
        origin = origin_of(scope, self._site_origin)
        canonical = (b"link", f'<{self._page.path}>; rel="canonical"'.encode())
        lines = [headers.MARKDOWN, headers.KEPT, headers.VARIES, canonical]
        await respond(scope, send, 200, lines, self._kept(origin))


class TextApp:
    """A file that names addresses of this service."""

    def __init__(self, text: Callable[[str], str], kind: Header, site_origin: str | None) -> None:
        self._kind = kind
        self._site_origin = site_origin
        self._kept = lru_cache(ORIGINS)(lambda origin: encoded(text(origin).encode(), 9))

    async def __call__(self, scope: Any, _receive: Any, send: Any) -> None:
        """Answer one request."""
        lines = [self._kind, headers.KEPT, headers.VARIES_IN_CODING]
        await respond(scope, send, 200, lines, self._kept(origin_of(scope, self._site_origin)))


class MissingApp:
    """The page of a dead link."""

    def __init__(self, drawing: Drawing, site_origin: str | None) -> None:
        self._body = encoded(drawing.missing().encode(), 9)
        self._site_origin = site_origin

    async def __call__(self, scope: Any, _receive: Any, send: Any) -> None:
        """Answer one request with 404."""
        lines = [*_safe(origin_of(scope, self._site_origin)), headers.HTML, headers.NOT_KEPT, headers.VARIES]
        await respond(scope, send, 404, lines, self._body)


def _safe(origin: str) -> tuple[Header, ...]:
    return (*headers.SAFE, headers.HSTS) if origin.startswith("https://") else headers.SAFE


def _prose(asked: Asked) -> str:
    """What was found, as models are told it; a site's text in it is quoted."""
    return (
        "\n\n".join(f"## {outcome.analysis.title}\n\n{_told(outcome)}" for outcome in asked.outcomes) + "\n"
    )


def _told(outcome: Outcome) -> str:
    return outcome.prose if isinstance(outcome, Found) else outcome.error
