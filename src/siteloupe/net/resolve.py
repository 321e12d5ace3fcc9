"""Name → addresses, by the system's files and nameservers or by one nameserver, without a thread."""

import asyncio
import ipaddress
from collections.abc import Awaitable, Callable, Iterable, Mapping

import pycares
from pycares import errno

from siteloupe.address import Address
from siteloupe.errors import Busy, NameNotFound, TimedOut
from siteloupe.fetching import FoundName
from siteloupe.net.channel import LookUpChannel, LookUpFailed, Record

Resolve = Callable[[str], Awaitable[FoundName]]
"""``await resolve(host)``: the addresses of a name, none when it has none. Raises TimedOut, Busy."""

NOT_FOUND_SECONDS = 5.0
"""For how long a visit believes that a name does not exist."""

MAX_SECONDS = 300.0
"""For how long a visit believes an answer, however long it may be kept."""

_QUESTIONS = 4
"""The part of the patience with a look-up after which c-ares asks again: one lost packet fails none."""

_MAX_ALIASES = 8
_ADDRESS_DATA = (pycares.ARecordData, pycares.AAAARecordData)


def resolver(nameserver: tuple[str, int] | None, seconds: float) -> Resolve:
    """Return the system's resolver, or a resolver that asks only ``nameserver`` (address, port).

    ``seconds`` is how long a look-up will be waited for. The system's resolver reads the hosts file and
    resolv.conf with its search list and ndots as glibc does; no other modules of nsswitch.conf are asked. Its
    addresses come in the order of RFC 6724, those of a nameserver IPv4 first.
    """
    server = None if nameserver is None else _server(*nameserver)
    patience = seconds / _QUESTIONS

    async def resolve(host: str) -> FoundName:
        try:
            channel = LookUpChannel(server, patience)
        except LookUpFailed:
            raise Busy("The service cannot look names up now. Try again in a few seconds.") from None
        try:
            if server is None:
                return _by_system(await channel.system_addresses(host))
            return await _by_nameserver(channel, host, patience)
        except LookUpFailed as failure:
            if failure.status == errno.ARES_ETIMEOUT:
                raise timeout_error(host) from None
            missing = failure.status in {errno.ARES_ENOTFOUND, errno.ARES_ENODATA}
            return FoundName((), NOT_FOUND_SECONDS if missing else 0.0)
        finally:
            channel.close()

    return resolve


def name_not_found_error(host: str) -> NameNotFound:
    """The failure for a name that has no address."""
    return NameNotFound(f"The name {host} does not exist or has no address.")


def timeout_error(host: str) -> TimedOut:
    """The failure for a name that no nameserver told anything about in time."""
    return TimedOut(f"The look-up of the name {host} took too long.")


def _by_system(answer: pycares.AddrInfoResult) -> FoundName:
    ends = [*(node.ttl for node in answer.nodes), *(alias.ttl for alias in answer.cnames)]
    return FoundName(_distinct(node.addr[0] for node in answer.nodes), min((MAX_SECONDS, *ends)))


async def _by_nameserver(channel: LookUpChannel, host: str, patience: float) -> FoundName:
    """Ask for both families at once. Raises LookUpFailed when neither has an address and one failed.

    Some nameservers fail or do not answer for the family that a name does not have: it is not waited for
    much longer than for the other.
    """
    questions = [asyncio.create_task(_family(channel, host, kind)) for kind in ("A", "AAAA")]
    try:
        await asyncio.wait(questions, return_when=asyncio.FIRST_COMPLETED)
        if any(_addresses(question) for question in questions):
            await asyncio.wait(questions, timeout=patience)
        else:
            await asyncio.wait(questions)
        if addresses := [address for question in questions for address in _addresses(question)]:
            seconds = min(question.result().seconds for question in questions if _addresses(question))
            return FoundName(tuple(dict.fromkeys(addresses)), seconds)
        failures = sorted(map(_status, questions), key=errno.ARES_ETIMEOUT.__eq__)
        raise LookUpFailed(failures[-1])
    finally:
        for question in questions:
            question.cancel()


def _addresses(question: asyncio.Task[FoundName]) -> tuple[Address, ...]:
    """What a question brought, so far."""
    return () if not question.done() or question.exception() else question.result().addresses


def _status(question: asyncio.Task[FoundName]) -> int:
    """Why a question that has ended brought no address."""
    failure = question.exception()
    return failure.status if isinstance(failure, LookUpFailed) else errno.ARES_ENODATA


async def _family(channel: LookUpChannel, host: str, kind: Record) -> FoundName:
    """The addresses of one family; follows aliases that the nameserver leaves to us. Raises LookUpFailed."""
    name, seconds = host, MAX_SECONDS
    for _ in range(_MAX_ALIASES):
        records = (await channel.records(name, kind)).answer
        seconds = min((seconds, *(float(record.ttl) for record in records)))
        texts = [record.data.addr for record in records if isinstance(record.data, _ADDRESS_DATA)]
        if texts:
            return FoundName(_distinct(texts), seconds)
        aliases = {
            record.name: record.data.cname
            for record in records
            if isinstance(record.data, pycares.CNAMERecordData)
        }
        if (canonical := _follow(name, aliases)) == name:
            break
        name = canonical
    raise LookUpFailed(errno.ARES_ENODATA)


def _follow(name: str, aliases: Mapping[str, str]) -> str:
    """The end of the chain that begins at ``name``; where it goes in a circle, any of its names."""
    for _ in range(len(aliases)):
        name = aliases.get(name, name)
    return name


def _distinct(texts: Iterable[bytes | str]) -> tuple[Address, ...]:
    """Each address once; without its zone, "fe80::1%eth0", which the address check does not use."""
    plain = (text.decode("ascii") if isinstance(text, bytes) else text for text in texts)
    return tuple(dict.fromkeys(ipaddress.ip_address(text.partition("%")[0]) for text in plain))


def _server(address: str, port: int) -> str:
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"
