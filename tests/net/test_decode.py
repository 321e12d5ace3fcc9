"""Bodies undone as they arrive: every encoding in every chunking, and nothing past the bound."""

import gzip
import zlib

import brotli
import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.capture import Headers
from siteloupe.net.decode import Body, zstd

PAGE = b"<!doctype html><title>A page</title>" + bytes(range(256)) * 40


def raw_deflate(data):
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


ENCODE = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "GZip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli.compress,
    "zstd": zstd.compress,
    "identity": bytes,
    "identity, gzip": gzip.compress,
    "": bytes,
}


def body(encoding, limit=1 << 20):
    return Body(Headers([("content-encoding", encoding)]), limit)


def fed(body, data, step):
    for start in range(0, len(data), step):
        if not body.feed(data[start : start + step]):
            break
    return body


@pytest.mark.parametrize("step", [1, 7, 100_000])
@pytest.mark.parametrize("encoding", ENCODE)
def test_each_encoding_is_undone_however_it_arrives(encoding, step):
    packed = ENCODE[encoding](PAGE)
    read = fed(body(encoding), packed, step)
    assert read.content() == PAGE
    assert read.wire_bytes == len(packed)
    assert not read.truncated


@pytest.mark.parametrize("step", [1, 100_000])
def test_deflate_without_its_wrapper_is_undone_too(step):
    read = fed(body("deflate"), raw_deflate(PAGE), step)
    assert (read.content(), read.truncated) == (PAGE, False)


@pytest.mark.parametrize("step", [1, 7, 100_000])
@pytest.mark.parametrize(("encoding", "pack"), [("gzip", gzip.compress), ("zstd", zstd.compress)])
def test_members_that_follow_each_other_make_one_body(encoding, pack, step):
    read = fed(body(encoding), b"".join(pack(part) for part in (PAGE, b"", b"the end")), step)
    assert (read.content(), read.truncated) == (PAGE + b"the end", False)


@pytest.mark.parametrize("step", [1, 100_000])
@pytest.mark.parametrize("rest", [b"\n", bytes(100), b"<!-- cached -->"])
@pytest.mark.parametrize("encoding", ["gzip", "zstd", "deflate"])
def test_bytes_after_the_end_are_ignored(encoding, rest, step):
    read = fed(body(encoding), ENCODE[encoding](PAGE) + rest, step)
    assert (read.content(), read.truncated) == (PAGE, False)


@pytest.mark.parametrize("encoding", ["gzip, br", "gzip, gzip", "utf-8", "none", "aws-chunked", "gzip;q=1"])
def test_what_is_not_one_known_layer_stays_as_received(encoding):
    read = fed(body(encoding), PAGE, 100)
    assert (read.content(), read.truncated) == (PAGE, False)


def test_layers_named_on_two_lines_are_two_layers():
    packed = gzip.compress(gzip.compress(PAGE))
    read = Body(Headers([("content-encoding", "gzip"), ("content-encoding", "gzip")]), 1 << 20)
    assert fed(read, packed, 100).content() == packed


def test_a_body_packed_twice_under_one_name_loses_one_layer():
    inner = gzip.compress(PAGE)
    assert fed(body("gzip"), gzip.compress(inner), 100).content() == inner


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd", "identity"])
def test_a_body_that_just_fits_is_whole_and_one_byte_more_is_cut(encoding):
    packed = ENCODE[encoding](PAGE)
    whole = fed(body(encoding, len(PAGE)), packed, 100)
    cut = fed(body(encoding, len(PAGE) - 1), packed, 100)
    assert (whole.content(), whole.truncated) == (PAGE, False)
    assert (cut.content(), cut.truncated) == (PAGE[:-1], True)


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd"])
def test_a_stream_that_ends_early_keeps_what_it_gave(encoding):
    page = PAGE * 20
    packed = ENCODE[encoding](page)
    read = fed(body(encoding), packed[: len(packed) - 9], 100)
    assert page.startswith(read.content())
    assert read.truncated


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd"])
def test_a_body_that_is_not_what_its_encoding_says_is_empty_and_truncated(encoding):
    read = fed(body(encoding), b"<html>not packed at all</html>" * 10, 100)
    assert read.truncated
    assert b"<html>" not in read.content()


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd"])
def test_an_empty_body_is_not_truncated(encoding):
    assert not body(encoding).truncated


def test_endless_empty_members_end():
    read = body("gzip")
    assert not read.feed(gzip.compress(b"") * 5000)
    assert read.truncated


def test_wire_bytes_that_decode_to_nothing_end():
    read = body("br", 1000)
    empty_blocks = b"\x0c" + b"\x06" * 100_000  # of metadata: RFC 7932, section 9.2
    assert fed(read, empty_blocks, 1000).truncated
    assert read.wire_bytes < 70_000


def test_a_zstd_window_larger_than_http_allows_is_not_allocated():
    options = {zstd.CompressionParameter.window_log: 27}
    packer = zstd.ZstdCompressor(options=options)
    packed = packer.compress(bytes(1 << 20)) + packer.flush()
    read = fed(body("zstd"), packed, 100_000)
    assert (read.content(), read.truncated) == (b"", True)


@given(st.sampled_from(sorted(ENCODE)), st.binary(max_size=300), st.integers(1, 50), st.integers(1, 500))
def test_any_bytes_under_any_encoding_stay_within_the_bound(encoding, data, step, limit):
    assert len(fed(body(encoding, limit), data, step).content()) <= limit


@given(
    st.sampled_from(["gzip", "deflate", "br", "zstd"]),
    st.binary(max_size=2000),
    st.integers(1, 300),
    st.data(),
)
def test_a_damaged_stream_never_raises(encoding, page, step, data):
    packed = bytearray(ENCODE[encoding](page))
    packed[data.draw(st.integers(0, len(packed) - 1))] ^= data.draw(st.integers(1, 255))
    fed(body(encoding), bytes(packed), step).content()
