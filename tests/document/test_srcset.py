"""A srcset gives its URLs without descriptors."""

import pytest

from siteloupe.document.srcset import MAX_CANDIDATES, srcset_urls


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
def test_a_srcset_has_urls(srcset, urls):
    assert srcset_urls(srcset) == urls


def test_the_number_of_candidates_is_bounded():
    assert len(srcset_urls("a.png 1x, " * 10_000)) == MAX_CANDIDATES
