"""Which results the cache of texts keeps."""

import pytest

from siteloupe.css.text_cache import LONGEST, text_cache


class Reader:
    def __init__(self):
        self.read = []

    def __call__(self, text, dark=False):
        self.read.append((len(text), dark))
        return len(text)


@pytest.mark.parametrize(("size", "times"), [(0, 1), (LONGEST, 1), (LONGEST + 1, 2)])
def test_a_short_text_is_parsed_once_and_a_long_one_each_time(size, times):
    reader = Reader()
    length = text_cache(10)(reader)
    assert [length("x" * size), length("x" * size)] == [size, size]
    assert len(reader.read) == times


def test_the_other_arguments_are_part_of_the_key():
    reader = Reader()
    length = text_cache(10)(reader)
    length("x")
    length("x", dark=True)
    assert reader.read == [(1, False), (1, True)]
