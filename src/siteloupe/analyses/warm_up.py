"""Analyses of an invented page: they load all modules and data that those of real pages need."""

from collections.abc import Iterable

from siteloupe.analyses.analysis import Analysis
from siteloupe.capture import Capture, Exchange, Headers, Sheet

_URL = "http://warm-up.example/"
_HTML = b"""<!doctype html><title>Warm-up</title><link rel=stylesheet href=/a.css><body class=home>
<script src=/wp-content/plugins/a/a.js></script><p style="color: red; font: 12px serif">A page.</p>"""
_CSS = b"@font-face { font-family: a; src: url(a.woff2) } body { color: #123; font-family: a, serif }"


def warm_up(analyses: Iterable[Analysis]) -> None:
    """Run ``analyses`` on the invented page, and forget their reports."""
    from siteloupe.detect.site import Site  # noqa: PLC0415 - where this runs, not where it is asked for

    sheet = Sheet(f"{_URL}a.css", _answer(f"{_URL}a.css", "text/css", _CSS))
    page = _answer(_URL, "text/html", _HTML)
    for analysis in analyses:
        analysis.analyze(Site(Capture("2026-01-01T00:00:00Z", page, stylesheets=(sheet,))))


def _answer(url: str, media_type: str, body: bytes) -> Exchange:
    return Exchange(url, url, 200, Headers([("content-type", media_type)]), body)
