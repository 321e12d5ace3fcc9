"""Names looked up once a hop, every answer checked, and a nameserver that lies gets nobody connected."""

import asyncio
import functools
import ipaddress
import os
import resource
import threading

import dns.rcode
import pycares
import pytest

from siteloupe.errors import BadTarget, NameNotFound, TimedOut, Unreachable
from siteloupe.net import channel
from siteloupe.net.resolve import resolver
from tests.servers.nameserver import nameserver
from tests.servers.raw import PRIVATE, PUBLIC, answer, raw_server, redirect, say, site

AI_ENVHOSTS = 1 << 8
"""Reads the hosts file that CARES_HOSTS names: https://c-ares.org/docs/ares_getaddrinfo.html"""

NAME = "site.test."
GOOD = f"{NAME} A {PUBLIC}"
PAGE = answer(b"<html>hello</html>")


def always(*records):
    """The records of the type asked for, and the aliases that lead there."""

    def answer(_name, kind):
        return [record for record in records if record.split()[1] in {kind, "CNAME"}]

    return answer


async def look_up(host, server=None, *, seconds=5.0):
    async with asyncio.timeout(seconds):
        found = await resolver(server, seconds)(host)
    return [str(address) for address in found.addresses]


async def addresses(answer, host="site.test", seconds=5.0):
    async with nameserver(answer) as server:
        return await look_up(host, server.setting, seconds=seconds)


async def test_both_families_are_asked_and_each_address_is_named_once():
    records = [GOOD, GOOD, f"{NAME} AAAA 2001:db8::1"]
    assert await addresses(always(*records)) == [PUBLIC, "2001:db8::1"]


async def test_aliases_are_followed_inside_one_answer():
    chain = [f"{NAME} CNAME a.test.", "a.test. CNAME b.test.", "b.test. A 192.0.2.1"]
    assert await addresses(always(*chain)) == ["192.0.2.1"]


async def test_aliases_are_followed_when_the_server_leaves_that_to_us():
    def step(name, kind):
        return {NAME: [f"{NAME} CNAME a.test."], "a.test.": ["a.test. A 192.0.2.1"] if kind == "A" else []}[
            name
        ]

    assert await addresses(step) == ["192.0.2.1"]


@pytest.mark.parametrize(
    "answer",
    [
        always(),
        lambda *_: dns.rcode.NXDOMAIN,
        lambda *_: dns.rcode.SERVFAIL,
        lambda *_: dns.rcode.REFUSED,
        always(f"{NAME} CNAME {NAME}"),
        always(f"{NAME} CNAME a.test.", f"a.test. CNAME {NAME}"),
        lambda name, _: [f"{name} CNAME a{name}"],
    ],
)
async def test_a_name_without_an_address_is_not_found(answer):
    assert await addresses(answer) == []


@pytest.mark.parametrize("other", [[], dns.rcode.SERVFAIL, dns.rcode.NXDOMAIN, None])
async def test_one_family_that_fails_does_not_hide_the_other(other):
    assert await addresses(lambda _, kind: [GOOD] if kind == "A" else other, seconds=1.2) == [PUBLIC]


async def test_a_silent_nameserver_is_asked_again_and_not_waited_for_beyond_the_deadline(visiting):
    async with nameserver(lambda *_: None) as names:
        async with visiting(nameserver=names.setting, resolve_seconds=1.2) as visit:
            with pytest.raises(TimedOut, match="look-up of the name"):
                await visit.get("http://site.test/")
    assert names.questions.count((NAME, "A")) > 1


async def test_a_name_without_an_address_is_told_as_such(visiting):
    async with nameserver(always()) as names:
        async with visiting(nameserver=names.setting) as visit:
            with pytest.raises(NameNotFound, match="does not exist or has no address"):
                await visit.get("http://site.test/")


async def test_an_answer_that_does_not_fit_is_asked_for_again_over_tcp():
    many = [f"{NAME} A 127.10.{number}.1" for number in range(100)]
    async with nameserver(always(*many)) as server:
        found = await look_up("site.test", server.setting)
    assert len(found) == 100
    assert "tcp" in server.ways


async def test_the_systems_resolver_knows_the_machine_itself():
    found = await look_up("localhost")
    assert found
    assert all(ipaddress.ip_address(address).is_loopback for address in found)


class AllKept:
    """cffi as pycares uses it, but what it makes lives on: pycares 5.2 lets go of the path too early."""

    def __init__(self, ffi):
        self._ffi, self._kept = ffi, []

    def __getattr__(self, name):
        return getattr(self._ffi, name)

    def new(self, *about):
        self._kept.append(self._ffi.new(*about))
        return self._kept[-1]


