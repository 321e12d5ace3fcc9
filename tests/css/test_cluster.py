import math
import random

from hypothesis import given
from hypothesis import strategies as st

from siteloupe.css.cluster import RADIUS, Neighbors, cluster_colors
from siteloupe.css.color import Color

BLUE = Color(13, 110, 253)
NEARLY_BLUE = Color(14, 110, 252)
RED = Color(220, 53, 69)

COORDINATES = st.floats(-0.5, 1)
POINTS = st.tuples(COORDINATES, COORDINATES, COORDINATES)


def test_similar_colors_join_the_heaviest_one():
    found = cluster_colors({NEARLY_BLUE: 2, BLUE: 5, RED: 4})
    assert [(one.color, one.weight, one.members) for one in found] == [
        (BLUE, 7, (BLUE, NEARLY_BLUE)),
        (RED, 4, (RED,)),
    ]


def test_a_transparent_color_never_joins_an_opaque_one():
    glass = BLUE._replace(alpha=0.99)
    assert len(cluster_colors({BLUE: 1, glass: 1})) == 2
    assert len(cluster_colors({glass: 1, BLUE._replace(alpha=0.3): 1})) == 2


def test_the_order_of_the_input_does_not_matter():
    dice = random.Random(1)
    weights = {Color(*(dice.randrange(256) for _ in range(3))): dice.randrange(1, 5) for _ in range(500)}
    shuffled = list(weights.items())
    dice.shuffle(shuffled)
    assert cluster_colors(weights) == cluster_colors(dict(shuffled))


def test_weights_are_added_up_exactly():
    """Up to Python 3.11, ``sum`` of ten tenths is less than one, which would change the order of equal colors."""
    weights = dict.fromkeys((BLUE._replace(green=green) for green in range(105, 115)), 0.1)
    assert [cluster.weight for cluster in cluster_colors(weights)] == [1.0]


def test_every_color_is_in_one_cluster_and_near_its_representative():
    dice = random.Random(2)
    weights = {Color(*(dice.randrange(256) for _ in range(3))): dice.random() for _ in range(800)}
    found = cluster_colors(weights)
    members = [color for one in found for color in one.members]
    assert sorted(members) == sorted(weights)
    for one in found:
        assert weights[one.color] == max(weights[color] for color in one.members)
        assert all(math.dist(one.color.oklab, color.oklab) <= RADIUS for color in one.members)


def test_no_colors_have_no_clusters():
    assert cluster_colors({}) == []


@given(st.lists(POINTS, min_size=1, max_size=60), POINTS, st.sampled_from([0.1, 0.15, 0.2]))
def test_the_nearest_item_within_reach_is_found(points, target, size):
    grid = Neighbors(0.1, size)
    for point in points:
        grid.add(point, point)
    found = grid.nearest(target)
    nearest = min(math.dist(target, point) for point in points)
    if found is None:
        assert nearest > 0.1 - 1e-12  # at the very edge of reach, rounding decides
    else:
        assert math.dist(target, found) == nearest <= 0.1


def test_an_empty_grid_has_no_nearest():
    assert Neighbors(0.1, 0.1).nearest((0.5, 0.0, 0.0)) is None
