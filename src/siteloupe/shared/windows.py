"""Rate-limit windows in the store, with this process's own beside them."""

from limits.aio.storage import MovingWindowSupport, RedisStorage

from siteloupe.shared.store import PREFIX, Store

LIMITS = f"{PREFIX}limits"


class SharedWindows(MovingWindowSupport):
    """Moving windows that all processes fill together, by ``limits``' script, one atomic step a request.

    This process also remembers in ``own`` what it admitted itself. That alone may be enough to refuse,
    without asking anybody; it goes on counting while the store is away, and limits a caller whose window the
    store has evicted. The times are this machine's, so machines have to agree on the time as NTP keeps it.
    """

    def __init__(self, store: Store, own: MovingWindowSupport) -> None:
        self._store = store
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
        admitted = await self._store.ask(
            lambda: self._windows.acquire_entry(key, limit, expiry, amount), garbage=f"{LIMITS}:{key}"
        )
        if admitted is False:
            return False
        # Requests that asked at the same time may have filled our own window meanwhile: when the store
        # admitted this one, it was counted there.
        fits = await self._own.acquire_entry(key, limit, expiry, amount)
        return fits if admitted is None else True

    async def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:
        """When the oldest hit of this process's own window was, and how many it holds."""
        return await self._own.get_moving_window(key, limit, expiry)
