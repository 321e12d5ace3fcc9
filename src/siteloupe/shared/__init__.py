"""The data that several processes and machines share in Redis or Valkey: limits, reports, and leases.

The service also answers without it. When the store is down, slow, full or has garbage, each process uses its
own memory until the store works again.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from siteloupe.cache import Cache, MemoryCache
from siteloupe.errors import BadSetting
from siteloupe.metrics import Metrics
from siteloupe.settings import Settings
from siteloupe.windows import Windows

__all__ = ["Shared", "open_shared"]


@dataclass(frozen=True, slots=True)
class Shared:
    """The windows of the limits and the cache of answers; both are shared when there is a store."""

    windows: Windows
    answers: Cache


@asynccontextmanager
async def open_shared(settings: Settings, own: Windows, metrics: Metrics) -> AsyncIterator[Shared]:
    """Open the shared parts until the block ends; ``own`` are this process's windows.

    The start does not ask the store. Raises BadSetting when the packages for it are not installed.
    """
    kept = MemoryCache(settings.cache_entries, settings.cache_bytes)
    metrics.watch("reports_kept", "Reports at hand in the workers' own memory.", lambda: float(len(kept)))
    if settings.redis_url is None:
        yield Shared(own, kept)
        return
    try:
        from siteloupe.shared.reports import SharedReports  # noqa: PLC0415 - the client is an extra
        from siteloupe.shared.secret import Secret  # noqa: PLC0415
        from siteloupe.shared.store import open_store  # noqa: PLC0415
        from siteloupe.shared.windows import SharedWindows  # noqa: PLC0415
    except ImportError as error:
        raise BadSetting("SITELOUPE_REDIS_URL needs two more packages: pip install redis limits") from error
    async with open_store(settings.redis_url, settings.redis_seconds, metrics) as store:
        secret = Secret(settings.secret, store)
        yield Shared(
            SharedWindows(store, secret, own),
            SharedReports(store, secret, kept, settings.max_answer, settings.cache_seconds),
        )
