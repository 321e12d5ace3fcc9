"""The protections that a site uses, and how well: the tests of MDN's HTTP Observatory, and more.

Source: https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring
"""

from collections.abc import Iterator
from urllib.parse import urlsplit

from msgspec.structs import replace

from siteloupe.capture import Exchange
from siteloupe.detect.page.assets import host_of
from siteloupe.detect.page.hosts import Relation, relation
from siteloupe.detect.security.headers import header_checks, strict_transport
from siteloupe.detect.security.policy import Policy, parse_policies, policy_checks
from siteloupe.document import Loads, Page
from siteloupe.reports.tech_stack import Security, SecurityCheck, SecurityDetail

FRAME_OPTIONS = frozenset({"deny", "sameorigin"})
"""Values of X-Frame-Options that browsers support.

Source: https://html.spec.whatwg.org/multipage/document-lifecycle.html#the-x-frame-options-header
"""

CUT = "The page was cut, so this is known of its beginning alone."


def security(exchange: Exchange, page: Page) -> Security:
    """Return the five protections.

    Browsers ignore HSTS on a page without https: https://www.rfc-editor.org/rfc/rfc6797#section-8.1.
    """
    hsts, https = strict_transport(exchange.headers), exchange.url.startswith("https://")
    return Security(
        https=https,
        hsts=https and hsts is not None and hsts.max_age > 0,
        x_content_type=_has_nosniff(exchange),
        content_security_policy=bool(_enforced_policies(exchange, page)),
        x_frame_options=_has_frame_options(exchange),
    )


def security_detail(exchange: Exchange, page: Page, loads: Loads) -> SecurityDetail:
    """Return each protection in detail."""
    headers = exchange.headers
    hsts = strict_transport(headers)
    in_headers = parse_policies(headers.all("content-security-policy"))
    return SecurityDetail(
        hsts_max_age=hsts.max_age if hsts else None,
        hsts_include_sub_domains=hsts is not None and hsts.include_sub_domains,
        hsts_preload=hsts is not None and hsts.preload,
        frame_ancestors=any("frame-ancestors" in policy.directives for policy in in_headers),
        referrer_policy=_join(headers.all("referrer-policy")) or page.meta("referrer"),
        permissions_policy=_join(headers.all("permissions-policy")),
        checks=list(_checks(exchange, page, loads, in_headers)),
    )


def _checks(
    exchange: Exchange, page: Page, loads: Loads, in_headers: tuple[Policy, ...]
) -> Iterator[SecurityCheck]:
    yield from header_checks(exchange, page)
    yield _framing_check(exchange, in_headers)
    yield from policy_checks(exchange, _enforced_policies(exchange, page))
    yield from page_checks(exchange, page, loads)


def _enforced_policies(exchange: Exchange, page: Page) -> tuple[Policy, ...]:
    """Return the enforced policies: those of the headers, then those of ``<meta http-equiv>``."""
    metas = (meta.content for meta in page.metas if meta.name == "content-security-policy")
    return parse_policies((*exchange.headers.all("content-security-policy"), *metas))


def _framing_check(exchange: Exchange, in_headers: tuple[Policy, ...]) -> SecurityCheck:
    """Check whether one of the two headers forbids framing; a ``<meta>`` cannot forbid it."""
    ancestors = [policy.sources("frame-ancestors") for policy in in_headers]
    named = [sources for sources in ancestors if sources is not None]
    narrow = any(not in_headers[0].is_broad(sources) for sources in named)
    passed = narrow or (not named and _has_frame_options(exchange))
    value = " ".join(("frame-ancestors", *named[0])) if named else exchange.headers.get("x-frame-options")
    return SecurityCheck(
        name="framing",
        passed=passed,
        value=value,
        note="Other sites cannot show this page in a frame and have visitors click on it unawares."
        if passed
        else "Any site may show this page in a frame and have visitors click on it unawares.",
    )


def _has_frame_options(exchange: Exchange) -> bool:
    values = {
        value.strip().lower()
        for line in exchange.headers.all("x-frame-options")
        for value in line[:500].split(",")
    }
    return len(values) == 1 and values <= FRAME_OPTIONS


def _has_nosniff(exchange: Exchange) -> bool:
    """Whether the first value is ``nosniff``: https://fetch.spec.whatwg.org/#x-content-type-options-header."""
    value = exchange.headers.get("x-content-type-options") or ""
    return value.partition(",")[0].strip().lower() == "nosniff"


def _join(values: tuple[str, ...]) -> str | None:
    return ", ".join(values) or None


def page_checks(exchange: Exchange, page: Page, loads: Loads) -> Iterator[SecurityCheck]:
    """Check mixed content, the integrity of third-party scripts, and the redirect to https."""
    for check in (_mixed_content_check(page, loads), _integrity_check(page)):
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


def _integrity_check(page: Page) -> SecurityCheck:
    """Check whether third-party scripts have an integrity hash: https://www.w3.org/TR/SRI/."""
    home = "/".join(page.url.split("/", 3)[:3]) + "/"  # most scripts come from here
    others = (script for script in page.scripts if script.src and not script.src.startswith(home))
    third_party = [
        script for script in others if script.is_executable and _is_third_party(script.src, page.url)
    ]
    bare = [
        script.src for script in third_party if not script.attributes.get("integrity", "").startswith("sha")
    ]
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
    return relation(host_of(src or ""), host_of(page_url)) is Relation.THIRD_PARTY


def _redirect_urls(exchange: Exchange) -> list[str]:
    """Return the URLs of the first HTTP redirects; a redirect inside a page ends them."""
    urls = [exchange.url]
    for hop in reversed(exchange.hops):
        urls = [hop.url, *urls] if 300 <= hop.status < 400 else [hop.url]
    return urls


def _redirect_check(exchange: Exchange) -> SecurityCheck:
    """Check whether the first redirect from http leads to https on the same host, so that HSTS applies."""
    urls = _redirect_urls(exchange)
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
