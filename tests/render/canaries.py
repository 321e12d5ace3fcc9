"""Listeners that nobody may reach, on TCP and UDP."""

import contextlib
import socket
import threading

MOST = 4096


class Canary:
    """Listens at ``host`` on one port, TCP and UDP; ``heard`` has the first bytes of all who came."""

    def __init__(self, host):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self.heard = []
        self._tcp = socket.create_server((host, 0), family=family)
        self.port = self._tcp.getsockname()[1]
        self._udp = socket.socket(family, socket.SOCK_DGRAM)
        self._udp.bind((host, self.port))
        self.place = f"[{host}]:{self.port}" if ":" in host else f"{host}:{self.port}"
        self._threads = [threading.Thread(target=run, daemon=True) for run in (self._accept, self._receive)]

    def __enter__(self):
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_):
        for each in (self._tcp, self._udp):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._tcp.accept()
                with client, contextlib.suppress(OSError):
                    client.settimeout(2)
                    self.heard.append(("tcp", client.recv(MOST)[:200]))

    def _receive(self):
        with contextlib.suppress(OSError):
            while True:
                self.heard.append(("udp", self._udp.recvfrom(MOST)[0][:200]))
