"""The protections that a site uses, and how well: the tests of MDN's HTTP Observatory, and more.

Source: https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring
"""

from siteloupe.capture import Exchange
from siteloupe.detect.security.grade import grade_of, score_of
from siteloupe.detect.security.headers import has_nosniff, header_checks, strict_transport
from siteloupe.detect.security.observatory import observatory_tests
from siteloupe.detect.security.page_checks import page_checks, third_party_scripts
from siteloupe.detect.security.policy import Policy, parse_policies, policy_checks
from siteloupe.document import Loads, Page
from siteloupe.reports.tech_stack import Security, SecurityCheck, SecurityDetail

FRAME_OPTIONS = frozenset({"deny", "sameorigin"})
"""Values of X-Frame-Options that browsers support.

Source: https://html.spec.whatwg.org/multipage/document-lifecycle.html#the-x-frame-options-header
"""


def security(exchange: Exchange, page: Page) -> Security:
    """Return the five protections.

    Browsers ignore HSTS on a page without https: https://www.rfc-editor.org/rfc/rfc6797#section-8.1.
    """
    hsts, https = strict_transport(exchange.headers), exchange.url.startswith("https://")
    return Security(
        https=https,
        hsts=https and hsts is not None and hsts.max_age > 0,
        x_content_type=has_nosniff(exchange.headers),
        content_security_policy=bool(_enforced_policies(exchange, page)),
        x_frame_options=_has_frame_options(exchange),
    )


def security_detail(exchange: Exchange, page: Page, loads: Loads) -> SecurityDetail:
    """Return each protection in detail.

    A page that was cut has no grade: what is behind the cut might change it.
    """
    headers = exchange.headers
    hsts = strict_transport(headers)
    in_headers = parse_policies(headers.all("content-security-policy"))
    policies, scripts = _enforced_policies(exchange, page), third_party_scripts(page)
    tests = list(observatory_tests(exchange, page, policies, in_headers, scripts))
    score = None if exchange.truncated else score_of(tests)
    return SecurityDetail(
        score=score,
        grade=None if score is None else grade_of(score),
        tests=tests,
        hsts_max_age=hsts.max_age if hsts else None,
        hsts_include_sub_domains=hsts is not None and hsts.include_sub_domains,
        hsts_preload=hsts is not None and hsts.preload,
        frame_ancestors=any("frame-ancestors" in policy.directives for policy in in_headers),
        referrer_policy=_join(headers.all("referrer-policy")) or page.meta("referrer"),
        permissions_policy=_join(headers.all("permissions-policy")),
        checks=[
            *header_checks(exchange, page),
            _framing_check(exchange, in_headers),
            *policy_checks(exchange, policies),
            *page_checks(exchange, page, loads, scripts),
        ],
    )


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


def _join(values: tuple[str, ...]) -> str | None:
    return ", ".join(values) or None
