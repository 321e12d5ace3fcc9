"""Rate-limit windows in the store, in addition to this process's own."""

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from limits.aio.storage.redis.bridge import RedisBridge
from redis.exceptions import NoScriptError, ResponseError

from siteloupe.shared.batches import Batches
from siteloupe.shared.secret import Secret
from siteloupe.shared.store import PREFIX, Store
from siteloupe.windows import Windows

LIMITS = f"{PREFIX}limits"

NAME_SIZE = 16
"""Bytes of the digest that stands for a key in the store."""


class _Entry(NamedTuple):
    """What is to be recorded: ``amount`` hits in the window ``name`` of ``expiry`` seconds."""

    name: str
    limit: int
    expiry: int
    amount: int


class SharedWindows:
    """Moving windows that all processes fill together, by ``limits``' script, one atomic step a request.

    ``own`` counts the requests that this process admitted. It can be enough to refuse without asking the
    store; it still counts while the store is down, and limits a caller whose window the store evicted. The
    times are those of this machine, so machines must be synchronized, for example by NTP.

    Callers' addresses do not stand in the store: its keys are digests, made with the deployment's secret.
    """

    def __init__(self, store: Store, secret: Secret, own: Windows) -> None:
        self._store = store
        self._secret = secret
        self._own = own
        self._script = store.client.register_script(RedisBridge.SCRIPT_ACQUIRE_MOVING_WINDOW)
        self._batches: Batches[_Entry, bool | None] = Batches(self._record)

    async def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Record ``amount`` hits if that many fit into the window of ``expiry`` seconds."""
        _, taken = await self._own.get_moving_window(key, limit, expiry)
        if taken + amount > limit:
            return False
        admitted = None
        if (name := await self.name(key)) is not None:
            admitted = await self._batches.ask(_Entry(f"{LIMITS}:{name}", limit, expiry, amount))
        if admitted is False:
            return False
        # Other requests may have filled our own window at the same time: when the store admitted this one, it
        # was counted there.
        fits = await self._own.acquire_entry(key, limit, expiry, amount)
        return fits if admitted is None else True

    async def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:
        """Return the time of the oldest hit in this process's own window, and the number of hits."""
        return await self._own.get_moving_window(key, limit, expiry)

    async def name(self, key: str) -> str | None:
        """Return what stands for ``key`` in the store; None while the secret cannot be had."""
        mac = await self._secret.mac("window", key.encode())
        return None if mac is None else mac[:NAME_SIZE].hex()

    async def _record(self, entries: Sequence[_Entry]) -> list[bool | None]:
        """Return for each entry whether it fits; None when the store cannot say."""
        answers = await self._store.ask(lambda: self._run(entries))
        if answers is None:
            return [None] * len(entries)
        for entry, answer in zip(entries, answers, strict=True):
            if isinstance(answer, ResponseError):
                await self._store.refuse(answer, garbage=entry.name)
        return [None if isinstance(answer, Exception) else bool(answer) for answer in answers]

    async def _run(self, entries: Sequence[_Entry]) -> list[Any]:
        """Run the script for each entry, in one pipeline; a store that does not have it gets it before."""
        answers = await self._send(entries)
        if any(isinstance(answer, NoScriptError) for answer in answers):
            await self._store.client.script_load(self._script.script)
            unknown = [n for n, answer in enumerate(answers) if isinstance(answer, NoScriptError)]
            for n, answer in zip(unknown, await self._send([entries[n] for n in unknown]), strict=True):
                answers[n] = answer
        return answers

    async def _send(self, entries: Sequence[_Entry]) -> list[Any]:
        pipeline = self._store.client.pipeline(transaction=False)
        for name, limit, expiry, amount in entries:
            pipeline.evalsha(self._script.sha, 1, name, time.time(), limit, expiry, amount)
        return await pipeline.execute(raise_on_error=False)
