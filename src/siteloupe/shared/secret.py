"""The deployment's secret: it hides callers in the store's keys, and proves that a report is ours.

It is a setting, or else the first process makes one and keeps it in the store for all. Then whoever can read
the store can forge reports and find out callers; who only sees some of its keys still cannot.
"""

import hmac
import secrets
import time
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from siteloupe.shared.store import PREFIX, Store

KEPT_UNDER = f"{PREFIX}secret"

SURE_SECONDS = 60.0
"""For how long a process believes that the secret in the store is still the one it knows."""

MAX_KEPT = 256
"""Bytes read of what stands there."""

MAC_SIZE = sha256().digest_size


class Secret:
    """``given`` is the setting; with None, the secret is kept in ``store``."""

    def __init__(self, given: str | None, store: Store, timer: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._timer = timer
        self._known: bytes | None = None if given is None else given.encode()
        self._is_given = given is not None
        self._sure_until = 0.0

    async def mac(self, purpose: str, *parts: bytes) -> bytes | None:
        """Return the HMAC-SHA256 of ``parts`` for ``purpose``; None while the secret cannot be had.

        Parts of the same bytes, cut in other places, have another MAC.
        """
        if (secret := await self._secret()) is None:
            return None
        code = hmac.new(secret, digestmod=sha256)
        for part in (purpose.encode(), *parts):
            code.update(len(part).to_bytes(8, "big") + part)
        return code.digest()

    async def _secret(self) -> bytes | None:
        if not self._is_given and self._timer() >= self._sure_until:
            kept = await self._agree()
            if kept is not None:
                self._known, self._sure_until = kept, self._timer() + SURE_SECONDS
        return self._known  # the one before, while the store cannot say

    async def _agree(self) -> bytes | None:
        """Keep ours in the store unless it has one, and return the one it has then.

        So a store that was emptied gets the same secret again, and what processes know of each other holds.
        """
        ours = self._known or secrets.token_hex(32).encode()

        async def question() -> Any:
            pipeline = self._store.client.pipeline(transaction=False)
            pipeline.set(KEPT_UNDER, ours, nx=True)
            pipeline.getrange(KEPT_UNDER, 0, MAX_KEPT - 1)
            _, kept = await pipeline.execute(raise_on_error=False)  # a full store still tells what it has
            if isinstance(kept, Exception):
                raise kept
            return kept

        return await self._store.ask(question, garbage=KEPT_UNDER) or None
