"""Codings, and who gets which."""

import gzip

import brotli
import pytest

from siteloupe.http.coding import encode, keep_plain, pack

BODY = b"a body that repeats itself, " * 100


@pytest.mark.parametrize(
    ("accept", "coding"),
    [
        ("", ""),
        ("identity", ""),
        ("gzip", "gzip"),
        ("br", "br"),
        ("gzip, deflate, br, zstd", "br"),
        ("GZIP", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("br; q=0.000, gzip;q=0", ""),
        ("br;q=0.1", "br"),
        ("gzip," * 100 + "br", "gzip"),
    ],
)
def test_the_client_gets_what_it_accepts(accept, coding):
    assert encode(BODY).choose(accept)[0] == coding


def test_every_coding_means_the_same():
    body = encode(BODY, 11)
    assert gzip.decompress(body.choose("gzip")[1]) == BODY
    assert brotli.decompress(body.choose("br")[1]) == BODY
    assert body.etag == keep_plain(BODY).etag != keep_plain(BODY + b"!").etag


def test_what_a_coding_does_not_make_smaller_goes_as_it_is():
    assert encode(b"short").choose("br, gzip") == ("", b"short")
    assert keep_plain(BODY).choose("br, gzip") == ("", BODY)


REPORT = b'{"success":true,"words":["' + b"word " * 300 + b'"]}'


@pytest.mark.parametrize(("accept", "coding"), [("", ""), ("gzip", "gzip"), ("gzip, br", "br"), ("zstd", "")])
def test_a_report_is_packed_for_who_accepts_it(accept, coding):
    packed = pack(REPORT, accept)
    unpack = {"": bytes, "gzip": gzip.decompress, "br": brotli.decompress}[coding]
    headers = dict(packed.headers)
    assert unpack(packed.body) == REPORT
    assert headers.get(b"content-encoding", b"").decode() == coding
    assert int(headers[b"content-length"]) == len(packed.body)
    assert headers[b"vary"] == b"Accept-Encoding"


def test_a_short_report_goes_as_it_is():
    packed = pack(b"{}", "gzip, br")
    assert packed.body == b"{}"
    assert dict(packed.headers) == {b"content-length": b"2", b"vary": b"Accept-Encoding"}


def test_a_kept_report_is_packed_once():
    assert pack(REPORT, "gzip").body is pack(REPORT, "gzip").body
