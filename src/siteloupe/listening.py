"""Listening: the one socket at which every worker takes requests.

It belongs to the server, not to its workers, so that what waits to be taken outlives a worker: another takes it,
or the next one does.
"""

import socket

from siteloupe.errors import BadSetting

BACKLOG = 1024
"""How many connections may wait to be taken; the kernel's ``somaxconn`` may allow fewer."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at ``host``, a name or an address of this machine, and at ``port``.

    Raises BadSetting when there is no such address here, or when another program has the port.
    """
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0][0]
        both = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
        return socket.create_server((host, port), family=family, backlog=BACKLOG, dualstack_ipv6=both)
    except OSError as error:
        why = error.strerror.partition(" (while")[0]
        raise BadSetting(f"Cannot listen on port {port} of {host}: {why}.") from error
