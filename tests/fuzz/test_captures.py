"""Whatever a site sends, every analysis gives a valid report: saved and made-up visits, changed at random."""

import random
from functools import partial

import pytest

from siteloupe.net.replay import Replay
from tests.fuzz.mutate import visit_of
from tests.fuzz.valid import check
from tests.fuzz.visits import SITES, Answers, saved_folders, saved_visit

SEEDS = [partial(saved_visit, folder) for folder in saved_folders(SITES)]
PARTS = 8
VISITS = 80
"""In each part: all of them together take 25 seconds on one core. ``make fuzz`` tries more."""

BYTES = 3000


@pytest.mark.parametrize("part", range(PARTS))
def test_every_changed_visit_gives_valid_reports(part):
    dice = random.Random(part)
    for number in range(VISITS):
        visit = visit_of(dice.randbytes(BYTES), SEEDS)
        try:
            check(visit.typed, Replay(Answers(visit.hops)), drawn_one_in=8)
        except Exception as error:
            error.add_note(f"visit {number} of part {part}")
            raise
