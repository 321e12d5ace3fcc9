"""Each test of the Observatory: its points for every kind of answer, and what to send instead."""

import pytest

from siteloupe.capture import Exchange, Headers, Hop
from siteloupe.detect.security.report import security_detail
from siteloupe.document import loads_of, page_of
from tests.pages import exchange

HTTPS = "https://example.org/"
HTTP = "http://example.org/"
HSTS = ("strict-transport-security", "max-age=15552000")


def hop(url, status=301):
    return Hop(url, status, Headers())


def detail(*lines, head="", url=HTTPS, hops=(), truncated=False):
    made = exchange(head, url=url)
    answer = Exchange(hops[0].url if hops else url, url, 200, Headers(lines), made.body, hops, truncated)
    return security_detail(answer, page_of(answer), loads_of(answer))


def judged(name, *lines, **given):
    (found,) = [test for test in detail(*lines, **given).tests if test.name == name]
    return found


def points(name, *lines, **given):
    return judged(name, *lines, **given).points


def csp(text):
    return ("content-security-policy", text)


def cookie(text):
    return ("set-cookie", text)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([], -25),
        ([("content-security-policy-report-only", "default-src 'none'")], -25),
        ([csp("img-src 'self'")], -20),
        ([csp("script-src 'self' 'unsafe-inline'; object-src 'none'")], -20),
        ([csp("script-src 'self' data:; object-src 'none'")], -20),
        ([csp("script-src https:; object-src 'none'")], -20),
        ([csp("script-src 'self'")], -20),
        ([csp("default-src 'self'; connect-src http://a.example")], -20),
        ([csp("default-src 'self' 'unsafe-eval'")], -10),
        ([csp("default-src 'self'; style-src 'self' 'unsafe-eval'")], -10),
        ([csp("default-src 'self'; img-src http://a.example")], -10),
        ([csp("default-src 'self'; media-src ftp://a.example")], -10),
        ([csp("default-src 'self'; style-src 'self' 'unsafe-inline'")], 0),
        ([csp("default-src 'self'")], 5),
        ([csp("default-src 'self'; script-src 'nonce-a' 'unsafe-inline'")], 5),
        ([csp("default-src 'none'; script-src 'self'; style-src 'self'")], 10),
        ([csp("default-src 'none' 'self'")], 5),
        ([csp("script-src *"), csp("default-src 'self'")], 5),
    ],
)
def test_a_content_security_policy(lines, expected):
    found = judged("content-security-policy", *lines)
    assert (found.points, found.passed) == (expected, expected >= 0)
    assert (found.advice is None) is (expected == 10)


def test_sources_over_http_are_no_fault_of_a_page_over_http():
    assert points("content-security-policy", csp("default-src 'self'; img-src http:"), url=HTTP) == 5


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([], 0),
        ([cookie("a=1; Secure; SameSite=Lax")], 5),
        ([cookie("a=1; Secure")], 0),
        ([cookie("a=1; Secure; SameSite=Lax"), cookie("b=1; Secure")], 0),
        ([cookie("a=1"), HSTS], -5),
        ([cookie("sessid=1; HttpOnly"), HSTS], -10),
        ([cookie("a=1")], -20),
        ([cookie("a=1; Secure; SameSite=perhaps")], -20),
        ([cookie("a=1; SameSite=None"), HSTS], -20),
        ([cookie("csrf=1; Secure")], -20),
        ([cookie("csrf=1; Secure; SameSite=Strict")], 5),
        ([cookie("sessid=1; Secure")], -30),
        ([cookie("sessid=1; HttpOnly")], -40),
        ([cookie("a=1; Secure; SameSite=Lax"), cookie("sessid=1; Secure")], -30),
    ],
)
def test_the_worst_cookie_counts(lines, expected):
    found = judged("cookies", *lines)
    assert found.points == expected
    assert found.passed is (None if not lines else expected >= 0)