@pytest.fixture
def system(tmp_path, monkeypatch):
    """Makes a hosts file and a resolv.conf of the test's own the system's."""
    kept, getaddrinfo = AllKept(pycares._ffi), pycares.Channel.getaddrinfo
    monkeypatch.setattr(pycares, "_ffi", kept)
    monkeypatch.setattr(
        pycares.Channel,
        "getaddrinfo",
        lambda *about, **hints: getaddrinfo(*about, **hints, flags=AI_ENVHOSTS),
    )

    def write(hosts, server, *lines):
        (tmp_path / "hosts").write_text(hosts)
        (tmp_path / "resolv.conf").write_text("\n".join((f"nameserver 127.0.0.1:{server.port}", *lines, "")))
        monkeypatch.setenv("CARES_HOSTS", str(tmp_path / "hosts"))
        path = str(tmp_path / "resolv.conf")
        monkeypatch.setattr(
            channel.pycares, "Channel", functools.partial(pycares.Channel, resolvconf_path=path)
        )

    return write


HOSTS = """\
192.0.2.1   site.test other.test  # a comment
192.0.2.2   second.test
192.0.2.3   second.test
2001:db8::1 SIX.test
not-an-address broken.test
"""


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("site.test", ["192.0.2.1"]),
        ("other.test", ["192.0.2.1"]),
        ("second.test", ["192.0.2.2", "192.0.2.3"]),
        ("six.test", ["2001:db8::1"]),
        ("broken.test", []),
    ],
)
async def test_the_hosts_file_comes_before_the_nameserver(system, host, expected):
    async with nameserver(always()) as server:
        system(HOSTS, server)
        assert sorted(await look_up(host)) == expected
    assert (server.questions == []) == bool(expected)


SEARCHED = {"site.test.": ["192.0.2.1"], "short.inner.test.": ["192.0.2.2"], "a.b.inner.test.": ["192.0.2.3"]}


@pytest.mark.parametrize(
    ("host", "lines", "expected", "asked"),
    [
        ("site.test", ["search inner.test"], ["192.0.2.1"], ["site.test."]),
        (
            "site.test",
            ["search inner.test", "options ndots:2"],
            ["192.0.2.1"],
            ["site.test.inner.test.", "site.test."],
        ),
        ("short", ["search inner.test"], ["192.0.2.2"], ["short.inner.test."]),
        ("short", ["domain inner.test"], ["192.0.2.2"], ["short.inner.test."]),
        ("a.b", ["search inner.test"], ["192.0.2.3"], ["a.b.", "a.b.inner.test."]),
        ("a.b", ["search inner.test", "options ndots:2"], ["192.0.2.3"], ["a.b.inner.test."]),
        (
            "short",
            ["search outer.test inner.test"],
            ["192.0.2.2"],
            ["short.outer.test.", "short.inner.test."],
        ),
    ],
)
async def test_the_search_list_and_ndots_hold(system, host, lines, expected, asked):
    def known(name, kind):
        found = SEARCHED.get(name)
        return dns.rcode.NXDOMAIN if found is None else [f"{name} A {found[0]}"] if kind == "A" else []

    async with nameserver(known) as server:
        system("", server, *lines)
        assert await look_up(host) == expected
    assert [name for name, kind in server.questions if kind == "A"] == asked


async def test_where_a_nameserver_is_set_neither_the_hosts_file_nor_the_search_list_counts(system):
    async with nameserver(always(GOOD)) as server:
        system("192.0.2.9 site.test", server, "search inner.test")
        assert await look_up("site.test", server.setting) == [PUBLIC]
        assert await look_up("absent", server.setting) == [PUBLIC]
    assert {name for name, _ in server.questions} == {NAME, "absent."}


async def test_look_ups_take_no_threads_and_end_with_whoever_asked():
    async with nameserver(lambda *_: None) as server:
        resolve = resolver(server.setting, 20)
        await look_up("localhost")  # what is made once for all
        threads, sockets = threading.active_count(), descriptors()
        tasks = [asyncio.ensure_future(resolve(f"slow{number}.test")) for number in range(100)]
        while len(server.questions) < 2 * len(tasks):
            await asyncio.sleep(0)
        assert threading.active_count() == threads
        assert descriptors() >= sockets + 100
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        assert all(task.cancelled() for task in tasks)
        assert descriptors() == sockets


def descriptors():
    return len(os.listdir("/proc/self/fd"))


async def test_without_a_descriptor_left_one_look_up_fails_and_the_next_does_not():
    async with nameserver(always(GOOD)) as server:
        resolve = resolver(server.setting, 5)
        await resolve("site.test")
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        os.close(lowest := os.dup(0))
        resource.setrlimit(resource.RLIMIT_NOFILE, (lowest, hard))
        try:
            assert not (await resolve("site.test")).addresses
        except Unreachable:
            pass
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        assert [str(address) for address in (await resolve("site.test")).addresses] == [PUBLIC]


