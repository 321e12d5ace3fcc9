"""Compression is what was observed; what was not is null, and says why."""

from dataclasses import replace

import pytest

from siteloupe.detect.compression import compression
from tests.pages import exchange


@pytest.mark.parametrize(
    ("encoding", "length", "expected"),
    [
        ("br", None, ("br", True, "content-encoding")),
        ("GZIP", None, ("gzip", True, "content-encoding")),
        ("x-gzip", None, ("gzip", True, "content-encoding")),
        ("deflate", None, ("deflate", True, "content-encoding")),
        ("zstd", None, ("zstd", True, "content-encoding")),
        ("gzip, br", None, ("gzip, br", True, "content-encoding")),
        (None, None, ("none", False, "content-encoding")),
        ("identity", None, ("none", False, "content-encoding")),
        ("", None, ("none", False, "content-encoding")),
        (None, "whole", ("none", False, "content-length")),
        (None, 7, ("none", False, "content-encoding")),
        ("utf-8", None, (None, None, None)),
        ("gzip, aes128gcm", "whole", (None, None, None)),
    ],
)
def test_the_wire_encoding_is_named(encoding, length, expected):
    answer = exchange(body="Some text.")
    size = len(answer.body) if length == "whole" else length
    found = compression(replace(answer, content_encoding=encoding, content_length=size))
    assert (found.name, found.compressed, found.source) == expected
    assert (found.note is None) is (found.name is not None)


def test_an_empty_body_says_nothing():
    assert compression(replace(exchange(), body=b"")).name is None


def test_a_hostile_encoding_is_cut():
    found = compression(replace(exchange(), content_encoding="x" * 10_000))
    assert found.name is None
    assert len(found.note or "") < 200
