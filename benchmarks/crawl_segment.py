"""A segment of a crawl in the shape of Common Crawl's: pages a second and core, and what 100 million pages would cost.

A segment is one WARC file of gzip members: of each page the request, the answer and a metadata record; no
stylesheets (https://commoncrawl.org/the-data/get-started). The pages are those of the tests' saved sites, each under
many hosts; they are small, so the large ones have paragraphs added until they are as long as pages of the web are.
``siteloupe replay`` reads it as a user would run it; CPU time is that of the command and of its first
judging process.

    .venv/bin/python benchmarks/crawl_segment.py --pages 20000 --large 2000
"""

import argparse
import io
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

ROOT = Path(__file__).parents[1]
WANTED = 100_000_000
COUNTED = 900
"""Most pages for which CPU time is told: judging processes after the first are not children of the command."""

LARGE = 60_000
"""Bytes of a large page."""

PARAGRAPH = '<div class="wp-block-group"><p class="entry">Bread, <a href="/bread/%d/">slowly</a>. Bread, slowly.</p></div>'


class _Writer(WARCWriter):
    """warcio's, without the temporary files that it leaves open."""

    _create_temp_file = staticmethod(io.BytesIO)


def saved_pages() -> Iterator[tuple[list[tuple[str, str]], bytes]]:
    """Yield headers and body of each saved site's page."""
    for index in sorted(ROOT.glob("tests/sites/*/site.toml")):
        site = tomllib.loads(index.read_text("utf-8"))
        for hop in site["hop"]:
            headers = [(name, value) for name, value in hop.get("headers", [])]
            kind = {name.lower(): value for name, value in headers}.get("content-type", "")
            if hop.get("status") == 200 and "html" in kind and "body" in hop:
                body = (index.parent / "bodies" / hop["body"]).read_bytes()
                left_out = {"content-encoding", "transfer-encoding", "content-length"}
                if body:
                    yield [each for each in headers if each[0].lower() not in left_out], body
                break


def lengthened(body: bytes, size: int) -> bytes:
    """The page with paragraphs at the end of its body until it has ``size`` bytes."""
    head, end, rest = body.rpartition(b"</body>")
    more = "\n".join(PARAGRAPH % number for number in range(max(0, size - len(body)) // len(PARAGRAPH)))
    return head + more.encode() + end + rest if end else rest + more.encode()


def write_segment(path: Path, pages: int, size: int) -> float:
    """Write the file; the mean size of a page in bytes."""
    kinds = [(headers, lengthened(body, size)) for headers, body in saved_pages()]
    total = 0
    with path.open("wb") as file:
        writer = _Writer(file, gzip=True)
        for number in range(pages):
            headers, body = kinds[number % len(kinds)]
            total += len(body)
            url = f"https://site-{number}.example/"
            ask = StatusAndHeaders("GET / HTTP/1.1", [("Host", url[8:-1])], is_http_request=True)
            answer = StatusAndHeaders("200 OK", headers, protocol="HTTP/1.1")
            for kind, payload, http in (("request", b"", ask), ("response", body, answer)):
                writer.write_record(
                    writer.create_warc_record(url, kind, payload=io.BytesIO(payload), http_headers=http)
                )
            about = io.BytesIO(b"fetchTimeMs: 210\r\ncharset-detected: UTF-8\r\n")
            writer.write_record(
                writer.create_warc_record(
                    url, "metadata", payload=about, warc_content_type="application/warc-fields"
                )
            )
    return total / pages


def replayed(path: Path, *arguments: str) -> tuple[int, float, float, float]:
    """Replay the file: reports, seconds, CPU seconds, and the most megabytes that one process held."""
    environment = {**os.environ, "SITELOUPE_WPORG_API": "off"}
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    with subprocess.Popen(
        [sys.executable, "-m", "siteloupe", "replay", str(path), "--json", *arguments],
        stdout=subprocess.PIPE,
        env=environment,
    ) as process:
        lines = sum(1 for _ in process.stdout)
    seconds = time.monotonic() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return lines, seconds, cpu, after.ru_maxrss / 1024


def tell(name: str, path: Path, pages: int, *arguments: str) -> None:
    """Print what a replay took, and what WANTED pages would."""
    lines, seconds, cpu, held = replayed(path, *arguments)
    told = f"{name}: {pages:,} pages, {lines:,} reports, {seconds:.0f} s, {held:.0f} MB"
    if pages > COUNTED:
        print(told)
        return
    hours = cpu / pages * WANTED / 3600
    print(
        f"{told}, {cpu:.1f} s of CPU; "
        f"{1000 * cpu / pages:.1f} ms and {pages / cpu:.0f} pages a second and core; "
        f"{WANTED:,} pages: {hours:,.0f} core hours, {hours / 96:,.1f} hours on 96 cores"
    )


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument(
        "--large", type=int, default=500, help="large pages; a quarter of them for all analyses"
    )
    options = parser.parse_args()
    sizes = [len(body) for _, body in saved_pages()]
    print(
        f"{len(sizes)} kinds of pages, {min(sizes):,} to {max(sizes):,} bytes, median {statistics.median(sizes):,.0f}"
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "segment.warc.gz"
        one = ("--analysis", "check-cms")
        for name, pages, size, arguments in (
            ("check-cms, small pages", options.pages, 0, one),
            ("check-cms, large pages", options.large, LARGE, one),
            ("all analyses, large pages", options.large // 4, LARGE, ()),
        ):
            mean = write_segment(path, pages, size)
            print(f"{name}: a file of {path.stat().st_size / 1e6:,.1f} MB, {mean:,.0f} bytes a page")
            tell(name, path, pages, *arguments)


if __name__ == "__main__":
    main()
