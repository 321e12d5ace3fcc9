"""The work that any costly site takes grows no faster than the site: counted, not timed."""

import functools
import gc

import pytest
import turbohtml

from siteloupe.analyses import ANALYSES
from siteloupe.analyses.judge import judge
from siteloupe.detect.site import Site
from siteloupe.detect.styles.parsed_sheets import clear_cache
from siteloupe.document.element_limit import MAX_MADE, too_many_from
from tests.costly.pages import ELEMENTS
from tests.costly.table import GENERATORS
from tests.work import calls_made

SIZES = 4_000, 8_000
"""Bytes."""

BOUNDED_SIZES = 40_000, 80_000
BOUNDED = ("page-formatting-", "page-adoption-", "css-variables-of-lists", "css-deep-var")
"""Sites whose work grows faster up to a bound; for them it has to be reached."""

MOST = 60
"""Calls for each byte."""

MAX_ANSWER = 256 * 1024


@functools.cache
def caches():
    """What the readers of values remember, but for the project's own data."""
    wrappers = (each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper))
    ours = (each for each in wrappers if each.__module__.startswith("siteloupe."))
    return [each for each in ours if each.cache_parameters()["maxsize"] is not None]


def judge_all(made):
    site = Site(made.capture())
    return [judge(analysis.variant(inspect=True), site, MAX_ANSWER) for analysis in ANALYSES]


def work_of(made):
    """The calls that judging a site takes that resembles none before."""
    clear_cache()
    for cache in caches():
        cache.cache_clear()
    return calls_made(lambda: judge_all(made))


@pytest.fixture(scope="module", autouse=True)
def warm():
    for name in (
        "css-rules",
        "css-faces",
        "css-gradients-different",
        "page-scripts",
        "page-wordpress-plugin-files",
    ):
        judge_all(GENERATORS[name](2_000))  # data are read once, whoever comes first


@pytest.mark.parametrize("name", GENERATORS)
def test_work_grows_no_faster_than_a_costly_site(name):
    small, large = (GENERATORS[name](size) for size in (BOUNDED_SIZES if name.startswith(BOUNDED) else SIZES))
    before, after = work_of(small), work_of(large)
    assert after <= 2.4 * before
    assert after <= MOST * large.size


@pytest.mark.parametrize("name", ELEMENTS)
def test_no_page_becomes_more_elements_than_may_be(name):
    page = GENERATORS[f"page-{name}"](100_000).page
    assert len(turbohtml.parse(page[: too_many_from(page)], positions=False).select("*")) <= 1.2 * MAX_MADE
