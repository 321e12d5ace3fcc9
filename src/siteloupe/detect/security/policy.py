"""The content security policies of a site: parsed as browsers parse them, and what they forbid.

Of several policies, each must allow a thing. Source: https://www.w3.org/TR/CSP3/
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from siteloupe.capture import Exchange
from siteloupe.reports.tech_stack import SecurityCheck

MAX_POLICIES = 20
MAX_POLICY = 16_384
"""Characters of one policy that are read."""

BROAD = frozenset(
    {"*", "http:", "https:", "ws:", "wss:", "ftp:", "http://*", "https://*", "http://*.*", "https://*.*"}
)
"""Sources that let in whoever wants to."""

_TRUSTED_STARTS = ("'nonce-", "'sha256-", "'sha384-", "'sha512-")


@dataclass(frozen=True, slots=True)
class Policy:
    """One policy: directives by name, sources in lower case."""

    directives: Mapping[str, tuple[str, ...]]

    def sources(self, *names: str) -> tuple[str, ...] | None:
        """The sources of the first of ``names`` that is set, or None when the policy leaves it open."""
        return next((self.directives[name] for name in names if name in self.directives), None)

    @property
    def scripts(self) -> tuple[str, ...] | None:
        """What scripts may come from; with ``'strict-dynamic'`` only what a nonce or hash vouches for."""
        return _effective(self.sources("script-src-elem", "script-src", "default-src"))

    @property
    def styles(self) -> tuple[str, ...] | None:
        """What styles may come from."""
        return _effective(self.sources("style-src-elem", "style-src", "default-src"))

    @property
    def objects(self) -> tuple[str, ...] | None:
        """What plug-in content may come from."""
        return self.sources("object-src", "default-src")

    @property
    def evaluates(self) -> bool:
        """Whether text may be run as code."""
        sources = self.sources("script-src", "default-src")
        return sources is None or "'unsafe-eval'" in sources

    def allows_inline(self, sources: tuple[str, ...] | None) -> bool:
        """Whether anything inline may run: nothing forbids it, or a source lets it."""
        return sources is None or "'unsafe-inline'" in sources or "data:" in sources

    def is_broad(self, sources: tuple[str, ...] | None) -> bool:
        """Whether anybody's content may come."""
        return sources is None or not BROAD.isdisjoint(sources)

    @property
    def insecure(self) -> tuple[str, ...]:
        """Sources that may be loaded in the clear."""
        return tuple(
            source
            for sources in self.directives.values()
            for source in sources
            if source.startswith(("http:", "ftp:", "ws:"))
        )


def policies(values: Iterable[str]) -> tuple[Policy, ...]:
    """The policies in header values: commas part policies, semicolons directives; empty ones are none."""
    texts = (
        text[:MAX_POLICY]
        for value in values
        for text in value[: MAX_POLICY * MAX_POLICIES].split(",")[:MAX_POLICIES]
    )
    found = (Policy(directives) for directives in map(_directives, texts) if directives)
    return tuple(islice(found, MAX_POLICIES))


def _directives(text: str) -> dict[str, tuple[str, ...]]:
    """Of a directive that is written twice, the first counts.

    Source: https://www.w3.org/TR/CSP3/#parse-serialized-policy
    """
    directives: dict[str, tuple[str, ...]] = {}
    for token in text.split(";"):
        name, *sources = token.lower().split()[:200] or [""]
        if name and name.isascii():
            directives.setdefault(name[:100], tuple(source[:300] for source in sources))
    return directives


def _effective(sources: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """Sources as browsers of today read them: a nonce or hash switches ``'unsafe-inline'`` off.

    Source: https://www.w3.org/TR/CSP3/#match-element-to-source-list
    """
    if sources is None or not any(source.startswith(_TRUSTED_STARTS) for source in sources):
        return sources
    if "'strict-dynamic'" in sources:
        return tuple(source for source in sources if source.startswith("'") and source not in _OVERRIDDEN)
    return tuple(source for source in sources if source != "'unsafe-inline'")


_OVERRIDDEN = frozenset({"'unsafe-inline'", "'self'"})
"""What ``'strict-dynamic'`` switches off besides hosts and schemes."""


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
