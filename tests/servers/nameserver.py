"""A DNS server on loopback that answers as a test says, which may be differently each time."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
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
    """Where it listens, every question asked, ``("example.test.", "A")``, and by ``udp`` or ``tcp``."""

    port: int = 0
    ttl: int = 0
    questions: list[tuple[str, str]] = field(default_factory=list)
    ways: set[str] = field(default_factory=set)

    @property
    def setting(self) -> tuple[str, int]:
        return ("127.0.0.1", self.port)

    def reply(self, data: bytes, answer: Answer, way: str) -> bytes | None:
        """The answer to one message; cut to the size that the asker takes, but for TCP."""
        query = dns.message.from_wire(data)
        question = query.question[0]
        name, kind = question.name.to_text(), dns.rdatatype.to_text(question.rdtype)
        self.questions.append((name, kind))
        self.ways.add(way)
        result = answer(name, kind)
        if result is None:
            return None
        reply = dns.message.make_response(query)
        reply.flags |= dns.flags.RA
        if isinstance(result, dns.rcode.Rcode):
            reply.set_rcode(result)
        else:
            reply.answer = [_rrset(line, self.ttl) for line in result]
        wire = reply.to_wire(max_size=65535)
        if way == "udp" and len(wire) > max(512, query.payload):
            reply.answer, reply.flags = [], reply.flags | dns.flags.TC
            wire = reply.to_wire()
        return wire


class _Protocol(asyncio.DatagramProtocol):
    def __init__(self, nameserver: Nameserver, answer: Answer) -> None:
        self._nameserver = nameserver
        self._answer = answer

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        if (reply := self._nameserver.reply(data, self._answer, "udp")) is not None:
            self._transport.sendto(reply, addr)


def _rrset(line: str, ttl: int) -> dns.rrset.RRset:
    name, kind, data = line.split()
    return dns.rrset.from_text(name, ttl, "IN", kind, data)


@asynccontextmanager
async def nameserver(answer: Answer, ttl: int = 0) -> AsyncIterator[Nameserver]:
    """A running nameserver, on UDP and TCP, whose answers may be kept for ``ttl`` seconds."""
    server = Nameserver(ttl=ttl)

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                data = await reader.readexactly(int.from_bytes(await reader.readexactly(2)))
                if (reply := server.reply(data, answer, "tcp")) is not None:
                    writer.write(len(reply).to_bytes(2) + reply)
        writer.close()

    loop = asyncio.get_running_loop()
    stream = await asyncio.start_server(talk, "127.0.0.1", 0)
    server.port = stream.sockets[0].getsockname()[1]
    transport, _ = await loop.create_datagram_endpoint(
        lambda: _Protocol(server, answer), local_addr=("127.0.0.1", server.port)
    )
    try:
        yield server
    finally:
        transport.close()
        stream.close()
