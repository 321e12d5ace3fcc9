"""Pages for the tests, built from the few lines that matter."""

from typing import Any

from siteloupe.capture import Answer, Capture, Exchange, Headers, Sheet, ThemeFiles
from siteloupe.detect.site import Site
from siteloupe.document import Page, page_of


def exchange(
    head: str = "",
    body: str = "",
    *,
    url: str = "https://example.org/",
    headers: dict[str, str] | None = None,
    status: int = 200,
    classes: str = "",
) -> Exchange:
    """A served page with this markup in its head and body."""
    html = f"<!doctype html><html><head><title>A page</title>{head}</head><body class='{classes}'>{body}</body></html>"
    lines = [("content-type", "text/html; charset=utf-8"), *(headers or {}).items()]
    return Exchange(url, url, status, Headers(lines), html.encode())


def page(head: str = "", body: str = "", *, url: str = "https://example.org/", classes: str = "") -> Page:
    """The parsed page with this markup in its head and body."""
    return page_of(exchange(head, body, url=url, classes=classes))


def site(
    head: str = "",
    body: str = "",
    *,
    theme: ThemeFiles | None = None,
    rest_root: Answer | None = None,
    stylesheets: tuple[Sheet, ...] = (),
    theme_json: Answer | None = None,
    **served: Any,
) -> Site:
    """The site whose page has this markup, ``served`` as ``exchange`` says, with what was gathered beside it."""
    page = exchange(head, body, **served)
    return Site(
        Capture(
            "2026-01-01T00:00:00Z",
            page,
            theme=theme,
            rest_root=rest_root,
            stylesheets=stylesheets,
            theme_json=theme_json,
        )
    )


def sheet(url: str, text: str, **headers: str) -> Sheet:
    """A stylesheet that was fetched from ``url``."""
    lines = {"content-type": "text/css", **headers}
    return Sheet(url, Exchange(url, url, 200, Headers(lines.items()), text.encode()))
