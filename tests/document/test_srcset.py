"""The URLs of a srcset are told from its descriptors."""

import pytest

from siteloupe.document.srcset import MAX_CANDIDATES, candidates


@pytest.mark.parametrize(
    ("srcset", "urls"),
    [
        ("a.png", ["a.png"]),
        ("a.png 1x, b.png 2x", ["a.png", "b.png"]),
        ("a.png 300w,\n b.png 1.5x , c.png", ["a.png", "b.png", "c.png"]),
        ("/w_300,h_200/a.png 300w", ["/w_300,h_200/a.png"]),
        ("", []),
        (" , ", []),
    ],
)
def test_a_srcset_names(srcset, urls):
    assert candidates(srcset) == urls


def test_the_number_of_candidates_is_bounded():
    assert len(candidates("a.png 1x, " * 10_000)) == MAX_CANDIDATES
