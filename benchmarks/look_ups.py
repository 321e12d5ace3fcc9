"""Look-ups of names a second, the CPU time of each, and the threads of many that are not answered.

A nameserver on loopback, in a process of its own, answers ``h….test`` and is silent about all other names. The
same is done with ``getaddrinfo`` in threads, for comparison, where a file may be mounted over resolv.conf.
"""

import argparse
import asyncio
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable

from siteloupe.net.resolve import resolver

LOOK_UPS, AT_ONCE, SILENT = 4000, 20, 500


def serve(port: int) -> None:
    """Answer questions for A with one address, and for AAAA with none, on UDP."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind(("127.0.0.1", port))
        print(server.getsockname()[1], flush=True)
        while True:
            question, asker = server.recvfrom(2048)
            end = 12
            while question[end]:
                end += question[end] + 1
            if question[13:14] != b"h":
                continue
            is_a = question[end + 2] == 1
            record = b"\xc0\x0c\0\1\0\1\0\0\0\x3c\0\4\xc0\0\2\1" if is_a else b""
            head = question[:2] + b"\x81\x80\0\1" + (b"\0\1" if is_a else b"\0\0") + b"\0\0\0\0"
            server.sendto(head + question[12 : end + 5] + record, asker)


async def measure(name: str, look_up: Callable[[str], Awaitable[object]]) -> None:
    """Print a line of figures."""
    await look_up("h.test")
    numbers = iter(range(LOOK_UPS))

    async def work() -> None:
        for number in numbers:
            await look_up(f"h{number}.test")

    began, used = time.perf_counter(), time.process_time()
    await asyncio.gather(*(work() for _ in range(AT_ONCE)))
    seconds, cpu = time.perf_counter() - began, time.process_time() - used
    silent = [asyncio.ensure_future(look_up(f"silent{number}.test")) for number in range(SILENT)]
    await asyncio.sleep(0.5)
    threads = threading.active_count()
    for each in silent:
        each.cancel()
    await asyncio.wait(silent)
    print(
        f"{name:24} {LOOK_UPS / seconds:6.0f} look-ups/s, {cpu / LOOK_UPS * 1e6:4.0f} µs CPU each, "
        f"{threads:3} threads during {SILENT} silent ones"
    )


async def in_thread(host: str) -> object:
    """``getaddrinfo`` in a thread for itself."""
    loop = asyncio.get_running_loop()
    answer = loop.create_future()

    def look_up() -> None:
        try:
            found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
        except OSError:
            found = []
        loop.call_soon_threadsafe(lambda: None if answer.done() else answer.set_result(found))

    threading.Thread(target=look_up, daemon=True).start()
    return await answer


def with_server(port: int, then: Callable[[int], None]) -> None:
    """Run ``then`` while a nameserver listens on ``port``, or on a free one."""
    command = [sys.executable, __file__, "--serve", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            then(int(server.stdout.readline()))
        finally:
            server.terminate()


def threads_where_permitted() -> None:
    """Run the comparison with a resolv.conf that names a server on loopback."""
    with tempfile.NamedTemporaryFile("w") as resolv_conf:
        resolv_conf.write("nameserver 127.0.0.1\noptions timeout:2\n")
        resolv_conf.flush()
        script = (
            f"mount --bind {resolv_conf.name} /etc/resolv.conf && exec {sys.executable} {__file__} --threads"
        )
        if subprocess.run(["unshare", "--mount", "sh", "-c", script], check=False).returncode:
            print("getaddrinfo in threads: not measured, mounting is not permitted here")


def main() -> None:
    """Compare."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--serve", type=int)
    options.add_argument("--threads", action="store_true")
    chosen = options.parse_args()
    if chosen.serve is not None:
        serve(chosen.serve)
    elif chosen.threads:

        def both(_port: int) -> None:
            asyncio.run(measure("as the system does", resolver(None, 6.0)))
            asyncio.run(measure("getaddrinfo in threads", in_thread))

        with_server(53, both)
    else:
        with_server(
            0,
            lambda port: asyncio.run(measure("asking a nameserver", resolver(("127.0.0.1", port), 6.0))),
        )
        threads_where_permitted()


if __name__ == "__main__":
    main()
