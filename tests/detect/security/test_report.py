"""Five protections, and each of them in detail."""

import pytest

from siteloupe.capture import Exchange, Headers, Hop
from siteloupe.detect.security.report import security, security_detail
from siteloupe.document import loads_of, page_of
from tests.pages import exchange

YEAR = "max-age=31536000; includeSubDomains; preload"


DOORWAY = Hop("http://example.org/", 200, Headers())
"""A page that redirects by itself, which protects nobody."""


def answer_of(
    *lines: tuple[str, str], head: str = "", url: str = "https://example.org/", hops=()
) -> Exchange:
    made = exchange(head, url=url)
    return Exchange(hops[0].url if hops else url, url, 200, Headers(lines), made.body, hops)


def protections(answer):
    return security(answer, page_of(answer))


def detail(*lines, **more):
    answer = answer_of(*lines, **more)
    return security_detail(answer, page_of(answer), loads_of(answer))


def check(name, *lines, **more):
    (found,) = [each for each in detail(*lines, **more).checks if each.name == name]
    return found


@pytest.mark.parametrize(
    ("line", "field", "expected"),
    [
        (("Strict-Transport-Security", YEAR), "hsts", True),
        (("Strict-Transport-Security", "max-age=0"), "hsts", False),
        (("Strict-Transport-Security", "preload"), "hsts", False),
        (("X-Content-Type-Options", " NoSniff , x"), "x_content_type", True),
        (("X-Content-Type-Options", "sniff"), "x_content_type", False),
        (("X-Content-Type-Options", "x, nosniff"), "x_content_type", False),
        (("Content-Security-Policy", "default-src 'self'"), "content_security_policy", True),
        (("Content-Security-Policy", " ; "), "content_security_policy", False),
        (("Content-Security-Policy-Report-Only", "default-src 'self'"), "content_security_policy", False),
        (("X-Frame-Options", "SAMEORIGIN"), "x_frame_options", True),
        (("X-Frame-Options", "deny, DENY"), "x_frame_options", True),
        (("X-Frame-Options", "deny, sameorigin"), "x_frame_options", False),
        (("X-Frame-Options", "ALLOW-FROM https://a.example"), "x_frame_options", False),
    ],
)
def test_a_protection_counts_when_browsers_support_its_value(line, field, expected):
    answer = answer_of(line)
    assert getattr(protections(answer), field) is expected


def test_a_policy_in_the_page_counts():
    answer = answer_of(head="<meta http-equiv=Content-Security-Policy content=\"default-src 'self'\">")
    assert protections(answer).content_security_policy
    assert not security(answer, page_of(answer_of())).content_security_policy


@pytest.mark.parametrize(("url", "https"), [("https://example.org/", True), ("http://example.org/", False)])
def test_https_is_that_of_the_final_url(url, https):
    assert protections(answer_of(url=url)).https is https


def test_hsts_has_no_effect_without_https():
    line = ("Strict-Transport-Security", YEAR)
    assert protections(answer_of(line)).hsts
    assert not protections(answer_of(line, url="http://example.org/")).hsts


def test_the_details_come_from_the_headers():
    found = detail(
        ("Strict-Transport-Security", YEAR),
        ("Content-Security-Policy", "frame-ancestors 'none'"),
        ("Referrer-Policy", "no-referrer"),
        ("Referrer-Policy", "strict-origin"),
        ("Permissions-Policy", "camera=()"),
    )
    assert (found.hsts_max_age, found.hsts_include_sub_domains, found.hsts_preload) == (31536000, True, True)
    assert found.frame_ancestors
    assert (found.referrer_policy, found.permissions_policy) == ("no-referrer, strict-origin", "camera=()")


def test_without_headers_there_are_no_details():
    found = detail()
    assert (found.hsts_max_age, found.referrer_policy, found.permissions_policy) == (None, None, None)
    assert not any((found.hsts_include_sub_domains, found.hsts_preload, found.frame_ancestors))


