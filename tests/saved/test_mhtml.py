"""Pages that Chromium saved as one file."""

import base64
import os
import quopri
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siteloupe.errors import BadCapture
from siteloupe.saved import mhtml, saved_visits
from siteloupe.saved.mhtml import is_mhtml, load_mhtml
from tests.archives import ORCHARD, PLAIN, STYLE
from tests.browser import chromium

BOUNDARY = "----MultipartBoundary--abc----"
HEAD = (
    "From: <Saved by Blink>\r\nSnapshot-Content-Location: https://orchard.example/\r\n"
    "Subject: =?utf-8?Q?Orchard?=\r\nDate: Sun, 1 Mar 2026 10:30:00 +0100\r\nMIME-Version: 1.0\r\n"
    f'Content-Type: multipart/related;\r\n\ttype="text/html";\r\n\tboundary="{BOUNDARY}"\r\n'
)
SHEET = "https://orchard.example/wp-content/themes/orchard/style.css"
MOVED = '<link rel="stylesheet" type="text/css" href="cid:css-1@mhtml.blink" />'


def part(body, location="https://orchard.example/", kind="text/html", encoding="quoted-printable"):
    raw = body if isinstance(body, bytes) else body.encode()
    written = {"quoted-printable": quopri.encodestring, "base64": base64.encodebytes}.get(encoding, bytes)(
        raw
    )
    fields = f"Content-Type: {kind}\r\nContent-Transfer-Encoding: {encoding}\r\nContent-Location: {location}"
    return fields.encode() + b"\r\n\r\n" + written.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


@pytest.fixture
def saved(tmp_path):
    """A function that writes parts as a saved page."""

    def written(*parts, head=HEAD, end="--"):
        path = tmp_path / "Page.mhtml"
        pieces = [head.encode() + b"\r\n"]
        pieces += [f"\r\n--{BOUNDARY}\r\n".encode() + each for each in parts]
        path.write_bytes(b"".join(pieces) + f"\r\n--{BOUNDARY}{end}\r\n".encode())
        os.utime(path, (1772357400, 1772357400))
        return path

    return written


def bodies(path) -> dict[str, str]:
    hops = load_mhtml(path).wire.hops
    return {url: hop.outcome.body.decode() for url, hop in hops.items()}


@pytest.mark.parametrize("encoding", ["quoted-printable", "base64", "8bit"])
async def test_a_page_is_judged_with_the_files_that_were_saved(saved, judged, encoding) -> None:
    path = saved(
        part(ORCHARD, encoding=encoding),
        part("p { color: red }", "https://cdn.example/a.css", "text/css"),
        part(STYLE, f"{SHEET}?ver=1.4", "text/css", encoding),
    )
    (report,) = await judged(path)
    assert (report.is_cms, report.theme.name, report.theme.version) == (True, "Orchard", "1.4")
    assert (report.url, report.checked_at) == ("https://orchard.example/", "2026-03-01T09:30:00Z")


def test_styles_that_the_browser_moved_are_put_back(saved) -> None:
    path = saved(
        part(f"<head>{MOVED}</head>{PLAIN}"),
        part("h1 { color: #c0ffee }", "cid:css-1@mhtml.blink", "text/css"),
    )
    page = bodies(path)["https://orchard.example/"]
    assert "<style>h1 { color: #c0ffee }" in page
    assert "cid:" not in page


@pytest.mark.parametrize("style", ["</STYLE ><p>", "a" * 60])
def test_a_style_that_would_end_the_element_or_has_no_room_is_left_out(saved, monkeypatch, style) -> None:
    monkeypatch.setattr(mhtml, "MAX_BODY", len(MOVED) + len(PLAIN) + 50)
    path = saved(part(MOVED + PLAIN), part(style, "cid:css-1@mhtml.blink", "text/css"))
    assert bodies(path)["https://orchard.example/"].startswith(MOVED)


def test_many_links_to_one_style_do_not_grow_the_page_past_its_bound(saved, monkeypatch) -> None:
    monkeypatch.setattr(mhtml, "MAX_BODY", 100_000)
    path = saved(part(MOVED * 1000), part("a" * 10_000, "cid:css-1@mhtml.blink", "text/css"))
    assert len(bodies(path)["https://orchard.example/"]) <= 100_000


def test_the_page_is_the_part_with_the_address_not_a_frame(saved) -> None:
    path = saved(part("<p>frame", "https://ads.example/"), part(PLAIN))
    assert bodies(path)["https://orchard.example/"].rstrip() == PLAIN


def test_the_callers_address_goes_before_the_files(saved) -> None:
    visit = load_mhtml(saved(part(PLAIN)), "shop.example")
    assert visit.typed == "shop.example"
    assert "https://shop.example/" in visit.wire.hops


def test_without_an_address_the_page_needs_to_be_told(saved) -> None:
    head = HEAD.replace("https://orchard.example/", "file:///home/me/page.html")
    with pytest.raises(BadCapture, match=r"no address of a website; .* --url"):
        load_mhtml(saved(part(PLAIN, "cid:x"), head=head))


