"""Web archives written by another program than ours, and what is in them."""

import io
from pathlib import Path

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

AT = "2026-03-01T09:30:00Z"

HTML = (("Content-Type", "text/html; charset=utf-8"),)
CSS = (("Content-Type", "text/css"),)

ORCHARD = """<!doctype html><html><head><title>Orchard</title>
<meta name="generator" content="WordPress 6.8.1">
<link rel="stylesheet" id="orchard-style-css" href="/wp-content/themes/orchard/style.css?ver=1.4">
</head><body class="home wp-theme-orchard"><p>Apples, pears and a long enough text to read.</p></body></html>"""
STYLE = "/*\nTheme Name: Orchard\nVersion: 1.4\nAuthor: Pomona\n*/"
PLAIN = "<!doctype html><title>Plain</title><p>Just a page of plain words, no more."

ORCHARD_SITE = (
    ("https://orchard.example/", "200 OK", HTML, ORCHARD.encode()),
    ("https://orchard.example/wp-content/themes/orchard/style.css", "200 OK", CSS, STYLE.encode()),
)


class _Writer(WARCWriter):
    """warcio's, without the temporary files that it leaves open."""

    _create_temp_file = staticmethod(io.BytesIO)


def write_warc(path: Path, answers, *, gzip: bool = True) -> Path:
    """Write answers (url, status line, headers, body) as a web archive."""
    with path.open("wb") as file:
        writer = _Writer(file, gzip=gzip)
        writer.write_record(writer.create_warcinfo_record(path.name, {"software": "siteloupe's tests"}))
        for url, status, headers, body in answers:
            http = StatusAndHeaders(status, list(headers), protocol="HTTP/1.1")
            fields = {"WARC-Date": AT}
            record = writer.create_warc_record(
                url, "response", payload=io.BytesIO(body), http_headers=http, warc_headers_dict=fields
            )
            writer.write_record(record)
    return path
