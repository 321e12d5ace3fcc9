"""Content Security Policy: parsed as browsers parse it, and asked what it forbids.

Source: https://www.w3.org/TR/CSP3/
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice

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
