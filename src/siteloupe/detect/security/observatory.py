"""The ten tests of MDN's HTTP Observatory, judged by one visit, with what to send instead.

Tests and points: https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring. What one visit
cannot show (cross-origin sharing, the browsers' preload list, mostly the redirect from http) costs no points.
"""

from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from siteloupe.capture import Exchange, Headers
from siteloupe.detect.security.cookie_flags import cookies_test
from siteloupe.detect.security.headers import (
    OPEN_REFERRERS,
    PRIVATE_REFERRERS,
    SIX_MONTHS,
    has_nosniff,
    strict_transport,
)
from siteloupe.detect.security.page_checks import has_integrity, redirect_urls
from siteloupe.detect.security.policy import Policy
from siteloupe.detect.security.policy_faults import policy_test
from siteloupe.document import Page
from siteloupe.document.page import Script
from siteloupe.reports.tech_stack import SecurityTest

SEND_HSTS = "Strict-Transport-Security: max-age=31536000; includeSubDomains"
SEND_NOSNIFF = "X-Content-Type-Options: nosniff"
SEND_REFERRER = "Referrer-Policy: strict-origin-when-cross-origin"
SEND_ANCESTORS = "Content-Security-Policy: frame-ancestors 'self'"

RESOURCE_POLICIES = {"same-origin": 10, "same-site": 10, "cross-origin": 0}
"""The values of Cross-Origin-Resource-Policy, and their points."""


def observatory_tests(
    exchange: Exchange,
    page: Page,
    policies: tuple[Policy, ...],
    in_headers: tuple[Policy, ...],
    third_party: Sequence[Script],
) -> Iterator[SecurityTest]:
    """Return the ten tests.

    ``policies`` are all enforced policies, ``in_headers`` those of the headers, ``third_party`` the scripts
    of other sites.
    """
    headers = exchange.headers
    yield policy_test(exchange, policies)
    yield cookies_test(headers, hsts=_has_hsts(exchange))
    yield SecurityTest(
        name="cross-origin-resource-sharing",
        passed=None,
        points=0,
        result="Not tested: a visit without an Origin does not show which other sites may read answers.",
    )
    yield _redirection_test(exchange)
    yield _referrer_test(headers, page)
    yield _transport_test(exchange)
    yield _integrity_test(exchange, third_party)
    yield _sniffing_test(headers)
    yield _framing_test(headers, in_headers)
    yield _resource_test(headers)


def _redirection_test(exchange: Exchange) -> SecurityTest:
    urls = redirect_urls(exchange)
    first = urlsplit(urls[0])
    second = urlsplit(urls[1]) if len(urls) > 1 else first
    advice = f"301 to https://{first.netloc}{first.path or '/'}"
    if first.scheme == "https":
        points, result = 0, "Not tested: the visit began with https."
    elif not exchange.url.startswith("https://"):
        points, result = -20, "The page is served over http, without a redirect to https."
    elif second.scheme != "https":
        points, result = -10, "The first redirect leads to another http address."
    elif first.hostname != second.hostname:
        points, result = -5, "The first redirect leads to another host, so HSTS cannot protect this one."
    else:
        points, result = 0, "The first redirect leads to https on the same host."
    passed = None if first.scheme == "https" else points == 0
    return SecurityTest(
        name="redirection",
        passed=passed,
        points=points,
        result=result,
        advice=advice if points else None,
    )


def _referrer_test(headers: Headers, page: Page) -> SecurityTest:
    lines = [*headers.all("referrer-policy"), *filter(None, [page.meta("referrer")])]
    words = [word.strip().lower() for line in lines for word in line[:500].split(",")]
    known = [word for word in words if word in PRIVATE_REFERRERS | OPEN_REFERRERS]
    if not lines:
        points, result = 0, "No referrer policy is sent; browsers send other sites the origin only."
    elif known and known[-1] in PRIVATE_REFERRERS:
        points, result = 5, "Other sites get at most the origin that a visitor comes from."
    elif known:
        points, result = -5, "Other sites may get the full address that a visitor comes from."
    else:
        points, result = -5, "Browsers know none of the stated policies."
    return SecurityTest(
        name="referrer-policy",
        passed=points >= 0,
        points=points,
        result=result,
        advice=None if points > 0 else SEND_REFERRER,
    )


