"""Names looked up once a hop, every answer checked, and a nameserver that lies gets nobody connected."""

import asyncio
import ipaddress
import socket
import threading

import dns.rcode
import pytest

from siteloupe.errors import BadTarget, NameNotFound, TimedOut
from siteloupe.net.resolve import resolver
from tests.servers.nameserver import nameserver
from tests.servers.raw import PRIVATE, PUBLIC, answer, raw_server, redirect, say, site

NAME = "site.test."
GOOD = f"{NAME} A {PUBLIC}"
PAGE = answer(b"<html>hello</html>")


def always(*records):
    """The records of the type asked for, and the aliases that lead there."""

    def answer(_name, kind):
        return [record for record in records if record.split()[1] in {kind, "CNAME"}]

    return answer


async def addresses(answer, host="site.test", seconds=5.0):
    async with nameserver(answer) as server:
        found = await resolver(server.setting)(host, asyncio.get_running_loop().time() + seconds)
    return [str(address) for address in found]


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
    with pytest.raises(NameNotFound):
        await addresses(answer)


@pytest.mark.parametrize("other", [[], dns.rcode.SERVFAIL, dns.rcode.NXDOMAIN, None])
async def test_one_family_that_fails_does_not_hide_the_other(other):
    assert await addresses(lambda _, kind: [GOOD] if kind == "A" else other, seconds=0.3) == [PUBLIC]


async def test_a_silent_nameserver_is_waited_for_until_the_deadline_only():
    with pytest.raises(TimedOut):
        await addresses(lambda *_: None, seconds=0.2)


async def test_the_systems_resolver_knows_the_machine_itself():
    found = await resolver(None)("localhost", asyncio.get_running_loop().time() + 5)
    assert all(address.is_loopback for address in found)


async def test_the_systems_resolver_reports_what_it_cannot_find(monkeypatch):
    def nothing(*_, **__):
        raise socket.gaierror(socket.EAI_NONAME, "not known")

    monkeypatch.setattr(socket, "getaddrinfo", nothing)
    with pytest.raises(NameNotFound):
        await resolver(None)("nowhere.test", asyncio.get_running_loop().time() + 5)


async def test_a_zone_in_an_answer_is_dropped_before_it_is_judged(monkeypatch):
    answers = [(socket.AF_INET6, socket.SOCK_STREAM, 6, "", ("fe80::1%lo", 0, 0, 1))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answers)
    found = await resolver(None)("site.test", asyncio.get_running_loop().time() + 5)
    assert found == (ipaddress.ip_address("fe80::1"),)


async def test_look_ups_that_hang_do_not_hold_up_others(monkeypatch):
    release = threading.Event()
    answers = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("192.0.2.1", 0))]

    def hang(host, *_, **__):
        if host.startswith("slow"):
            release.wait(30)
        return answers

    monkeypatch.setattr(socket, "getaddrinfo", hang)
    resolve, now = resolver(None), asyncio.get_running_loop().time()
    try:
        slow = [asyncio.ensure_future(resolve(f"slow{number}.test", now + 20)) for number in range(100)]
        await asyncio.sleep(0)
        assert await resolve("quick.test", now + 20) == (ipaddress.ip_address("192.0.2.1"),)
        assert not any(task.done() for task in slow)
    finally:
        release.set()
        await asyncio.gather(*slow)


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
