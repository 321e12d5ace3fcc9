"""Words that show the purpose of a color: each is found in elements or selectors, never inside another word."""

import re

import pytest

from siteloupe.data import rows
from siteloupe.detect.colors.class_words import elements_of, selectors_of

ROWS = rows("class_words.tsv")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['means']} {row['word']}")
def test_a_word_is_found_in_elements_or_selectors(row):
    word, means = row["word"], row["means"]
    assert row["source"].startswith("https://")
    assert re.fullmatch(r"[.#]?[a-z-]{2,30}", word)
    assert (f'[class*="{word}"]' in elements_of(means)) is (row["seen"] in {"element", "both"})
    if row["seen"] != "element":
        assert selectors_of(means).search(f"div {word}")


def test_words_are_listed_once():
    assert len({(row["word"], row["seen"]) for row in ROWS}) == len(ROWS)


def test_a_word_with_an_end_is_not_the_beginning_of_another():
    assert selectors_of("status").search(".star")
    assert selectors_of("status").search(".flash-sale")
    assert not selectors_of("status").search(".start .salesforce")
