"""The network as a wire: what is sent, and every way in which a server can misbehave."""

import asyncio
import contextlib
import gc
import socket
import weakref
from ipaddress import ip_address
from pathlib import Path

import pytest

from siteloupe.errors import BrokenHttp, ConnectionFailed, TimedOut
from siteloupe.fetching import Bounds
from siteloupe.settings import Route
from siteloupe.target import parse
from tests.servers.raw import PRIVATE, PUBLIC, answer, endless, raw_server, reset_after, say, site

PAGE = answer(b"<html>hello</html>", "Content-Type: text/html")
OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"


def descriptors():
    """How many files and sockets the process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))


async def test_the_request_is_our_own_and_says_who_asks(visiting):
    async with raw_server(say(PAGE)) as server:
        async with visiting(server, user_agent="Mozilla/5.0 (compatible; tests)") as visit:
            await visit.get("http://site.test/a?b=c%2Fd&e", accept="text/css")
    head = server.requests[0].decode()
    assert head.startswith("GET /a?b=c%2Fd&e HTTP/1.1\r\nHost: site.test\r\n")
    lines = dict(line.split(": ", 1) for line in head.strip().split("\r\n")[1:])
    assert lines == {
        "Host": "site.test",
        "User-Agent": "Mozilla/5.0 (compatible; tests)",
        "Accept-Encoding": "gzip, deflate, br, zstd",
        "Accept": "text/css",
    }


@pytest.mark.parametrize(
    "path",
    [
        "/%0d%0aX-Evil:%201",
        "/?q=%0d%0a%0d%0aGET%20/admin",
        "/a%00b",
        "/..%2f..%2fetc",
        "/%e2%80%a8",
        "/%C3%A9?%E9",
    ],
)
async def test_a_path_is_sent_as_it_was_validated_and_cannot_end_the_line(visiting, path):
    async with raw_server(say(PAGE)) as server, visiting(server) as visit:
        await visit.get(f"http://site.test{path}")
    request = server.requests[0]
    assert request.startswith(f"GET {path} HTTP/1.1\r\n".encode())
    assert request.count(b"\r\n\r\n") == 1
    assert b"\r\nX-Evil" not in request


async def test_cookies_are_neither_kept_nor_sent(visiting):
    cookies = ("Set-Cookie: a=b; Path=/", "Set-Cookie: c=d; Domain=test", "Set-Cookie: " + "x=y; " * 500)
    async with raw_server(site({"/": answer(b"hello", *cookies)})) as server, visiting(server) as visit:
        for _ in range(3):
            exchange = await visit.get("http://site.test/")
    assert len(exchange.headers.all("set-cookie")) == 3
    assert not any(b"cookie" in request.lower() for request in server.requests)


async def test_proxies_and_passwords_of_the_environment_are_ignored(visiting, monkeypatch, tmp_path):
    netrc = tmp_path / "netrc"
    netrc.write_text("machine site.test login me password secret\n")
    netrc.chmod(0o600)
    monkeypatch.setenv("NETRC", str(netrc))
    async with raw_server(say(PAGE), PRIVATE) as proxy, raw_server(say(PAGE)) as server:
        for name in ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, f"http://{PRIVATE}:{proxy.port}")
        async with visiting(server) as visit:
            assert (await visit.get("http://site.test/")).status == 200
    assert proxy.connections == 0
    assert b"authorization" not in server.requests[0].lower()


async def test_a_connection_is_kept_for_the_same_name_only(visiting):
    async with raw_server(site({"/": PAGE})) as server, visiting(server) as visit:
        for url in ("http://a.test/", "http://a.test/", "http://b.test/", "http://a.test/"):
            exchange = await visit.get(url)
        assert exchange.timing.connect is None
    assert server.connections == 2


async def test_a_connection_that_is_kept_keeps_nothing_of_what_it_brought(visiting):
    async with raw_server(site({"/": PAGE})) as server, visiting(server) as visit:
        visiting_task = asyncio.create_task(visit.get("http://site.test/"))
        brought = weakref.ref(await visiting_task)
        del visiting_task
        await asyncio.sleep(0)
        assert brought() is None
        await visit.get("http://site.test/")
        assert server.connections == 1


async def test_no_more_connections_to_a_host_than_allowed_are_open_at_once(visiting):
    at_once = most = 0

    async def talk(_request, writer):
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        for _ in range(5):
            await asyncio.sleep(0)
        at_once -= 1
        writer.write(PAGE)

    async with raw_server(talk) as server, visiting(server, per_host=2) as visit:
        exchanges = await asyncio.gather(*(visit.get(f"http://a.test/{page}") for page in range(20)))
    assert [exchange.status for exchange in exchanges] == [200] * 20
    assert most == server.connections == 2


ROUTES = {
    "any host": (Route(None, 80, PUBLIC, 0), "http://site.test/", "site.test"),
    "one host": (Route("site.test", None, PUBLIC, 0), "http://site.test/", "site.test"),
    "an address": (Route("93.184.215.14", 80, PUBLIC, 0), "http://93.184.215.14/", "93.184.215.14"),
    "another port": (Route("site.test", 8080, PUBLIC, 0), "http://site.test:8080/", "site.test:8080"),
}


@pytest.mark.parametrize(("route", "url", "host"), ROUTES.values(), ids=ROUTES)
async def test_a_route_changes_where_to_connect_and_nothing_else(visiting, route, url, host):
    async with raw_server(say(PAGE)) as server:
        routes = (Route("other.test", None, PRIVATE, 1), Route(route.host, route.port, PUBLIC, server.port))
        async with visiting(connect_to=routes) as visit:
            assert (await visit.get(url)).url == url
    assert f"\r\nHost: {host}\r\n".encode() in server.requests[0]


async def test_the_guard_dials_nothing_that_was_not_checked(visiting):
    """Even a hop that is given a wrong address finds no way there."""
    async with raw_server(say(PAGE), PRIVATE) as trap, raw_server(say(PAGE)) as server:
        async with visiting(server) as visit:
            deadline = asyncio.get_running_loop().time() + 5
            target = parse(f"http://{PUBLIC}/", visit.policy)
            for addresses in [(), (ip_address("127.10.9.9"),)]:
                with pytest.raises(ConnectionFailed):
                    await visit.wire.hop(target, addresses, Bounds(deadline, 1000))
        assert (trap.connections, server.connections) == (0, 0)


FAILING = {
    "hangs up": (say(), ConnectionFailed),
    "resets": (reset_after(b""), ConnectionFailed),
    "hangs up inside the headers": (say(OK + b"X: "), ConnectionFailed),
    "resets inside the headers": (reset_after(OK + b"X: a"), ConnectionFailed),
    "says less than announced": (say(OK + b"Content-Length: 50\r\n\r\nhello"), ConnectionFailed),
    "resets inside the body": (reset_after(OK + b"Content-Length: 50\r\n\r\nhello"), ConnectionFailed),
    "hangs up inside a chunk": (say(CHUNKED + b"5\r\nhel"), ConnectionFailed),
    "hangs up before the last chunk": (say(CHUNKED + b"5\r\nhello\r\n"), ConnectionFailed),
    "HTTP/0.9": (say(b"<html>hello</html>"), BrokenHttp),
    "HTTP/2 in words": (say(b"HTTP/2 200 OK\r\n\r\n"), BrokenHttp),
    "SSH": (say(b"SSH-2.0-OpenSSH_9.6\r\n"), BrokenHttp),
    "TLS": (say(b"\x15\x03\x01\x00\x02\x02\x46"), BrokenHttp),
    "garbage": (say(bytes(range(256)) * 8), BrokenHttp),
    "status in words": (say(b"HTTP/1.1 OK\r\n\r\n"), BrokenHttp),
    "status 000": (say(b"HTTP/1.1 000 Nothing\r\n\r\n"), BrokenHttp),
    "status 99999": (say(b"HTTP/1.1 99999 Much\r\n\r\n"), BrokenHttp),
    "switches protocols": (
        say(b"HTTP/1.1 101 On\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n"),
        BrokenHttp,
    ),
    "two lengths": (say(OK + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!"), BrokenHttp),
    "length and chunks": (
        say(OK + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"),
        BrokenHttp,
    ),
    "negative length": (say(OK + b"Content-Length: -5\r\n\r\nhello"), BrokenHttp),
    "length beyond counting": (say(OK + b"Content-Length: " + b"9" * 30 + b"\r\n\r\nhello"), BrokenHttp),
    "chunk size in words": (say(CHUNKED + b"5\r\nhello\r\nzz\r\n"), BrokenHttp),
    "chunk size beyond counting": (say(CHUNKED + b"f" * 20 + b"\r\nhello"), BrokenHttp),
    "endless chunk extension": (endless(CHUNKED + b"5;", b"a" * 10_000), BrokenHttp),
    "endless trailers": (endless(CHUNKED + b"0\r\n", b"X: y\r\n" * 1000), BrokenHttp),
    "NUL in a header": (say(OK + b"X: a\0b\r\n\r\nhello"), BrokenHttp),
    "header without a name": (say(OK + b": a\r\n\r\nhello"), BrokenHttp),
    "header without a colon": (say(OK + b"header\r\n\r\nhello"), BrokenHttp),
    "one header of 100 KB": (say(OK + b"X: " + b"a" * 100_000 + b"\r\n\r\nhello"), BrokenHttp),
    "headers of 100 KB": (say(OK + (b"X: " + b"a" * 5000 + b"\r\n") * 20 + b"\r\nhello"), BrokenHttp),
    "300 headers": (say(OK + b"X: a\r\n" * 300 + b"\r\nhello"), BrokenHttp),
    "endless headers": (endless(OK, b"X: a\r\n" * 1000), BrokenHttp),
    "endless header": (endless(OK + b"X: ", b"a" * 10_000), BrokenHttp),
    "endless header name": (endless(OK, b"a" * 10_000), BrokenHttp),
    "endless reason": (endless(b"HTTP/1.1 200 ", b"a" * 10_000), BrokenHttp),
    "endless empty lines": (endless(b"", b"\r\n" * 5000), BrokenHttp),
    "endless interim answers": (endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 100), BrokenHttp),
    "endless early hints": (endless(b"", b"HTTP/1.1 103 Hints\r\nLink: </a>\r\n\r\n"), BrokenHttp),
}


@pytest.mark.parametrize(("talk", "failure"), FAILING.values(), ids=FAILING)
async def test_an_answer_that_is_not_one_is_a_failure_of_its_kind(visiting, talk, failure):
    async with raw_server(talk) as server, visiting(server) as visit:
        with pytest.raises(failure) as caught:
            await visit.get("http://site.test/")
    assert "site.test" in caught.value.message
    assert PUBLIC not in caught.value.message


SERVED = {
    "status 999": (say(b"HTTP/1.1 999 Denied\r\nContent-Length: 5\r\n\r\nhello"), 999, b"hello"),
    "no reason": (say(b"HTTP/1.1 200\r\n\r\nhello"), 200, b"hello"),
    "HTTP/1.0": (say(b"HTTP/1.0 200 OK\r\n\r\nhello"), 200, b"hello"),
    "lines without CR": (say(b"HTTP/1.1 200 OK\nX: a\n\nhello"), 200, b"hello"),
    "no length": (say(OK + b"\r\nhello"), 200, b"hello"),
    "more than announced": (say(OK + b"Content-Length: 3\r\n\r\nhello"), 200, b"hel"),
    "no content, and some": (say(b"HTTP/1.1 204 None\r\nContent-Length: 5\r\n\r\nhello"), 204, b""),
    "chunks": (say(CHUNKED + b"2\r\nhe\r\n3;x=y\r\nllo\r\n0\r\nX: y\r\n\r\n"), 200, b"hello"),
    "one byte a chunk": (
        say(CHUNKED + b"".join(b"1\r\n%c\r\n" % c for c in b"hello") + b"0\r\n\r\n"),
        200,
        b"hello",
    ),
    "five interim answers": (
        say(b"HTTP/1.1 103 Hints\r\nLink: </a>\r\n\r\n" * 5 + OK + b"\r\nhello"),
        200,
        b"hello",
    ),
    "199 headers": (say(OK + b"X: a\r\n" * 199 + b"\r\nhello"), 200, b"hello"),
    "a header of 60 KB": (say(OK + b"X: " + b"a" * 60_000 + b"\r\n\r\nhello"), 200, b"hello"),
    "a folded header": (say(OK + b"X: a\r\n b\r\n\r\nhello"), 200, b"hello"),
}


@pytest.mark.parametrize(("talk", "status", "body"), SERVED.values(), ids=SERVED)
async def test_an_odd_answer_is_read_as_browsers_read_it(visiting, talk, status, body):
    async with raw_server(talk) as server, visiting(server) as visit:
        exchange = await visit.get("http://site.test/")
    assert (exchange.status, exchange.body, exchange.truncated) == (status, body, False)


async def test_the_head_may_arrive_in_any_pieces(visiting):
    async def talk(_request, writer):
        for byte in PAGE:
            writer.write(bytes([byte]))
            await writer.drain()
            await asyncio.sleep(0)

    async with raw_server(talk) as server, visiting(server) as visit:
        assert (await visit.get("http://site.test/")).body == b"<html>hello</html>"


async def test_header_values_are_utf8_or_else_latin1(visiting):
    lines = b"A: caf\xc3\xa9\r\nB: caf\xe9\r\n"
    async with raw_server(say(OK + lines + b"\r\nhello")) as server, visiting(server) as visit:
        exchange = await visit.get("http://site.test/")
    assert list(exchange.headers) == [("a", "café"), ("b", "café")]


async def test_an_endless_body_is_cut(visiting):
    async with raw_server(endless(OK + b"\r\n", b"x" * 10_000)) as server, visiting(server) as visit:
        exchange = await visit.get("http://site.test/", max_body=100_000)
    assert (len(exchange.body), exchange.truncated) == (100_000, True)


UNANSWERED = {
    "no answer": endless(b"", b"", pause=0.01),
    "headers that drip": endless(OK, b"X", pause=0.01),
    "an interim answer alone": endless(b"HTTP/1.1 100 Continue\r\n\r\n", b"", pause=0.01),
}


@pytest.mark.parametrize("bounds", [{"seconds": 0.5}, {"first": 0.5}], ids=["deadline", "first byte"])
@pytest.mark.parametrize("talk", UNANSWERED.values(), ids=UNANSWERED)
async def test_a_site_that_does_not_answer_costs_its_time_and_no_more(visiting, talk, bounds):
    first_byte = bounds.get("first", 60.0)
    async with raw_server(talk) as server, visiting(server, first_byte_seconds=first_byte) as visit:
        with pytest.raises(TimedOut, match="did not answer in time"):
            await visit.get("http://site.test/", seconds=bounds.get("seconds", 60.0))


UNFINISHED = {
    "a body that stops": endless(OK + b"Content-Length: 9\r\n\r\n", b"", pause=0.01),
    "a body that drips": endless(OK + b"\r\n", b"x", pause=0.01),
    "chunks that drip": endless(CHUNKED, b"1\r\nx\r\n", pause=0.01),
}


@pytest.mark.parametrize("talk", UNFINISHED.values(), ids=UNFINISHED)
async def test_a_site_that_does_not_finish_costs_its_time_and_no_more(visiting, talk):
    async with raw_server(talk) as server, visiting(server) as visit:
        with pytest.raises(TimedOut, match="did not finish in time"):
            await visit.get("http://site.test/", seconds=1)


async def test_a_site_that_accepts_nothing_is_given_up_after_its_own_time(visiting):
    """A backlog of one that is full: the kernel leaves further connections unanswered."""
    with contextlib.ExitStack() as stack:
        full = stack.enter_context(socket.create_server((PUBLIC, 0), backlog=0))
        for _ in range(3):
            queued = stack.enter_context(socket.socket())
            queued.setblocking(False)
            queued.connect_ex(full.getsockname())
        routes = (Route(None, 80, *full.getsockname()),)
        async with visiting(connect_to=routes, connect_seconds=0.2) as visit:
            with pytest.raises(TimedOut, match="did not accept a connection in time"):
                await visit.get("http://site.test/")


async def test_a_closed_port_is_named_and_http_is_suggested_for_https(visiting):
    with socket.create_server((PUBLIC, 0)) as closed:
        port = closed.getsockname()[1]
    routes = (Route(None, 80, PUBLIC, port), Route(None, 443, PUBLIC, port))
    async with visiting(connect_to=routes) as visit:
        with pytest.raises(ConnectionFailed) as https:
            await visit.get("site.test")
        with pytest.raises(ConnectionFailed) as http:
            await visit.get("http://site.test/")
    assert https.value.message == (
        "site.test refuses connections on port 443. If the site has no https, try http://site.test/."
    )
    assert http.value.message == "site.test refuses connections on port 80."


async def test_a_hundred_failures_leave_no_connection_behind(visiting):
    before = descriptors()
    async with raw_server(endless(OK, b"X", pause=0.01)) as server, visiting(server, per_host=100) as visit:
        looks = (visit.get("http://site.test/", seconds=0.3) for _ in range(100))
        outcomes = await asyncio.gather(*looks, return_exceptions=True)
    assert {type(outcome) for outcome in outcomes} == {TimedOut}
    await asyncio.sleep(0)
    assert descriptors() <= before + 5


async def test_a_connection_that_is_closed_is_given_back_without_the_collector(visiting):
    gc.disable()
    try:
        async with raw_server(site({"/": PAGE, "/empty": answer(b"")})) as server:
            async with visiting(server) as visit:
                for url in ("http://a.test/", "http://b.test/empty"):
                    await visit.get(url)
                pool = visit.wire._session.connector._conns
                protocols = [weakref.ref(protocol) for kept in pool.values() for protocol, _ in kept]
                assert len(protocols) == 2
                del pool
        for _ in range(5):
            await asyncio.sleep(0)
        assert [protocol() for protocol in protocols] == [None, None]
    finally:
        gc.enable()