def _has_hsts(exchange: Exchange) -> bool:
    found = strict_transport(exchange.headers)
    return exchange.url.startswith("https://") and found is not None and found.max_age >= SIX_MONTHS


def _transport_test(exchange: Exchange) -> SecurityTest:
    found = strict_transport(exchange.headers)
    advice: str | None = SEND_HSTS
    if not exchange.url.startswith("https://"):
        points, result, advice = -20, "The page is served without https.", f"https, then {SEND_HSTS}"
    elif found is None:
        points, result = -20, "Browsers are not told to use https only."
    elif found.max_age < SIX_MONTHS:
        points, result = -10, "Browsers are told to use https only for less than six months."
    else:
        points, result, advice = 0, "Browsers use https only, for six months at least.", None
    return SecurityTest(
        name="strict-transport-security", passed=points == 0, points=points, result=result, advice=advice
    )


def _integrity_test(exchange: Exchange, scripts: Sequence[Script]) -> SecurityTest:
    """Judge the scripts of other sites: https://www.w3.org/TR/SRI/."""
    bare = [script for script in scripts if not has_integrity(script)]
    clear = [script for script in scripts if (script.src or "").startswith("http://")]
    advice: str | None = '<script src="https://…" integrity="sha384-…" crossorigin="anonymous">'
    if clear:
        points = -50 if any(not has_integrity(script) for script in clear) else -20
        result = f"{len(clear)} of {len(scripts)} scripts of other sites are loaded over http."
    elif bare:
        points, result = -5, f"{len(bare)} of {len(scripts)} scripts of other sites have no integrity hash."
    elif scripts:
        points, result, advice = 5, "All scripts of other sites have an integrity hash.", None
    else:
        points, result, advice = 0, "No scripts of other sites are in the HTML.", None
    passed: bool | None = points >= 0
    if passed and (exchange.truncated or not scripts):
        passed = None  # behind the cut there may be others
    return SecurityTest(
        name="subresource-integrity", passed=passed, points=points, result=result, advice=advice
    )


def _sniffing_test(headers: Headers) -> SecurityTest:
    passed = has_nosniff(headers)
    return SecurityTest(
        name="x-content-type-options",
        passed=passed,
        points=0 if passed else -5,
        result="Browsers keep to the stated content types."
        if passed
        else "Browsers may guess content types.",
        advice=None if passed else SEND_NOSNIFF,
    )


def _framing_test(headers: Headers, in_headers: tuple[Policy, ...]) -> SecurityTest:
    ancestors = [(policy, policy.sources("frame-ancestors")) for policy in in_headers]
    named = [(policy, sources) for policy, sources in ancestors if sources is not None]
    option = (headers.get("x-frame-options") or "").strip().lower()
    advice: str | None = SEND_ANCESTORS
    if any(not policy.is_broad(sources) for policy, sources in named):
        points, result, advice = 5, "The content security policy says which sites may frame the page.", None
    elif not named and option in {"deny", "sameorigin"}:
        points, result = 0, "X-Frame-Options keeps other sites from framing the page."
    elif not named and option.startswith("allow-from "):
        points, result = 0, "X-Frame-Options has ALLOW-FROM, which browsers no longer know."
    else:
        points, result = -20, "Any site may show the page in a frame."
    return SecurityTest(
        name="x-frame-options", passed=points >= 0, points=points, result=result, advice=advice
    )


def _resource_test(headers: Headers) -> SecurityTest:
    """Judge the header: https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header."""
    value = headers.get("cross-origin-resource-policy")
    if value is None:
        return SecurityTest(
            name="cross-origin-resource-policy",
            passed=None,
            points=0,
            result="Other sites may embed the page's answer; no policy is sent.",
            advice="Cross-Origin-Resource-Policy: same-origin",
        )
    points = RESOURCE_POLICIES.get(value.strip().lower(), -5)
    results = {
        10: "Other sites cannot embed the page's answer.",
        0: "Every site may embed the page's answer.",
    }
    return SecurityTest(
        name="cross-origin-resource-policy",
        passed=points >= 0,
        points=points,
        result=results.get(points, "Browsers do not know the stated policy."),
        advice=None if points > 0 else "Cross-Origin-Resource-Policy: same-origin",
    )
