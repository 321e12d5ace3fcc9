"""Scripts are those of Unicode."""

from collections import Counter

from fontTools import unicodedata
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.opentype.characters import LAST, count_scripts


def test_scripts_are_counted_without_shared_characters():
    assert count_scripts([(0x20, 0x7E), (0x410, 0x44F), (0x3B1, 0x3B3)]) == {
        "Cyrillic": 64,
        "Latin": 52,
        "Greek": 3,
    }


def test_no_characters_have_no_script():
    assert count_scripts([]) == {}


def test_all_of_unicode_is_counted_at_once():
    found = count_scripts([(0, LAST)])
    assert found["Han"] > 90_000
    assert list(found.values()) == sorted(found.values(), reverse=True)


@given(st.lists(st.tuples(st.integers(0, 0x3000), st.integers(0, 300)), max_size=5))
def test_counts_agree_with_those_of_each_character(pairs):
    ranges = [(low, low + length) for low, length in pairs]
    each = Counter(
        unicodedata.script_name(unicodedata.script(chr(code))).replace("_", " ")
        for low, high in ranges
        for code in range(low, high + 1)
    )
    assert count_scripts(ranges) == {
        name: count for name, count in each.items() if name not in {"Common", "Inherited", "Unknown"}
    }
