"""Reports in the store, behind this process's own memory, and one process at a time that makes each.

A seal proves that a value is whole, belongs to its key, and was written by who knows the deployment's secret.
Any other value counts as not there: of another program or version, cut, or forged.
"""

import asyncio
import hmac
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import blake2b
from typing import Any, NamedTuple

from siteloupe import __version__
from siteloupe.cache import Cache, Kept
from siteloupe.shared.secret import MAC_SIZE, Secret
from siteloupe.shared.store import PREFIX, Store

LEASE = 2000
"""Milliseconds of a lease, which a process renews while it works.

The lease of a killed process ends after that time.
"""

FIRST_PAUSE, LONGEST_PAUSE = 0.02, 0.2
"""Seconds between looks at whether another process has finished."""

NAME_SIZE = 16
"""Bytes of the digest that stands for a key in the store."""

_VERSION = f"siteloupe {__version__}".encode()[: blake2b.PERSON_SIZE]


class SharedReports:
    """A Cache whose second level is the store.

    A report of the store is used only with a valid seal, for as long as the store keeps it, and never longer
    than its lifetime.
    """

    def __init__(self, store: Store, secret: Secret, own: Cache, max_body: int, seconds: float) -> None:
        self._store = store
        self._secret = secret
        self._seconds = seconds
        self._own = own
        self._max_value = max_body + MAC_SIZE

    async def get(self, key: str) -> Kept | None:
        """Return this process's own report under ``key``; only :meth:`turn` asks the store."""
        return await self._own.get(key)

    async def put(self, key: str, kept: Kept) -> None:
        """Keep the report here and in the store while it is fresh and there is room."""
        await self._own.put(key, kept)
        milliseconds = int(kept.fresh_for * 1000)
        if milliseconds > 0 and (value := await seal(self._secret, key, kept.body)) is not None:
            name = _report(key)
            await self._store.ask(lambda: self._store.client.set(name, value, px=milliseconds))

    @asynccontextmanager
    async def turn(self, key: str, deadline: float) -> AsyncIterator[Kept | None]:
        """Return the report of the store or of another process; with None, make it now.

        This waits for the other process at most until the loop-time ``deadline``, and only while it works.
        """
        seen = await self._look_until(key, deadline)
        if seen.report is not None:
            await self._own.put(key, seen.report)
        lease = asyncio.create_task(self._hold(key)) if seen.ours else None
        try:
            yield seen.report
        finally:
            if lease is not None:
                lease.cancel()
                await self._store.ask(lambda: self._store.client.delete(_lease(key)))

    async def _look_until(self, key: str, deadline: float) -> "_StoreLook":
        """Look until there is a report, or this process has the lease."""
        loop, pause = asyncio.get_running_loop(), FIRST_PAUSE
        while True:
            seen = await self._look(key)
            if seen.report is not None or seen.ours or loop.time() + pause >= deadline:
                return seen
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _look(self, key: str) -> "_StoreLook":
        """Look for the report, and take the lease if it is free, in one transaction."""
        report, lease = _report(key), _lease(key)

        async def question() -> list[Any]:
            pipeline = self._store.client.pipeline(transaction=False)
            pipeline.set(lease, b"", nx=True, px=LEASE)
            pipeline.pttl(lease)
            pipeline.getrange(report, 0, self._max_value - 1)  # even if the value is too large
            pipeline.pttl(report)
            return await pipeline.execute()

        answers = await self._store.ask(question, garbage=report)
        if answers is None:
            return _StoreLook(None, ours=True)
        taken, lease_left, value, report_left = answers
        ours = bool(taken) or not 0 <= lease_left <= LEASE  # a lease without an end is not ours
        body = await unseal(self._secret, key, value) if report_left > 0 else None
        fresh_for = min(report_left / 1000, self._seconds)
        return _StoreLook(None if body is None else Kept(body, fresh_for), ours)

    async def _hold(self, key: str) -> None:
        """Renew the lease until cancelled.

        It has no name: if another process gets it, both make the report, without other harm.
        """
        while True:
            await asyncio.sleep(LEASE / 1000 / 3)
            await self._store.ask(lambda: self._store.client.pexpire(_lease(key), LEASE))


class _StoreLook(NamedTuple):
    """The found report, and whether this process got the lease."""

    report: Kept | None
    ours: bool


def _report(key: str) -> str:
    return f"{PREFIX}report:{digest(key)}"


def _lease(key: str) -> str:
    return f"{PREFIX}lease:{digest(key)}"


def digest(text: str) -> str:
    """Return a short name for a text of any length."""
    return blake2b(text.encode(), digest_size=NAME_SIZE, person=_VERSION).hexdigest()


async def seal(secret: Secret, key: str, body: bytes) -> bytes | None:
    """Return ``body`` after its seal; None while the secret cannot be had."""
    mac = await _mac(secret, key, body)
    return None if mac is None else mac + body


async def unseal(secret: Secret, key: str, value: bytes) -> bytes | None:
    """Return the body in ``value``, or None when its seal does not fit key and body."""
    seal, body = value[:MAC_SIZE], value[MAC_SIZE:]
    mac = await _mac(secret, key, body)
    return body if mac is not None and hmac.compare_digest(seal, mac) else None


async def _mac(secret: Secret, key: str, body: bytes) -> bytes | None:
    return await secret.mac("report", _VERSION, key.encode(), body)