def test_without_a_date_it_is_the_files(saved) -> None:
    head = HEAD.replace("Date: Sun", "Date: Some")
    assert load_mhtml(saved(part(PLAIN), head=head)).at == "2026-03-01T09:30:00Z"


def test_a_file_that_ends_too_early_gives_what_it_has(saved) -> None:
    path = saved(part(PLAIN), part("p {}", SHEET, "text/css"))
    raw = path.read_bytes()
    path.write_bytes(raw[: raw.index(b"p {}") + 3])
    assert bodies(path)["https://orchard.example/"].rstrip() == PLAIN


def test_images_and_parts_of_parts_are_not_read(saved) -> None:
    nested = part("--x\r\nContent-Type: text/html\r\n\r\n<p>inner", kind="multipart/related; boundary=x")
    path = saved(part(PLAIN), part(b"GIF89a", "https://orchard.example/a.gif", "image/gif"), nested)
    assert set(bodies(path)) == {"https://orchard.example/"}


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (HEAD.replace("boundary=", "limit=") + "\r\n", "does not say where its parts begin"),
        (HEAD + "X: " + "x" * mhtml.MAX_HEAD, "does not say where its parts begin"),
        (HEAD + "\r\n", "holds no page of HTML"),
        (f"{HEAD}\r\n\r\n--{BOUNDARY}", "holds no page of HTML"),
        (f"{HEAD}\r\n\r\n--{BOUNDARY}\r\n", "holds no page of HTML"),
        (f"{HEAD}\r\n\r\n--{BOUNDARY}\r\nContent-Type: text/html\r\n\r\n", "holds no page of HTML"),
    ],
)
def test_what_holds_no_page_is_refused_in_a_sentence(tmp_path, content, why) -> None:
    path = tmp_path / "page.mhtml"
    path.write_text(content, newline="")
    with pytest.raises(BadCapture, match=why):
        list(saved_visits(path))


def test_a_file_that_is_too_large_is_refused(saved, monkeypatch) -> None:
    monkeypatch.setattr(mhtml, "MAX_FILE", 1000)
    with pytest.raises(BadCapture, match="larger than the 1,000 bytes"):
        load_mhtml(saved(part(PLAIN * 20)))


def test_only_so_many_parts_are_read(saved, monkeypatch) -> None:
    monkeypatch.setattr(mhtml, "MAX_PARTS", 3)
    sheets = [part("p{}", f"https://orchard.example/{n}.css", "text/css") for n in range(9)]
    assert len(bodies(saved(part(PLAIN), *sheets))) == 3


@pytest.mark.parametrize("head", [b"", b"<!doctype html>", b"{", b"Note: of related things", b"\xff\xd8"])
def test_other_files_are_not_taken_for_one(head) -> None:
    assert not is_mhtml(head)


LINES = [
    b"--b",
    b"--b--",
    b"",
    b"Content-Type: text/html; charset=\xff",
    b"Content-Type: text/css",
    b"Content-Location: http://a.example/",
    b"Content-Transfer-Encoding: base64",
    b"Date: \x00",
    b"<p>=",
]
PIECES = st.sampled_from([line + b"\r\n" for line in LINES])


@settings(deadline=None)
@given(st.lists(PIECES | st.binary(max_size=30), max_size=40))
def test_any_file_is_a_page_or_refused(tmp_path_factory, pieces) -> None:
    path: Path = tmp_path_factory.getbasetemp() / "any.mhtml"
    path.write_bytes(b"From: x\r\nContent-Type: multipart/related; boundary=b\r\n" + b"".join(pieces))
    try:
        (visit,) = saved_visits(path)
    except BadCapture:
        return
    assert any(hop.outcome.body for hop in visit.wire.hops.values())


@pytest.mark.browser
@pytest.mark.xdist_group("chromium")
async def test_what_chromium_saves_is_judged(tmp_path, judged) -> None:
    """By the command that Chromium's own menu uses: Page.captureSnapshot."""
    answers = {
        "https://orchard.example/": (ORCHARD.replace("</head>", f"<style>{'h1{color:red}' * 9}</style></head>"), "text/html; charset=utf-8"),
        f"{SHEET}?ver=1.4": (STYLE + "p{color:teal}", "text/css"),
    }  # fmt: skip

    async def answer(route):
        body, kind = answers.get(route.request.url, ("", "text/plain"))
        await route.fulfill(body=body, content_type=kind)

    async with chromium() as browser:
        page = await browser.new_page()
        await page.route("**/*", answer)
        await page.goto("https://orchard.example/")
        session = await page.context.new_cdp_session(page)
        snapshot = await session.send("Page.captureSnapshot", {"format": "mhtml"})
    path = tmp_path / "Orchard.mhtml"
    path.write_text(snapshot["data"], newline="")
    (report,) = await judged(path)
    assert (report.url, report.is_cms, report.theme.slug) == ("https://orchard.example/", True, "orchard")
    found = bodies(path)
    assert "<style>" in found["https://orchard.example/"]
    assert "teal" in found[f"{SHEET}?ver=1.4"] or "rgb(0, 128, 128)" in found[f"{SHEET}?ver=1.4"]
