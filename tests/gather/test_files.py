"""The directory is asked within its own time, size and address."""

import asyncio
from urllib.parse import parse_qs, urlsplit

import pytest

from siteloupe.capture import Exchange, Headers, Missing
from siteloupe.errors import BadTarget, ConnectionFailed, TimedOut
from siteloupe.fetching import Allowance, Bounds
from siteloupe.gather.files import directory_answer, request_url
from siteloupe.settings import Settings


class Recorder:
    """A fetch that remembers what it was asked, and answers with ``outcome``."""

    def __init__(self, outcome=b"{}"):
        self.outcome = outcome
        self.asked = []

    async def __call__(self, target, bounds):
        self.asked.append((target, bounds))
        if isinstance(self.outcome, Exception):
            raise self.outcome
        return Exchange(target.url, target.url, 200, Headers(), self.outcome)


async def ask(fetch, slug="paper", seconds=20.0, deadline=None, **variables):
    settings = Settings.from_environment(variables)
    deadline = asyncio.get_running_loop().time() + seconds if deadline is None else deadline
    bounds = Bounds(deadline, 5, Allowance(7))
    return await directory_answer(slug, fetch, settings, bounds)


async def test_the_directory_of_wordpress_org_is_asked_unless_another_is_set():
    fetch = Recorder()
    await ask(fetch)
    await ask(fetch, SITELOUPE_WPORG_API="https://mirror.test/")
    assert [target.host for target, _ in fetch.asked] == ["api.wordpress.org", "mirror.test"]
    assert all(target.url.partition("?")[0].endswith("/themes/info/1.2/") for target, _ in fetch.asked)


async def test_the_question_may_cost_three_seconds_and_a_megabyte():
    fetch = Recorder()
    started = asyncio.get_running_loop().time()
    await ask(fetch, seconds=1000.0)
    ended = asyncio.get_running_loop().time()
    ((_, bounds),) = fetch.asked
    assert started + 3 <= bounds.deadline <= ended + 3
    assert bounds.max_body == 1024 * 1024
    assert bounds.allowance.requests == 7


async def test_the_end_of_the_visit_comes_first():
    fetch = Recorder()
    await ask(fetch, deadline=0.5)
    ((_, bounds),) = fetch.asked
    assert bounds.deadline == 0.5


@pytest.mark.parametrize(
    ("raised", "cause"),
    [
        (TimedOut("It took too long."), "timed-out"),
        (ConnectionFailed("Nobody answers."), "connection-failed"),
        (BadTarget("It leads to a private address."), "refused"),
    ],
)
async def test_a_directory_that_cannot_be_asked_is_missing(raised, cause):
    answer = await ask(Recorder(raised))
    assert isinstance(answer, Missing)
    assert answer.cause == cause
    assert answer.requested == request_url("https://api.wordpress.org", "paper")


async def test_the_directory_that_the_operator_names_may_have_any_port():
    fetch = Recorder()
    await ask(fetch, SITELOUPE_WPORG_API="http://mirror.test:9321")
    ((target, _),) = fetch.asked
    assert target.port == 9321


async def test_the_directory_that_the_operator_names_still_has_to_pass_the_wall():
    private = {"SITELOUPE_WPORG_API": "http://10.0.0.1:9321"}
    fetch = Recorder()
    assert isinstance(await ask(fetch, **private), Missing)
    assert fetch.asked == []
    assert isinstance(await ask(fetch, SITELOUPE_ALLOW_NETWORKS="10.0.0.0/8", **private), Exchange)


def test_a_slug_goes_into_the_question_as_one_value():
    query = parse_qs(urlsplit(request_url("https://api.wordpress.test", "a&b=c#d")).query)
    assert query["request[slug]"] == ["a&b=c#d"]


async def test_another_error_is_not_hidden():
    with pytest.raises(RuntimeError):
        await ask(Recorder(RuntimeError("a mistake of ours")))
