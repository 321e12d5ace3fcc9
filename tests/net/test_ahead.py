"""Connections that are opened ahead: used, closed when they are not, and never of consequence otherwise."""

import asyncio

import pytest

from siteloupe.errors import ConnectionFailed
from siteloupe.fetching import Ahead, Allowance, Bounds
from siteloupe.net import openings
from siteloupe.net.fetch import Fetcher
from siteloupe.net.openings import MOST_AHEAD, Openings
from siteloupe.settings import Route
from siteloupe.target import parse
from tests.servers.authority import Authority
from tests.servers.connections import reply, secured, serving
from tests.servers.raw import PRIVATE, PUBLIC, answer, raw_server, redirect, site

HOME = "https://site.test/"
PAGE = answer(b"<html>hello</html>")


@pytest.fixture(autouse=True)
def _impatient(monkeypatch):
    monkeypatch.setattr(openings, "PATIENCE", 0.01)


@pytest.fixture
def authority(tmp_path):
    return Authority(tmp_path)


async def held_page(server, reader, writer, number):
    """Answers the page only when three connections are open."""
    while True:
        request = await reader.readuntil(b"\r\n\r\n")
        if request.startswith(b"GET / "):
            await server.until(lambda it: it.shaken == 3)
        await reply(server, request, writer, PAGE)


def site_of(says):
    """Answers the same to every request of a connection."""

    async def serve(server, reader, writer, number):
        while True:
            await reply(server, await reader.readuntil(b"\r\n\r\n"), writer, says)

    return serve


def bounds(ahead=None, allowance=None, *, is_page=False):
    until = asyncio.get_running_loop().time() + 20
    return Bounds(until, 1 << 20, allowance or Allowance(60), ahead=ahead, is_page=is_page)


async def fetched(visit, url, ahead=None, *, is_page=True):
    """The status of a page of a visit with ``ahead``, or of an exchange without."""
    given = bounds(ahead, is_page=is_page)
    return (await visit.fetcher(parse(url, visit.policy), given)).status


async def test_they_are_open_before_the_page_is_there_and_carry_what_follows(visiting, authority):
    context = authority.server_context("site.test")
    async with serving(secured(context, held_page)) as server:
        async with visiting(secure=server, ca_file=str(authority.certificate)) as visit:
            ahead = Ahead(beside=2)
            assert await fetched(visit, HOME, ahead) == 200
            following = [fetched(visit, f"{HOME}{number}") for number in range(3)]
            assert await asyncio.gather(*following) == [200] * 3
            ahead.close()
            assert (server.connections, len(server.paths)) == (3, 4)


async def test_those_that_nothing_used_are_closed_at_the_end_and_the_others_kept(visiting, authority):
    context = authority.server_context("site.test")
    async with serving(secured(context, held_page)) as server:
        async with visiting(secure=server, ca_file=str(authority.certificate)) as visit:
            ahead = Ahead(beside=2)
            await fetched(visit, HOME, ahead)
            assert server.open_now == 3
            ahead.close()
            await server.until(lambda it: it.open_now == 1)
            assert await fetched(visit, f"{HOME}next") == 200
            assert (server.connections, server.paths) == (3, ["/", "/next"])


async def test_a_page_that_was_asked_on_a_kept_connection_opens_only_what_is_missing(visiting, authority):
    context = authority.server_context("site.test")
    async with serving(secured(context, held_page)) as server:
        async with visiting(secure=server, ca_file=str(authority.certificate)) as visit:
            ahead = Ahead(beside=2)
            await fetched(visit, HOME, ahead)
            await fetched(visit, HOME, Ahead(beside=2))
            assert server.connections == 3


async def test_none_is_opened_over_plain_http(visiting):
    async with raw_server(site({"/": answer(b"hello")})) as server, visiting(server) as visit:
        ahead = Ahead(beside=2)
        assert await fetched(visit, "http://site.test/", ahead) == 200
        ahead.close()
        assert server.connections == 1


