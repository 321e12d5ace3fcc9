import math

from hypothesis import given
from hypothesis import strategies as st

from siteloupe.css.nearest import Neighbours

COORDINATES = st.floats(-0.5, 1)
POINTS = st.tuples(COORDINATES, COORDINATES, COORDINATES)


@given(st.lists(POINTS, min_size=1, max_size=60), POINTS, st.sampled_from([0.1, 0.15, 0.2]))
def test_the_nearest_of_all_within_reach_is_found(points, asked, size):
    grid = Neighbours(0.1, size)
    for point in points:
        grid.add(point, point)
    found = grid.nearest(asked)
    nearest = min(math.dist(asked, point) for point in points)
    if found is None:
        assert nearest > 0.1 - 1e-12  # at the very edge of reach, rounding decides
    else:
        assert math.dist(asked, found) == nearest <= 0.1


def test_an_empty_grid_has_no_nearest():
    assert Neighbours(0.1, 0.1).nearest((0.5, 0.0, 0.0)) is None
