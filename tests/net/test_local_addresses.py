"""The machine's own addresses are known, and refused even where they are public."""

import ipaddress
import socket

import pytest

from siteloupe.address import TargetPolicy
from siteloupe.errors import BadTarget
from siteloupe.fetching import Bounds
from siteloupe.net import local_addresses as reading
from siteloupe.net.fetch import Fetcher
from siteloupe.net.local_addresses import local_addresses
from siteloupe.net.replay import Replay, SavedHop
from siteloupe.net.wire import Resolved
from siteloupe.settings import Settings
from siteloupe.target import parse
from tests.visits import Clock

FIB_TRIE = """\
Main:
  +-- 0.0.0.0/0 3 0 5
     |-- 0.0.0.0
        /0 universe UNICAST
     +-- 198.51.100.0/24 2 0 2
        |-- 198.51.100.0
           /24 link UNICAST
Local:
  +-- 198.51.100.0/24 2 0 2
        |-- 198.51.100.7
           /32 host LOCAL
        |-- 198.51.100.255
           /32 link BROADCAST
"""
IF_INET6 = "20010db8000000000000000000000007 02 40 00 80     eth0\n"


def test_the_loopback_and_the_outgoing_address_are_among_them():
    addresses = local_addresses()
    assert ipaddress.ip_address("127.0.0.1") in addresses
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        if probe.connect_ex(("192.0.2.1", 9)) == 0:
            assert ipaddress.ip_address(probe.getsockname()[0]) in addresses


def test_the_kernels_tables_are_read(tmp_path, monkeypatch):
    for name, text in (("_IPV4_TABLE", FIB_TRIE), ("_IPV6_TABLE", IF_INET6)):
        (tmp_path / name).write_text(text)
        monkeypatch.setattr(reading, name, tmp_path / name)
    monkeypatch.setattr(reading, "_ELSEWHERE", ())
    assert local_addresses() == {ipaddress.ip_address("198.51.100.7"), ipaddress.ip_address("2001:db8::7")}


def test_without_the_tables_the_outgoing_address_remains(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "_IPV4_TABLE", tmp_path / "missing")
    monkeypatch.setattr(reading, "_IPV6_TABLE", tmp_path / "missing")
    monkeypatch.setattr(reading, "_ELSEWHERE", ((socket.AF_INET, "127.0.0.1"),))
    assert local_addresses() == {ipaddress.ip_address("127.0.0.1")}


async def test_a_name_that_leads_to_the_machine_itself_is_refused():
    public = ipaddress.ip_address("93.184.215.14")
    target = parse("http://site.test/", TargetPolicy(frozenset({80})))
    fetch = Fetcher(Replay({target.url: SavedHop(Resolved((public,)), None)}), Settings(), lambda: {public})
    with pytest.raises(BadTarget):
        await fetch(target, Bounds(0, 1000))


async def test_an_address_that_comes_up_later_is_refused_and_one_that_is_gone_is_not():
    clock, addresses = Clock(), [ipaddress.ip_address("93.184.215.14")]
    own = reading.OwnAddresses(lambda: frozenset(addresses), clock)
    assert own() == set(addresses)
    addresses[:] = [ipaddress.ip_address("93.184.215.15")]
    assert own() == {ipaddress.ip_address("93.184.215.14")}
    clock.now += reading.BELIEVED_SECONDS
    assert own() == set(addresses)
    before, addresses[:] = set(addresses), []
    clock.now += reading.BELIEVED_SECONDS
    assert own() == before  # it could not be read
