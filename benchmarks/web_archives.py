"""Web archives: this project's own reader, and warcio, on a crawl of 2,000 pages and on bombs.

Time is CPU time for one pass that finds every answer and the head of each. Memory is the most that Python held
meanwhile. warcio stands here as it comes; bounds would have to be put around it.
"""

import contextlib
import gzip
import io
import logging
import random
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from warcio.archiveiterator import WARCIterator

from siteloupe.errors import BadCapture
from siteloupe.saved.message import head_of
from siteloupe.saved.records import WarcRecords
from tests.archives import CSS, HTML, write_warc

PAGES = 2000
ROUNDS = 5
MEGABYTE = 1024 * 1024
BOMB = 64 * MEGABYTE
FIELDS = b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://a.example/\r\n"


def ours(path: Path) -> int:
    """How many answers there are."""
    with WarcRecords(path) as records:
        return sum(head_of(record.block) is not None for record in records)


def theirs(path: Path) -> int:
    """The same with warcio, which writes what is wrong with an archive to standard error."""
    with path.open("rb") as file, contextlib.redirect_stderr(io.StringIO()):
        return sum(
            record.rec_type == "response" and record.http_headers is not None for record in WARCIterator(file)
        )


def crawl(path: Path, *, packed: bool) -> Path:
    """Pages of about 28 KB, each with a stylesheet."""
    dice = random.Random(3)
    words = ["".join(dice.choices("abcdefghijklmnopqrstuvwxyz", k=dice.randint(3, 9))) for _ in range(4000)]

    def answers() -> Iterator[tuple[str, str, tuple[tuple[str, str], ...], bytes]]:
        for number in range(PAGES):
            page = f"<!doctype html><title>{number}</title><p>{' '.join(dice.choices(words, k=4000))}"
            yield f"https://site-{number}.example/", "200 OK", HTML, page.encode()
            yield f"https://site-{number}.example/a.css", "200 OK", CSS, b"body{color:#123}" * 400

    return write_warc(path, answers(), gzip=packed)


def bomb(path: Path, begin: bytes) -> Path:
    """One gzip member: ``begin``, then BOMB bytes of nothing."""
    with gzip.open(path, "wb", 9) as file:
        file.write(begin)
        for _ in range(BOMB // MEGABYTE):
            file.write(bytes(MEGABYTE))
    return path


def cpu(read: Callable[[Path], int], path: Path) -> float:
    """CPU seconds of one pass."""
    started = time.process_time()
    assert read(path) == 2 * PAGES
    return time.process_time() - started


def most_held(read: Callable[[Path], int], path: Path) -> str:
    """Megabytes that Python held at most, and how it ended."""
    tracemalloc.start()
    try:
        end = f"{read(path)} answers"
    except BadCapture as refused:
        end = str(refused).rpartition(": ")[2].rstrip(".")
    held = tracemalloc.get_traced_memory()[1] / MEGABYTE
    tracemalloc.stop()
    return f"{held:.1f} MB ({end})"


def main() -> None:
    """Print the figures."""
    logging.disable()
    with tempfile.TemporaryDirectory() as folder:
        for name, packed in (("gzip", True), ("plain", False)):
            path = crawl(Path(folder) / name, packed=packed)
            rounds = [(cpu(ours, path), cpu(theirs, path)) for _ in range(ROUNDS)]
            mine, other = (min(each[side] for each in rounds) for side in (0, 1))
            print(f"{2 * PAGES} answers, {name}: ours {mine:.2f} s, warcio {other:.2f} s")
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
        length = b"Content-Length: %d\r\n\r\n" % (BOMB + len(head))
        for name, begin in (("a record", FIELDS + length + head), ("a line", FIELDS + b"X: ")):
            path = bomb(Path(folder) / "bomb", begin)
            mine, other = most_held(ours, path), most_held(theirs, path)
            print(
                f"{name} of {BOMB // MEGABYTE} MB in {path.stat().st_size // 1024} KB: ours {mine}, warcio {other}"
            )


if __name__ == "__main__":
    main()
