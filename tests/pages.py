"""Pages for the tests, built from the few lines that matter."""

from siteloupe.capture import Exchange, Headers
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
