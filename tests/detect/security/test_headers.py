"""Cookies have a name and flags; only the first HSTS line counts, and it needs a max-age."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.capture import Headers
from siteloupe.detect.security.headers import MAX_COOKIES, Cookie, StrictTransport, cookies, strict_transport


def only(line: str) -> Cookie:
    (cookie,) = cookies(Headers([("Set-Cookie", line)]))
    return cookie


def test_flags_are_read_in_any_order_and_case():
    cookie = only("sid=secret; path=/; HTTPONLY; SameSite = Lax; secure; Domain=example.org")
    assert cookie == Cookie("sid", True, True, "lax", True, "/")


@pytest.mark.parametrize("line", ["", "novalue", "=x", "; Secure"])
def test_a_line_without_a_name_is_no_cookie(line):
    assert cookies(Headers([("Set-Cookie", line)])) == ()


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("__Host-a=1; Secure; Path=/", True),
        ("__Host-a=1; Secure; Path=/; Domain=example.org", False),
        ("__Host-a=1; Secure; Path=/x", False),
        ("__host-a=1; Path=/", False),
        ("__Secure-a=1; Secure", True),
        ("__Secure-a=1", False),
        ("a=1", True),
    ],
)
def test_a_name_prefix_requires_flags(line, kept):
    assert only(line).matches_its_prefix is kept


@pytest.mark.parametrize(
    ("line", "has"),
    [
        ("a=1; SameSite=Strict", True),
        ("a=1; SameSite=None", False),
        ("a=1; SameSite=None; Secure", True),
        ("a=1; SameSite=maybe", False),
        ("a=1", False),
    ],
)
def test_same_site_counts_when_browsers_support_its_value(line, has):
    assert only(line).has_same_site is has


@pytest.mark.parametrize(
    ("name", "session"), [("PHPSESSID", True), ("wordpress_logged_in_x", True), ("_ga", False)]
)
def test_a_session_cookie_is_recognized_by_its_name(name, session):
    assert only(f"{name}=1").is_session is session


@given(st.lists(st.text(max_size=80), max_size=300))
def test_any_line_is_read_without_an_error(lines):
    assert len(cookies(Headers([("set-cookie", line) for line in lines]))) <= MAX_COOKIES


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("max-age=31536000", (31536000, False, False)),
        ('Max-Age="63072000" ; IncludeSubDomains; preload', (63072000, True, True)),
        ("max-age=0", (0, False, False)),
        ("max-age=5; max-age=9", (5, False, False)),
        ("max-age=" + "9" * 500, (10**12, False, False)),
        ("includeSubDomains", None),
        ("max-age=soon", None),
        ("max-age=-1", None),
        ("max-age=٣", None),
        ("", None),
    ],
)
def test_the_policy_is_parsed_as_in_browsers(value, expected):
    found = strict_transport(Headers([("Strict-Transport-Security", value)]))
    assert (found and (found.max_age, found.include_sub_domains, found.preload)) == expected


def test_the_first_of_two_lines_counts():
    lines = [("strict-transport-security", "max-age=1"), ("strict-transport-security", "max-age=2")]
    found = strict_transport(Headers(lines))
    assert found is not None
    assert found.max_age == 1


def test_there_may_be_no_policy():
    assert strict_transport(Headers()) is None


@pytest.mark.parametrize(
    ("age", "subdomains", "preload", "may"),
    [(31536000, True, True, True), (31535999, True, True, False), (31536000, False, True, False)],
)
def test_the_preload_list_has_requirements(age, subdomains, preload, may):
    assert StrictTransport("", age, subdomains, preload).is_preloadable is may
