"""The values of settings: read from the text of their variables, and written in the same form.

Every ``read_`` function raises ValueError with a sentence that says what is wrong.
"""

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args
from urllib.parse import urlsplit

from siteloupe.address import Network

METADATA_ADDRESS = ipaddress.ip_address("169.254.169.254")
"""The address at which all large clouds serve credentials; no setting can allow it."""

SHORTEST_SECRET = 16

STORE_SCHEMES = frozenset({"redis", "rediss", "unix", "valkey", "valkeys"})


RenderMode = Literal["off", "ask", "auto"]

RENDER_MODES: tuple[RenderMode, ...] = get_args(RenderMode)


@dataclass(frozen=True, slots=True)
class Route:
    """One ``--connect-to`` rule: requests for host and port (None: any) are dialed elsewhere.

    Source: https://curl.se/docs/manpage.html#--connect-to
    """

    host: str | None
    port: int | None
    to_host: str
    to_port: int

    def __str__(self) -> str:
        """Write the rule as in its setting."""
        port = "" if self.port is None else self.port
        return f"{_bracket(self.host or '')}:{port}:{_bracket(self.to_host)}:{self.to_port}"


def read_networks(text: str) -> tuple[Network, ...]:
    """Read comma-separated CIDRs."""
    return tuple(ipaddress.ip_network(part) for part in _parts(text))


def read_opened_networks(text: str) -> tuple[Network, ...]:
    """Read CIDRs that callers may reach: none that is too wide, none with the metadata address."""
    networks = read_networks(text)
    for network in networks:
        if network.prefixlen < (8 if network.version == 4 else 32):
            raise ValueError(f"{network} is too wide; the widest allowed are /8 (IPv4) and /32 (IPv6)")
        if METADATA_ADDRESS in network:
            raise ValueError(f"{network} holds the cloud metadata address {METADATA_ADDRESS}")
    return networks


def read_port(text: str) -> int:
    """A port, 1 to 65535."""
    if not 0 < (port := _whole(text)) < 65536:
        raise ValueError(f"{port} is no port")
    return port


def read_ports(text: str) -> frozenset[int]:
    """Ports, comma-separated."""
    return frozenset(read_port(part) for part in _parts(text))


def read_routes(text: str) -> tuple[Route, ...]:
    """``HOST1:PORT1:HOST2:PORT2``, comma-separated; either of the first two may be empty."""
    return tuple(_route(part) for part in _parts(text))


def read_nameserver(text: str) -> tuple[str, int]:
    """``ADDRESS:PORT``, an IPv6 address in brackets."""
    host, separator, port = text.rpartition(":")
    if not separator:
        raise ValueError(f"{text!r} is not ADDRESS:PORT")
    return str(ipaddress.ip_address(host.strip("[]"))), read_port(port)


def read_rate_limits(text: str) -> Mapping[str, int] | None:
    """Return None when limits are off, otherwise the limits that replace built-in ones, by endpoint."""
    if text == "on":
        return {}
    if text == "off":
        return None
    pairs = [part.partition("=") for part in _parts(text)]
    if not all(name and separator for name, separator, _ in pairs):
        raise ValueError(f"{text!r} is neither 'on' nor 'off' nor limits such as check-cms=10,mcp=30")
    return {name.strip(): read_count(value) for name, _, value in pairs}


def read_secret(text: str) -> str:
    """A text that nobody guesses."""
    if len(text) < SHORTEST_SECRET:
        raise ValueError(f"it is shorter than {SHORTEST_SECRET} characters")
    return text


def read_switch(text: str) -> bool:
    """``on`` or ``off``."""
    if text not in {"on", "off"}:
        raise ValueError(f"{text!r} is neither 'on' nor 'off'")
    return text == "on"


def read_render_mode(text: str) -> RenderMode:
    """``off``, ``ask`` or ``auto``."""
    for mode in RENDER_MODES:
        if text == mode:
            return mode
    raise ValueError(f"{text!r} is none of {', '.join(RENDER_MODES)}")


