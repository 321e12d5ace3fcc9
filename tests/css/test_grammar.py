import pytest

from siteloupe.css.grammar import unescape, unquote


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("plain", "plain"),
        (r"\41 b", "Ab"),
        (r"\000041b", "Ab"),
        (r"\0000411", "A1"),
        (r"\f460", "\uf460"),
        (r"\1f600", "😀"),
        (r"\0", "\ufffd"),
        (r"\d800", "\ufffd"),
        (r"\110000", "\ufffd"),
        (r"md\:w-1\/2", "md:w-1/2"),
        ("a\\\nb", "ab"),
        ("a\\", "a"),
        ("\\41\r\nb", "Ab"),
    ],
)
def test_escapes_are_resolved(written, meant):
    assert unescape(written) == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ('"Open Sans"', "Open Sans"),
        ("'it\\'s'", "it's"),
        ("Bare", "Bare"),
        ('"open', "open"),
        ('"', ""),
        ('""', ""),
        ("", ""),
    ],
)
def test_quotes_are_removed(written, meant):
    assert unquote(written) == meant
