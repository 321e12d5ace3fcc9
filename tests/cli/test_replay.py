"""``siteloupe replay`` of what others saved: pages, HAR files, web archives."""

import json
import subprocess
import sys

from tests.archives import HTML, write_warc
from tests.cli.conftest import ORCHARD, PAGES

PLAIN = PAGES["http://plain.example/"].body
OFFLINE = {"SITELOUPE_CONNECT_TO": "::127.0.0.1:9"}
"""Every connection would fail."""


def test_every_page_of_an_archive_is_a_line(terminal, tmp_path) -> None:
    pages = [(f"https://site-{n}.example/", "200 OK", HTML, PLAIN.encode()) for n in range(30)]
    result = terminal(
        "replay",
        str(write_warc(tmp_path / "crawl.warc.gz", pages)),
        "--analysis",
        "check-cms",
        "--json",
        **OFFLINE,
    )
    assert result.exit_code == 0
    assert [json.loads(line)["url"] for line in result.stdout.splitlines()] == [page[0] for page in pages]


def test_a_page_that_cannot_be_judged_does_not_keep_the_others(terminal, tmp_path) -> None:
    def entry(url, status, text, page, headers=()):
        response = {
            "status": status,
            "headers": list(headers),
            "content": {"mimeType": "text/html", "text": text},
        }
        return {"pageref": page, "request": {"method": "GET", "url": url}, "response": response}

    elsewhere = [{"name": "Location", "value": "https://elsewhere.example/"}]
    entries = [
        entry("https://gone.example/", 302, "", "1", elsewhere),
        entry("https://plain.example/", 200, PLAIN, "2"),
    ]
    path = tmp_path / "site.har"
    path.write_text(json.dumps({"log": {"entries": entries}}))
    result = terminal("replay", str(path), "--analysis", "check-cms", "--json")
    assert result.exit_code == 3
    assert json.loads(result.stdout)["url"] == "https://plain.example/"
    assert result.stderr.startswith("siteloupe: https://gone.example/: ")


def test_a_person_sees_which_page_a_report_is_about(terminal, tmp_path) -> None:
    path = tmp_path / "page.html"
    path.write_text(ORCHARD)
    result = terminal("replay", str(path), "--url", "orchard.example")
    assert result.exit_code == 0
    assert result.stdout.startswith("\norchard.example\n")
    assert "✓ Runs WordPress: yes" in result.stdout


def test_a_page_without_an_address_is_refused_with_advice(terminal, tmp_path) -> None:
    path = tmp_path / "page.html"
    path.write_text(PLAIN)
    result = terminal("replay", str(path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "no MHTML, no HAR file and no WARC archive" in result.stderr
    assert "takes that as --url" in result.stderr


def test_noise_is_refused_in_a_sentence(terminal, tmp_path) -> None:
    path = tmp_path / "noise"
    for content in (b"", b"\x1f\x8b\x08", b"WARC/1.0", b"{", b"\0\0", b"\xff\xd8\xff"):
        path.write_bytes(content)
        result = terminal("replay", str(path))
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith("siteloupe: ")


RETIRING = """
import runpy, sys
from siteloupe.judging import pool
pool.MAX_JOBS = 4
sys.argv = ["siteloupe", *sys.argv[1:]]
runpy.run_module("siteloupe", run_name="__main__", alter_sys=True)
"""


def test_a_long_archive_is_read_to_its_end_by_one_judging_process_after_the_other(tmp_path) -> None:
    """Each ends when it has done its share; the next one comes from a server of processes."""
    pages = [(f"https://site-{n}.example/", "200 OK", HTML, PLAIN.encode()) for n in range(12)]
    path = write_warc(tmp_path / "crawl.warc.gz", pages)
    command = [sys.executable, "-c", RETIRING, "replay", str(path), "--analysis", "check-cms", "--json"]
    replayed = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (replayed.returncode, replayed.stderr) == (0, "")
    assert replayed.stdout.count("\n") == 12
