"""The order of jobs that wait."""

import asyncio

import pytest

from siteloupe.judging.queue import Job, JobQueue
from siteloupe.judging.worker import JudgeRequest
from tests.judging.tasks import BODY, capture


@pytest.fixture
async def job():
    """A function that makes a job."""

    def make(caller="a", deadline=10.0, queued=0.0):
        request = JudgeRequest(1, BODY, capture(), ())
        return Job(request, caller, queued, deadline, asyncio.get_running_loop().create_future())

    return make


def anything(_job, _rank):
    return True


def equal(_caller):
    return 0


async def test_the_nearest_deadline_comes_first(job):
    queue = JobQueue(equal)
    for deadline in (3.0, 1.0, 2.0):
        queue.add(job(deadline=deadline))
    first = queue.first(anything)
    assert first is not None
    assert first.deadline == 1.0


async def test_a_better_rank_comes_before_any_deadline(job):
    queue = JobQueue({"a": 1, "b": 0}.__getitem__)
    queue.add(job("a", deadline=1.0))
    queue.add(job("b", deadline=9.0))
    first = queue.first(anything)
    assert first is not None
    assert first.caller == "b"


async def test_a_visit_that_has_begun_comes_before_a_new_one(job):
    queue = JobQueue(equal)
    begun = job(deadline=9.0)
    begun.home = 1
    queue.add(job(deadline=1.0))
    queue.add(begun)
    assert queue.first(anything) is begun


async def test_what_does_not_fit_goes_on_waiting(job):
    queue = JobQueue(equal)
    queue.add(job("a"))
    assert queue.first(lambda each, _: each.caller == "b") is None
    assert len(queue) == 1


async def test_a_job_that_has_left_is_not_found(job):
    queue = JobQueue(equal)
    waiting = job()
    queue.add(waiting)
    queue.remove(waiting)
    queue.remove(waiting)
    assert queue.first(anything) is None


async def test_the_longest_wait_is_that_of_the_oldest_job(job):
    queue = JobQueue(equal)
    assert queue.longest_wait(5.0) == 0.0
    queue.add(job(queued=4.0))
    queue.add(job(queued=1.0))
    assert queue.longest_wait(5.0) == 4.0


async def test_a_request_without_its_page_is_small(job):
    request = job().without_page()
    assert (request.has_page, request.capture.page.body) == (False, b"")
