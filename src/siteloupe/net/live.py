"""The network as a wire: aiohttp with single requests, without its redirects, cookies or decoding."""

import asyncio
import functools
import ipaddress
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

import aiohttp
from aiohttp.http_exceptions import HttpProcessingError
from yarl import URL

from siteloupe.address import Address
from siteloupe.capture import Headers
from siteloupe.errors import BadSetting, BrokenHttp
from siteloupe.fetching import Ahead, Beginning, Bounds, Listener
from siteloupe.ledger import Ledger
from siteloupe.net.decode import ACCEPT_ENCODING, Body
from siteloupe.net.dial import PinnedConnector, pin_addresses
from siteloupe.net.failure import unreachable
from siteloupe.net.look_ups import LookUps
from siteloupe.net.resolve import name_not_found_error, resolver, timeout_error
from siteloupe.net.watch import Watch
from siteloupe.net.wire import Resolved, WireAnswer, location
from siteloupe.settings import Settings
from siteloupe.target import Target


@asynccontextmanager
async def open_wire(settings: Settings, ledger: Ledger | None = None) -> AsyncIterator["LiveWire"]:
    """Open the network until the block ends; look-ups are charged to their callers in ``ledger``.

    Raises BadSetting when the extra certificates are unreadable.
    """
    trust = _trust(settings.ca_file)
    connector = PinnedConnector(trust, settings.max_header_bytes, settings.connect_seconds)
    async with aiohttp.ClientSession(
        connector=connector,
        cookie_jar=aiohttp.DummyCookieJar(),
        headers={"User-Agent": settings.sent_user_agent, "Accept-Encoding": ACCEPT_ENCODING},
        timeout=aiohttp.ClientTimeout(total=None),
        trust_env=False,
        auto_decompress=False,
        max_line_size=settings.max_header_bytes,
        max_field_size=settings.max_header_bytes,
        max_headers=settings.max_header_lines,
    ) as session:
        yield LiveWire(session, connector, settings, ledger or Ledger())


class LiveWire:
    """The network access of a process: a connection pool, at most ``per_host`` at once to a host and port."""

    def __init__(
        self,
        session: aiohttp.ClientSession,
        connector: PinnedConnector,
        settings: Settings,
        ledger: Ledger,
    ) -> None:
        self._session = session
        self._connector = connector
        self._settings = settings
        self.look_up = LookUps(resolver(settings.nameserver, settings.resolve_seconds), ledger)
        self._places: WeakValueDictionary[tuple[str, int], asyncio.Semaphore] = WeakValueDictionary()

    async def resolve(self, target: Target, bounds: Bounds) -> Resolved:
        """See :class:`~siteloupe.net.wire.Wire`. An IP address, typed or of a route, is not looked up."""
        host, _ = self._destination(target)
        if (literal := _address(host)) is not None:
            return Resolved((literal,))
        names, milliseconds = bounds.allowance.names, None
        if (found := names.get(host)) is None:
            loop = asyncio.get_running_loop()
            started = loop.time()
            try:
                async with asyncio.timeout_at(min(bounds.deadline, started + self._settings.resolve_seconds)):
                    found = await names.find(host, lambda: self.look_up(host))
            except TimeoutError:
                raise timeout_error(host) from None
            milliseconds = (loop.time() - started) * 1000
        if not found.addresses:
            raise name_not_found_error(host)
        return Resolved(found.addresses, milliseconds)

    async def hop(self, target: Target, addresses: tuple[Address, ...], bounds: Bounds) -> WireAnswer:
        """See :class:`~siteloupe.net.wire.Wire`.

        Waiting for a free connection counts towards the deadline only.
        """
        watch = Watch(bounds.deadline, self._settings.connect_seconds, self._settings.first_byte_seconds)
        _, port = self._destination(target)
        try:
            async with watch, self._place(target):
                with pin_addresses(addresses, port, watch, bounds.ahead, is_page=bounds.is_page):
                    return await self._ask(target, bounds, watch)
        except TimeoutError:
            raise watch.timeout_error(target) from None
        except (aiohttp.ClientError, HttpProcessingError, OSError, ValueError) as error:
            raise unreachable(error, target) from error

    def open_ahead(self, target: Target, addresses: tuple[Address, ...], ahead: Ahead) -> None:
        """Open a connection to one of ``addresses`` for later requests to ``target``, unless there is one."""
        _, port = self._destination(target)
        self._connector.open_one_ahead(target, addresses, port, ahead)

    async def _ask(self, target: Target, bounds: Bounds, watch: Watch) -> WireAnswer:
        request = self._session.get(
            URL(target.url, encoded=True),
            headers={"Accept": bounds.accept},
            allow_redirects=False,
        )
        async with request as response:
            watch.end_waiting()
            headers = _headers(response)
            body = Body(headers, bounds.max_body)
            if location(response.status, headers) is None:  # nobody reads the body of a redirect
                await self._receive(response, body, target.url, headers, bounds.listener)
            return WireAnswer(
                response.status,
                headers,
                body.content(),
                truncated=body.truncated,
                wire_bytes=body.wire_bytes,
                timing=watch.end_download(),
            )

    @staticmethod
    async def _receive(
        response: aiohttp.ClientResponse, body: Body, url: str, headers: Headers, listener: Listener | None
    ) -> None:
        """Feed ``body``, of which ``listener`` hears."""
        beginning = Beginning(url, response.status, headers, body.first_bytes)
        try:
            async for chunk in response.content.iter_any():
                if not body.feed(chunk):
                    response.close()
                    break
                if listener is not None:
                    listener.hear(beginning)
        finally:
            if listener is not None:
                listener.end()

    def _destination(self, target: Target) -> tuple[str, int]:
        """Return the host and port to dial: those of the target, or of the first route that fits.

        Source of the rule: https://curl.se/docs/manpage.html#--connect-to
        """
        for route in self._settings.connect_to:
            if route.host in {None, target.host} and route.port in {None, target.port}:
                return route.to_host or target.host, route.to_port
        return target.host, target.port

    def _place(self, target: Target) -> asyncio.Semaphore:
        """Return the semaphore of the target's host and port; it exists while somebody uses it."""
        key = (target.host, target.port)
        if (place := self._places.get(key)) is None:
            place = self._places[key] = asyncio.Semaphore(self._settings.per_host)
        return place


@functools.lru_cache(4096)
def _address(host: str) -> Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _headers(response: aiohttp.ClientResponse) -> Headers:
    """Return the header block as text.

    Raises BrokenHttp when the status does not end a request. Values are UTF-8, as servers usually send
    non-ASCII ``Location`` values, otherwise Latin-1.
    """
    if response.status < 200:
        raise BrokenHttp(
            f"{response.url.host} answered with status {response.status}, which ends no request."
        )
    return Headers([(_text(name), _text(value)) for name, value in response.raw_headers])


def _text(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def _trust(extra: str | None) -> ssl.SSLContext:
    """Return OpenSSL's default trust, with SSL_CERT_FILE, and the certificates of the file ``extra``."""
    context = ssl.create_default_context()
    # Python 3.13 refuses certificates with formal faults that browsers accept.
    context.verify_flags &= ~ssl.VerifyFlags.VERIFY_X509_STRICT
    context.set_alpn_protocols(["http/1.1"])
    if extra is not None:
        try:
            context.load_verify_locations(extra)
        except OSError as error:  # ssl.SSLError is one
            raise BadSetting(f"SITELOUPE_CA_FILE: no certificates can be read from {extra}") from error
    return context
