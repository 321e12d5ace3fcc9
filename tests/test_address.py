import datetime as dt
import ipaddress
from pathlib import Path

import pytest

from siteloupe.address import Address, Network, refusal
from siteloupe.data import rows

# The rule, written a second time and without the table: what the wall must refuse, nothing more.
REFUSED_IPV4 = [
    ipaddress.IPv4Network(text)
    for text in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "168.63.129.16/32",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.31.196.0/24",
        "192.52.193.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "192.175.48.0/24",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/3",
    )
]
PUBLIC_IPV6 = ipaddress.IPv6Network("2000::/3")
REFUSED_IPV6 = [
    ipaddress.IPv6Network(text)
    for text in ("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20")
]

# All address blocks of https://www.iana.org/assignments/iana-ipv4-special-registry and …-ipv6-…, one a line.
IANA_ENTRIES = (Path(__file__).parent / "tables" / "iana_special_purpose.txt").read_text().split()

TABLE = rows("address_ranges.tsv")
NETWORKS: list[Network] = [ipaddress.ip_network(row["network"]) for row in TABLE]

METADATA = [
    "169.254.169.254",
    "100.100.100.200",
    "168.63.129.16",
    "169.254.170.2",
    "169.254.170.23",
    "fd00:ec2::254",
    "fd00:ec2::23",
    "fd20:ce::254",
    "fd00:c1::a9fe:a9fe",
]

# Prefix, and how many bits the IPv4 address stands to the left of the end.
WRAPPERS = {
    "compatible ::/96": ("::", 0),
    "mapped ::ffff:0:0/96": ("::ffff:0:0", 0),
    "translated ::ffff:0:0:0/96": ("::ffff:0:0:0", 0),
    "NAT64 64:ff9b::/96": ("64:ff9b::", 0),
    "local NAT64 64:ff9b:1::/48, /96 inside": ("64:ff9b:1::", 0),
    "6to4 2002::/16": ("2002::", 80),
    "Teredo 2001::/32, server": ("2001::", 64),
}


def must_be_refused(address: Address) -> bool:
    if isinstance(address, ipaddress.IPv4Address):
        return any(address in network for network in REFUSED_IPV4)
    return address not in PUBLIC_IPV6 or any(address in network for network in REFUSED_IPV6)


def edges(network: Network) -> list[Address]:
    """One before, the first, the last, one after; those that exist."""
    first, last = int(network.network_address), int(network.broadcast_address)
    highest = 2**network.max_prefixlen - 1
    kind = type(network.network_address)
    return [kind(number) for number in (first - 1, first, last, last + 1) if 0 <= number <= highest]


def wrapped(address: ipaddress.IPv4Address) -> list[ipaddress.IPv6Address]:
    inner = int(address)
    forms = [
        ipaddress.IPv6Address(int(ipaddress.IPv6Address(prefix)) | inner << shift)
        for prefix, shift in WRAPPERS.values()
    ]
    teredo_client = int(ipaddress.IPv6Address("2001::")) | inner ^ 0xFFFF_FFFF
    local_nat64_48 = int(ipaddress.IPv6Address("64:ff9b:1::"))
    local_nat64_48 |= inner >> 16 << 64 | (inner & 0xFFFF) << 40  # RFC 6052, section 2.2
    return [*forms, ipaddress.IPv6Address(teredo_client), ipaddress.IPv6Address(local_nat64_48)]


ALL_EDGES = sorted(
    {edge for network in [*NETWORKS, *REFUSED_IPV4] for edge in edges(network)}, key=lambda a: (a.version, a)
)
IPV4_EDGES = [edge for edge in ALL_EDGES if isinstance(edge, ipaddress.IPv4Address)]


@pytest.mark.parametrize("address", ALL_EDGES, ids=str)
def test_both_edges_of_every_range_are_on_the_right_side(address):
    assert (refusal(address) is not None) is must_be_refused(address)


@pytest.mark.parametrize("address", IPV4_EDGES, ids=str)
def test_every_ipv6_wrapping_of_every_edge_is_refused_public_or_not(address):
    assert [form for form in wrapped(address) if refusal(form) is None] == []


@pytest.mark.parametrize("entry", IANA_ENTRIES)
def test_every_entry_of_the_registries_is_a_row(entry):
    assert entry in [row["network"] for row in TABLE]


