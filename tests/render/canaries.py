"""Listeners that nobody may reach, on TCP and UDP."""

import contextlib
import socket
import threading

MOST = 4096

GROUPS = (("224.0.0.251", 5353), ("239.255.255.250", 1900))
"""Where browsers look for devices and give out their names, by mDNS and SSDP.

Source: https://www.rfc-editor.org/rfc/rfc6762#section-3 and the registry of
https://www.iana.org/assignments/multicast-addresses
"""


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


class GroupCanary:
    """A member of a multicast group on the interface ``host``; ``heard`` as of a canary.

    Packets that this machine sends reach its own members: IP_MULTICAST_LOOP is on where nobody turns it off.
    """

    def __init__(self, host, group, port):
        self.heard = []
        self.place = f"{group}:{port} on {host}"
        self._udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._udp.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._udp.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        self._udp.bind((group, port))
        member = socket.inet_aton(group) + socket.inet_aton(host)
        self._udp.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, member)
        self._thread = threading.Thread(target=self._receive, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        with contextlib.suppress(OSError):
            self._udp.shutdown(socket.SHUT_RDWR)
        self._udp.close()

    def _receive(self):
        with contextlib.suppress(OSError):
            while True:
                self.heard.append(("udp", self._udp.recvfrom(MOST)[0][:200]))
