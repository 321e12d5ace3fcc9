"""Pages that a browser saved."""

import os
from pathlib import Path

import pytest

from siteloupe.errors import BadCapture
from siteloupe.saved import saved_visits
from siteloupe.saved.html import load_html
from tests.archives import ORCHARD, PLAIN

MARK = "<!-- saved from url=(0026)https://orchard.example/a -->"


@pytest.fixture
def page(tmp_path):
    def written(text, name="Page.html"):
        path = tmp_path / name
        path.write_text(text)
        os.utime(path, (1772357400, 1772357400))
        return path

    return written


@pytest.mark.parametrize(
    "text",
    [
        f"<!doctype html>\n{MARK}\n{PLAIN}",
        f"<!-- saved from url=(0026)https://orchard.example/a-->{PLAIN}",
        f"<!doctype html><!--\n Page saved with SingleFile \n url: https://orchard.example/a \n-->{PLAIN}",
        f'<link rel="canonical" href="https://orchard.example/a">{PLAIN}',
        f'<meta property="og:url" content="https://orchard.example/a">{PLAIN}',
        f'{MARK}<link rel="canonical" href="https://other.example/">{PLAIN}',
    ],
)
async def test_a_page_says_where_it_came_from(page, judged, text) -> None:
    (report,) = await judged(page(text))
    assert (report.url, report.checked_at) == ("https://orchard.example/a", "2026-03-01T09:30:00Z")


async def test_the_callers_word_goes_before_the_pages(page, judged) -> None:
    (report,) = await judged(page(MARK + ORCHARD), "shop.example")
    assert (report.url, report.is_cms) == ("https://shop.example/", True)


@pytest.mark.parametrize(
    "text", [PLAIN, '<link rel="canonical" href="/a">', "<!-- saved from url=(0001)x -->"]
)
def test_a_page_that_does_not_say_so_needs_to_be_told(page, text) -> None:
    with pytest.raises(BadCapture, match=r"does not say where it came from: .* --url"):
        list(saved_visits(page(text)))


def test_an_empty_file_is_said_to_be_empty(page) -> None:
    with pytest.raises(BadCapture, match="is empty"):
        list(saved_visits(page("")))


def test_an_address_of_no_website_is_refused(page) -> None:
    with pytest.raises(BadCapture, match="no address of a website"):
        list(saved_visits(page(PLAIN), "http://localhost/"))


@pytest.fixture
def with_folder(page, tmp_path):
    """A saved page with its folder of files, and secrets around it."""
    folder = tmp_path / "Page_files"
    (folder / "deeper").mkdir(parents=True)
    (folder / "style one.css").write_text("p { color: red }")
    (folder / "deeper" / "x.css").write_text("x")
    (tmp_path / "secret.css").write_text("secret")
    (folder / "link.css").symlink_to(tmp_path / "secret.css")
    os.mkfifo(folder / "pipe.css")
    return load_html(page(MARK + PLAIN)).wire.hops


def test_files_of_the_folder_are_had_under_the_pages_address(with_folder) -> None:
    for url in ("Page_files/style%20one.css", "Page_files/style%20one.css?ver=2"):
        answer = with_folder[f"https://orchard.example/{url}"].outcome
        assert (answer.body, answer.headers.get("content-type")) == (b"p { color: red }", "text/css")


@pytest.mark.parametrize(
    "path",
    [
        "secret.css",
        "Page_files/../secret.css",
        "Page_files/..%2fsecret.css",
        "Page_files%2f..%2fsecret.css",
        "Page_files/..",
        "Page_files/",
        "Page_files",
        "Page_files/link.css",
        "Page_files/pipe.css",
        "Page_files/deeper",
        "Page_files/deeper/x.css",
        "Page_files/%00",
        "Page_files/style.css",
        "a/Page_files/style%20one.css",
        "Other_files/style%20one.css",
        "..%2fPage_files/style%20one.css",
    ],
)
def test_nothing_else_is_read(with_folder, path) -> None:
    assert with_folder.get(f"https://orchard.example/{path}") is None


def test_a_folder_that_is_a_link_is_not_followed(page, tmp_path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "x.css").write_text("secret")
    (tmp_path / "Page_files").symlink_to(tmp_path / "elsewhere")
    hops = load_html(page(MARK + PLAIN)).wire.hops
    assert hops.get("https://orchard.example/Page_files/x.css") is None


async def test_a_captured_folder_is_a_saved_visit_too(judged) -> None:

    (report,) = await judged(Path(__file__).parent.parent / "sites" / "orchard")
    assert report.theme.name == "Orchard"
