"""The core colors of a palette: few, colors by hue, neutrals from light to dark."""

import pytest

from siteloupe.present.core_colors import MAX_COLORS, core_colors


def rows(*hexes, origin="used"):
    return [{"hex": text, "origin": origin} for text in hexes]


def hexes(found):
    return [[row["hex"] for row in each] for each in found]


def test_colors_stand_by_hue_and_neutrals_apart():
    palette = rows("#0000ff", "#111111", "#ff0000", "#ffffff", "#00aa00", "#550000", "#868e96")
    assert hexes(core_colors(palette)) == [
        ["#ff0000", "#550000", "#00aa00", "#0000ff"],
        ["#ffffff", "#868e96", "#111111"],
    ]


def test_colors_that_say_little_come_only_where_room_is_left():
    many = rows(*(f"#{n:02x}00ff" for n in range(MAX_COLORS - 1)))
    found = core_colors([*rows("#ff0000", "#00ff00", origin="declared"), *many])
    assert sum(map(len, found)) == MAX_COLORS
    assert "#ff0000" in hexes(found)[0]
    assert "#00ff00" not in hexes(found)[0]


@pytest.mark.parametrize("text", ["red", "#fff", "#12345678", "<script>"])
def test_only_whole_hex_colors_are_drawn(text):
    assert hexes(core_colors(rows(text))) == [[], []]
