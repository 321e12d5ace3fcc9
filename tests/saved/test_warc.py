"""Web archives: every page is judged, with what else was crawled, and no archive can do harm."""

import gzip
import zlib

import brotli
import pytest
from hypothesis import given
from hypothesis import strategies as st

from siteloupe.errors import BadCapture
from siteloupe.saved import reader, records, saved_visits
from siteloupe.saved.message import MAX_BODY, answer_of
from siteloupe.saved.warc import load_warc
from tests.archives import HTML, ORCHARD, ORCHARD_SITE, PLAIN


@pytest.mark.parametrize("compressed", [True, False])
async def test_a_page_is_judged_with_the_files_that_were_crawled(warc, judged, compressed) -> None:
    (report,) = await judged(warc(ORCHARD_SITE, gzip=compressed))
    assert (report.is_cms, report.theme.name, report.theme.version) == (True, "Orchard", "1.4")
    assert (report.url, report.checked_at) == ("https://orchard.example/", "2026-03-01T09:30:00Z")


async def test_files_may_stand_before_their_page_and_pages_keep_their_order(warc, judged) -> None:
    plain = ("http://plain.example/", "200 OK", HTML, PLAIN.encode())
    reports = await judged(warc([plain, *reversed(ORCHARD_SITE), plain]))
    assert [report.is_cms for report in reports] == [False, True, False]
    assert reports[1].theme.name == "Orchard"


async def test_only_pages_that_were_served_are_pages(warc, judged) -> None:
    others = [
        ("https://a.example/", "404 Not Found", HTML, b"gone"),
        ("https://b.example/", "301 Moved", (("Location", "/x"), *HTML), b""),
        ("https://c.example/", "200 OK", (("Content-Type", "image/png"),), b"\x89PNG"),
        ("ftp://d.example/", "200 OK", HTML, b"<p>no website"),
        ("https://localhost/", "200 OK", HTML, b"<p>no website"),
    ]
    with pytest.raises(BadCapture, match="holds no page"):
        await judged(warc(others))


@pytest.mark.parametrize("url", ["http://127.0.0.1:8123/", "http://[::1]:3000/a", "http://10.1.2.3/"])
async def test_a_site_of_an_own_network_may_be_judged_since_nothing_is_dialled(warc, judged, url) -> None:
    (report,) = await judged(warc([(url, "200 OK", HTML, PLAIN.encode())]))
    assert report.url == url


def chunked(body: bytes) -> bytes:
    pieces = (body[start : start + 100] for start in range(0, len(body), 100))
    return b"".join(b"%x;x=y\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ((("Content-Encoding", "gzip"),), gzip.compress(ORCHARD.encode())),
        ((("Content-Encoding", "br"),), brotli.compress(ORCHARD.encode())),
        ((("Transfer-Encoding", "chunked"),), chunked(ORCHARD.encode())),
        (
            (("Transfer-Encoding", "chunked"), ("Content-Encoding", "gzip")),
            chunked(gzip.compress(ORCHARD.encode())),
        ),
        # Headers of an answer whose chunks and compression the crawler has undone already.
        ((("Transfer-Encoding", "chunked"), ("Content-Encoding", "gzip")), ORCHARD.encode()),
    ],
)
async def test_bodies_are_read_as_crawlers_write_them(warc, judged, headers, body) -> None:
    (report,) = await judged(warc([("https://a.example/", "200 OK", (*HTML, *headers), body)]))
    assert report.is_cms is True


async def test_what_was_archived_first_without_an_error_answers_for_an_address(warc, judged) -> None:
    url, _, headers, style = ORCHARD_SITE[1]
    answers = [
        (url, "404 Not Found", headers, b"no"),
        (url, "200 OK", headers, style),
        (url, "200 OK", headers, style.replace(b"1.4", b"9.9")),
        ORCHARD_SITE[0],
    ]
    (report,) = await judged(warc(answers))
    assert report.theme.version == "1.4"


async def test_a_style_sheet_is_found_without_the_version_that_its_page_gave_it(warc, judged) -> None:
    page, (url, *style) = ORCHARD_SITE
    (report,) = await judged(warc([page, (f"{url}?ver=1.4", *style)]))
    assert report.theme.name_source == "style.css"


