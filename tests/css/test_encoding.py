import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.css.encoding import charset_of, decode
from tests.css.encodings import ENCODINGS, LABELS


@pytest.mark.parametrize(
    ("body", "charset", "environment", "text"),
    [
        (b"caf\xc3\xa9", None, None, "café"),
        (b"caf\xe9", None, None, "caf\ufffd"),
        (b"caf\xe9", "iso-8859-1", None, "café"),
        (b"\x80", "latin1", None, "€"),
        (b"caf\xe9", None, "windows-1252", "café"),
        (b"caf\xe9", "utf-8", "windows-1252", "caf\ufffd"),
        (b"\xef\xbb\xbfcaf\xc3\xa9", "windows-1252", None, "café"),
        (b"\xff\xfea\x00", "utf-8", None, "a"),
        (b"\xfe\xff\x00a", None, None, "a"),
        (b'@charset "windows-1251";\xe0', None, None, '@charset "windows-1251";а'),
        (b'@charset "windows-1251";\xe0', "windows-1252", None, '@charset "windows-1251";à'),
        (b'@charset "windows-1251";\xe0', None, "windows-1252", '@charset "windows-1251";а'),
        (b'@charset "utf-16";\xc3\xa9', None, "windows-1252", '@charset "utf-16";é'),
        (b'@charset "nonsense";\xe9', None, "windows-1252", '@charset "nonsense";é'),
        (b"@charset 'windows-1251';\xe0", None, "windows-1252", "@charset 'windows-1251';à"),
        (b' @charset "windows-1251";\xe0', None, "windows-1252", ' @charset "windows-1251";à'),
        (b'@CHARSET "windows-1251";\xe0', None, "windows-1252", '@CHARSET "windows-1251";à'),
        (b"\x82\xa0", " Shift_JIS ", None, "あ"),
        (b"", None, None, ""),
    ],
)
def test_the_encoding_follows_the_order_of_the_standard(body, charset, environment, text):
    assert decode(body, charset, environment) == text


def test_the_standard_has_228_labels_for_40_encodings():
    assert (len(ENCODINGS), len({label for label, _ in LABELS}), len(LABELS)) == (40, 228, 228)


@pytest.mark.parametrize(("label", "encoding"), LABELS, ids=[label for label, _ in LABELS])
def test_every_label_of_the_standard_selects_its_encoding(label, encoding):
    assert decode(encoding.body, label) == encoding.text
    assert decode(encoding.body, f"\t{label.upper()} ") == encoding.text
    assert decode(encoding.body, None, label) == encoding.text


@pytest.mark.parametrize(("label", "encoding"), LABELS, ids=[label for label, _ in LABELS])
def test_every_label_works_in_a_charset_rule(label, encoding):
    rule = f'@charset "{label}";'
    body, text = rule.encode() + encoding.body, rule + encoding.text
    if encoding.name in {"UTF-16BE", "UTF-16LE"}:  # a rule in ASCII proves that the sheet is not in it
        body, text = rule.encode() + "é".encode(), rule + "é"
    if encoding.name == "replacement":
        text = encoding.text
    assert decode(body) == text


@pytest.mark.parametrize("label", ["utf!8", "iso 8859 1", "latin-1", "cp-1251", "\N{KELVIN SIGN}OI8-R"])
def test_a_text_that_is_not_a_label_is_ignored(label):
    assert decode(b"caf\xe9", label, "windows-1252") == "café"


@pytest.mark.parametrize(
    "label", ["punycode", "idna", "utf-7", "rot13", "zlib", "a\0b", "x" * 5000, "é", "\udcff"]
)
def test_labels_outside_the_encoding_standard_are_ignored(label):
    assert decode(b"caf\xe9", label, "windows-1252") == "café"


@given(st.binary(max_size=200), st.none() | st.text(max_size=20), st.none() | st.text(max_size=20))
def test_any_bytes_have_a_text(body, charset, environment):
    assert isinstance(decode(body, charset, environment), str)


@pytest.mark.parametrize(
    ("content_type", "charset"),
    [
        ("text/css", None),
        ("text/css; charset=utf-8", "utf-8"),
        ('text/css;x=y; CHARSET="UTF-8"', "UTF-8"),
        ("text/css; charset=", None),
        (None, None),
    ],
)
def test_the_charset_of_a_content_type_is_found(content_type, charset):
    assert charset_of(content_type) == charset
