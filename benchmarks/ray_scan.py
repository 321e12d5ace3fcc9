"""A scan on a Ray cluster of four nodes, one of which is killed: what is lost, what is twice, and the speed.

Nodes are processes of this machine, so they share its cores; sites are pages on loopback that answer after
``--delay`` seconds, as sites far away do. The same list is scanned by one process first.

    .venv/bin/python benchmarks/ray_scan.py --sites 400
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

import ray
from ray.cluster_utils import Cluster

from siteloupe.process import tune_for_pages

NODES = 4
os.environ.setdefault("RAY_raylet_start_wait_time_s", "180")  # a busy machine is slow to start nodes
SMALL = {"include_dashboard": False, "object_store_memory": 80 * 1024 * 1024}
PAGE = (
    b"<!doctype html><title>Loaves</title><meta name=generator content='WordPress 6.8'>"
    + b"<p>Bread, slowly.</p>" * 500
)


async def answer(delay: float, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Serve the page under every address, until the client leaves."""
    try:
        while await reader.readuntil(b"\r\n\r\n"):
            await asyncio.sleep(delay)
            head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(PAGE)
            writer.write(head + PAGE)
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()


def serve_sites(port: Connection, delay: float) -> None:
    """Serve, and send the port once it listens."""

    async def serve() -> None:
        server = await asyncio.start_server(partial(answer, delay), "127.0.0.1", 0, backlog=1000)
        port.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(serve())


def start_scan(folder: Path, name: str, port: int, **more: str) -> tuple[subprocess.Popen[str], Path]:
    """Begin a scan of the list in ``folder``."""
    out = folder / f"{name}.jsonl"
    environment = {
        **os.environ,
        "SITELOUPE_ALLOW_NETWORKS": "127.0.0.0/8",
        "SITELOUPE_CONNECT_TO": f"::127.0.0.1:{port}",
        "SITELOUPE_WPORG_API": "off",
        "SITELOUPE_TOTAL_SECONDS": "120",
        **more,
    }
    command = [sys.executable, "-m", "siteloupe", "scan", str(folder / "list"), "--out", str(out)]
    command += ["--analysis", "check-cms", "--engine", "ray" if more else "here"]
    return subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True), out


def tell(name: str, sites: int, out: Path, seconds: float, scan: "subprocess.Popen[str]") -> None:
    """Print one row of the table."""
    lines = Counter(json.loads(line)["line"] for line in out.read_text().splitlines())
    outcomes = Counter(json.loads(line)["outcome"] for line in out.read_text().splitlines())
    lost, twice = sites - len(lines), sum(count - 1 for count in lines.values())
    print(
        f"| {name} | {seconds:.0f} s | {sites / seconds:.1f} | {lost} | {twice} | {dict(outcomes)} | {scan.returncode} |"
    )


def records(out: Path) -> int:
    """How many lines are done."""
    return out.read_bytes().count(b"\n") if out.exists() else 0


def run(
    name: str, folder: Path, port: int, sites: int, kill: "partial[None] | None" = None, **more: str
) -> None:
    """Scan the list; call ``kill`` when a quarter of it is done. Seconds begin with the first record."""
    scan, out = start_scan(folder, name.replace(" ", "-").replace(",", ""), port, **more)
    while not records(out) and scan.poll() is None:
        time.sleep(0.05)
    began, killed = time.monotonic(), False
    while scan.poll() is None:
        if kill and not killed and records(out) > sites // 4:
            kill()
            killed = True
        time.sleep(0.05)
    tell(name, sites, out, time.monotonic() - began, scan)
    if scan.returncode:
        print(scan.stderr.read())


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sites", type=int, default=100)
    parser.add_argument("--delay", type=float, default=0.3)
    options = parser.parse_args()
    tune_for_pages()
    receive, send = multiprocessing.Pipe(duplex=False)
    multiprocessing.Process(target=serve_sites, args=(send, options.delay), daemon=True).start()
    port = receive.recv()
    print(
        "| Engine | Time | Sites a second | Lost | Twice | Outcomes | Exit code |\n|---|---|---|---|---|---|---|"
    )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "list").write_text("".join(f"http://site-{n}.example/\n" for n in range(options.sites)))
        run("one process", folder, port, options.sites)
        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, **SMALL})
        try:
            nodes = [cluster.add_node(num_cpus=1, **SMALL) for _ in range(NODES)]
            more = {"RAY_ADDRESS": cluster.address}
            run("four nodes", folder, port, options.sites, **more)
            kill = partial(cluster.remove_node, nodes[0], allow_graceful=False)
            run("four nodes, one killed", folder, port, options.sites, kill, **more)
        finally:
            cluster.shutdown()
            ray.shutdown()


if __name__ == "__main__":
    main()
