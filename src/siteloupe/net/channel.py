"""One look-up by c-ares on the running event loop.

Each look-up has a c-ares channel of its own, because a channel is what c-ares can cancel, and what it keeps
answers in: so a look-up ends with whoever asked, and no caller gets what another asked for. Its questions
leave from a port of their own, and the system's files are read as they are now. It takes about the CPU time
of ``getaddrinfo`` in a thread, and a third of dnspython's: see ``benchmarks/look_ups.py``.

Sources: https://c-ares.org/docs.html, https://pycares.readthedocs.io/
"""

import asyncio
import socket
from collections.abc import Callable
from typing import Any, Literal

import pycares
from pycares import errno

TRIES = 3
"""Rounds in which every nameserver is asked, each with twice the patience of the one before."""

Record = Literal["A", "AAAA"]

_TYPES = {"A": pycares.QUERY_TYPE_A, "AAAA": pycares.QUERY_TYPE_AAAA}
_FLAGS = pycares.ARES_FLAG_EDNS | pycares.ARES_FLAG_NOALIASES
_SHORTEST_TICK = 0.01


class LookUpFailed(Exception):
    """c-ares came to nothing; ``status`` is its code."""

    def __init__(self, status: int) -> None:
        super().__init__(errno.strerror(status))
        self.status = status


class LookUpChannel:
    """Asks for addresses of names, until it is closed; to be closed on the same loop.

    ``nameserver`` alone is asked where one is given, as ``ADDRESS:PORT``. ``patience`` are the seconds after
    which a question is asked again. Raises LookUpFailed when it cannot be opened for want of memory.
    """

    def __init__(self, nameserver: str | None, patience: float) -> None:
        self._loop = asyncio.get_running_loop()
        self._sockets: dict[int, tuple[bool, bool]] = {}
        self._tick: asyncio.TimerHandle | None = None
        self._asked = 0
        try:
            self._channel = pycares.Channel(
                flags=_FLAGS,
                timeout=patience,
                tries=TRIES,
                servers=None if nameserver is None else [nameserver],
                sock_state_cb=self._note_socket,
            )
        except pycares.AresError as error:
            raise LookUpFailed(errno.ARES_ENOMEM) from error

    async def system_addresses(self, host: str) -> pycares.AddrInfoResult:
        """Every address, by the hosts file and by nameservers with the search list. Raises LookUpFailed."""
        answer: pycares.AddrInfoResult = await self._ask(
            lambda callback: self._channel.getaddrinfo(
                host, None, family=socket.AF_UNSPEC, type=socket.SOCK_STREAM, callback=callback
            )
        )
        return answer

    async def records(self, host: str, kind: Record) -> pycares.DNSResult:
        """What nameservers answer about this very name, aliases included. Raises LookUpFailed."""
        answer: pycares.DNSResult = await self._ask(
            lambda callback: self._channel.query(host, _TYPES[kind], callback=callback)
        )
        return answer

    def close(self) -> None:
        """End what is still asked, and close every socket."""
        if self._tick is not None:
            self._tick.cancel()
        self._channel.cancel()
        for descriptor in tuple(self._sockets):
            self._note_socket(descriptor, readable=False, writable=False)
        self._channel.close()

    async def _ask(self, start: Callable[[Callable[[Any, int | None], None]], None]) -> Any:
        answer: asyncio.Future[tuple[Any, int | None]] = self._loop.create_future()

        def deliver(result: Any, status: int | None) -> None:
            if not answer.done():
                answer.set_result((result, status))

        self._asked += 1
        try:
            start(deliver)
            if self._tick is None:
                self._set_tick()
            result, status = await answer
        except pycares.AresError as error:
            raise LookUpFailed(int(error.args[0])) from error
        finally:
            self._asked -= 1
        if status:
            raise LookUpFailed(status)
        return result

    def _set_tick(self) -> None:
        """Have c-ares look after its own time-outs when the next one is due."""
        due: float = self._channel.timeout()  # type: ignore[no-untyped-call]
        self._tick = self._loop.call_later(max(due, _SHORTEST_TICK), self._look)

    def _look(self) -> None:
        self._tick = None
        self._channel.process_fd(pycares.ARES_SOCKET_BAD, pycares.ARES_SOCKET_BAD)
        if self._asked:
            self._set_tick()

    def _note_socket(self, descriptor: int, readable: bool, writable: bool) -> None:
        """Watch a socket of c-ares, or no longer."""
        loop, bad = self._loop, pycares.ARES_SOCKET_BAD
        was_readable, was_writable = self._sockets.pop(descriptor, (False, False))
        if readable:
            loop.add_reader(descriptor, self._channel.process_fd, descriptor, bad)
        elif was_readable:
            loop.remove_reader(descriptor)
        if writable:
            loop.add_writer(descriptor, self._channel.process_fd, bad, descriptor)
        elif was_writable:
            loop.remove_writer(descriptor)
        if readable or writable:
            self._sockets[descriptor] = readable, writable
