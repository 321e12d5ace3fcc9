import math
import random

from siteloupe.css.cluster import RADIUS, cluster
from siteloupe.css.color import Color

BLUE = Color(13, 110, 253)
NEARLY_BLUE = Color(14, 110, 252)
RED = Color(220, 53, 69)


def test_colors_alike_join_the_heaviest_of_them():
    found = cluster({NEARLY_BLUE: 2, BLUE: 5, RED: 4})
    assert [(one.color, one.weight, one.members) for one in found] == [
        (BLUE, 7, (BLUE, NEARLY_BLUE)),
        (RED, 4, (RED,)),
    ]


def test_a_transparent_color_never_joins_an_opaque_one():
    glass = BLUE._replace(alpha=0.99)
    assert len(cluster({BLUE: 1, glass: 1})) == 2
    assert len(cluster({glass: 1, BLUE._replace(alpha=0.3): 1})) == 2


def test_the_order_of_the_input_does_not_matter():
    dice = random.Random(1)
    weights = {Color(*(dice.randrange(256) for _ in range(3))): dice.randrange(1, 5) for _ in range(500)}
    shuffled = list(weights.items())
    dice.shuffle(shuffled)
    assert cluster(weights) == cluster(dict(shuffled))


def test_every_color_is_in_one_cluster_and_near_its_heart():
    dice = random.Random(2)
    weights = {Color(*(dice.randrange(256) for _ in range(3))): dice.random() for _ in range(800)}
    found = cluster(weights)
    members = [color for one in found for color in one.members]
    assert sorted(members) == sorted(weights)
    for one in found:
        assert weights[one.color] == max(weights[color] for color in one.members)
        assert all(math.dist(one.color.oklab, color.oklab) <= RADIUS for color in one.members)


def test_nothing_has_no_clusters():
    assert cluster({}) == []