@pytest.mark.parametrize(
    ("name", "lines", "passed"),
    [
        ("https", [], True),
        ("hsts", [("strict-transport-security", "max-age=15552000")], True),
        ("hsts", [("strict-transport-security", "max-age=15551999")], False),
        ("hsts", [], False),
        ("hsts-subdomains", [("strict-transport-security", "max-age=1")], False),
        ("hsts-subdomains", [("strict-transport-security", YEAR)], True),
        ("hsts-preload", [("strict-transport-security", YEAR)], True),
        ("hsts-preload", [("strict-transport-security", "max-age=1; preload")], False),
        ("hsts-preload", [("strict-transport-security", "max-age=1")], None),
        ("content-type-sniffing", [("x-content-type-options", "nosniff")], True),
        ("content-type-sniffing", [], False),
        ("referrer-policy", [], None),
        ("referrer-policy", [("referrer-policy", "no-referrer")], True),
        ("referrer-policy", [("referrer-policy", "no-referrer, unsafe-url")], False),
        ("referrer-policy", [("referrer-policy", "unsafe-url, strict-origin")], True),
        ("referrer-policy", [("referrer-policy", "whatever")], False),
        ("permissions-policy", [("permissions-policy", "camera=()")], True),
        ("permissions-policy", [], False),
        ("cross-origin-opener-policy", [("cross-origin-opener-policy", "same-origin")], True),
        ("cross-origin-opener-policy", [("cross-origin-opener-policy", "unsafe-none")], False),
        ("cross-origin-opener-policy", [], None),
        (
            "cross-origin-embedder-policy",
            [("cross-origin-embedder-policy", "require-corp; report-to=a")],
            True,
        ),
        ("cross-origin-resource-policy", [("cross-origin-resource-policy", "cross-origin")], False),
        ("cookies-secure", [], None),
        ("cookies-secure", [("set-cookie", "a=1; Secure")], True),
        ("cookies-secure", [("set-cookie", "a=1; Secure"), ("set-cookie", "b=1")], False),
        ("cookies-http-only", [("set-cookie", "a=1")], None),
        ("cookies-http-only", [("set-cookie", "PHPSESSID=1")], False),
        ("cookies-same-site", [("set-cookie", "a=1; SameSite=Lax")], True),
        ("cookies-prefix", [("set-cookie", "a=1")], None),
        ("cookies-prefix", [("set-cookie", "__Host-a=1")], False),
        ("framing", [], False),
        ("framing", [("x-frame-options", "DENY")], True),
        ("framing", [("content-security-policy", "frame-ancestors 'self'")], True),
        (
            "framing",
            [("x-frame-options", "DENY"), ("content-security-policy", "frame-ancestors *")],
            False,
        ),
        ("csp", [], False),
        ("csp", [("content-security-policy", "img-src a")], True),
        ("csp-inline-scripts", [("content-security-policy", "img-src a")], False),
        ("csp-inline-scripts", [("content-security-policy", "script-src 'self'")], True),
        (
            "csp-inline-scripts",
            [("content-security-policy", "img-src a"), ("content-security-policy", "script-src 'self'")],
            True,
        ),
        ("csp-eval", [("content-security-policy", "script-src 'unsafe-eval'")], False),
        ("csp-script-sources", [("content-security-policy", "script-src https:")], False),
        ("csp-inline-styles", [("content-security-policy", "style-src 'self'")], True),
        ("csp-default", [("content-security-policy", "default-src 'none'")], True),
        ("csp-default", [("content-security-policy", "default-src 'self' cdn.test")], True),
        ("csp-default", [("content-security-policy", "default-src *")], False),
        ("csp-default", [("content-security-policy", "default-src 'self' https:")], False),
        ("csp-objects", [("content-security-policy", "default-src 'none'")], True),
        ("csp-objects", [("content-security-policy", "script-src 'none'")], False),
        ("csp-base-uri", [("content-security-policy", "default-src 'none'")], False),
        ("csp-base-uri", [("content-security-policy", "base-uri 'self'")], True),
        ("csp-form-action", [("content-security-policy", "form-action 'self'")], True),
        ("csp-encrypted-sources", [("content-security-policy", "img-src http:")], False),
        ("csp-encrypted-sources", [("content-security-policy", "img-src https:")], True),
    ],
)
def test_each_check_of_the_headers(name, lines, passed):
    assert check(name, *lines).passed is passed


@pytest.mark.parametrize(
    ("name", "head", "passed"),
    [
        ("mixed-content", "<script src=https://a.example/a.js></script>", True),
        ("mixed-content", "<script src=http://a.example/a.js></script>", False),
        ("mixed-content", "<a href=http://a.example/>", True),
        ("subresource-integrity", "<script src=/a.js></script>", None),
        ("subresource-integrity", "<script src=https://cdn.example.org/a.js></script>", None),
        ("subresource-integrity", "<script src=https://a.example/a.js></script>", False),
        ("subresource-integrity", "<script src=https://a.example/a.js integrity=sha384-a></script>", True),
        ("subresource-integrity", "<script src=https://a.example/a.js integrity=none></script>", False),
        ("referrer-policy", "<meta name=referrer content=no-referrer>", True),
    ],
)
def test_each_check_of_the_page(name, head, passed):
    assert check(name, head=head).passed is passed


def redirect_through(*urls: str):
    return tuple(Hop(url, 301, Headers()) for url in urls)


@pytest.mark.parametrize(
    ("url", "hops", "passed"),
    [
        ("https://example.org/", (), None),
        ("http://example.org/", (), False),
        ("https://example.org/", redirect_through("http://example.org/"), True),
        ("https://www.example.org/", redirect_through("http://example.org/", "https://example.org/"), True),
        ("https://www.example.org/", redirect_through("http://example.org/"), False),
        ("https://example.org/", redirect_through("http://example.org/", "http://example.org/b"), False),
        ("https://www.example.org/", redirect_through("https://example.org/"), None),
        ("https://example.org/", (DOORWAY,), False),
        ("https://example.org/", (DOORWAY, *redirect_through("http://example.org/b")), False),
        ("https://example.org/b", (*redirect_through("http://example.org/"), DOORWAY), False),
    ],
)
def test_the_first_redirect_leads_to_https_on_the_same_host(url, hops, passed):
    assert check("https-redirect", url=url, hops=hops).passed is passed


def test_hsts_over_http_has_no_effect():
    found = detail(("strict-transport-security", YEAR), url="http://example.org/")
    assert [each.passed for each in found.checks if each.name == "hsts"] == [False]


def test_every_check_has_its_own_name_and_a_sentence():
    lines = [("content-security-policy", "img-src a"), ("strict-transport-security", YEAR)]
    checks = detail(*lines).checks
    assert len({each.name for each in checks}) == len(checks) >= 20
    assert all(each.note.endswith(".") for each in checks)


def test_cookie_values_are_never_reported():
    values = [each.value or "" for each in detail(("set-cookie", "PHPSESSID=topsecret")).checks]
    assert any("PHPSESSID" in value for value in values)
    assert not any("topsecret" in value for value in values)
