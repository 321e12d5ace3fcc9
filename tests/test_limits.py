"""Rolling minutes, and whom a request is counted against."""

import ipaddress

import pytest

from siteloupe.errors import BadSetting, TooManyRequests
from siteloupe.limits import RateLimiter, caller_of, effective_limits, is_private_peer
from siteloupe.windows import RollingMinutes
from tests.visits import Clock

PROXIES = tuple(map(ipaddress.ip_network, ("10.0.0.0/8", "2001:db8:ffff::/48")))


def limiter(clock, **limits):
    return RateLimiter(limits, RollingMinutes(timer=clock))


async def admitted(limiter, endpoint="a", caller="192.0.2.1", requests=1):
    try:
        await limiter.admit(endpoint, caller, requests)
    except TooManyRequests:
        return False
    return True


async def test_the_request_over_the_limit_is_refused_with_a_sentence():
    limits = limiter(Clock(), a=3)
    assert [await admitted(limits) for _ in range(3)] == [True] * 3
    with pytest.raises(TooManyRequests, match="3 requests a minute"):
        await limits.admit("a", "192.0.2.1")


async def test_the_minute_rolls_with_each_request():
    clock = Clock(0.0)
    limits = limiter(clock, a=2)
    taken = []
    for now in (0, 30, 59, 60, 61, 89, 90, 119, 120):
        clock.now = float(now)
        taken.append(await admitted(limits))
    assert taken == [True, True, False, True, False, False, True, False, True]


async def test_refused_requests_are_not_counted():
    clock = Clock(0.0)
    limits = limiter(clock, a=1)
    assert await admitted(limits)
    for now in range(1, 60):
        clock.now = float(now)
        assert not await admitted(limits)
    clock.now = 60.0
    assert await admitted(limits)


async def test_endpoints_and_callers_are_counted_apart():
    limits = limiter(Clock(), a=1, b=1)
    assert await admitted(limits, "a", "192.0.2.1")
    assert await admitted(limits, "b", "192.0.2.1")
    assert await admitted(limits, "a", "192.0.2.2")
    assert not await admitted(limits, "a", "192.0.2.1")


async def test_several_requests_at_once_count_as_many_or_not_at_all():
    limits = limiter(Clock(), a=5)
    assert await admitted(limits, requests=4)
    assert not await admitted(limits, requests=2)
    assert await admitted(limits, requests=1)
    assert not await admitted(limits, requests=6)


async def test_an_endpoint_without_a_limit_is_open():
    limits = limiter(Clock())
    assert all([await admitted(limits) for _ in range(100)])


async def test_memory_is_bounded_and_the_longest_unseen_is_forgotten():
    windows = RollingMinutes(max_keys=100, timer=Clock())
    limits = RateLimiter({"a": 2}, windows)
    for number in range(1000):
        await limits.admit("a", f"caller-{number}")
    assert len(windows) == 100
    for _ in range(2):  # forgotten, so its whole minute is free again
        assert await admitted(limits, caller="caller-0")
    assert await admitted(limits, caller="caller-999")
    assert not await admitted(limits, caller="caller-999", requests=1)


@pytest.mark.parametrize(
    ("setting", "limits"),
    [
        ({}, {"check-cms": 10, "mcp": 30}),
        ({"check-cms": 99}, {"check-cms": 99, "mcp": 30}),
        (None, {}),
    ],
)
def test_the_setting_overrides_by_name_or_turns_limits_off(setting, limits):
    assert effective_limits({"check-cms": 10, "mcp": 30}, setting) == limits


def test_a_limit_of_no_endpoint_is_refused():
    with pytest.raises(BadSetting, match="'nope' is none of check-cms, mcp"):
        effective_limits({"check-cms": 10, "mcp": 30}, {"nope": 3})


@pytest.mark.parametrize(
    ("peer", "forwarded", "caller"),
    [
        # nobody is believed who is not a trusted proxy
        ("192.0.2.7", [], "192.0.2.7"),
        ("192.0.2.7", ["198.51.100.1"], "192.0.2.7"),
        ("172.16.0.1", ["198.51.100.1"], "172.16.0.1"),
        # the rightmost address that is no proxy
        ("10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", ["203.0.113.66, 198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", ["203.0.113.66", "198.51.100.1, 10.2.3.4"], "198.51.100.1"),
        ("10.0.0.1", [" 198.51.100.1 ,10.9.9.9"], "198.51.100.1"),
        ("::ffff:10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("2001:db8:ffff::5", ["2001:db8:1:2:3:4:5:6"], "2001:db8:1:2::/64"),
        # with ports, brackets and quotes, as some proxies write them
        ("10.0.0.1", ["198.51.100.1:4711"], "198.51.100.1"),
        ("10.0.0.1", ["[2001:db8:1:2::9]:4711"], "2001:db8:1:2::/64"),
        ("10.0.0.1", ['"[2001:db8:1:2::9]"'], "2001:db8:1:2::/64"),
        # garbage ends the chain at the proxy that wrote it
        ("10.0.0.1", ["unknown"], "10.0.0.1"),
        ("10.0.0.1", ["198.51.100.1, _hidden, 10.5.5.5"], "10.5.5.5"),
        ("10.0.0.1", [""], "10.0.0.1"),
        ("10.0.0.1", ["198.51.100.1,"], "10.0.0.1"),
        # all hops are proxies: the farthest
        ("10.0.0.1", ["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
        # not an address at all
        (None, ["198.51.100.1"], "unknown"),
        ("", [], "unknown"),
        ("/run/siteloupe.sock", [], "unknown"),
    ],
)
def test_whom_a_request_is_counted_against(peer, forwarded, caller):
    assert caller_of(peer, forwarded, PROXIES) == caller


def test_without_trusted_proxies_nothing_forwarded_is_believed():
    assert caller_of("10.0.0.1", ["198.51.100.1"], ()) == "10.0.0.1"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("fe80::1%eth0", "fe80::2%eth1", True),
        ("192.0.2.1", "192.0.2.2", False),
    ],
)
def test_an_ipv6_network_is_one_caller_and_a_mapped_address_is_ipv4(one, other, same):
    assert (caller_of(one, [], ()) == caller_of(other, [], ())) is same


def test_an_endless_forwarded_chain_is_read_from_the_right_only():
    lines = [", ".join(["198.51.100.1"] + ["10.0.0.2"] * 5000)]
    assert caller_of("10.0.0.1", lines, PROXIES) == "10.0.0.2"


@pytest.mark.parametrize(
    ("peer", "private"), [("10.1.1.1", True), ("127.0.0.1", True), (None, True), ("8.8.8.8", False)]
)
def test_a_private_peer_is_probably_a_proxy(peer, private):
    assert is_private_peer(peer) is private