def read_count(text: str) -> int:
    """A whole number, at least 1."""
    if (number := _whole(text)) < 1:
        raise ValueError(f"{number} is less than 1")
    return number


def read_number(text: str) -> int:
    """A whole number, or 0."""
    if (number := _whole(text)) < 0:
        raise ValueError(f"{number} is less than 0")
    return number


def read_folder(text: str) -> str:
    """Read the full path of a folder."""
    if not text.startswith("/"):
        raise ValueError("must be a full path that begins with /")
    return text


def read_seconds(text: str) -> float:
    """More than 0 and at most an hour."""
    try:
        number = float(text)
    except ValueError:
        raise ValueError(f"{text!r} is no number of seconds") from None
    if not 0 < number <= 3600:
        raise ValueError(f"{number} is not between 0 and 3600 seconds")
    return number


def read_origin(text: str) -> str:
    """Read ``https://host`` or ``http://host:port``, without a path."""
    origin = text.rstrip("/")
    if not origin.startswith(("http://", "https://")) or origin.count("/") != 2:
        raise ValueError(f"{text!r} is not an origin such as https://siteloupe.example")
    return origin


def read_directory(text: str) -> str | None:
    """An http(s) address, or None for ``off``."""
    if text == "off":
        return None
    address = urlsplit(text)
    if address.scheme not in {"http", "https"} or not address.hostname or address.port == 0:
        raise ValueError(f"{text!r} is neither an http(s) address nor 'off'")
    return text.rstrip("/")


def read_store(text: str) -> str:
    """The URL of a Redis or Valkey server."""
    if urlsplit(text).scheme not in STORE_SCHEMES:
        schemes = ", ".join(sorted(STORE_SCHEMES))
        raise ValueError(f"the URL of the store begins with none of: {schemes}")
    return text


def write(value: Any) -> str:
    """Write a value as in its variable; empty for None."""
    if value is None:
        return ""
    if isinstance(value, tuple | frozenset):
        return ",".join(str(part) for part in (sorted(value) if isinstance(value, frozenset) else value))
    return f"{value:g}" if isinstance(value, float) else str(value)


def write_switch(value: bool) -> str:
    """``on`` or ``off``."""
    return "on" if value else "off"


def write_nameserver(value: tuple[str, int] | None) -> str:
    """``ADDRESS:PORT``, or empty."""
    return "" if value is None else f"{_bracket(value[0])}:{value[1]}"


def write_rate_limits(value: Mapping[str, int] | None) -> str:
    """``on``, ``off``, or the limits that differ."""
    if value is None:
        return "off"
    return ",".join(f"{name}={limit}" for name, limit in value.items()) or "on"


def write_directory(value: str | None) -> str:
    """The address, or ``off``."""
    return value or "off"


def write_without_password(value: str | None) -> str:
    """Remove user name, password and query, which may contain a password."""
    scheme, separator, rest = (value or "").partition("?")[0].partition("://")
    return f"{scheme}{separator}{rest.rpartition('@')[2]}"


def write_secret(value: str | None) -> str:
    """Only whether there is one."""
    return "" if value is None else "(hidden)"


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"{text!r} is no whole number") from None


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _route(text: str) -> Route:
    host, port, to_host, to_port = _colon_fields(text)
    return Route(host.lower() or None, read_port(port) if port else None, to_host, read_port(to_port))


def _colon_fields(text: str) -> tuple[str, str, str, str]:
    """Split ``HOST1:PORT1:HOST2:PORT2``; IPv6 hosts are in brackets."""
    pieces: list[str] = [""]
    bracketed = False
    for character in text:
        if character in "[]":
            bracketed = character == "["
        elif character == ":" and not bracketed:
            pieces.append("")
        else:
            pieces[-1] += character
    if len(pieces) != 4:
        raise ValueError(f"{text!r} is not HOST1:PORT1:HOST2:PORT2")
    return pieces[0], pieces[1], pieces[2], pieces[3]


def _bracket(host: str) -> str:
    return f"[{host}]" if ":" in host else host
