"""A long list in flat memory: what the process holds after a tenth of the lines, and after all of them.

Each line is a site of its own, on a loopback server in another process. ``--lines 100000`` is the whole
measurement, and takes a while; without it a short list stands for it, and the time is extrapolated.
"""

import argparse
import asyncio
import gc
import multiprocessing
import re
import tempfile
import time
from collections.abc import Iterator
from ipaddress import ip_network
from multiprocessing.connection import Connection
from pathlib import Path

from siteloupe.analyses import CHECK_CMS
from siteloupe.process import tune_for_pages
from siteloupe.scan.entries import Entries
from siteloupe.scan.politeness import Politeness
from siteloupe.scan.record import ScanRecord, ScanTally
from siteloupe.scan.results import Journal
from siteloupe.scan.run import look_here, scan
from siteloupe.settings import Route, Settings

WHOLE = 100_000
SHORT = 5_000

HEAD = '<!doctype html><meta charset="utf-8"><title>Loaves</title><meta name="generator" content="WordPress 6.8">'
STYLE = '<link rel="stylesheet" href="/wp-content/themes/hearth/style.css?ver=2">'
PAGE = (
    HEAD + STYLE + '<div class="wp-block-group"><p>Bread, slowly. Bread, slowly.</p></div>' * 100
).encode()


async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Serve the page under every address but that of the style sheet, until the client leaves."""
    try:
        while request := await reader.readuntil(b"\r\n\r\n"):
            style = b"/style.css" in request.partition(b"\r\n")[0]
            kind, body = (b"text/css", b"/*\nTheme Name: Hearth\n*/") if style else (b"text/html", PAGE)
            writer.write(
                b"HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
                % (kind, len(body), body)
            )
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()


def serve_sites(port: Connection) -> None:
    """Serve, and send the port once it listens."""

    async def serve() -> None:
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        port.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(serve())


def resident() -> float:
    """Megabytes of memory that this process holds now."""
    gc.collect()
    return int(re.search(r"VmRSS:\s+(\d+)", Path("/proc/self/status").read_text())[1]) / 1024


async def scanned(folder: Path, lines: int, settings: Settings) -> Iterator[float]:
    """Scan a list of ``lines`` sites; megabytes held after a tenth of them and after all."""
    listed, out = folder / "list", folder / "results.jsonl"
    with listed.open("w") as file:
        file.writelines(f"http://site-{number}.example/\n" for number in range(lines))
    tally, held = ScanTally(), []

    def told(record: ScanRecord) -> None:
        tally.add(record)
        if tally.lines in {lines // 10, lines}:
            held.append(resident())

    politeness = Politeness()
    with listed.open("rb") as file, Journal(out, (CHECK_CMS.name,), lambda _: None) as journal:
        async with look_here(settings, (CHECK_CMS,), politeness) as look:
            await scan(Entries(file.fileno()), journal, look, politeness.window, on_record=told)
    if tally.verdicts[True] != lines:
        raise SystemExit(f"not every site was read: {tally}")
    return held


def main() -> None:
    """Scan, and print what it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=SHORT)
    lines = parser.parse_args().lines
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.Process(target=serve_sites, args=(theirs,), daemon=True)
    process.start()
    settings = Settings(
        connect_to=(Route(None, None, "127.0.0.1", ours.recv()),),
        allow_networks=(ip_network("127.0.0.0/8"),),
        wporg_api=None,
    )
    tune_for_pages()  # as the command does
    began, worked = time.perf_counter(), time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        early, late = asyncio.run(scanned(Path(folder), lines, settings))
    seconds, cpu = time.perf_counter() - began, time.process_time() - worked
    process.terminate()
    print(f"{lines:,} sites of {len(PAGE):,} bytes, check-cms, one process")
    print(f"rate      {lines / seconds:8.1f} sites/s, {cpu / lines * 1000:.2f} ms CPU each")
    print(
        f"memory    {early:8.1f} MB after 10 %, {late:.1f} MB after 100 %, ratio {late / early:.2f} (aim: at most 1.20)"
    )
    if lines < WHOLE:
        print(f"{WHOLE:,} sites would take {WHOLE / lines * seconds / 60:.0f} minutes at this rate")


if __name__ == "__main__":
    main()
