"""Words that tell whom a color speaks for: each is found where it is seen, and nowhere as a part of another rule."""

import re

import pytest

from siteloupe.data import rows
from siteloupe.detect.colors.class_words import elements_of, selectors_of

ROWS = rows("class_words.tsv")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['means']} {row['word']}")
def test_a_word_is_found_where_it_is_seen(row):
    word, means = row["word"], row["means"]
    assert row["source"].startswith("https://")
    assert re.fullmatch(r"[.#]?[a-z-]{2,30}", word)
    assert (f'[class*="{word}"]' in elements_of(means)) is (row["seen"] in {"element", "both"})
    if row["seen"] != "element":
        assert selectors_of(means).search(f"div {word}")


def test_words_are_listed_once():
    assert len({(row["word"], row["seen"]) for row in ROWS}) == len(ROWS)


def test_a_word_that_ends_is_no_beginning_of_another():
    assert selectors_of("status").search(".star")
    assert selectors_of("status").search(".flash-sale")
    assert not selectors_of("status").search(".start .salesforce")
