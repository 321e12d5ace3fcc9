"""Whatever bytes a server sends, a fetch ends in an exchange or in a failure of ours."""

import asyncio
import gzip
import ipaddress
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from siteloupe.address import TargetPolicy
from siteloupe.errors import BadTarget, Unreachable
from siteloupe.fetching import Bounds
from siteloupe.net.fetch import Fetcher
from siteloupe.net.live import open_wire
from siteloupe.settings import Route, Settings
from siteloupe.target import parse
from tests.servers.raw import PUBLIC, answer, raw_server, redirect

PACKED = gzip.compress(b"<html>hello</html>")
CHUNKS = (
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;a=b\r\n world\r\n0\r\nX: y\r\n\r\n"
)
VALID = [
    answer(b"<html>hello</html>", "Content-Type: text/html; charset=utf-8", "Set-Cookie: a=b; Path=/"),
    answer(PACKED, "Content-Encoding: gzip"),
    answer(b"hello", "Content-Encoding: br"),
    redirect("http://other.test/there?a=b#c"),
    b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n" + CHUNKS,
]


@st.composite
def mutated(draw):
    """A valid answer with a few bytes changed, doubled, cut out or put in."""
    data = bytearray(draw(st.sampled_from(VALID)))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = draw(st.integers(start, min(len(data), start + 20)))
        data[start:end] = draw(st.binary(max_size=20) | st.just(bytes(data[start:end]) * 2))
    return bytes(data)


async def outcomes(answers):
    """The status or the failure's sentence for each."""

    async def talk(request, writer):
        number = request.split(b" ")[1][1:]
        writer.write(answers[int(number)] if number.isdigit() else VALID[0])
        await writer.drain()
        writer.close()

    async with raw_server(talk) as server:
        network = ipaddress.ip_network("127.10.0.0/16")
        route = Route(None, 80, PUBLIC, server.port)
        settings = replace(Settings(), allow_networks=(network,), connect_to=(route,))
        async with open_wire(settings) as wire:
            fetch = Fetcher(wire, settings)
            return [await outcome(fetch, number) for number in range(len(answers))]


async def outcome(fetch, number):
    target = parse(f"http://site.test/{number}", TargetPolicy(frozenset({80})))
    try:
        exchange = await fetch(target, Bounds(asyncio.get_running_loop().time() + 5, 1000))
    except (BadTarget, Unreachable) as failure:
        return failure.message
    assert len(exchange.body) <= 1000
    return exchange.status


@given(st.lists(mutated(), min_size=1, max_size=10))
def test_no_answer_breaks_a_fetch(answers):
    assert len(asyncio.run(outcomes(answers))) == len(answers)