@pytest.mark.parametrize(
    "text",
    [
        "8.8.8.8",
        "93.184.216.34",
        "192.0.1.1",
        "223.255.255.255",
        "2606:4700::1111",
        "2a00:1450::1",
        "2003::1",
    ],
)
def test_a_public_address_may_be_reached(text):
    assert refusal(ipaddress.ip_address(text)) is None


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("10.1.2.3", "a private address (10.0.0.0/8)"),
        ("127.0.0.1", "a loopback address (127.0.0.0/8)"),
        ("100.64.0.1", "a shared carrier-grade NAT address (100.64.0.0/10)"),
        ("169.254.1.1", "a link-local address (169.254.0.0/16)"),
        ("192.0.0.192", "an address for protocol assignments (192.0.0.0/24)"),
        ("::1", "a loopback address"),
        ("::ffff:10.0.0.1", "an IPv4-mapped IPv6 address (::ffff:0:0/96)"),
        ("fd12::1", "a private address (fc00::/7)"),
        ("4000::1", "an address outside the public IPv6 space (4000::/2)"),
    ],
)
def test_the_phrase_names_the_narrowest_range(text, phrase):
    assert refusal(ipaddress.ip_address(text)) == phrase


@pytest.mark.parametrize("text", METADATA[:1] + METADATA[5:])
def test_the_phrase_never_names_a_single_address(text):
    assert refusal(ipaddress.ip_address(text)) == "a cloud metadata address"


def test_an_allowed_network_opens_its_addresses_and_no_others():
    allowed = (ipaddress.ip_network("127.0.0.0/8"), ipaddress.ip_network("fd12::/32"))
    assert refusal(ipaddress.ip_address("127.0.0.1"), allowed) is None
    assert refusal(ipaddress.ip_address("fd12::1"), allowed) is None
    assert refusal(ipaddress.ip_address("10.0.0.1"), allowed) == "a private address (10.0.0.0/8)"
    assert refusal(ipaddress.ip_address("fd13::1"), allowed) == "a private address (fc00::/7)"
    assert refusal(ipaddress.ip_address("8.8.8.8"), allowed) is None


@pytest.mark.parametrize("text", METADATA)
def test_nothing_opens_a_metadata_address(text):
    address = ipaddress.ip_address(text)
    everything = (ipaddress.ip_network("0.0.0.0/0"), ipaddress.ip_network("::/0"))
    assert refusal(address, everything) is not None
    if isinstance(address, ipaddress.IPv4Address):
        assert [form for form in wrapped(address) if refusal(form, everything) is None] == []


def test_a_wrapped_address_stays_refused_when_only_the_inner_one_is_allowed():
    allowed = (ipaddress.ip_network("127.0.0.0/8"),)
    for form in wrapped(ipaddress.IPv4Address("127.0.0.1")):
        assert refusal(form, allowed) is not None


@pytest.mark.parametrize(
    ("text", "passes"),
    [
        ("64:ff9b::8.8.8.8", True),
        ("64:ff9b::10.0.0.1", False),
        ("64:ff9b::127.0.0.1", True),
        ("64:ff9b::169.254.169.254", False),
        ("::ffff:8.8.8.8", False),
    ],
)
def test_an_allowed_nat64_network_opens_what_ipv4_would_reach(text, passes):
    allowed = (ipaddress.ip_network("64:ff9b::/96"), ipaddress.ip_network("127.0.0.0/8"))
    assert (refusal(ipaddress.ip_address(text), allowed) is None) is passes


def test_the_machines_own_public_address_is_refused_unless_allowed():
    own = ipaddress.ip_address("93.184.216.34")
    assert refusal(own, own=frozenset({own})) == "an address of this service's own machine"
    assert refusal(own, (ipaddress.ip_network("93.184.216.34/32"),), frozenset({own})) is None
    assert refusal(ipaddress.ip_address("93.184.216.35"), own=frozenset({own})) is None


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row["network"])
def test_a_row_is_complete(row):
    assert ipaddress.ip_network(row["network"])
    assert row["name"].split()[0] in {"a", "an", "the"}
    assert row["exempt"] in {"yes", "no", "inner"}
    assert row["exempt"] != "inner" or row["network"].endswith("/96")
    assert row["source"].startswith("https://")
    assert row["registered"] == "" or dt.date.fromisoformat(f"{row['registered']}-01")


def test_the_rows_are_sorted_and_none_comes_twice():
    keys = [(network.version, network) for network in NETWORKS]
    assert keys == sorted(set(keys))
