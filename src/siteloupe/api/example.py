"""Visits of an invented site: the examples in the API's description are made from them."""

from siteloupe.capture import Capture, Exchange, Headers, Sheet, ThemeFiles, Timing

AT = "2026-01-15T12:00:00Z"
URL = "https://www.example.com/"

PAGE = b"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Example Bakery</title>
<meta name="generator" content="WordPress 6.8.1">
<meta name="theme-color" content="#7a3e1d">
<link rel="https://api.w.org/" href="https://www.example.com/wp-json/">
<link rel="stylesheet" id="hearth-style-css" href="https://www.example.com/wp-content/themes/hearth/style.css?ver=2.1">
<link rel="stylesheet" id="wp-block-library-css" href="https://www.example.com/wp-includes/css/dist/block-library/style.min.css?ver=6.8.1">
<script src="https://www.example.com/wp-content/plugins/contact-form-7/includes/js/index.js?ver=6.0"></script>
</head>
<body class="home wp-theme-hearth">
<h1>Example Bakery</h1>
<p class="wp-block-paragraph">Bread, every morning.</p>
<img src="https://www.example.com/wp-content/uploads/2026/01/bread.jpg" alt="">
</body>
</html>
"""

STYLE = b"""/*
Theme Name: Hearth
Author: Example Makers
Version: 2.1
*/
@font-face { font-family: "Crumb"; src: url(fonts/crumb.woff2) format("woff2"); font-weight: 400; }
:root { --crust: #7a3e1d; }
body { font-family: "Crumb", Georgia, serif; font-size: 18px; color: #2b2118; background: #fffaf3; }
a { color: var(--crust); }
h1 { font-size: 2.5rem; }
"""


def readable_visit() -> Capture:
    """A visit of a page that could be read."""
    style = _answer("https://www.example.com/wp-content/themes/hearth/style.css?ver=2.1", "text/css", STYLE)
    return Capture(
        at=AT,
        page=_answer(URL, "text/html; charset=utf-8", PAGE),
        theme=ThemeFiles("hearth", style=style),
        rest_root=_answer(
            "https://www.example.com/wp-json/", "application/json", b'{"namespaces":["wp/v2"]}'
        ),
        stylesheets=(Sheet(style.url, style),),
    )


def refused_visit() -> Capture:
    """A visit of a site that refuses to be read."""
    headers = Headers(
        [("server", "cloudflare"), ("cf-mitigated", "challenge"), ("content-type", "text/html")]
    )
    return Capture(at=AT, page=Exchange(URL, URL, 403, headers, b"<title>Just a moment...</title>"))


def _answer(url: str, media_type: str, body: bytes) -> Exchange:
    headers = Headers([("content-type", media_type), ("server", "nginx")])
    timing = Timing(dns=12.0, connect=31.0, first_byte=180.0, download=24.0)
    return Exchange(url, url, 200, headers, body, wire_bytes=len(body), timing=timing)
