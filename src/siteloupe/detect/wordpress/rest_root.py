"""The root of the REST API: its URL, and the namespaces that it lists.

Source: https://developer.wordpress.org/rest-api/using-the-rest-api/discovery/
"""

import re

from siteloupe.capture import Answer, Exchange
from siteloupe.detect.page.assets import host_of
from siteloupe.detect.page.hosts import Relation, relation
from siteloupe.detect.wordpress.signals import REST_RELATION
from siteloupe.document import Page
from siteloupe.document.json_blocks import parse_json

MAX_NAMESPACES = 500

_LINK_VALUE = re.compile(r'<([^<>]{1,2000}+)>\s*+;[^,<]*?rel="?https://api\.w\.org/"?', re.IGNORECASE)


def rest_root_url(exchange: Exchange, page: Page) -> str:
    """Return the URL to request the namespaces from, on the site's own host only.

    This is the advertised root if there is one, otherwise ``/wp-json/`` of the origin: a site may hide every
    mark of WordPress in its pages and still answer there.
    """
    host = host_of(page.url)
    for url in _advertised_urls(exchange, page):
        if relation(host_of(url), host) is Relation.OWN:
            return _with_fields(url)
    return _with_fields("/".join(page.url.split("/", 3)[:3]) + "/wp-json/")


def namespaces(answer: Answer | None) -> tuple[str, ...]:
    """Return the namespaces that a REST root lists, at most 500; empty without a REST root's answer.

    A root that redirects to another host describes that site, not this one.
    """
    if not isinstance(answer, Exchange) or answer.status != 200:
        return ()
    if relation(host_of(answer.url), host_of(answer.requested)) is not Relation.OWN:
        return ()
    value = parse_json(answer.body.decode("utf-8-sig", "replace"))
    names = value.get("namespaces") if isinstance(value, dict) else None
    if not isinstance(names, list):
        return ()
    return tuple(name[:200] for name in names if isinstance(name, str))[:MAX_NAMESPACES]


def _advertised_urls(exchange: Exchange, page: Page) -> list[str]:
    headers = [match[1] for value in exchange.headers.all("link") for match in _LINK_VALUE.finditer(value)]
    return headers + [link.href for link in page.links if REST_RELATION in link.rel and link.href]


def _with_fields(url: str) -> str:
    """Limit the answer to the namespaces, so that it is small.

    Source: https://developer.wordpress.org/rest-api/using-the-rest-api/global-parameters/#_fields
    """
    return f"{url}{'&' if '?' in url else '?'}_fields=namespaces"
