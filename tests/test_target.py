import csv
import ipaddress
import json
import re
import socket
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import yarl
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from siteloupe.address import TargetPolicy, refusal
from siteloupe.data import rows
from siteloupe.errors import BadTarget
from siteloupe.target import MAX_LENGTH, Target, follow, parse

PUBLIC = TargetPolicy(frozenset({80, 443, 8080, 8443}))
TABLES = Path(__file__).parent / "tables"

# What the sentence of each kind of refusal must say.
SENTENCES = {
    "backslash": "contains a backslash",
    "character": "a character that no domain name has",
    "closed-port": "is not open to analyses; these are: 80, 443, 8080, 8443",
    "control": "contains a control character",
    "credentials": "contains a user name or password",
    "empty-part": "has an empty part",
    "ipv4": "must be four plain decimal numbers",
    "ipv6": "IPv6 address must be valid and stand in square brackets",
    "long": "host is too long",
    "name": "not a valid domain name",
    "no-host": "names no host",
    "percent": "contains a percent sign",
    "port": "port must be a number between 1 and 65535",
    "private": "only public addresses can be analyzed",
    "punycode": "internationalised part (xn--) that is not valid",
    "reserved": "it is reserved for",
    "scheme": "must start with http:// or https://",
    "single": "single word",
    "slashes": "must have two slashes after its scheme",
    "space": "contains a space",
    "twice": "has its scheme twice",
}


def table(name: str) -> list[dict[str, str]]:
    """Rows of a table whose inputs are JSON strings without their quotes."""
    lines = (TABLES / name).read_text("utf-8").split("\n")
    found = csv.DictReader(filter(None, lines), delimiter="\t", quoting=csv.QUOTE_NONE)
    return [{**row, "input": json.loads(f'"{row["input"]}"')} for row in found]


REFUSED = table("refused_targets.tsv")
ACCEPTED = table("accepted_targets.tsv")


def refused(text: str, policy: TargetPolicy = PUBLIC) -> str:
    with pytest.raises(BadTarget) as caught:
        parse(text, policy)
    return caught.value.message


@pytest.mark.parametrize("row", REFUSED, ids=lambda row: ascii(row["input"]))
def test_a_bad_target_is_refused_with_a_sentence_that_says_why(row):
    message = refused(row["input"])
    assert SENTENCES[row["reason"]] in message
    assert re.fullmatch(r"[A-Z][^\x00-\x1f]{10,150}\.", message)


@pytest.mark.parametrize("row", ACCEPTED, ids=lambda row: ascii(row["input"]))
def test_a_good_target_is_normalised(row):
    target = parse(row["input"], PUBLIC)
    assert target.url == row["url"]
    assert_sound(target, PUBLIC)


def test_every_kind_of_refusal_has_rows():
    assert {row["reason"] for row in REFUSED} == set(SENTENCES)


@pytest.mark.parametrize("row", rows("reserved_names.tsv"), ids=lambda row: row["name"])
def test_a_reserved_name_and_everything_below_it_is_refused(row):
    for host in (row["name"], f"www.{row['name']}", f"A.B.{row['name'].upper()}."):
        assert refused(f"http://{host}:8080/x") == (
            f"No public website's name ends in “{row['name']}”: it is reserved for {row['purpose']}."
        )
    assert parse(f"not{row['name'].replace('.', '-')}.example", PUBLIC).literal is None
    assert parse(f"{row['name']}.example.com", PUBLIC).literal is None


@pytest.mark.parametrize("name", ["test", "example", "com", "mail.example.com"])
def test_an_ordinary_name_is_no_row(name):
    assert name not in {row["name"] for row in rows("reserved_names.tsv")}


def test_a_target_says_what_its_url_holds():
    assert parse("Example.com:8080/a?b#c", PUBLIC) == Target(
        "https://example.com:8080/a?b", "https", "example.com", 8080, None
    )
    address = ipaddress.IPv6Address("2606:4700::1111")
    assert parse("http://[2606:4700:0::1111]", PUBLIC) == Target(
        "http://[2606:4700::1111]/", "http", "2606:4700::1111", 80, address
    )


def test_a_url_of_two_thousand_characters_passes_and_one_more_does_not():
    path = "a" * (MAX_LENGTH - len("https://example.com/"))
    assert len(parse(f"https://example.com/{path}", PUBLIC).url) == MAX_LENGTH
    assert refused(f"https://example.com/{path}a") == "The URL is longer than 2,000 characters."
    assert refused("x" * 1_000_000) == "The URL is longer than 2,000 characters."
    assert refused(" " * 2001) == "The URL is longer than 2,000 characters."


