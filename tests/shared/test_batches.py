"""Questions that are sent together: each gets its own answer, whatever happens to the others."""

import asyncio

import pytest

from siteloupe.shared.batches import MAX_BATCH, Batches


class Echo:
    """Answers each question with itself, once it is let go."""

    def __init__(self):
        self.batches = []
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.fault = None

    async def __call__(self, questions):
        self.batches.append(list(questions))
        await self.may_answer.wait()
        if self.fault is not None:
            raise self.fault
        return list(questions)


async def start(batches, questions):
    tasks = [asyncio.create_task(batches.ask(question)) for question in questions]
    await asyncio.sleep(0)  # each has asked
    await asyncio.sleep(0)  # and what was asked is sent
    return tasks


async def test_questions_of_one_moment_are_sent_together_and_each_gets_its_own_answer():
    echo = Echo()
    assert await asyncio.gather(*map(Batches(echo).ask, range(10))) == list(range(10))
    assert echo.batches == [list(range(10))]


async def test_what_is_asked_while_a_batch_is_under_way_goes_with_the_next():
    echo = Echo()
    echo.may_answer.clear()
    batches = Batches(echo)
    first = await start(batches, [1])
    later = await start(batches, [2, 3])
    echo.may_answer.set()
    assert await asyncio.gather(*first, *later) == [1, 2, 3]
    assert echo.batches == [[1], [2, 3]]


async def test_a_batch_has_a_greatest_size():
    echo = Echo()
    await asyncio.gather(*map(Batches(echo).ask, range(2 * MAX_BATCH + 1)))
    assert [len(batch) for batch in echo.batches] == [MAX_BATCH, MAX_BATCH, 1]


async def test_who_leaves_takes_nobody_along():
    echo = Echo()
    echo.may_answer.clear()
    first, second, third = await start(batches := Batches(echo), [1, 2, 3])
    second.cancel()
    echo.may_answer.set()
    assert await first == 1
    assert await third == 3
    assert await batches.ask(4) == 4


async def test_a_question_that_nobody_waits_for_any_more_is_not_sent():
    echo = Echo()
    echo.may_answer.clear()
    batches = Batches(echo)
    (first,) = await start(batches, [1])
    second, third = await start(batches, [2, 3])
    second.cancel()
    await asyncio.sleep(0)
    echo.may_answer.set()
    assert [await first, await third] == [1, 3]
    assert echo.batches == [[1], [3]]


async def test_a_failure_is_raised_for_every_question_of_its_batch_only():
    echo = Echo()
    echo.fault = ConnectionError("gone")
    batches = Batches(echo)
    answers = await asyncio.gather(batches.ask(1), batches.ask(2), return_exceptions=True)
    assert [type(answer) for answer in answers] == [ConnectionError, ConnectionError]
    echo.fault = None
    assert await batches.ask(3) == 3


async def test_after_a_moment_without_questions_the_next_is_sent_at_once():
    echo = Echo()
    batches = Batches(echo)
    for number in range(3):
        assert await batches.ask(number) == number
    assert echo.batches == [[0], [1], [2]]


@pytest.mark.parametrize("size", [1, 7])
async def test_nothing_is_left_waiting_when_all_have_left(size):
    echo = Echo()
    echo.may_answer.clear()
    batches = Batches(echo)
    first = await start(batches, [0])
    others = await start(batches, range(1, size + 1))
    for task in others:
        task.cancel()
    await asyncio.sleep(0)
    echo.may_answer.set()
    await first[0]
    assert await batches.ask(99) == 99
    assert echo.batches == [[0], [99]]
