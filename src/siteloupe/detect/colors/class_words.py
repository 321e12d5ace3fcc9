"""Words in class names, ids and selectors that tell whom a color speaks for: a network, a state, a vendor."""

import functools
import re

from siteloupe.data import rows


@functools.cache
def elements_of(*meanings: str, attributes: tuple[str, ...] = ("class",)) -> str:
    """A selector of the elements that have a word of ``meanings`` in one of ``attributes``.

    Meanings are ``social`` (networks), ``status`` (warnings), ``arrow`` (carousels) and ``widget`` (banners
    that ask for consent, and chats).
    """
    seen = (row for row in rows("class_words.tsv") if row["seen"] != "selector")
    words = [row["word"] for row in seen if row["means"] in meanings]
    return ", ".join(f'[{attribute}*="{word}"]' for attribute in attributes for word in words)


@functools.cache
def selectors_of(meaning: str) -> "re.Pattern[str]":
    """A pattern for selectors in lower case that have a word of ``meaning``.

    It has one alternative for each first character, written as it is, and so takes a tenth of the time.
    """
    seen = (row for row in rows("class_words.tsv") if row["seen"] != "element" and row["means"] == meaning)
    by_first: dict[str, list[str]] = {}
    for row in seen:
        rest = re.escape(row["word"][1:]) + (r"\b" if row["ends"] else "")
        by_first.setdefault(re.escape(row["word"][0]), []).append(rest)
    return re.compile("|".join(f"{first}(?:{'|'.join(rests)})" for first, rests in by_first.items()))
