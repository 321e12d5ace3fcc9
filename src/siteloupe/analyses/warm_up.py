"""Importing this module runs every analysis once, so that processes forked later have all data in memory."""

from siteloupe.analyses import ANALYSES
from siteloupe.capture import Capture, Exchange, Headers, Sheet
from siteloupe.detect.site import Site

_URL = "http://warm-up.example/"
_HTML = b"""<!doctype html><title>Warm-up</title><link rel=stylesheet href=/a.css><body class=home>
<script src=/wp-content/plugins/a/a.js></script><p style="color: red; font: 12px serif">A page.</p>"""
_CSS = b"@font-face { font-family: a; src: url(a.woff2) } body { color: #123; font-family: a, serif }"


def _answer(url: str, media_type: str, body: bytes) -> Exchange:
    return Exchange(url, url, 200, Headers([("content-type", media_type)]), body)


for _analysis in ANALYSES:
    _sheet = Sheet(f"{_URL}a.css", _answer(f"{_URL}a.css", "text/css", _CSS))
    _capture = Capture("2026-01-01T00:00:00Z", _answer(_URL, "text/html", _HTML), stylesheets=(_sheet,))
    _analysis.analyze(Site(_capture))
