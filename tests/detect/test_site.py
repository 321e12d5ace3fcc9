"""A site works out each part once, and takes what it read off the page along to a fuller capture."""

from dataclasses import replace

from siteloupe.analyses import CHECK_CMS
from siteloupe.capture import Capture
from siteloupe.detect.page.doorway import Doorway
from siteloupe.detect.site import Site
from tests.pages import exchange

AT = "2026-01-01T00:00:00Z"
SHELL = '<script defer src="/static/js/main.49e1f785.js"></script>', '<div id="root"></div>'


def site(head="", body=""):
    return Site(Capture(AT, exchange(head, body)))


def test_a_shell_is_told():
    shell = site(*SHELL).shell
    assert [mark.name for mark in shell.marks] == ["content", "mount", "bundle"]
    assert site(*SHELL).doorway is None
    assert site(body="<h1>Clocks</h1>").shell is None


def test_a_doorway_is_told():
    assert site("<script>location='/blog/'</script>").doorway == Doorway(
        "location", "https://example.org/blog/"
    )
    assert site("<script>location='/blog/'</script>").shell is None


def test_an_empty_page_that_may_lead_anywhere_is_a_doorway_and_no_shell():
    found = site("<script>location = next()</script>")
    assert (found.shell, found.doorway) == (None, Doorway("location", None))


def test_what_was_read_off_the_page_is_kept_for_a_fuller_capture():
    first = site(*SHELL)
    shell, page = first.shell, first.page
    second = first.with_capture(replace(first.capture, stylesheets=()))
    assert second.shell is shell
    assert second.page is page


def test_a_site_crosses_to_another_process_as_its_capture():
    found = site(*SHELL)
    rebuild, parts = found.__reduce__()
    assert parts == (found.capture,)
    assert rebuild(*parts).shell == found.shell


def test_a_report_says_that_the_page_was_cut_where_it_would_become_too_many_elements():
    blocks = "".join(f"<b a={number}>" for number in range(1_000)) + "<p>x" * 2_000
    report = CHECK_CMS.analyze(site("", f"<p>{blocks}"))
    assert report.coverage.page == "cut"
    assert "page-cut" in [caveat.code for caveat in report.coverage.caveats]
