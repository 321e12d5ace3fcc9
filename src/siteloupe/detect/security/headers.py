"""Security checks of the response headers: transport, content types, referrers, isolation and cookies.

Only names and flags of cookies are read, never values: https://www.rfc-editor.org/rfc/rfc6265 and,
for SameSite and the name prefixes, https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis.
Strict-Transport-Security: https://www.rfc-editor.org/rfc/rfc6797#section-6.1.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from siteloupe.capture import Exchange, Headers
from siteloupe.document import Page
from siteloupe.reports.tech_stack import SecurityCheck

MAX_COOKIES = 100


@dataclass(frozen=True, slots=True)
class Cookie:
    """One ``Set-Cookie``: ``same_site`` is in lower case, empty when it is not stated."""

    name: str
    secure: bool
    http_only: bool
    same_site: str
    has_domain: bool
    path: str

    @property
    def is_session(self) -> bool:
        """True for a cookie whose name suggests that it keeps a visitor signed in."""
        return any(word in self.name.lower() for word in ("sess", "login", "auth", "logged_in"))

    @property
    def matches_its_prefix(self) -> bool:
        """False when a browser rejects the cookie, because it breaks the rules of its name prefix."""
        name = self.name.lower()
        if name.startswith("__host-"):
            return self.secure and not self.has_domain and self.path == "/"
        return self.secure or not name.startswith("__secure-")

    @property
    def has_same_site(self) -> bool:
        """Whether SameSite has a value that browsers support; ``none`` is valid on secure cookies only."""
        return self.same_site in {"lax", "strict"} or (self.same_site == "none" and self.secure)


def cookies(headers: Headers) -> tuple[Cookie, ...]:
    """Return every cookie in the headers, at most 100, without lines that have no name."""
    parsed = (_parse_cookie(line) for line in headers.all("set-cookie")[:MAX_COOKIES])
    return tuple(cookie for cookie in parsed if cookie is not None)


def _parse_cookie(line: str) -> Cookie | None:
    pair, *attributes = line[:8192].split(";")
    name, equals, _ = pair.partition("=")
    if not equals or not name.strip():
        return None
    values = {}
    for attribute in attributes[:20]:
        key, _, value = attribute.partition("=")
        values[key.strip().lower()] = value.strip()
    return Cookie(
        name=name.strip()[:100],
        secure="secure" in values,
        http_only="httponly" in values,
        same_site=values.get("samesite", "").lower()[:20],
        has_domain=bool(values.get("domain")),
        path=values.get("path", ""),
    )


SIX_MONTHS = 15_552_000
"""The least max-age that MDN's HTTP Observatory accepts as six months, in seconds: 180 days.

Source: https://github.com/mdn/mdn-http-observatory/blob/main/src/analyzer/tests/strict-transport-security.js
"""

ONE_YEAR = 31_536_000
"""The least max-age for the browsers' preload list: https://hstspreload.org/#submission-requirements."""


@dataclass(frozen=True, slots=True)
class StrictTransport:
    """The first ``Strict-Transport-Security`` line; ``max_age`` is in seconds."""

    value: str
    max_age: int
    include_sub_domains: bool
    preload: bool

    @property
    def is_preloadable(self) -> bool:
        """Whether the site meets the requirements of the browsers' preload list."""
        return self.preload and self.include_sub_domains and self.max_age >= ONE_YEAR


def strict_transport(headers: Headers) -> StrictTransport | None:
    """Return the policy, or None without a valid one: only the first line counts, and it needs a max-age."""
    value = headers.get("strict-transport-security")
    if value is None:
        return None
    directives: dict[str, str] = {}
    for part in value[:1000].split(";"):
        name, _, argument = part.partition("=")
        directives.setdefault(name.strip().lower(), argument.strip().strip('"'))
    age = directives.get("max-age", "")
    if not (age.isascii() and age.isdigit()):
        return None
    return StrictTransport(
        value=value,
        max_age=min(int(age[:15]), 10**12),
        include_sub_domains="includesubdomains" in directives,
        preload="preload" in directives,
    )


PRIVATE_REFERRERS = frozenset(
    {"no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"}
)
OPEN_REFERRERS = frozenset({"origin", "origin-when-cross-origin", "unsafe-url", "no-referrer-when-downgrade"})
"""Source: https://www.w3.org/TR/referrer-policy/#referrer-policies"""

ISOLATION = {
    "cross-origin-resource-policy": frozenset({"same-origin", "same-site"}),
    "cross-origin-opener-policy": frozenset(
        {"same-origin", "same-origin-allow-popups", "noopener-allow-popups"}
    ),
    "cross-origin-embedder-policy": frozenset({"require-corp", "credentialless"}),
}
"""Headers that isolate a page from other origins, with the values that do it.

Source: https://html.spec.whatwg.org/multipage/browsers.html#cross-origin-opener-policies and
https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header
"""


