"""What is kept: entries, bytes, and for how long."""

from siteloupe.cache import Kept, MemoryCache, Shelf
from tests.visits import Clock


async def test_what_is_kept_counts_down_and_is_gone_at_its_end():
    clock = Clock()
    cache = MemoryCache(10, 10_000, clock)
    await cache.put("a", Kept(b"body", 300.0))
    clock.now += 100
    assert await cache.get("a") == Kept(b"body", 200.0)
    clock.now += 200
    assert await cache.get("a") is None


async def test_what_is_no_longer_fresh_is_not_kept():
    cache = MemoryCache(10, 10_000, Clock())
    await cache.put("a", Kept(b"body", 0.0))
    await cache.put("b", Kept(b"body", -5.0))
    assert len(cache) == 0


def test_a_shelf_never_holds_more_entries_than_it_may():
    shelf = Shelf(5, 1_000_000, Clock())
    for number in range(50):
        shelf.put(str(number), number, 1, 300)
    assert len(shelf) == 5
    assert shelf.get("49") == (49, 300.0)
    assert shelf.get("44") is None


def test_a_shelf_never_holds_more_bytes_than_it_may():
    shelf = Shelf(500, 100, Clock())
    for number in range(50):
        shelf.put(str(number), number, 30, 300)
    assert [key for key in map(str, range(50)) if shelf.get(key)] == ["47", "48", "49"]


def test_what_is_no_longer_fresh_makes_room_before_what_is():
    clock = Clock()
    shelf = Shelf(3, 300, clock)
    for key, seconds in (("a", 10), ("b", 300), ("c", 10)):
        shelf.put(key, key, 1, seconds)
    clock.now += 10
    assert len(shelf) == 1
    assert shelf.get("c") is None
    shelf.put("d", "d", 1, 300)
    assert shelf.get("b") == ("b", 290)
    shelf.put("e", "e", 1, 300)
    shelf.put("f", "f", 1, 300)
    clock.now += 300
    assert len(shelf) == 0


def test_what_replaces_an_entry_takes_its_place():
    shelf = Shelf(10, 100, Clock())
    for number in range(50):
        shelf.put("a", number, 40, 300)
        shelf.put("b", number, 40, 300)
    assert (shelf.get("a"), shelf.get("b")) == ((49, 300), (49, 300))


def test_the_least_recently_used_goes_first():
    shelf = Shelf(2, 1000, Clock())
    shelf.put("a", 1, 1, 300)
    shelf.put("b", 2, 1, 300)
    shelf.get("a")
    shelf.put("c", 3, 1, 300)
    assert shelf.get("a") is not None
    assert shelf.get("b") is None


def test_what_is_larger_than_the_shelf_is_let_go_together_with_what_it_replaces():
    shelf = Shelf(10, 100, Clock())
    shelf.put("a", 1, 10, 300)
    shelf.put("a", 2, 101, 300)
    assert shelf.get("a") is None