async def test_two_requests_of_a_patient_visit_take_turns_on_its_one_connection(
    visiting, authority, monkeypatch
):
    monkeypatch.setattr(openings, "PATIENCE", 20.0)
    context = authority.server_context("site.test")
    async with serving(secured(context, site_of(PAGE))) as server:
        async with visiting(secure=server, ca_file=str(authority.certificate)) as visit:
            ahead = Ahead(is_patient=True)
            await fetched(visit, HOME, ahead)
            following = [fetched(visit, f"{HOME}{number}", ahead, is_page=False) for number in range(2)]
            assert await asyncio.gather(*following) == [200] * 2
            assert (server.connections, len(server.paths)) == (1, 3)


async def test_a_patient_visit_opens_another_connection_when_its_own_is_slow(visiting, authority):
    context = authority.server_context("site.test")

    async def slow(server, reader, writer, number):
        while True:
            request = await reader.readuntil(b"\r\n\r\n")
            if b"GET /slow" in request:
                await server.until(lambda it: it.shaken == 2)
            await reply(server, request, writer, PAGE)

    async with serving(secured(context, slow)) as server:
        async with visiting(secure=server, ca_file=str(authority.certificate)) as visit:
            ahead = Ahead(is_patient=True)
            await fetched(visit, HOME, ahead)
            following = [fetched(visit, f"{HOME}{path}", ahead, is_page=False) for path in ("slow", "quick")]
            assert await asyncio.gather(*following) == [200] * 2
            assert server.connections == 2


@pytest.mark.parametrize("is_patient", [True, False])
async def test_no_request_waits_for_a_connection_that_has_closed(
    visiting, authority, monkeypatch, is_patient
):
    monkeypatch.setattr(openings, "PATIENCE", 20.0)
    context = authority.server_context("site.test")
    closing = answer(b"hello", "Connection: close")
    async with serving(secured(context, site_of(closing))) as server:
        async with visiting(secure=server, ca_file=str(authority.certificate)) as visit:
            ahead = Ahead(is_patient=is_patient)
            await fetched(visit, HOME, ahead)
            following = [fetched(visit, f"{HOME}{number}", ahead, is_page=False) for number in range(2)]
            assert await asyncio.gather(*following) == [200] * 2
            assert server.connections == 3


@pytest.mark.parametrize(
    ("location", "left"), [("https://other.test/", 1), ("http://site.test/", 1), ("/elsewhere", 3)]
)
async def test_a_redirect_to_another_place_closes_them(visiting, authority, location, left):
    context = authority.server_context("site.test")

    async def moved(server, reader, writer, number):
        while True:
            request = await reader.readuntil(b"\r\n\r\n")
            await server.until(lambda it: it.shaken == 3)
            await reply(server, request, writer, redirect(location) if b"GET / " in request else PAGE)

    async with (
        serving(secured(context, moved)) as server,
        raw_server(site({"/": answer(b"hello")})) as plain,
        raw_server(site({"/": answer(b"hello")}), tls=authority.server_context("other.test")) as other,
    ):
        routes = (
            Route("other.test", 443, PUBLIC, other.port),
            Route("site.test", 443, PUBLIC, server.port),
            Route("site.test", 80, PUBLIC, plain.port),
        )
        async with visiting(connect_to=routes, ca_file=str(authority.certificate)) as visit:
            ahead = Ahead(beside=2)
            assert await fetched(visit, HOME, ahead) == 200
            await server.until(lambda it: it.open_now == left)
            ahead.close()


async def hang(server, reader, writer, number):
    await reader.read()  # to the end of the connection


async def hang_up(server, reader, writer, number):
    writer.close()


async def hang_up_when_asked(server, reader, writer, number):
    await reader.readuntil(b"\r\n\r\n")
    writer.close()


async def talk_unasked(server, reader, writer, number):
    writer.write(answer(b"<html>not what was asked for</html>"))
    await hang(server, reader, writer, number)