WALLED = {
    "private only": always(f"{NAME} A {PRIVATE}"),
    "private beside public": always(GOOD, f"{NAME} A {PRIVATE}"),
    "private before public": always(f"{NAME} A {PRIVATE}", GOOD),
    "private AAAA beside public A": always(GOOD, f"{NAME} AAAA ::1"),
    "mapped": always(f"{NAME} AAAA ::ffff:127.0.0.1"),
    "NAT64": always(f"{NAME} AAAA 64:ff9b::7f00:1"),
    "6to4": always(f"{NAME} AAAA 2002:7f00:1::1"),
    "unspecified": always(f"{NAME} A 0.0.0.0"),
    "metadata": always(f"{NAME} A 169.254.169.254"),
    "alias of a private name": always(f"{NAME} CNAME inner.test.", f"inner.test. A {PRIVATE}"),
    "alias of localhost": lambda name, kind: (
        [f"{NAME} CNAME localhost."] if name == NAME else [f"localhost. A {PRIVATE}"] if kind == "A" else []
    ),
}


@pytest.mark.parametrize("answer", WALLED.values(), ids=WALLED)
async def test_a_name_with_any_refused_address_is_refused_and_nothing_is_dialled(visiting, answer):
    async with nameserver(answer) as names, raw_server(say(PAGE), PRIVATE) as trap:
        async with raw_server(say(PAGE), PUBLIC, port=trap.port) as public:
            ports = frozenset({trap.port})
            async with visiting(nameserver=names.setting, allow_ports=ports) as visit:
                with pytest.raises(BadTarget, match="private, local or reserved"):
                    await visit.get(f"http://site.test:{trap.port}/")
        assert (trap.connections, public.connections) == (0, 0)


async def test_a_name_that_rebinds_between_hops_is_refused_at_the_hop(visiting):
    asked = 0

    def rebind(_name, kind):
        nonlocal asked
        asked += kind == "A"
        return [f"{NAME} A {PUBLIC if asked <= 1 else PRIVATE}"] if kind == "A" else []

    async with nameserver(rebind) as names, raw_server(say(PAGE), PRIVATE) as trap:
        async with raw_server(say(redirect("/again")), PUBLIC, port=trap.port) as public:
            ports = frozenset({trap.port})
            async with visiting(nameserver=names.setting, allow_ports=ports) as visit:
                with pytest.raises(BadTarget):
                    await visit.get(f"http://site.test:{trap.port}/")
        assert (trap.connections, public.connections) == (0, 1)


async def test_a_hundred_visits_to_names_that_keep_rebinding_reach_nothing_private(visiting):
    """Public, private, public, … for ten names at once: the pool never lends a connection across."""
    turns = {}

    def rebind(name, kind):
        if kind != "A":
            return []
        turns[name] = turns.get(name, 0) + 1
        return [f"{name} A {PUBLIC if turns[name] % 2 else PRIVATE}"]

    async def outcome(visit, number, port):
        try:
            return (await visit.get(f"http://site{number % 10}.test:{port}/")).status
        except BadTarget:
            return "refused"

    async with nameserver(rebind) as names, raw_server(site({"/": PAGE}), PRIVATE) as trap:
        async with raw_server(site({"/": PAGE}), PUBLIC, port=trap.port) as public:
            ports = frozenset({trap.port})
            async with visiting(nameserver=names.setting, allow_ports=ports) as visit:
                outcomes = [await outcome(visit, number, trap.port) for number in range(100)]
    assert outcomes == ([200] * 10 + ["refused"] * 10) * 5
    assert trap.connections == 0
    assert 0 < public.connections <= 50


async def test_one_look_up_of_each_family_a_hop_and_the_very_address_is_dialled(visiting):
    async with nameserver(always(GOOD)) as names, raw_server(site({"/": PAGE})) as server:
        async with visiting(nameserver=names.setting, allow_ports=frozenset({server.port})) as visit:
            exchange = await visit.get(f"http://site.test:{server.port}/")
    assert sorted(names.questions) == [(NAME, "A"), (NAME, "AAAA")]
    assert exchange.timing.dns > 0
    assert f"Host: site.test:{server.port}\r\n".encode() in server.requests[0]


@pytest.mark.parametrize("url", [f"http://{PUBLIC}/", f"http://{PRIVATE}/", "http://[::1]/", "http://10.1/"])
async def test_a_numeric_host_is_never_looked_up(visiting, url):
    async with nameserver(always(GOOD)) as names, raw_server(site({"/": PAGE})) as server:
        async with visiting(server, nameserver=names.setting) as visit:
            try:
                assert (await visit.get(url)).status == 200
            except BadTarget:
                assert PUBLIC not in url
    assert names.questions == []


async def test_the_second_address_is_tried_when_the_first_refuses(visiting):
    dead = f"{NAME} A 127.10.0.99"
    async with nameserver(always(dead, GOOD)) as names, raw_server(site({"/": PAGE})) as server:
        async with visiting(nameserver=names.setting, allow_ports=frozenset({server.port})) as visit:
            assert (await visit.get(f"http://site.test:{server.port}/")).status == 200