def test_characters_are_counted_as_typed_not_as_percent_encoded():
    path = "é" * (MAX_LENGTH - len("https://example.com/"))
    assert parse(f"https://example.com/{path}", PUBLIC).url.endswith("%C3%A9" * len(path))


def test_a_name_may_have_253_characters():
    labels = ".".join(["a" * 63] * 3)
    longest = f"{labels}.{'b' * 61}"
    assert parse(longest, PUBLIC).host == longest
    assert parse(f"{longest}.", PUBLIC).host == longest
    assert "too long" in refused(f"{longest}b")


def test_ports_come_from_the_policy_and_so_does_the_message():
    only_odd = TargetPolicy(frozenset({8000}))
    assert parse("http://example.com:8000", only_odd).port == 8000
    assert refused("http://example.com", only_odd) == "Port 80 is not open to analyses; these are: 8000."


def test_an_allowed_network_opens_literals_and_nothing_else():
    policy = TargetPolicy(
        frozenset({80, 443, 8000}), (ipaddress.ip_network("127.0.0.0/8"), ipaddress.ip_network("::1/128"))
    )
    assert parse("http://127.0.0.1:8000/", policy).literal == ipaddress.IPv4Address("127.0.0.1")
    assert parse("http://[::1]:8000/", policy).url == "http://[::1]:8000/"
    for text in (
        "localhost",
        "http://127.0.0.1:22/",
        "ftp://127.0.0.1/",
        "http://127.1/",
        "http://0x7f000001/",
        "http://2130706433/",
        "http://user@127.0.0.1/",
        "http://[::ffff:127.0.0.1]/",
        "http://10.0.0.1/",
        "http://169.254.169.254/",
    ):
        refused(text, policy)


BASE = parse("https://example.com/blog/post?x=1", PUBLIC)


@pytest.mark.parametrize(
    ("reference", "url"),
    [
        ("", "https://example.com/blog/post?x=1"),
        ("#top", "https://example.com/blog/post?x=1"),
        ("?y=2", "https://example.com/blog/post?y=2"),
        ("style.css", "https://example.com/blog/style.css"),
        (" style.css\n", "https://example.com/blog/style.css"),
        ("../style.css?v=1#f", "https://example.com/style.css?v=1"),
        ("../../../x", "https://example.com/x"),
        ("/a//b", "https://example.com/a//b"),
        ("/a b", "https://example.com/a%20b"),
        ("/caf\u00e9", "https://example.com/caf%C3%A9"),
        ("//cdn.example.net/x.css", "https://cdn.example.net/x.css"),
        ("http://example.com/", "http://example.com/"),
        ("HTTPS://WWW.Example.com./", "https://www.example.com/"),
        ("https://example.com:8443/", "https://example.com:8443/"),
        ("https://bücher.example/", "https://xn--bcher-kva.example/"),
        ("/@user/x@2x.png", "https://example.com/@user/x@2x.png"),
        ("./a:80/b", "https://example.com/blog/a:80/b"),
    ],
)
def test_a_reference_is_resolved_against_its_page(reference, url):
    assert follow(BASE, reference, PUBLIC).url == url


@pytest.mark.parametrize(
    ("reference", "reason"),
    [
        ("http://127.0.0.1/", "private"),
        ("//169.254.169.254/latest/", "private"),
        ("//[::1]/", "private"),
        ("//0x7f.1/", "ipv4"),
        ("//2130706433/", "ipv4"),
        ("http://134744072/", "ipv4"),
        ("//１２７.0.0.1/", "ipv4"),
        ("//localhost/", "reserved"),
        ("//foo.local./", "reserved"),
        ("//user:pass@example.com/", "credentials"),
        ("//example.com@127.0.0.1/", "credentials"),
        ("https://example.com:22/", "closed-port"),
        ("//example.com:0/", "port"),
        ("//example.com%2f/", "percent"),
        ("///example.net/", "no-host"),
        ("//", "no-host"),
        ("http:example.net", "slashes"),
        ("http:/example.net", "slashes"),
        ("https:///example.net", "no-host"),
        ("ftp://example.com/", "scheme"),
        ("file:///etc/passwd", "scheme"),
        ("data:text/css,body{}", "scheme"),
        ("javascript:alert(1)", "scheme"),
        ("example.net:8080/x", "scheme"),
        ("/\\127.0.0.1/", "backslash"),
        ("\\\\127.0.0.1/", "backslash"),
        ("/\t/127.0.0.1/", "control"),
        ("/a\r\nHost: x", "control"),
        ("\x01//127.0.0.1/", "control"),
        ("//single/", "single"),
    ],
)
def test_a_hop_is_held_to_the_same_rules(reference, reason):
    with pytest.raises(BadTarget, match=re.escape(SENTENCES[reason])):
        follow(BASE, reference, PUBLIC)


