"""How much block markup shows WordPress by itself, and what of it is told."""

import pytest

from siteloupe.analyses import CHECK_CMS
from tests.pages import site

NAMES = ("quote", "group", "button", "image", "cover", "table", "code", "list", "video")


def classed(number):
    return "".join(f'<p class="wp-block-{name}">Text</p>' for name in NAMES[:number])


@pytest.mark.parametrize(("number", "count"), [(1, 0), (2, 0), (3, 1), (9, 1)])
def test_three_different_block_classes_are_the_least_that_count_alone(number, count):
    assert site(body=classed(number)).signals.signals.count == count


def test_one_class_three_times_is_one_class():
    assert site(body=classed(1) * 3).signals.signals.count == 0


def test_one_class_counts_beside_another_signal():
    head = '<meta name="generator" content="WordPress 6.9">'
    assert site(head, classed(1)).signals.signals.count == 2


def test_eight_classes_are_told_by_name():
    report = CHECK_CMS.analyze(site(body=classed(9)))
    told = [each.value for each in report.evidence if each.what == "wpBlocks"]
    assert told == [" ".join(sorted(f"wp-block-{name}" for name in NAMES)[:8])]
