"""A network on this machine in which every packet takes a while: TCP, TLS and slow start are the kernel's own.

A TUN device in a network namespace carries 10.9.0.0/24. A process takes each packet from it, exchanges its two
addresses, and gives it back after half of a round trip: so who connects to ``FAR`` reaches a server that listens
on ``HERE``, and every handshake and every window costs what it costs over such a line. Checksums stay right,
because they are sums. It needs Linux, root and /dev/net/tun; ``tc netem`` does the same where the kernel has it.
"""

import asyncio
import fcntl
import os
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

HERE, FAR = "10.9.0.1", "10.9.0.2"

_TUN = Path("/dev/net/tun")
_ENTERED = "DELAYED_NETWORK"
_TUNSETIFF = 0x400454CA
_IFF_TUN, _IFF_NO_PI = 0x0001, 0x1000
_LARGEST_PACKET = 65536


def is_possible() -> bool:
    """Whether such a network can be made here."""
    return os.geteuid() == 0 and _TUN.exists()


def enter() -> None:
    """Continue this program in a network namespace of its own; return there."""
    if os.environ.get(_ENTERED) is None:
        os.environ[_ENTERED] = "1"
        os.execvp("unshare", ["unshare", "--net", sys.executable, *sys.argv])  # noqa: S606


@contextmanager
def network(round_trip: float) -> Iterator[None]:
    """The delayed network, with ``round_trip`` in seconds, while the block runs."""
    command = [sys.executable, __file__, str(round_trip / 2)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as relay:
        try:
            assert relay.stdout is not None
            assert relay.stdout.readline(), "the delayed network could not be made"
            yield
        finally:
            relay.terminate()


def _open_device() -> int:
    device = os.open(_TUN, os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(device, _TUNSETIFF, struct.pack("16sH22x", b"delayed0", _IFF_TUN | _IFF_NO_PI))
    for words in (
        "link set lo up",
        f"address add {HERE}/24 dev delayed0",
        "link set delayed0 up txqueuelen 10000",
    ):
        subprocess.run(["ip", *words.split()], check=True)
    return device


async def _relay(seconds: float) -> None:
    device, loop = _open_device(), asyncio.get_running_loop()

    def give_back(packet: bytes) -> None:
        with suppress(BlockingIOError):  # a lost packet, as on any line
            os.write(device, packet)

    def take() -> None:
        with suppress(BlockingIOError):
            while packet := os.read(device, _LARGEST_PACKET):
                if packet[0] >> 4 == 4:
                    source, destination = packet[12:16], packet[16:20]
                    loop.call_later(seconds, give_back, packet[:12] + destination + source + packet[20:])

    loop.add_reader(device, take)
    print("ready", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_relay(float(sys.argv[1])))
