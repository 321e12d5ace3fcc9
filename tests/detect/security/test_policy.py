"""Content Security Policy is parsed as in browsers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.detect.security.policy import MAX_POLICIES, parse_policies


def only(text):
    (policy,) = parse_policies([text])
    return policy


@pytest.mark.parametrize(
    ("text", "directives"),
    [
        ("default-src 'self'", {"default-src": ("'self'",)}),
        ("  Default-Src\t'SELF'  https://A.example ; ", {"default-src": ("'self'", "https://a.example")}),
        ("script-src a; script-src b", {"script-src": ("a",)}),
        ("upgrade-insecure-requests", {"upgrade-insecure-requests": ()}),
        (";;script-src;;", {"script-src": ()}),
        ("ßcript-src a; img-src b", {"img-src": ("b",)}),
    ],
)
def test_directives_are_read_and_the_first_of_two_counts(text, directives):
    assert only(text).directives == directives


@pytest.mark.parametrize(
    ("values", "count"),
    [
        ([], 0),
        ([""], 0),
        ([" ; ,"], 0),
        (["img-src a, script-src b", "img-src c"], 3),
        (["img-src a"] * 100, 20),
    ],
)
def test_commas_and_lines_separate_policies(values, count):
    assert len(parse_policies(values)) == count


@pytest.mark.parametrize(
    ("text", "inline"),
    [
        ("img-src *", True),
        ("default-src 'self'", False),
        ("default-src 'unsafe-inline'", True),
        ("script-src 'self' data:", True),
        ("script-src 'unsafe-inline' 'nonce-abc'", False),
        ("script-src 'unsafe-inline' 'sha256-abc='", False),
        ("script-src 'strict-dynamic' 'unsafe-inline'", True),
        ("script-src-elem 'self'; script-src 'unsafe-inline'", False),
    ],
)
def test_inline_scripts_run_when_nothing_forbids_them(text, inline):
    policy = only(text)
    assert policy.allows_inline(policy.scripts) is inline


@pytest.mark.parametrize(
    ("text", "broad"),
    [
        ("img-src a", True),
        ("script-src *", True),
        ("script-src https:", True),
        ("script-src https://*.example.org", False),
        ("script-src 'nonce-a' 'strict-dynamic' https: 'unsafe-inline'", False),
        ("script-src 'nonce-a' https:", True),
        ("default-src 'none'", False),
    ],
)
def test_a_policy_is_broad_when_every_host_is_allowed(text, broad):
    policy = only(text)
    assert policy.is_broad(policy.scripts) is broad


@pytest.mark.parametrize(
    ("text", "evaluates"),
    [
        ("script-src 'self' 'unsafe-eval'", True),
        ("default-src 'self'", False),
        ("img-src a", True),
        ("script-src-elem 'unsafe-eval'; script-src 'self'", False),
    ],
)
def test_text_is_run_when_unsafe_eval_is_allowed(text, evaluates):
    assert only(text).allows_eval is evaluates


def test_sources_without_encryption_are_listed():
    assert only("img-src http: https://a; script-src http://b ws://c").insecure_sources == (
        "http:",
        "http://b",
        "ws://c",
    )


@given(st.lists(st.text(max_size=200), max_size=5))
def test_any_text_is_parsed_without_an_error(values):
    for policy in parse_policies(values):
        assert all(name.isascii() for name in policy.directives)
        policy.allows_inline(policy.scripts)


@pytest.mark.parametrize("piece", [";", ",", " ", "a", "'nonce-", "script-src a;"])
def test_a_huge_policy_is_cut(piece):
    found = parse_policies([piece * 500_000])
    assert len(found) <= MAX_POLICIES
    assert sum(len(sources) for policy in found for sources in policy.directives.values()) < 5000
