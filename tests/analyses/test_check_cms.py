"""The check-cms report as a whole: how sure it is, and what stays of a page that was refused."""

from dataclasses import replace

import msgspec
import pytest

from siteloupe.analyses.check_cms import ANALYSIS, analyze, summarize
from siteloupe.capture import Capture, Headers
from siteloupe.detect.site import Site
from siteloupe.reports.check_cms import CheckCmsReport
from tests.pages import exchange

AT = "2026-03-01T09:30:00Z"
CONTENT = '<link rel="stylesheet" href="/wp-content/themes/hearth/style.css">'
INCLUDES = '<script src="/wp-includes/js/jquery/jquery.min.js"></script>'
PINGBACK = '<link rel="pingback" href="/xmlrpc.php">'
GENERATOR = '<meta name="generator" content="WordPress 6.9">'


def report(*page, **given) -> CheckCmsReport:
    return analyze(Site(Capture(AT, exchange(*page, **given))))


@pytest.mark.parametrize(
    ("head", "is_cms", "confidence", "count"),
    [
        ("", False, "none", 0),
        (CONTENT, True, "low", 1),
        (CONTENT + INCLUDES, True, "medium", 2),
        (CONTENT + INCLUDES + PINGBACK, True, "high", 3),
        (GENERATOR, True, "high", 1),
    ],
)
def test_the_signals_make_the_verdict_and_say_how_sure_it_is(head, is_cms, confidence, count):
    found = report(head)
    assert (found.is_cms, found.confidence, found.signal_count) == (is_cms, confidence, count)
    assert (found.total_signals, found.blocked, found.url, found.checked_at) == (
        8,
        False,
        "https://example.org/",
        AT,
    )


def test_a_theme_is_told_of_wordpress_only():
    theme = report(CONTENT).theme
    assert theme is not None
    assert theme.slug == "hearth"
    assert report("", classes="wp-theme-hearth").theme is None


def test_a_page_that_could_not_be_read_has_no_verdict():
    answer = exchange(GENERATOR + CONTENT, headers={"x-powered-by": "PHP/8.3"}, status=403)
    found = msgspec.to_builtins(analyze(Site(Capture(AT, answer))))
    assert set(found.pop("signals").values()) == {False}
    assert found.pop("notice")
    assert found == {
        "coverage": {
            "complete": False,
            "page": "unread",
            "stylesheets": "unasked",
            "followed": [],
            "caveats": [{"code": "blocked", "text": "The site refused to serve the page (403)."}],
        },
        "success": True,
        "isCms": None,
        "confidence": "unknown",
        "signalCount": 0,
        "totalSignals": 8,
        "poweredBy": "PHP/8.3",
        "theme": None,
        "evidence": [],
        "blocked": True,
        "blockedBy": None,
        "status": 403,
        "reason": "refused",
        "note": "The site refused to serve the page (403).",
        "hints": found["hints"],
        "url": "https://example.org/",
        "checkedAt": AT,
    }
    assert [hint["what"] for hint in found["hints"]] == ["metaGenerator", "wpContent"]


def test_every_line_of_x_powered_by_is_given():
    lines = Headers(
        [("Content-Type", "text/html"), ("X-Powered-By", "PHP/8.3"), ("X-Powered-By", "WordPress VIP")]
    )
    found = analyze(Site(Capture(AT, replace(exchange(), headers=lines))))
    assert (found.powered_by, found.signals.x_powered_by) == ("PHP/8.3, WordPress VIP", "WordPress VIP")


def test_the_prose_says_what_was_found_and_what_is_unknown():
    assert "runs WordPress, with medium confidence: 2 of 8 signals" in summarize(report(CONTENT + INCLUDES))
    assert "no sign of WordPress" in summarize(report())
    assert "this is not a no" in summarize(report(status=403))


def test_the_row_says_what_the_interface_says():
    assert (ANALYSIS.name, ANALYSIS.operation, ANALYSIS.tool, ANALYSIS.limit) == (
        "check-cms",
        "checkCms",
        "check_if_cms",
        10,
    )
