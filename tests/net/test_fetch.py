"""Redirects by hand, the wall at every hop, and what an exchange keeps."""

import pytest

from siteloupe.capture import Hop
from siteloupe.errors import BadTarget, OverBudget, TooManyRedirects
from tests.servers.raw import PRIVATE, answer, raw_server, redirect, say, site

PAGE = answer(b"<html>hello</html>", "Content-Type: text/html")


async def test_an_exchange_keeps_what_was_asked_and_what_came(visiting):
    async with raw_server(site({"/a": PAGE})) as server, visiting(server) as visit:
        exchange = await visit.get("http://site.test/a")
    assert exchange.requested == exchange.url == "http://site.test/a"
    assert (exchange.status, exchange.body, exchange.hops) == (200, b"<html>hello</html>", ())
    assert exchange.headers.get("content-type") == "text/html"
    assert (exchange.wire_bytes, exchange.content_length, exchange.content_encoding) == (18, 18, None)
    assert exchange.timing.dns is None
    assert exchange.timing.connect > 0


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_redirects_are_followed_and_their_headers_kept(visiting, status):
    pages = {"/": redirect("/there", status), "/there": redirect("//www.site.test/end"), "/end": PAGE}
    async with raw_server(site(pages)) as server, visiting(server) as visit:
        exchange = await visit.get("http://site.test/")
    assert exchange.requested == "http://site.test/"
    assert exchange.url == "http://www.site.test/end"
    assert [(hop.url, hop.status) for hop in exchange.hops] == [
        ("http://site.test/", status),
        ("http://site.test/there", 302),
    ]
    assert all(isinstance(hop, Hop) and hop.headers.get("location") for hop in exchange.hops)


@pytest.mark.parametrize("status", [200, 201, 300, 304, 305, 306, 404])
async def test_a_location_without_a_redirect_is_not_followed(visiting, status):
    async with raw_server(say(redirect("/there", status))) as server, visiting(server) as visit:
        exchange = await visit.get("http://site.test/")
    assert (exchange.status, exchange.url) == (status, "http://site.test/")


@pytest.mark.parametrize("headers", [(), ("Location:",), ("Location:  \t ",)])
async def test_a_redirect_that_names_no_place_is_an_answer(visiting, headers):
    nowhere = answer(b"<p>moved", *headers, status="302 Found")
    async with raw_server(say(nowhere)) as server, visiting(server) as visit:
        exchange = await visit.get("http://site.test/")
    assert (exchange.status, exchange.body, exchange.hops) == (302, b"<p>moved", ())


async def test_a_fragment_in_a_redirect_is_dropped(visiting):
    async with (
        raw_server(site({"/": redirect("/end#part"), "/end": PAGE})) as server,
        visiting(server) as visit,
    ):
        assert (await visit.get("http://site.test/")).url == "http://site.test/end"


REFUSED = [
    "http://127.0.0.1/",
    "http://10.0.0.1/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://169.254.169.254/latest/meta-data/",
    "http://2130706433/",
    "http://0x7f.1/",
    "//localhost/",
    "http://intranet/",
    "http://printer.local/",
    "http://user:secret@site.test/",
    "http://site.test:22/",
    "file:///etc/passwd",
    "ftp://site.test/",
    "javascript:alert(1)",
    "data:text/html,hello",
    "gopher://site.test/",
    "http://exa mple.test/",
    "http://site.test\\@10.0.0.1/",
    "http://",
    "http://[",
    "/" + "a" * 3000,
]


@pytest.mark.parametrize("location", REFUSED)
async def test_a_redirect_to_a_refused_place_is_refused(visiting, location):
    async with raw_server(say(redirect(location))) as server, visiting(server) as visit:
        with pytest.raises(BadTarget, match=r"^site\.test redirects to a place that is refused\. [A-Z]"):
            await visit.get("http://site.test/")
        assert server.connections == 1


async def test_a_redirect_to_a_private_address_opens_no_connection(visiting):
    async with raw_server(say(PAGE), PRIVATE) as trap:
        location = f"http://{PRIVATE}:{trap.port}/"
        async with raw_server(say(redirect(location))) as server:
            ports = frozenset({80, trap.port})
            async with visiting(server, allow_ports=ports) as visit:
                with pytest.raises(BadTarget):
                    await visit.get("http://site.test/")
        assert trap.connections == 0


async def test_ten_redirects_are_followed_and_eleven_are_not(visiting):
    chain = {f"/{step}": redirect(f"/{step + 1}") for step in range(11)} | {"/11": PAGE}
    async with raw_server(site(chain)) as server, visiting(server) as visit:
        exchange = await visit.get("http://site.test/1")
        assert (exchange.url, len(exchange.hops)) == ("http://site.test/11", 10)
        with pytest.raises(TooManyRedirects, match="more than 10 times"):
            await visit.get("http://site.test/0")


@pytest.mark.parametrize(
    "pages",
    [
        {"/": redirect("/")},
        {"/": redirect("/#again")},
        {"/": redirect("/b"), "/b": redirect("http://SITE.test:80/")},
    ],
)
async def test_a_circle_ends_before_it_is_walked_twice(visiting, pages):
    async with raw_server(site(pages)) as server, visiting(server) as visit:
        with pytest.raises(TooManyRedirects, match="circle"):
            await visit.get("http://site.test/")
        assert len(server.requests) == len(pages)


async def test_every_hop_costs_one_of_the_allowance(visiting):
    pages = {"/": redirect("/b"), "/b": redirect("/c"), "/c": PAGE}
    async with raw_server(site(pages)) as server, visiting(server) as visit:
        assert (await visit.get("http://site.test/", requests=3)).status == 200
        with pytest.raises(OverBudget):
            await visit.get("http://site.test/", requests=2)
        assert server.paths == ["/", "/b", "/c", "/", "/b"]


async def test_the_body_of_a_redirect_is_not_waited_for(visiting):
    async def talk(request, writer):
        endless = b"HTTP/1.1 302 Found\r\nLocation: /end\r\nContent-Length: 1000000\r\n\r\nbegun"
        writer.write(PAGE if b"/end" in request else endless)

    async with raw_server(talk) as server, visiting(server) as visit:
        assert (await visit.get("http://site.test/")).url == "http://site.test/end"
    assert server.connections == 2


@pytest.mark.parametrize("length", ["18", "00018"])
async def test_the_stated_length_is_kept(visiting, length):
    page = PAGE.replace(b"Content-Length: 18", f"Content-Length: {length}".encode())
    async with raw_server(say(page)) as server, visiting(server) as visit:
        assert (await visit.get("http://site.test/")).content_length == 18
