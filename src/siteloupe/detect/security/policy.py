"""The content security policies of a site, parsed as in browsers, and what they forbid.

With several policies, a browser loads only what all of them allow. Source: https://www.w3.org/TR/CSP3/
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from siteloupe.capture import Exchange
from siteloupe.reports.tech_stack import SecurityCheck

MAX_POLICIES = 20
MAX_POLICY = 16_384
"""Most characters of one policy."""

BROAD = frozenset(
    {"*", "http:", "https:", "ws:", "wss:", "ftp:", "http://*", "https://*", "http://*.*", "https://*.*"}
)
"""Sources that allow every host."""

_TRUSTED_STARTS = ("'nonce-", "'sha256-", "'sha384-", "'sha512-")


@dataclass(frozen=True, slots=True)
class Policy:
    """One policy: directives by name, with sources in lower case."""

    directives: Mapping[str, tuple[str, ...]]

    def sources(self, *names: str) -> tuple[str, ...] | None:
        """Return the sources of the first directive of ``names`` in the policy, or None without one."""
        return next((self.directives[name] for name in names if name in self.directives), None)

    @property
    def scripts(self) -> tuple[str, ...] | None:
        """The sources of scripts; with ``'strict-dynamic'`` only nonces and hashes count."""
        return _effective_sources(self.sources("script-src-elem", "script-src", "default-src"))

    @property
    def styles(self) -> tuple[str, ...] | None:
        """The sources of styles."""
        return _effective_sources(self.sources("style-src-elem", "style-src", "default-src"))

    @property
    def objects(self) -> tuple[str, ...] | None:
        """The sources of plug-in content."""
        return self.sources("object-src", "default-src")

    @property
    def allows_eval(self) -> bool:
        """Whether a page may run text as code."""
        sources = self.sources("script-src", "default-src")
        return sources is None or "'unsafe-eval'" in sources

    def allows_inline(self, sources: tuple[str, ...] | None) -> bool:
        """Whether inline code may run: without sources, or with a source that allows it."""
        return sources is None or "'unsafe-inline'" in sources or "data:" in sources

    def is_broad(self, sources: tuple[str, ...] | None) -> bool:
        """Whether content of every host is allowed."""
        return sources is None or not BROAD.isdisjoint(sources)

    @property
    def insecure_sources(self) -> tuple[str, ...]:
        """Sources without encryption."""
        return tuple(
            source
            for sources in self.directives.values()
            for source in sources
            if source.startswith(("http:", "ftp:", "ws:"))
        )


def parse_policies(values: Iterable[str]) -> tuple[Policy, ...]:
    """Parse the policies in header values; commas separate policies, semicolons separate directives."""
    texts = (
        text[:MAX_POLICY]
        for value in values
        for text in value[: MAX_POLICY * MAX_POLICIES].split(",")[:MAX_POLICIES]
    )
    parsed = (Policy(directives) for directives in map(_parse_directives, texts) if directives)
    return tuple(islice(parsed, MAX_POLICIES))


def _parse_directives(text: str) -> dict[str, tuple[str, ...]]:
    """Parse the directives of one policy; the first of two equal directives counts.

    Source: https://www.w3.org/TR/CSP3/#parse-serialized-policy
    """
    directives: dict[str, tuple[str, ...]] = {}
    for token in text.split(";"):
        name, *sources = token.lower().split()[:200] or [""]
        if name and name.isascii():
            directives.setdefault(name[:100], tuple(source[:300] for source in sources))
    return directives


def _effective_sources(sources: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """Return the sources that current browsers apply: a nonce or hash disables ``'unsafe-inline'``.

    Source: https://www.w3.org/TR/CSP3/#match-element-to-source-list
    """
    if sources is None or not any(source.startswith(_TRUSTED_STARTS) for source in sources):
        return sources
    if "'strict-dynamic'" in sources:
        return tuple(source for source in sources if source.startswith("'") and source not in _OVERRIDDEN)
    return tuple(source for source in sources if source != "'unsafe-inline'")


_OVERRIDDEN = frozenset({"'unsafe-inline'", "'self'"})
"""Sources that ``'strict-dynamic'`` disables besides hosts and schemes."""


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
        lambda policy: not policy.allows_eval,
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
        lambda policy: not policy.is_broad(policy.sources("default-src")),
        "What no other directive covers is restricted too.",
        "What no directive covers is unrestricted: there is no default-src, or it allows every host.",
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
"""For each check: its name, its directive, the test, and the sentences for passing and failing."""


def policy_checks(exchange: Exchange, policies: tuple[Policy, ...]) -> Iterator[SecurityCheck]:
    """Check that there is a policy and, when there is one, what it forbids."""
    reported = exchange.headers.get("content-security-policy-report-only")
    if not policies:
        note = "No content security policy is enforced" + ("; one is only reported on." if reported else ".")
        yield SecurityCheck(name="csp", passed=False, value=reported, note=note)
        return
    yield SecurityCheck(
        name="csp", passed=True, value=_policy_text(policies), note="A content security policy is enforced."
    )
    for name, directive, forbids, good, bad in CHECKS:
        forbidding = next((policy for policy in policies if forbids(policy)), None)
        value = _deciding_directive(forbidding or policies[0], directive)
        yield SecurityCheck(
            name=name, passed=forbidding is not None, value=value, note=good if forbidding else bad
        )
    if exchange.url.startswith("https://"):
        yield _encryption_check(policies)


def _encryption_check(policies: tuple[Policy, ...]) -> SecurityCheck:
    weakest = min((policy.insecure_sources for policy in policies), key=len)
    return SecurityCheck(
        name="csp-encrypted-sources",
        passed=not weakest,
        value=" ".join(weakest[:10]) or None,
        note="Content may be loaded in the clear." if weakest else "Content is only loaded encrypted.",
    )


def _deciding_directive(policy: Policy, name: str) -> str | None:
    """Return the text of the directive that decides."""
    fallbacks = (name,) if name in {"base-uri", "form-action"} else (name, "default-src")
    deciding = next((each for each in fallbacks if each in policy.directives), None)
    return " ".join((deciding, *policy.directives[deciding])) if deciding else None


def _policy_text(policies: tuple[Policy, ...]) -> str:
    """Return the text of the policies, at most 1,000 characters."""
    texts = (
        "; ".join(" ".join((name, *sources)) for name, sources in policy.directives.items())
        for policy in policies
    )
    return ", ".join(texts)[:1000]
