"""What the page's markup and the redirects to it say about its safety."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from siteloupe.capture import Exchange
from siteloupe.detect.page.assets import host_of
from siteloupe.detect.page.hosts import Relation, relation
from siteloupe.document import Loads, Page
from siteloupe.reports.tech_stack import SecurityCheck

UNREAD = "The page could not be read."


def page_checks(exchange: Exchange, page: Page | None, loads: Loads | None) -> Iterator[SecurityCheck]:
    """Mixed content, integrity of others' scripts, and the redirect to https.

    ``page`` and ``loads`` are None where the page could not be read.
    """
    yield _mixed_content(page, loads)
    yield _integrity(page)
    yield _redirect(exchange)


def _mixed_content(page: Page | None, loads: Loads | None) -> SecurityCheck:
    """Whether a page over https names files in the clear: https://www.w3.org/TR/mixed-content/."""
    if page is None or loads is None or not page.url.startswith("https://"):
        note = UNREAD if page is None else "Only a page served over https can have mixed content."
        return SecurityCheck(name="mixed-content", passed=None, value=None, note=note)
    clear = [url for url in loads.fetched if url.startswith("http://")]
    note = f"{len(clear)} files are named by http:// addresses." if clear else "Every file is named by https."
    return SecurityCheck(name="mixed-content", passed=not clear, value=clear[0] if clear else None, note=note)


def _integrity(page: Page | None) -> SecurityCheck:
    """Whether scripts of other sites are pinned to their content: https://www.w3.org/TR/SRI/."""
    if page is None:
        return SecurityCheck(name="subresource-integrity", passed=None, value=None, note=UNREAD)
    home = "/".join(page.url.split("/", 3)[:3]) + "/"  # most scripts come from there
    others = (script for script in page.scripts if script.src and not script.src.startswith(home))
    foreign = [script for script in others if script.is_executable and _is_foreign(script.src, page.url)]
    bare = [script.src for script in foreign if not script.attributes.get("integrity", "").startswith("sha")]
    if not foreign:
        note = "No scripts of other sites are loaded."
        return SecurityCheck(name="subresource-integrity", passed=None, value=None, note=note)
    note = (
        f"{len(bare)} of {len(foreign)} scripts of other sites run whatever they have become."
        if bare
        else "Scripts of other sites run only unchanged."
    )
    return SecurityCheck(
        name="subresource-integrity", passed=not bare, value=bare[0] if bare else None, note=note
    )


def _is_foreign(src: str | None, page_url: str) -> bool:
    """Whether a script comes from a host that is not the site's."""
    return relation(host_of(src or ""), host_of(page_url)) is Relation.FOREIGN


def _redirected(exchange: Exchange) -> list[str]:
    """The URLs that the first redirects led through; a page that leads on by itself ends them."""
    way = [exchange.url]
    for hop in reversed(exchange.hops):
        way = [hop.url, *way] if 300 <= hop.status < 400 else [hop.url]
    return way


def _redirect(exchange: Exchange) -> SecurityCheck:
    """Whether the way from http led to https at once, and on the same host, where HSTS can take hold."""
    way = _redirected(exchange)
    if not way[0].startswith("http://"):
        note = "The visit began on https, so the redirect from http was not seen."
        return SecurityCheck(name="https-redirect", passed=None, value=None, note=note)
    if len(way) == 1:
        note = "The page is served in the clear, without a redirect to https."
        return SecurityCheck(name="https-redirect", passed=False, value=None, note=note)
    first, second = urlsplit(way[0]), urlsplit(way[1])
    if second.scheme != "https":
        note = "The first redirect from http does not lead to https."
    elif first.hostname != second.hostname:
        note = "The first redirect leads to https on another host, so HSTS cannot protect this one."
    else:
        note = "The first redirect leads to https on the same host."
    passed = second.scheme == "https" and first.hostname == second.hostname
    return SecurityCheck(name="https-redirect", passed=passed, value=way[1], note=note)