async def test_an_archive_that_ends_in_the_middle_ends_there(warc, judged) -> None:
    path = warc([*ORCHARD_SITE, ("https://b.example/", "200 OK", HTML, PLAIN.encode() * 9)], gzip=False)
    whole = path.read_bytes()
    pages = whole.index(ORCHARD[-20:].encode()), whole.index(PLAIN[-20:].encode())
    for end in range(pages[0] + 20, len(whole), 37):
        path.write_bytes(whole[:end])
        assert len(await judged(path)) >= 1 + (end > pages[1])


def test_an_archive_compressed_as_a_whole_is_refused_with_advice(warc) -> None:
    path = warc(ORCHARD_SITE, gzip=False)
    path.write_bytes(gzip.compress(path.read_bytes()))
    with pytest.raises(BadCapture, match="gunzip"):
        list(load_warc(path))


def record(block: bytes, fields: bytes = b"", length: int | None = None) -> bytes:
    size = len(block) if length is None else length
    head = b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://a.example/\r\n%sContent-Length: %d\r\n\r\n"
    return head % (fields, size) + block + b"\r\n\r\n"


PAGE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + PLAIN.encode()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"WARC/1.1\r\n" + b"x: y\r\n" * 20_000 + b"\r\n", "too many fields"),
        (b"WARC/1.1\r\n" + b"x" * 100_000, "a line without end"),
        (b"WARC/1.1\r\nContent-Length: many\r\n\r\n", "without a length"),
        (b"WARC/1.1\r\nContent-Length: -1\r\n\r\n", "without a length"),
        (b"WARC/1.1\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n", "without a length"),
        (record(PAGE) + b"<html>\n" * 100, "no WARC record"),
        (gzip.compress(record(PAGE))[:40] + b"\xff" * 200, "corrupt gzip"),
        (record(b"x" * 100_000, length=10**14), "more than"),
    ],
)
def test_what_breaks_the_format_is_refused_in_a_sentence(tmp_path, content, message) -> None:
    path = tmp_path / "crawl.warc"
    path.write_bytes(content)
    with pytest.raises(BadCapture, match=message):
        list(saved_visits(path))


def test_a_bomb_is_passed_over_in_steps(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(records, "MAX_SKIPPED", 100 * 1024 * 1024)
    held = []
    monkeypatch.setattr(reader.MemberReader, "_unpack", watching(reader.MemberReader._unpack, held))
    path = tmp_path / "crawl.warc.gz"
    bomb = record(PAGE + bytes(50 * 1024 * 1024), b"WARC-Date: 2026-03-01T09:30:00Z\r\n")
    path.write_bytes(gzip.compress(bomb, 9))
    (saved,) = load_warc(path)
    answer = saved.wire.hops["https://a.example/"].outcome
    assert (len(answer.body), answer.truncated) == (MAX_BODY, True)
    assert max(held) <= 32 * 1024
    path.write_bytes(gzip.compress(record(b"x", length=10**12), 9))
    with pytest.raises(BadCapture, match="more than"):
        list(load_warc(path))


def watching(unpack, held):
    def watched(self):
        unpack(self)
        held.append(len(self._ready))

    return watched


def test_a_body_that_unpacks_to_a_lot_is_cut() -> None:
    packed = zlib.compress(bytes(100 * 1024 * 1024), 9)
    answer = answer_of(b"HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\n\r\n" + packed)
    assert (len(answer.body), answer.truncated) == (MAX_BODY, True)


@given(st.binary(max_size=400))
def test_any_bytes_are_an_answer_or_none(noise) -> None:
    answer_of(noise)
    answer_of(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + noise)
    answer_of(b"HTTP/1.1 200 OK\r\n" + noise)


@given(st.data())
def test_a_damaged_archive_is_read_or_refused(tmp_path_factory, data) -> None:
    path = tmp_path_factory.mktemp("warc") / "crawl.warc.gz"
    date = b"WARC-Date: 2026-03-01T09:30:00Z\r\n"
    pack = data.draw(st.sampled_from([gzip.compress, bytes]))
    content = bytearray(b"".join(pack(record(PAGE, date)) for _ in range(3)))
    for _ in range(data.draw(st.integers(1, 5))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path.write_bytes(content)
    try:
        assert len(list(load_warc(path))) <= 3
    except BadCapture:
        pass
