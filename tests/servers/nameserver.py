"""A DNS server on loopback that answers as a test says, which may be differently each time."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import dns.flags
import dns.message
import dns.rcode
import dns.rdatatype
import dns.rrset

Records = list[str]
"""Lines such as ``"name. A 192.0.2.1"``, together one answer section."""

Answer = Callable[[str, str], Records | dns.rcode.Rcode | None]
"""``answer(name, type)`` with the name's dot at its end; None never answers."""


@dataclass(eq=False)
class Nameserver:
    """Where it listens, and every question asked: ``("example.test.", "A")``."""

    port: int = 0
    questions: list[tuple[str, str]] = field(default_factory=list)

    @property
    def setting(self) -> tuple[str, int]:
        return ("127.0.0.1", self.port)


class _Protocol(asyncio.DatagramProtocol):
    def __init__(self, nameserver: Nameserver, answer: Answer) -> None:
        self._nameserver = nameserver
        self._answer = answer

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        query = dns.message.from_wire(data)
        question = query.question[0]
        name, kind = question.name.to_text(), dns.rdatatype.to_text(question.rdtype)
        self._nameserver.questions.append((name, kind))
        result = self._answer(name, kind)
        if result is None:
            return
        reply = dns.message.make_response(query)
        reply.flags |= dns.flags.RA
        if isinstance(result, dns.rcode.Rcode):
            reply.set_rcode(result)
        else:
            reply.answer = [_rrset(line) for line in result]
        self._transport.sendto(reply.to_wire(), addr)


def _rrset(line: str) -> dns.rrset.RRset:
    name, kind, data = line.split()
    return dns.rrset.from_text(name, 0, "IN", kind, data)


@asynccontextmanager
async def nameserver(answer: Answer) -> AsyncIterator[Nameserver]:
    """A running nameserver, on UDP."""
    server = Nameserver()
    loop = asyncio.get_running_loop()
    transport, _ = await loop.create_datagram_endpoint(
        lambda: _Protocol(server, answer), local_addr=("127.0.0.1", 0)
    )
    server.port = transport.get_extra_info("sockname")[1]
    try:
        yield server
    finally:
        transport.close()
