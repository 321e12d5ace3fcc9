"""Rate-limit windows in the store, in addition to this process's own."""

from limits.aio.storage import MovingWindowSupport, RedisStorage

from siteloupe.shared.secret import Secret
from siteloupe.shared.store import PREFIX, Store

LIMITS = f"{PREFIX}limits"

NAME_SIZE = 16
"""Bytes of the digest that stands for a key in the store."""


class SharedWindows(MovingWindowSupport):
    """Moving windows that all processes fill together, by ``limits``' script, one atomic step a request.

    ``own`` counts the requests that this process admitted. It can be enough to refuse without asking the
    store; it still counts while the store is down, and limits a caller whose window the store evicted. The
    times are those of this machine, so machines must be synchronized, for example by NTP.

    Callers' addresses do not stand in the store: its keys are digests, made with the deployment's secret.
    """

    def __init__(self, store: Store, secret: Secret, own: MovingWindowSupport) -> None:
        self._store = store
        self._secret = secret
        self._own = own
        self._windows = RedisStorage(
            "redis://",  # unused: the client's connections are given
            implementation="redispy",
            key_prefix=LIMITS,
            connection_pool=store.client.connection_pool,  # type: ignore[arg-type]
        )

    async def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Record ``amount`` hits if that many fit into the window of ``expiry`` seconds."""
        _, taken = await self._own.get_moving_window(key, limit, expiry)
        if taken + amount > limit:
            return False
        admitted = None
        if (name := await self.name(key)) is not None:
            admitted = await self._store.ask(
                lambda: self._windows.acquire_entry(name, limit, expiry, amount), garbage=f"{LIMITS}:{name}"
            )
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
