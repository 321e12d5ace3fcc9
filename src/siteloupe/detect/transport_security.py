"""HTTP Strict Transport Security.

Source: https://www.rfc-editor.org/rfc/rfc6797#section-6.1
"""

from dataclasses import dataclass

from siteloupe.capture import Headers

SIX_MONTHS = 15_768_000
"""Seconds that MDN's HTTP Observatory asks for at least.

Source: https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring
"""

ONE_YEAR = 31_536_000
"""Seconds that the browsers' preload list asks for: https://hstspreload.org/#submission-requirements."""


@dataclass(frozen=True, slots=True)
class StrictTransport:
    """What the first ``Strict-Transport-Security`` line says; ``max_age`` in seconds."""

    value: str
    max_age: int
    include_sub_domains: bool
    preload: bool

    @property
    def may_be_preloaded(self) -> bool:
        """Whether the browsers' preload list would take the site."""
        return self.preload and self.include_sub_domains and self.max_age >= ONE_YEAR


def strict_transport(headers: Headers) -> StrictTransport | None:
    """The policy, or None without a valid one: only the first line counts, and it must state a max-age."""
    value = headers.get("strict-transport-security")
    if value is None:
        return None
    directives: dict[str, str] = {}
    for part in value[:1000].split(";"):
        name, _, given = part.partition("=")
        directives.setdefault(name.strip().lower(), given.strip().strip('"'))
    age = directives.get("max-age", "")
    if not (age.isascii() and age.isdigit()):
        return None
    return StrictTransport(
        value=value,
        max_age=min(int(age[:15]), 10**12),
        include_sub_domains="includesubdomains" in directives,
        preload="preload" in directives,
    )
