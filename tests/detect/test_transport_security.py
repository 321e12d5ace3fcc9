"""HSTS: the first line counts, and only with a max-age."""

import pytest

from siteloupe.capture import Headers
from siteloupe.detect.transport_security import StrictTransport, strict_transport


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
def test_the_policy_as_browsers_read_it(value, expected):
    found = strict_transport(Headers([("Strict-Transport-Security", value)]))
    assert (found and (found.max_age, found.include_sub_domains, found.preload)) == expected


def test_of_two_lines_the_first_counts():
    lines = [("strict-transport-security", "max-age=1"), ("strict-transport-security", "max-age=2")]
    found = strict_transport(Headers(lines))
    assert found is not None
    assert found.max_age == 1


def test_there_may_be_none():
    assert strict_transport(Headers()) is None


@pytest.mark.parametrize(
    ("age", "subdomains", "preload", "may"),
    [(31536000, True, True, True), (31535999, True, True, False), (31536000, False, True, False)],
)
def test_what_the_preload_list_asks_for(age, subdomains, preload, may):
    assert StrictTransport("", age, subdomains, preload).may_be_preloaded is may