@pytest.mark.parametrize(
    ("behavior", "is_secured"),
    [
        (hang_up, False),
        (hang_up, True),
        (hang_up_when_asked, True),
        (talk_unasked, False),
        (talk_unasked, True),
        (hang, False),  # after TLS it would be silent when it is asked, as on any connection
    ],
)
@pytest.mark.parametrize("one_by_one", [True, False], ids=["one by one", "at once"])
async def test_whatever_becomes_of_them_every_answer_is_the_same(
    visiting, authority, behavior, is_secured, one_by_one
):
    context = authority.server_context("site.test")

    async def connection(server, reader, writer, number):
        if number in {2, 3}:
            await (secured(context, behavior) if is_secured else behavior)(server, reader, writer, number)
        else:
            await secured(context, page_after_three)(server, reader, writer, number)

    async def page_after_three(server, reader, writer, number):
        while True:
            request = await reader.readuntil(b"\r\n\r\n")
            await server.until(lambda it: it.connections >= 3)
            await reply(server, request, writer, PAGE)

    async with serving(connection) as server:
        async with visiting(secure=server, ca_file=str(authority.certificate)) as visit:
            ahead = Ahead(beside=2)
            assert await fetched(visit, HOME, ahead) == 200
            following = [fetched(visit, f"{HOME}{number}") for number in range(4)]
            if one_by_one:
                assert [await each for each in following] == [200] * 4
            else:
                assert await asyncio.gather(*following) == [200] * 4
            ahead.close()
            assert sorted(server.paths) == ["/", "/0", "/1", "/2", "/3"]


async def test_a_request_takes_a_connection_that_comes_free_before_its_own_is_open(visiting, authority):
    context = authority.server_context("site.test")

    async def only_the_first(server, reader, writer, number):
        await (secured(context, in_two_steps) if number == 1 else hang)(server, reader, writer, number)

    async def in_two_steps(server, reader, writer, number):
        while True:
            request = await reader.readuntil(b"\r\n\r\n")
            if request.startswith(b"GET /first "):
                await server.until(lambda it: it.connections == 2)
            await reply(server, request, writer, PAGE)

    async with serving(only_the_first) as server:
        async with visiting(secure=server, ca_file=str(authority.certificate)) as visit:
            await fetched(visit, HOME)
            both = fetched(visit, f"{HOME}first"), fetched(visit, f"{HOME}second")
            assert await asyncio.gather(*both) == [200, 200]
            assert server.paths == ["/", "/first", "/second"]


async def test_requests_after_the_end_of_a_visit_open_their_own(visiting, authority):
    context = authority.server_context("site.test")
    async with serving(secured(context, hang_up_after_one)) as server:
        async with visiting(secure=server, ca_file=str(authority.certificate)) as visit:
            ahead = Ahead(beside=2)
            ahead.close()
            statuses = [await fetched(visit, f"{HOME}{each}", ahead, is_page=False) for each in range(3)]
            assert statuses == [200] * 3
            assert server.connections == 3


async def test_a_request_without_any_connection_fails_by_its_own(visiting, authority):
    context = authority.server_context("site.test")

    async def only_the_page(server, reader, writer, number):
        if number == 1:
            await secured(context, once)(server, reader, writer, number)

    async def once(server, reader, writer, number):
        await reply(server, await reader.readuntil(b"\r\n\r\n"), writer, PAGE)
        await server.until(lambda it: it.connections >= 3)

    async with serving(only_the_page) as server:
        async with visiting(secure=server, ca_file=str(authority.certificate)) as visit:
            ahead = Ahead(beside=2)
            await fetched(visit, HOME, ahead)
            with pytest.raises(ConnectionFailed):
                await fetched(visit, f"{HOME}next")


async def test_a_visit_that_is_cancelled_leaves_no_connection(visiting, authority):
    context = authority.server_context("site.test")

    async def first_alone(server, reader, writer, number):
        await (secured(context, hang) if number == 1 else hang)(server, reader, writer, number)

    async with serving(first_alone) as server:
        async with visiting(secure=server, ca_file=str(authority.certificate)) as visit:
            ahead = Ahead(beside=2)
            asking = asyncio.create_task(fetched(visit, HOME, ahead))
            await server.until(lambda it: it.connections == 3)
            asking.cancel()
            ahead.close()
            await asyncio.wait((asking,))
            await server.until(lambda it: it.open_now == 0)


