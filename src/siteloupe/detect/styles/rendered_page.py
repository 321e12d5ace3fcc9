"""The document of a rendered page, as an exchange like that of the page itself."""

from dataclasses import replace

from siteloupe.capture import Exchange, Headers
from siteloupe.rendered import Rendered

_OF_THE_BODY = frozenset({"content-type", "content-encoding", "content-length"})


def page_of_rendered(page: Exchange, rendered: Rendered) -> Exchange:
    """Return ``page`` with the document that the browser showed in the end; its headers stay."""
    kept = [(name, value) for name, value in page.headers if name not in _OF_THE_BODY]
    return replace(
        page,
        url=rendered.url if rendered.url.startswith(("http://", "https://")) else page.url,
        headers=Headers([*kept, ("content-type", "text/html; charset=utf-8")]),
        body=rendered.html.encode("utf-8", "replace"),
    )
