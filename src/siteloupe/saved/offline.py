"""What URLs may name when nothing is dialled."""

import ipaddress
from functools import lru_cache

from siteloupe.address import TargetPolicy
from siteloupe.errors import BadTarget
from siteloupe.target import parse

PORTS = frozenset(range(1, 65536))
NETWORKS = (ipaddress.ip_network("0.0.0.0/0"), ipaddress.ip_network("::/0"))

_POLICY = TargetPolicy(PORTS, NETWORKS)


def names_of(address: str, media_type: str) -> tuple[str, ...]:
    """Every address that an answer may be asked for by, its own first.

    Pages name style sheets with a version (``style.css?ver=1.4``), and visits ask for the file alone.
    """
    file, question, _ = address.partition("?")
    return (address, file) if question and media_type == "text/css" else (address,)


@lru_cache(1024)
def address_of(url: str) -> str | None:
    """``url`` in the form of ``Target.url``, by which replays find it; None for what no visit asks for."""
    try:
        return parse(url, _POLICY).url
    except BadTarget:
        return None