async def test_another_host_is_connected_to_while_the_page_is_on_its_way(visiting, authority):
    context = authority.server_context("api.test")
    async with serving(secured(context, hang_up_after_one)) as directory:

        async def talk(request, writer):
            await directory.until(lambda it: it.shaken == 1)
            writer.write(answer(b"<html>hello</html>"))

        async with raw_server(talk) as server:
            routes = (
                Route("site.test", 80, PUBLIC, server.port),
                Route("api.test", 443, PUBLIC, directory.port),
            )
            async with visiting(connect_to=routes, ca_file=str(authority.certificate)) as visit:
                visit.fetcher = Fetcher(visit.wire, visit.settings, open_ahead=visit.wire.open_ahead)
                ahead = Ahead(elsewhere=(parse("https://api.test/", visit.policy),))
                assert await fetched(visit, "http://site.test/", ahead) == 200
                assert await fetched(visit, "https://api.test/info") == 200
                assert (directory.connections, directory.paths) == (1, ["/info"])


async def hang_up_after_one(server, reader, writer, number):
    await reply(server, await reader.readuntil(b"\r\n\r\n"), writer, PAGE)


async def test_the_wall_stands_before_other_hosts_too(visiting):
    async with raw_server(site({"/": answer(b"hello")})) as server, raw_server(site({}), PRIVATE) as trap:
        routes = (
            Route("site.test", 80, PUBLIC, server.port),
            Route("inner.test", None, PRIVATE, trap.port),
        )
        async with visiting(connect_to=routes) as visit:
            visit.fetcher = Fetcher(visit.wire, visit.settings, open_ahead=visit.wire.open_ahead)
            inner = tuple(parse(f"{scheme}://inner.test/", visit.policy) for scheme in ("http", "https"))
            assert await fetched(visit, "http://site.test/", Ahead(elsewhere=inner)) == 200
            assert await fetched(visit, "http://site.test/") == 200  # they have had their time
        assert trap.connections == 0


async def test_what_is_opened_after_the_end_is_closed_at_once():
    closed = []
    ahead = Ahead()
    ahead.add(lambda: closed.append("beside"), is_beside=True)
    ahead.add(lambda: closed.append("elsewhere"), is_beside=False)
    ahead.leave_host()
    assert closed == ["beside"]
    ahead.close()
    ahead.add(lambda: closed.append("late"), is_beside=True)
    assert closed == ["beside", "elsewhere", "late"]


async def test_a_process_opens_so_many_ahead_and_no_more():
    openings, begun = Openings(), []

    async def open_one():
        begun.append(None)
        await asyncio.Event().wait()

    for number in range(MOST_AHEAD + 5):
        openings.open_ahead(number % 3, open_one)
    await asyncio.sleep(0)
    assert len(begun) == MOST_AHEAD
    await asyncio.gather(*openings.cancel(), return_exceptions=True)
    assert [openings.count(place) for place in range(3)] == [0, 0, 0]


async def test_only_the_failure_of_its_own_connection_is_that_of_a_request():
    openings, begun = Openings(), []

    async def fail(name):
        begun.append(name)
        raise OSError(name)

    openings.open_ahead("place", lambda: fail("ahead"))
    with pytest.raises(OSError, match="own"):
        await openings.wait("place", lambda: False, lambda: fail("own"))
    assert begun == ["ahead", "own"]


async def test_a_connection_that_hangs_gives_way_to_that_of_who_waited_for_it():
    openings, gone = Openings(), asyncio.Event()

    async def hang():
        try:
            await asyncio.Event().wait()
        finally:
            gone.set()

    async def open_one():
        await gone.wait()

    openings.open_ahead("place", hang)
    await openings.wait("place", gone.is_set, open_one)
    await asyncio.sleep(0)
    await asyncio.gather(*openings.cancel())
    assert openings.count("place") == 0


async def test_who_stops_waiting_ends_the_connection_that_was_begun_for_them():
    openings, ended = Openings(), []

    async def open_one():
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(None)

    waiting = asyncio.create_task(openings.wait("place", lambda: False, open_one))
    while not openings.count("place"):
        await asyncio.sleep(0)
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait((waiting,))
    while openings.count("place"):
        await asyncio.sleep(0)
    assert ended == [None]
