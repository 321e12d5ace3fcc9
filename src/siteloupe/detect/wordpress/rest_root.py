"""The REST API's root: where it is, and which namespaces it lists.

Source: https://developer.wordpress.org/rest-api/using-the-rest-api/discovery/
"""

import re

from siteloupe.capture import Answer, Exchange
from siteloupe.detect.page.assets import Asset, host_of
from siteloupe.detect.page.hosts import Relation, relation
from siteloupe.detect.wordpress.signals import REST_RELATION, signals_of
from siteloupe.document import Page
from siteloupe.document.json_blocks import parse_json

MAX_NAMESPACES = 500

_LINK_VALUE = re.compile(r'<([^<>]{1,2000}+)>\s*+;[^,<]*?rel="?https://api\.w\.org/"?', re.IGNORECASE)


def rest_root_url(exchange: Exchange, page: Page, assets: tuple[Asset, ...]) -> str | None:
    """Where to ask for the namespaces, on the site's own host only; None when the page is no WordPress's.

    The advertised root if there is one, else ``/wp-json/`` beside the page when signals say WordPress.
    """
    host = host_of(page.url)
    for url in _advertised(exchange, page):
        if relation(host_of(url), host) is Relation.OWN:
            return _with_fields(url)
    if signals_of(exchange, page, assets).signals.count:
        return _with_fields("/".join(page.url.split("/", 3)[:3]) + "/wp-json/")
    return None


def namespaces(answer: Answer | None) -> tuple[str, ...]:
    """The namespaces that a REST root lists, at most 500; empty when it was not asked or is none.

    One that redirects to another host answers for that site, not for this one.
    """
    if not isinstance(answer, Exchange) or answer.status != 200:
        return ()
    if relation(host_of(answer.url), host_of(answer.requested)) is not Relation.OWN:
        return ()
    value = parse_json(answer.body.decode("utf-8-sig", "replace"))
    listed = value.get("namespaces") if isinstance(value, dict) else None
    if not isinstance(listed, list):
        return ()
    return tuple(name[:200] for name in listed if isinstance(name, str))[:MAX_NAMESPACES]


def _advertised(exchange: Exchange, page: Page) -> list[str]:
    headers = [match[1] for value in exchange.headers.all("link") for match in _LINK_VALUE.finditer(value)]
    return headers + [link.href for link in page.links if REST_RELATION in link.rel and link.href]


def _with_fields(url: str) -> str:
    """Asking for the namespaces alone keeps the answer small.

    Source: https://developer.wordpress.org/rest-api/using-the-rest-api/global-parameters/#_fields
    """
    return f"{url}{'&' if '?' in url else '?'}_fields=namespaces"
