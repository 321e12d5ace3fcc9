"""What strangers wrote becomes one bounded line of text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.detect.plain_text import plain


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("", ""),
        ("  a\t b\r\nc ", "a b c"),
        ("Salt &amp; Pepper &#8211; X", "Salt & Pepper \u2013 X"),
        ("<a href='https://e.test'>Me</a>", "Me"),
        ("&lt;b&gt; stays text", "<b> stays text"),
        ("1 < 2 > 0", "1 < 2 > 0"),
        ("a\x00\x1b\x7f\x9fb", "a b"),
        ("safe\u202egnp.exe\ufeff", "safe gnp.exe"),
        ("&#" + "9" * 5000, "\ufffd"),
        ("日本語", "日本語"),
        ("x" * 5000, "x" * 300),
    ],
)
def test_text_is_made_plain(written, read):
    assert plain(written) == read


@given(st.text(alphabet=st.sampled_from("<a>/&#;9x \n\x00\u202e"), max_size=200), st.integers(1, 50))
def test_any_text_becomes_one_line_within_its_bound(written, most):
    read = plain(written, most)
    assert len(read) <= most
    assert read == " ".join(read.split())
