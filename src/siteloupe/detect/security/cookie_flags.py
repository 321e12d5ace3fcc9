"""The Observatory's test of cookies: the worst fault of any cookie counts.

Source: https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring
"""

from collections.abc import Iterator

from siteloupe.capture import Headers
from siteloupe.detect.security.headers import Cookie, cookies
from siteloupe.reports.tech_stack import SecurityTest

Finding = tuple[int, str, str | None]
"""The points, the result, and what to send instead."""

SAFE: Finding = (5, "All cookies have Secure and SameSite; session cookies have HttpOnly.", None)
NEARLY_SAFE: Finding = (
    0,
    "All cookies have Secure; session cookies have HttpOnly.",
    "Set-Cookie: …; SameSite=Lax",
)


def cookies_test(headers: Headers, *, hsts: bool) -> SecurityTest:
    """Return the test. ``hsts`` says that browsers send cookies over https only."""
    found = cookies(headers)
    if not found:
        return SecurityTest(
            name="cookies", passed=None, points=0, result="The page's answer sets no cookies."
        )
    otherwise = SAFE if all(cookie.same_site for cookie in found) else NEARLY_SAFE
    faults = [fault for cookie in found for fault in _faults(cookie, hsts=hsts)]
    points, result, advice = min(faults, key=lambda fault: fault[0], default=otherwise)
    return SecurityTest(name="cookies", passed=points >= 0, points=points, result=result, advice=advice)


def _faults(cookie: Cookie, *, hsts: bool) -> Iterator[Finding]:
    if not cookie.secure:
        yield _encryption_fault(cookie, hsts=hsts)
    if cookie.is_session and not cookie.http_only:
        yield -30, "Scripts can read a session cookie.", "Set-Cookie: …; HttpOnly"
    if cookie.same_site not in {"", "lax", "strict"} and not cookie.has_same_site:
        yield -20, "A cookie has a SameSite that browsers reject.", "Set-Cookie: …; SameSite=Lax"
    if "csrf" in cookie.name.lower() and not cookie.same_site:
        yield -20, "A token against forged requests has no SameSite.", "Set-Cookie: …; SameSite=Strict"


def _encryption_fault(cookie: Cookie, *, hsts: bool) -> Finding:
    if hsts:
        points = -10 if cookie.is_session else -5
        return points, "A cookie has no Secure; only HSTS protects it.", "Set-Cookie: …; Secure"
    if cookie.is_session:
        return (
            -40,
            "A session cookie is sent without Secure.",
            "Set-Cookie: …; Secure; HttpOnly; SameSite=Lax",
        )
    return -20, "A cookie is sent without Secure.", "Set-Cookie: …; Secure"
