"""What a site's content security policies forbid. With several, a thing is forbidden when one forbids it."""

from collections.abc import Callable, Iterator

from siteloupe.capture import Exchange
from siteloupe.detect.content_policy import Policy
from siteloupe.reports.tech_stack import SecurityCheck

Forbids = Callable[[Policy], bool]

CHECKS: tuple[tuple[str, str, Forbids, str, str], ...] = (
    (
        "csp-inline-scripts",
        "script-src",
        lambda policy: not policy.allows_inline(policy.scripts),
        "Injected inline scripts do not run.",
        "Injected inline scripts would run: 'unsafe-inline' or data: is allowed, or nothing forbids it.",
    ),
    (
        "csp-eval",
        "script-src",
        lambda policy: not policy.evaluates,
        "Text cannot be run as code.",
        "Text may be run as code: 'unsafe-eval' is allowed, or nothing restricts scripts.",
    ),
    (
        "csp-script-sources",
        "script-src",
        lambda policy: not policy.is_broad(policy.scripts),
        "Scripts come from named places only.",
        "Scripts may come from anywhere.",
    ),
    (
        "csp-inline-styles",
        "style-src",
        lambda policy: not policy.allows_inline(policy.styles),
        "Injected inline styles do not apply.",
        "Injected inline styles would apply.",
    ),
    (
        "csp-default",
        "default-src",
        lambda policy: "default-src" in policy.directives,
        "What no other directive covers is restricted too.",
        "What no directive covers is unrestricted: there is no default-src.",
    ),
    (
        "csp-objects",
        "object-src",
        lambda policy: not policy.is_broad(policy.objects),
        "Plug-in content is restricted.",
        "Plug-in content may come from anywhere.",
    ),
    (
        "csp-base-uri",
        "base-uri",
        lambda policy: not policy.is_broad(policy.sources("base-uri")),
        "An injected <base> cannot lead the page's own links elsewhere.",
        "An injected <base> could lead the page's own links elsewhere: base-uri is not restricted.",
    ),
    (
        "csp-form-action",
        "form-action",
        lambda policy: not policy.is_broad(policy.sources("form-action")),
        "Forms can only be sent to named places.",
        "An injected form could be sent anywhere: form-action is not restricted.",
    ),
)
"""Name, directive shown, the test, and the sentences for passing and failing."""


def policy_checks(exchange: Exchange, found: tuple[Policy, ...]) -> Iterator[SecurityCheck]:
    """One check for the policy itself, then, where there is one, those of what it forbids."""
    reported = exchange.headers.get("content-security-policy-report-only")
    if not found:
        note = "No content security policy is enforced" + ("; one is only reported on." if reported else ".")
        yield SecurityCheck(name="csp", passed=False, value=reported, note=note)
        return
    yield SecurityCheck(
        name="csp", passed=True, value=_shown(found), note="A content security policy is enforced."
    )
    for name, directive, forbids, good, bad in CHECKS:
        forbidding = next((policy for policy in found if forbids(policy)), None)
        value = _directive(forbidding or found[0], directive)
        yield SecurityCheck(
            name=name, passed=forbidding is not None, value=value, note=good if forbidding else bad
        )
    if exchange.url.startswith("https://"):
        yield _in_the_clear(found)


def _in_the_clear(found: tuple[Policy, ...]) -> SecurityCheck:
    weakest = min((policy.insecure for policy in found), key=len)
    return SecurityCheck(
        name="csp-encrypted-sources",
        passed=not weakest,
        value=" ".join(weakest[:10]) or None,
        note="Content may be loaded in the clear." if weakest else "Content is only loaded encrypted.",
    )


def _directive(policy: Policy, name: str) -> str | None:
    """The directive that decides, as it reads."""
    fallbacks = (name,) if name in {"base-uri", "form-action"} else (name, "default-src")
    found = next((each for each in fallbacks if each in policy.directives), None)
    return " ".join((found, *policy.directives[found])) if found else None


def _shown(found: tuple[Policy, ...]) -> str:
    """The policies as they read, a bounded part of them."""
    texts = (
        "; ".join(" ".join((name, *sources)) for name, sources in policy.directives.items())
        for policy in found
    )
    return ", ".join(texts)[:1000]
