"""Moving windows in memory."""

from siteloupe.windows import RollingMinutes
from tests.visits import Clock


async def test_a_window_tells_its_oldest_hit_and_how_many_it_holds():
    clock = Clock(5.0)
    windows = RollingMinutes(timer=clock)
    assert await windows.get_moving_window("k", 10, 60) == (5.0, 0)
    await windows.acquire_entry("k", 10, 60)
    clock.now = 15.0
    await windows.acquire_entry("k", 10, 60, amount=2)
    assert await windows.get_moving_window("k", 10, 60) == (5.0, 3)
    clock.now = 65.0
    assert await windows.get_moving_window("k", 10, 60) == (15.0, 2)
