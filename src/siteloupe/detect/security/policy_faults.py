"""The Observatory's test of the content security policy: the first fault that is found decides.

Source: https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring
"""

from collections.abc import Callable

from siteloupe.capture import Exchange
from siteloupe.detect.security.policy import Policy
from siteloupe.reports.tech_stack import SecurityTest

NAME = "content-security-policy"

SEND_POLICY = (
    "Content-Security-Policy: default-src 'self'; object-src 'none'; base-uri 'self'; frame-ancestors 'self' "
    "(first as Content-Security-Policy-Report-Only, to see what it would break)"
)

Fault = tuple[Callable[[Policy], bool], int, str, str]
"""Whether a policy has the fault; its points, the result, and what to send instead."""

_PASSIVE = ("img-src", "media-src")


def _allows_injection(policy: Policy) -> bool:
    scripts = policy.scripts
    return policy.allows_inline(scripts) or policy.is_broad(scripts) or policy.is_broad(policy.objects)


def _allows_eval(policy: Policy) -> bool:
    lists = (policy.sources("script-src", "default-src"), policy.sources("style-src", "default-src"))
    return any("'unsafe-eval'" in (sources or ()) for sources in lists)


def _has_clear_sources(policy: Policy, *, passive: bool) -> bool:
    """Whether sources without encryption are allowed, of images and media, or of everything else."""
    names = _PASSIVE if passive else tuple(name for name in policy.directives if name not in _PASSIVE)
    found = (source for name in names for source in policy.directives.get(name, ()))
    return any(source.startswith(("http:", "ftp:")) for source in found)


FAULTS: tuple[Fault, ...] = (
    (
        _allows_injection,
        -20,
        "The policy lets injected scripts or plug-in content run.",
        "script-src 'self' 'nonce-…'; object-src 'none' (without 'unsafe-inline', data:, https: or *)",
    ),
    (
        lambda policy: _has_clear_sources(policy, passive=False),
        -20,
        "The policy lets scripts, styles or frames be loaded over http.",
        "https: sources only",
    ),
    (
        _allows_eval,
        -10,
        "The policy lets text be run as code.",
        "script-src without 'unsafe-eval'",
    ),
    (
        lambda policy: _has_clear_sources(policy, passive=True),
        -10,
        "The policy lets images or media be loaded over http.",
        "img-src and media-src with https: sources only",
    ),
    (
        lambda policy: policy.allows_inline(policy.styles) or policy.is_broad(policy.styles),
        0,
        "The policy lets injected inline styles apply.",
        "style-src 'self' (without 'unsafe-inline', data:, https: or *)",
    ),
)
"""The faults, in the order in which the Observatory looks for them."""


def policy_test(exchange: Exchange, policies: tuple[Policy, ...]) -> SecurityTest:
    """Return the test. A fault counts when every one of the enforced ``policies`` has it."""
    if not policies:
        return SecurityTest(
            name=NAME,
            passed=False,
            points=-25,
            result="No content security policy is enforced.",
            advice=SEND_POLICY,
        )
    secure = exchange.url.startswith("https://")
    for has_fault, points, result, advice in FAULTS:
        if (secure or "over http" not in result) and all(has_fault(policy) for policy in policies):
            return SecurityTest(name=NAME, passed=points == 0, points=points, result=result, advice=advice)
    if any(policy.sources("default-src") == ("'none'",) for policy in policies):
        return SecurityTest(
            name=NAME, passed=True, points=10, result="The policy allows nothing but what it names."
        )
    return SecurityTest(
        name=NAME,
        passed=True,
        points=5,
        result="The policy allows no unsafe sources.",
        advice="default-src 'none', and each directive by itself",
    )
