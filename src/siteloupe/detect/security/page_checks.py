"""Security checks of the page itself: mixed content, the integrity of scripts, and the redirect to https."""

from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from msgspec.structs import replace

from siteloupe.capture import Exchange
from siteloupe.detect.page.assets import host_of
from siteloupe.detect.page.hosts import THIRD_PARTY, relation
from siteloupe.document import Loads, Page
from siteloupe.document.page import Script
from siteloupe.reports.tech_stack import SecurityCheck

CUT = "The page was cut, so this is known of its beginning alone."


def page_checks(
    exchange: Exchange, page: Page, loads: Loads, third_party: Sequence[Script]
) -> Iterator[SecurityCheck]:
    """Check mixed content, the integrity of ``third_party`` scripts, and the redirect to https."""
    for check in (_mixed_content_check(page, loads), _integrity_check(third_party)):
        is_open = exchange.truncated and check.passed is not False
        yield replace(check, passed=None, note=f"{check.note} {CUT}") if is_open else check
    yield _redirect_check(exchange)


def _mixed_content_check(page: Page, loads: Loads) -> SecurityCheck:
    """Check whether a page over https has files with http URLs: https://www.w3.org/TR/mixed-content/."""
    if not page.url.startswith("https://"):
        note = "Only a page served over https can have mixed content."
        return SecurityCheck(name="mixed-content", passed=None, value=None, note=note)
    clear = [url for url in loads.fetched if url.startswith("http://")]
    note = f"{len(clear)} files are named by http:// addresses." if clear else "Every file is named by https."
    return SecurityCheck(name="mixed-content", passed=not clear, value=clear[0] if clear else None, note=note)


def third_party_scripts(page: Page) -> list[Script]:
    """Return the scripts of other sites that a browser runs."""
    home = "/".join(page.url.split("/", 3)[:3]) + "/"  # most scripts come from here
    others = (script for script in page.scripts if script.src and not script.src.startswith(home))
    return [script for script in others if script.is_executable and _is_third_party(script.src, page.url)]


def has_integrity(script: Script) -> bool:
    """Whether a script has an integrity hash: https://www.w3.org/TR/SRI/."""
    return script.attributes.get("integrity", "").startswith("sha")


def _integrity_check(third_party: Sequence[Script]) -> SecurityCheck:
    """Check whether the scripts of other sites have an integrity hash."""
    bare = [script.src for script in third_party if not has_integrity(script)]
    if not third_party:
        note = "No scripts of other sites are loaded."
        return SecurityCheck(name="subresource-integrity", passed=None, value=None, note=note)
    note = (
        f"{len(bare)} of {len(third_party)} scripts of other sites run whatever they have become."
        if bare
        else "Scripts of other sites run only unchanged."
    )
    return SecurityCheck(
        name="subresource-integrity", passed=not bare, value=bare[0] if bare else None, note=note
    )


def _is_third_party(src: str | None, page_url: str) -> bool:
    """Whether a script comes from a host that does not belong to the site."""
    return relation(host_of(src or ""), host_of(page_url)) is THIRD_PARTY


def redirect_urls(exchange: Exchange) -> list[str]:
    """Return the URLs of the first HTTP redirects, the final one last; a redirect inside a page ends them."""
    urls = [exchange.url]
    for hop in reversed(exchange.hops):
        urls = [hop.url, *urls] if 300 <= hop.status < 400 else [hop.url]
    return urls


def _redirect_check(exchange: Exchange) -> SecurityCheck:
    """Check whether the first redirect from http leads to https on the same host, so that HSTS applies."""
    urls = redirect_urls(exchange)
    if not urls[0].startswith("http://"):
        note = "The visit began on https, so the redirect from http was not seen."
        return SecurityCheck(name="https-redirect", passed=None, value=None, note=note)
    if len(urls) == 1:
        note = "The page is served in the clear, without a redirect to https."
        return SecurityCheck(name="https-redirect", passed=False, value=None, note=note)
    first, second = urlsplit(urls[0]), urlsplit(urls[1])
    if second.scheme != "https":
        note = "The first redirect from http does not lead to https."
    elif first.hostname != second.hostname:
        note = "The first redirect leads to https on another host, so HSTS cannot protect this one."
    else:
        note = "The first redirect leads to https on the same host."
    passed = second.scheme == "https" and first.hostname == second.hostname
    return SecurityCheck(name="https-redirect", passed=passed, value=urls[1], note=note)
