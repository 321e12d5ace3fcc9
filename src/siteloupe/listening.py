"""Listening: one socket for the requests of all workers.

It belongs to the server, not to a worker. When a worker ends, another or a new one accepts the waiting
connections.
"""

import socket
from typing import Any

from granian._granian import SocketHolder
from granian.server.mp import MPServer

from siteloupe.errors import BadSetting

BACKLOG = 1024
"""Most connections that may wait to be accepted; the kernel's ``somaxconn`` may allow fewer."""

_SocketHolder: Any = SocketHolder  # whose stub has none of its parameters


def listen(host: str, port: int) -> socket.socket:
    """Open a socket that listens at ``host``, a name or an address of this machine, and at ``port``.

    Raises BadSetting when there is no such address here, or when another program has the port.
    """
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0][0]
        both = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
        return socket.create_server((host, port), family=family, backlog=BACKLOG, dualstack_ipv6=both)
    except OSError as error:
        why = str(error.strerror).partition(" (while")[0]
        raise BadSetting(f"Cannot listen on port {port} of {host}: {why}.") from error


class Server(MPServer):
    """Granian with one socket for all of its workers.

    On Linux, Granian gives each worker its own socket (SO_REUSEPORT). Then the waiting connections of a
    worker are lost when it ends, and two services at one port share its requests without an error.
    """

    _ssp: Any
    _sso: Any
    _sfd: Any
    _shd: Any

    def __init__(self, app: str, listener: socket.socket, **options: Any) -> None:
        super().__init__(app, **options)
        self._listener = listener

    def _init_shared_socket(self) -> None:
        self._ssp = self._sso = None
        self._sfd = self._listener.fileno()
        self._shd = _SocketHolder(self._sfd, uds=False, backlog=BACKLOG)

    def _drop_shared_socket(self) -> None:
        self._listener.close()