@pytest.mark.parametrize(
    ("url", "hops", "expected", "passed"),
    [
        (HTTPS, (), 0, None),
        (HTTPS, (hop(HTTP),), 0, True),
        ("https://www.example.org/", (hop(HTTP),), -5, False),
        (HTTPS, (hop(HTTP), hop("http://www.example.org/")), -10, False),
        (HTTP, (), -20, False),
        ("http://www.example.org/", (hop(HTTP),), -20, False),
    ],
)
def test_the_redirect_from_http(url, hops, expected, passed):
    found = judged("redirection", url=url, hops=hops)
    assert (found.points, found.passed) == (expected, passed)
    assert (found.advice is None) is (expected == 0)
    assert found.advice is None or found.advice.startswith("301 to https://")


@pytest.mark.parametrize(
    ("value", "expected"),
    [("no-referrer", 5), ("strict-origin", 5), (None, 0), ("unsafe-url", -5), ("whatever", -5)],
)
def test_the_referrer_policy(value, expected):
    lines = [("referrer-policy", value)] if value else []
    assert points("referrer-policy", *lines) == expected


@pytest.mark.parametrize(
    ("value", "url", "expected"),
    [
        (None, HTTPS, -20),
        ("preload", HTTPS, -20),
        ("max-age=15551999", HTTPS, -10),
        ("max-age=15552000", HTTPS, 0),
        ("max-age=15552000", HTTP, -20),
    ],
)
def test_strict_transport_security(value, url, expected):
    lines = [("strict-transport-security", value)] if value else []
    assert points("strict-transport-security", *lines, url=url) == expected


@pytest.mark.parametrize(
    ("head", "expected", "passed"),
    [
        ("", 0, None),
        ("<script src=/own.js></script>", 0, None),
        ("<script src=https://a.example/a.js integrity=sha384-a></script>", 5, True),
        ("<script src=https://a.example/a.js></script>", -5, False),
        ("<script src=http://a.example/a.js integrity=sha384-a></script>", -20, False),
        ("<script src=http://a.example/a.js></script>", -50, False),
    ],
)
def test_scripts_of_other_sites(head, expected, passed):
    found = judged("subresource-integrity", head=head)
    assert (found.points, found.passed) == (expected, passed)


@pytest.mark.parametrize(("value", "expected"), [("nosniff", 0), ("sniff", -5), (None, -5)])
def test_content_type_sniffing(value, expected):
    lines = [("x-content-type-options", value)] if value else []
    assert points("x-content-type-options", *lines) == expected


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([], -20),
        ([("x-frame-options", "DENY")], 0),
        ([("x-frame-options", "allow-from https://a.example")], 0),
        ([("x-frame-options", "please")], -20),
        ([csp("frame-ancestors 'self'")], 5),
        ([csp("frame-ancestors *"), ("x-frame-options", "deny")], -20),
    ],
)
def test_framing(lines, expected):
    assert points("x-frame-options", *lines) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [("same-origin", 10), ("same-site", 10), ("cross-origin", 0), (None, 0), ("mine", -5)],
)
def test_the_resource_policy(value, expected):
    lines = [("cross-origin-resource-policy", value)] if value else []
    assert points("cross-origin-resource-policy", *lines) == expected


def test_sharing_is_never_judged():
    found = judged("cross-origin-resource-sharing", ("access-control-allow-origin", "*"))
    assert (found.points, found.passed, found.advice) == (0, None, None)


def test_a_page_without_protections_is_graded():
    found = detail()
    assert (found.score, found.grade) == (30, "D")


def test_a_page_that_was_cut_has_no_grade():
    found = detail(HSTS, head="<script src=/own.js></script>", truncated=True)
    assert (found.score, found.grade) == (None, None)
    assert len(found.tests) == 10


def test_what_fails_at_the_beginning_of_a_cut_page_fails():
    found = detail(head="<script src=http://elsewhere.test/a.js></script>", truncated=True)
    checks = {each.name: each for each in found.checks}
    assert [checks[name].passed for name in ("mixed-content", "subresource-integrity")] == [False, False]
    kept = '<script src=https://elsewhere.test/a.js integrity="sha384-x" crossorigin></script>'
    checks = {each.name: each for each in detail(head=kept, truncated=True).checks}
    assert [checks[name].passed for name in ("mixed-content", "subresource-integrity")] == [None, None]


def test_every_fault_says_what_to_send_instead():
    faults = [test for test in detail(cookie("a=1"), url=HTTP).tests if test.points < 0]
    assert len(faults) >= 6
    assert all(test.advice for test in faults)