def has_nosniff(headers: Headers) -> bool:
    """Whether the first value is ``nosniff``: https://fetch.spec.whatwg.org/#x-content-type-options-header."""
    value = headers.get("x-content-type-options") or ""
    return value.partition(",")[0].strip().lower() == "nosniff"


def header_checks(exchange: Exchange, page: Page) -> Iterator[SecurityCheck]:
    """Check transport, content types, referrers, permissions, isolation and cookies."""
    headers = exchange.headers
    yield from _transport_checks(exchange)
    yield _check(
        "content-type-sniffing",
        has_nosniff(headers),
        headers.get("x-content-type-options"),
        "Browsers keep to the stated content types.",
        "Browsers may guess content types, and so run what was uploaded as something else.",
    )
    yield _referrer_check(headers, page)
    permissions = headers.get("permissions-policy")
    yield _check(
        "permissions-policy",
        bool(permissions),
        permissions,
        "The page says which browser features it and its frames may use.",
        "No permissions policy restricts which browser features may be used.",
    )
    for name, values in ISOLATION.items():
        value = headers.get(name)
        yield _check(
            name,
            None if value is None else value.partition(";")[0].strip().lower() in values,
            value,
            "Parts this page from other origins.",
            "Is not sent." if value is None else "Does not part this page from other origins.",
        )
    yield from _cookie_checks(cookies(headers))


def _transport_checks(exchange: Exchange) -> Iterator[SecurityCheck]:
    hsts, secure = strict_transport(exchange.headers), exchange.url.startswith("https://")
    stated = exchange.headers.get("strict-transport-security")
    yield _check("https", secure, None, "The page is served over https.", "The page is served in the clear.")
    if not secure:
        note = "Strict-Transport-Security has no effect without https."
        yield SecurityCheck(name="hsts", passed=False, value=stated, note=note)
        return
    yield _check(
        "hsts",
        hsts is not None and hsts.max_age >= SIX_MONTHS,
        stated,
        "Browsers use https only, for six months at least.",
        "Browsers are not told to use https only for at least six months.",
    )
    if hsts is not None:
        yield _check(
            "hsts-subdomains",
            hsts.include_sub_domains,
            None,
            "This includes subdomains.",
            "This does not include subdomains.",
        )
        yield _check(
            "hsts-preload",
            hsts.is_preloadable if hsts.preload else None,
            None,
            "Meets what the browsers' preload list asks for.",
            f"Asks to be preloaded, but needs includeSubDomains and a max-age of {ONE_YEAR}."
            if hsts.preload
            else "Does not ask to be on the browsers' preload list.",
        )


def _referrer_check(headers: Headers, page: Page) -> SecurityCheck:
    """Check the last policy that browsers know; without a policy, their default is private."""
    lines = [*headers.all("referrer-policy"), *filter(None, [page.meta("referrer")])]
    known = [
        word
        for line in lines
        for each in line[:500].split(",")
        if (word := each.strip().lower()) in PRIVATE_REFERRERS | OPEN_REFERRERS
    ]
    if not lines:
        note = "No policy is stated; browsers of today send other sites no more than the origin."
        return SecurityCheck(name="referrer-policy", passed=None, value=None, note=note)
    return _check(
        "referrer-policy",
        bool(known) and known[-1] in PRIVATE_REFERRERS,
        ", ".join(lines),
        "Other sites learn no more than the origin that a visitor comes from.",
        "Other sites may learn the full address that a visitor comes from."
        if known
        else "States no policy that browsers know.",
    )


def _cookie_checks(found: tuple[Cookie, ...]) -> Iterator[SecurityCheck]:
    """Check the cookies of this answer; a check is null without such cookies."""
    sessions = [cookie for cookie in found if cookie.is_session]
    yield _cookie_check(
        "cookies-secure", found, [each for each in found if not each.secure], "only travel encrypted"
    )
    yield _cookie_check(
        "cookies-http-only",
        sessions,
        [each for each in sessions if not each.http_only],
        "of sessions are out of reach of scripts",
    )
    yield _cookie_check(
        "cookies-same-site",
        found,
        [each for each in found if not each.has_same_site],
        "say whether other sites' requests carry them",
    )
    yield _cookie_check(
        "cookies-prefix",
        [each for each in found if each.name.lower().startswith(("__host-", "__secure-"))],
        [each for each in found if not each.matches_its_prefix],
        "keep what their name's prefix promises",
    )


def _cookie_check(
    name: str, cookies: "list[Cookie] | tuple[Cookie, ...]", failing: list[Cookie], what: str
) -> SecurityCheck:
    if not cookies:
        return SecurityCheck(name=name, passed=None, value=None, note="This answer sets no such cookie.")
    names = ", ".join(cookie.name for cookie in failing[:10])
    note = f"Not all cookies {what}." if failing else f"All cookies {what}."
    return SecurityCheck(name=name, passed=not failing, value=names or None, note=note)


def _check(name: str, passed: bool | None, value: str | None, good: str, bad: str) -> SecurityCheck:
    return SecurityCheck(name=name, passed=passed, value=value, note=good if passed else bad)
