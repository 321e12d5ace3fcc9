"""HTTP archives of browsers and proxies."""

import base64
import json

import pytest

from siteloupe.errors import BadCapture
from siteloupe.saved import saved_visits
from siteloupe.saved.message import MAX_BODY
from tests.archives import ORCHARD, PLAIN, STYLE


def entry(url, body="", *, status=200, mime="text/html", headers=(), page="page_1", **more):
    content = {"mimeType": mime, "size": len(body), "text": body, **more.pop("content", {})}
    return {
        "pageref": page,
        "startedDateTime": "2026-03-01T10:30:00.250+01:00",
        "request": {"method": more.pop("method", "GET"), "url": url, "headers": [], "cookies": []},
        "response": {
            "status": status,
            "headers": [{"name": name, "value": value} for name, value in (("Content-Type", mime), *headers)],
            "content": content,
            "bodySize": -1,
        },
        "timings": {"dns": 2.5, "connect": -1, "wait": 31.5, "receive": 4},
        "cache": {},
        **more,
    }


@pytest.fixture
def har(tmp_path):
    """A function that writes entries as a HAR file."""

    def written(*entries):
        path = tmp_path / "site.har"
        path.write_text(
            json.dumps({"log": {"version": "1.2", "creator": {}, "pages": [], "entries": entries}})
        )
        return path

    return written


SITE = (
    entry("http://orchard.example/", status=301, headers=[("Location", "https://orchard.example/")]),
    entry("https://orchard.example/", ORCHARD),
    entry("https://orchard.example/wp-content/themes/orchard/style.css", STYLE, mime="text/css"),
)


async def test_a_visit_is_judged_from_its_first_redirect_on(har, judged) -> None:
    (report,) = await judged(har(*SITE))
    assert (report.is_cms, report.theme.name, report.url) == (True, "Orchard", "https://orchard.example/")
    assert report.checked_at == "2026-03-01T09:30:00Z"


async def test_a_style_sheet_is_found_without_the_version_that_its_page_gave_it(har, judged) -> None:
    style = entry(
        "https://orchard.example/wp-content/themes/orchard/style.css?ver=1.4", STYLE, mime="text/css"
    )
    (report,) = await judged(har(*SITE[:2], style))
    assert report.theme.name_source == "style.css"


async def test_every_page_of_an_archive_is_a_visit(har, judged) -> None:
    plain = entry("https://plain.example/", PLAIN, page="page_2")
    assert [report.is_cms for report in await judged(har(*SITE, plain))] == [True, False]


async def test_base64_and_text_mean_the_same(har, judged) -> None:
    encoded = {"text": base64.b64encode(ORCHARD.encode()).decode(), "encoding": "base64"}
    (report,) = await judged(har(entry("https://orchard.example/", content=encoded)))
    assert report.is_cms is True


async def test_text_is_unicode_whatever_the_page_says(har) -> None:
    page = '<meta charset="iso-8859-1"><p>Bäckerei \ud83c\udf5e'
    (saved,) = saved_visits(har(entry("https://a.example/", page, mime="text/html; charset=ISO-8859-1")))
    answer = saved.wire.hops["https://a.example/"].outcome
    assert answer.headers.all("content-type") == ("text/html; charset=utf-8",)
    assert answer.body.decode() == '<meta charset="iso-8859-1"><p>Bäckerei 🍞'


def test_times_are_those_that_were_measured(har) -> None:
    (saved,) = saved_visits(har(*SITE))
    hop = saved.wire.hops["https://orchard.example/"]
    assert hop.resolved.milliseconds == 2.5
    assert (hop.outcome.timing.connect, hop.outcome.timing.first_byte, hop.outcome.timing.download) == (
        None,
        31.5,
        4,
    )


async def test_what_the_browser_had_in_its_cache_is_a_page(har, judged) -> None:
    (report,) = await judged(har(entry("https://orchard.example/", ORCHARD, status=304)))
    assert report.is_cms is True


async def test_pseudo_headers_and_other_methods_are_left_out(har) -> None:
    posted = entry("https://a.example/", "<p>posted", method="POST")
    got = entry("https://a.example/", PLAIN, headers=[(":status", "200"), ("server", "x")])
    (saved,) = saved_visits(har(posted, got))
    answer = saved.wire.hops["https://a.example/"].outcome
    assert answer.body == PLAIN.encode()
    assert [name for name, _ in answer.headers] == ["server", "content-type"]


def test_bodies_that_nobody_asks_for_are_not_unpacked(har) -> None:
    image = {"text": base64.b64encode(bytes(1000)).decode(), "encoding": "base64"}
    (saved,) = saved_visits(
        har(*SITE, entry("https://orchard.example/i.png", mime="image/png", content=image))
    )
    assert saved.wire.hops["https://orchard.example/i.png"].outcome.body == b""


def test_a_huge_body_is_cut(har) -> None:
    (saved,) = saved_visits(har(entry("https://a.example/", "é" * MAX_BODY)))
    assert len(saved.wire.hops["https://a.example/"].outcome.body) == MAX_BODY


@pytest.mark.parametrize(
    "content",
    [
        "{",
        "{}",
        '{"log": {}}',
        '{"log": {"entries": 3}}',
        '{"log": {"entries": [{"request": {}}]}}',
        '{"log": {"entries": []}}',
        json.dumps({"log": {"entries": [entry("https://a.example/x.png", mime="image/png")]}}),
        json.dumps({"log": {"entries": [entry("file:///etc/passwd", PLAIN)]}}),
        '{"log": {"entries": [], "x": ' + "[" * 200_000 + "]" * 200_000 + "}}",
        '{"a": ' * 200_000,
    ],
)
def test_what_is_no_archive_of_a_page_is_refused(tmp_path, content) -> None:
    path = tmp_path / "site.har"
    path.write_text(content)
    with pytest.raises(BadCapture, match=r"site\.har"):
        list(saved_visits(path))


@pytest.mark.parametrize(
    "odd",
    [
        {"startedDateTime": "yesterday"},
        {"startedDateTime": ""},
        {"timings": {}},
        {"timings": {"wait": None, "dns": -1, "connect": 1e300}},
        {"pageref": None},
        {"cache": None, "_custom": [1]},
    ],
)
async def test_what_an_archive_leaves_out_does_not_matter(har, judged, odd) -> None:
    (report,) = await judged(har({**entry("https://orchard.example/", ORCHARD), **odd}))
    assert report.is_cms is True


def test_a_body_that_is_not_base64_is_empty(har) -> None:
    content = {"text": "a", "encoding": "base64"}
    (saved,) = saved_visits(har(entry("https://a.example/", content=content)))
    assert saved.wire.hops["https://a.example/"].outcome.body == b""
