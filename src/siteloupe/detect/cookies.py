"""Cookies that an answer sets: their names and flags, never their values.

Source: https://www.rfc-editor.org/rfc/rfc6265 and, for SameSite and the name prefixes,
https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis
"""

from dataclasses import dataclass

from siteloupe.capture import Headers

MAX_COOKIES = 100


@dataclass(frozen=True, slots=True)
class Cookie:
    """One ``Set-Cookie``: ``same_site`` in lower case, empty where it is not stated."""

    name: str
    secure: bool
    http_only: bool
    same_site: str
    has_domain: bool
    path: str

    @property
    def is_session(self) -> bool:
        """True for what by its name keeps a visitor signed in."""
        return any(word in self.name.lower() for word in ("sess", "login", "auth", "logged_in"))

    @property
    def keeps_its_prefix(self) -> bool:
        """False when a browser drops the cookie, because its name promises what it does not do."""
        name = self.name.lower()
        if name.startswith("__host-"):
            return self.secure and not self.has_domain and self.path == "/"
        return self.secure or not name.startswith("__secure-")

    @property
    def has_same_site(self) -> bool:
        """Whether SameSite has a value that browsers keep to; ``none`` counts on secure cookies only."""
        return self.same_site in {"lax", "strict"} or (self.same_site == "none" and self.secure)


def cookies(headers: Headers) -> tuple[Cookie, ...]:
    """Every cookie that is set, at most 100; lines without a name are none."""
    found = (_cookie(line) for line in headers.all("set-cookie")[:MAX_COOKIES])
    return tuple(cookie for cookie in found if cookie is not None)


def _cookie(line: str) -> Cookie | None:
    pair, *attributes = line[:8192].split(";")
    name, equals, _ = pair.partition("=")
    if not equals or not name.strip():
        return None
    given = {}
    for attribute in attributes[:20]:
        key, _, value = attribute.partition("=")
        given[key.strip().lower()] = value.strip()
    return Cookie(
        name=name.strip()[:100],
        secure="secure" in given,
        http_only="httponly" in given,
        same_site=given.get("samesite", "").lower()[:20],
        has_domain=bool(given.get("domain")),
        path=given.get("path", ""),
    )