def test_a_relative_reference_keeps_scheme_host_and_port():
    base = parse("http://example.com:8080/a/", PUBLIC)
    assert follow(base, "//example.net/", PUBLIC).url == "http://example.net/"
    assert follow(base, "b", PUBLIC).url == "http://example.com:8080/a/b"


def test_a_hop_is_measured_after_resolving():
    base = parse(f"https://example.com/{'a' * 1900}/", PUBLIC)
    assert len(follow(base, "b" * 79, PUBLIC).url) == MAX_LENGTH
    for reference in ("b" * 80, "é" * 20, "/" + "b" * MAX_LENGTH):
        with pytest.raises(BadTarget, match="longer than 2,000 characters"):
            follow(base, reference, PUBLIC)


def test_ports_closed_after_the_page_was_read_stay_closed_to_its_references():
    with pytest.raises(BadTarget, match="Port 443 is not open"):
        follow(BASE, "style.css", TargetPolicy(frozenset({80})))


def assert_sound(target: Target, policy: TargetPolicy) -> None:
    """What holds of every accepted target, as other programs read it too."""
    assert target.url.isascii()
    assert target.host == target.host.lower()
    assert target.port in policy.ports
    assert re.match(r"https?://[^/?#@\\%\s]+/", target.url)
    assert "#" not in target.url
    python, client = urlsplit(target.url), yarl.URL(target.url, encoded=True)
    assert (python.scheme, python.hostname, python.username) == (target.scheme, target.host, None)
    assert (client.scheme, client.raw_host, client.port, client.user) == (
        target.scheme,
        target.host,
        target.port,
        None,
    )
    assert client.raw_path_qs == "/" + target.url.split("/", 3)[3]
    if target.literal:
        assert target.literal == ipaddress.ip_address(target.host)
        assert refusal(target.literal, policy.networks) is None
    else:
        with pytest.raises(OSError, match="illegal IP address"):
            socket.inet_aton(target.host)  # how getaddrinfo tells an address from a name
    if len(target.url) <= MAX_LENGTH:
        assert parse(target.url, policy) == target


PIECES = st.sampled_from(
    [
        *["http", "https", ":", "//", "/", "@", "?", "#", "[", "]", ".", "..", "%", "%2e", "%00", "\\"],
        *[":80", ":443", ":8080", ":0", ":99999", "127.0.0.1", "8.8.8.8", "10.", "0x7f", "0177", "1"],
        *["::1", "::ffff:", "2606:4700::1111", "localhost", "local", "internal", "example.com", "example"],
        *["www", "xn--", "xn--bcher-kva", "xn--a", "-", "_", "*", ",", "{", "a", "A", "user", "pass"],
        *["é", "ß", "💩", "①", "１", "א", "。", "％", "\u00ad", "\u200b", "\u200d", "\u202e", "\ufeff"],
        *["\u0301", " ", "\t", "\n", "\x00", "\x7f", "\ud800", "\u2028", "a" * 64],
    ]
)
PREFIXES = st.sampled_from(["http://", "https://", "", "//"])
ASSEMBLED = st.builds(lambda prefix, pieces: prefix + "".join(pieces), PREFIXES, st.lists(PIECES, max_size=8))
KNOWN = st.sampled_from([row["input"] for row in ACCEPTED]) | st.sampled_from(
    [row["input"] for row in REFUSED]
)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    text = draw(KNOWN)
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        cut = draw(st.integers(0, 2))
        text = text[:start] + draw(PIECES | st.characters() | st.just("")) + text[start + cut :]
    return text


def many(examples: int) -> settings:
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large]
    return settings(max_examples=examples, deadline=None, suppress_health_check=slow)


@many(2000)
@given(st.text(max_size=60))
@example("\ud800")
def test_random_text_is_sound_or_refused(text):
    assert_sound_or_refused(text)


@many(3000)
@given(ASSEMBLED)
def test_assembled_urls_are_sound_or_refused(text):
    assert_sound_or_refused(text)


@many(3000)
@given(mutated())
def test_mutated_urls_are_sound_or_refused(text):
    assert_sound_or_refused(text)


@many(500)
@given(st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=20))
def test_random_hosts_are_sound_or_refused(label):
    assert_sound_or_refused(f"http://{label}.example.com/")


@many(1500)
@given(KNOWN, ASSEMBLED | mutated())
def test_references_are_sound_or_refused(page, reference):
    try:
        base = parse(page, PUBLIC)
    except BadTarget:
        base = BASE
    try:
        target = follow(base, reference, PUBLIC)
    except BadTarget:
        return
    assert_sound(target, PUBLIC)


def assert_sound_or_refused(text: str) -> None:
    try:
        target = parse(text, PUBLIC)
    except BadTarget:
        return
    assert_sound(target, PUBLIC)
