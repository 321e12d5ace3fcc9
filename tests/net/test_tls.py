"""https: the certificate must fit the name, whatever address is dialed, and TLS must come about in time."""

import asyncio

import pytest

from siteloupe.errors import BadCertificate, BadSetting, ConnectionFailed, TimedOut
from siteloupe.net.live import open_wire
from siteloupe.settings import Settings
from tests.servers.authority import EXPIRED, NOT_YET_VALID, Authority
from tests.servers.raw import PUBLIC, answer, raw_server, say, site

PAGE = answer(b"<html>hello</html>")


@pytest.fixture
def authority(tmp_path):
    return Authority(tmp_path)


@pytest.fixture
def stranger(tmp_path):
    """An authority that nobody trusts."""
    (tmp_path / "stranger").mkdir()
    return Authority(tmp_path / "stranger")


@pytest.mark.parametrize("way", ["SSL_CERT_FILE", "SITELOUPE_CA_FILE"])
async def test_a_name_is_proved_by_its_certificate(visiting, authority, monkeypatch, way):
    changes = {"ca_file": str(authority.certificate)}
    if way == "SSL_CERT_FILE":
        monkeypatch.setenv("SSL_CERT_FILE", changes.pop("ca_file"))
    async with raw_server(site({"/": PAGE}), tls=authority.server_context("site.test")) as server:
        async with visiting(secure=server, **changes) as visit:
            exchange = await visit.get("site.test")
    assert (exchange.url, exchange.body) == ("https://site.test/", b"<html>hello</html>")
    assert b"\r\nHost: site.test\r\n" in server.requests[0]


async def test_a_connection_proved_for_one_name_is_not_used_for_another(visiting, authority):
    async with raw_server(site({"/": PAGE}), tls=authority.server_context("a.test")) as server:
        async with visiting(secure=server, ca_file=str(authority.certificate)) as visit:
            assert (await visit.get("https://a.test/")).status == 200
            with pytest.raises(BadCertificate, match="is for another name"):
                await visit.get("https://b.test/")


FAULTS = {
    "of another name": (lambda own, _: own.server_context("other.test"), "is for another name"),
    "expired": (lambda own, _: own.server_context("site.test", EXPIRED), "has expired"),
    "not yet valid": (lambda own, _: own.server_context("site.test", NOT_YET_VALID), "is not valid yet"),
    "self-signed": (lambda _, stranger: stranger.own_context(), "is self-signed"),
    "of an unknown authority": (
        lambda _, stranger: stranger.server_context("site.test"),
        "signed by an authority that is not trusted",
    ),
}


@pytest.mark.parametrize(("context", "sentence"), FAULTS.values(), ids=FAULTS)
async def test_a_certificate_that_proves_nothing_is_named_as_the_cause(
    visiting, authority, stranger, context, sentence
):
    async with raw_server(site({"/": PAGE}), tls=context(authority, stranger)) as server:
        async with visiting(secure=server, ca_file=str(authority.certificate)) as visit:
            with pytest.raises(BadCertificate, match=sentence):
                await visit.get("https://site.test/")
    assert server.requests == []


async def test_an_address_needs_a_certificate_too(visiting, authority):
    async with raw_server(site({"/": PAGE}), tls=authority.server_context("site.test")) as server:
        async with visiting(secure=server, ca_file=str(authority.certificate)) as visit:
            with pytest.raises(BadCertificate, match="is for another address"):
                await visit.get(f"https://{PUBLIC}/")


async def silent(_request, _writer):
    await asyncio.Event().wait()


PLAIN = say(answer(b"You speak https to an http port", status="400 Bad Request"))

NO_TLS = {
    "nothing": (silent, TimedOut),
    "an end": (say(), ConnectionFailed),
    "plain HTTP": (PLAIN, BadCertificate),
}


@pytest.mark.parametrize(("talk", "failure"), NO_TLS.values(), ids=NO_TLS)
async def test_a_port_that_answers_tls_with_something_else_suggests_http(visiting, talk, failure):
    async with raw_server(talk, expects_http=False) as server:
        async with visiting(secure=server, connect_seconds=0.5) as visit:
            with pytest.raises(failure, match=r"try http://site\.test/"):
                await visit.get("site.test", seconds=60)


async def test_http_is_not_suggested_to_who_named_a_port(visiting):
    async with raw_server(PLAIN, expects_http=False) as server:
        async with visiting(allow_ports=frozenset({server.port})) as visit:
            with pytest.raises(BadCertificate) as caught:
                await visit.get(f"https://{PUBLIC}:{server.port}/")
    assert "http://" not in caught.value.message


async def test_certificates_that_cannot_be_read_stop_the_start(tmp_path):
    (tmp_path / "empty.pem").write_text("no certificate")
    for file in ("empty.pem", "missing.pem"):
        with pytest.raises(BadSetting, match="SITELOUPE_CA_FILE"):
            async with open_wire(Settings(ca_file=str(tmp_path / file))):
                pass
