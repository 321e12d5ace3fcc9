"""Every setting, read from the environment once, each with a safe default."""

import ipaddress
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any
from urllib.parse import urlsplit

from siteloupe import __version__
from siteloupe.errors import BadSetting

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

METADATA_ADDRESS = ipaddress.ip_address("169.254.169.254")
"""Where every large cloud serves its instance credentials; no setting may open it."""


@dataclass(frozen=True, slots=True)
class Route:
    """One ``--connect-to`` rule: requests for host and port (None: any) are dialled elsewhere.

    Source: https://curl.se/docs/manpage.html#--connect-to
    """

    host: str | None
    port: int | None
    to_host: str
    to_port: int


def _setting(variable: str, default: Any, read: Callable[[str], Any]) -> Any:
    return field(default=default, metadata={"variable": variable, "read": read})


def _networks(text: str) -> tuple[Network, ...]:
    return tuple(ipaddress.ip_network(part) for part in _parts(text))


def _opened_networks(text: str) -> tuple[Network, ...]:
    for network in (networks := _networks(text)):
        if network.prefixlen < (8 if network.version == 4 else 32):
            raise ValueError(f"{network} is too wide; the widest allowed are /8 (IPv4) and /32 (IPv6)")
        if METADATA_ADDRESS in network:
            raise ValueError(f"{network} holds the cloud metadata address {METADATA_ADDRESS}")
    return networks


def _ports(text: str) -> frozenset[int]:
    return frozenset(_port(part) for part in _parts(text))


def _port(text: str) -> int:
    if not 0 < (port := int(text)) < 65536:
        raise ValueError(f"{port} is no port")
    return port


def _routes(text: str) -> tuple[Route, ...]:
    return tuple(_route(part) for part in _parts(text))


def _route(text: str) -> Route:
    host, port, to_host, to_port = _colon_fields(text)
    return Route(host.lower() or None, _port(port) if port else None, to_host, _port(to_port))


def _colon_fields(text: str) -> tuple[str, str, str, str]:
    """``HOST1:PORT1:HOST2:PORT2`` taken apart; IPv6 hosts stand in brackets."""
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


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _nameserver(text: str) -> tuple[str, int] | None:
    host, _, port = text.rpartition(":")
    return str(ipaddress.ip_address(host.strip("[]"))), _port(port)


def _rate_limits(text: str) -> Mapping[str, int] | None:
    """None when limits are off, else what replaces the built-in limit of an endpoint."""
    if text in {"on", ""}:
        return {}
    if text == "off":
        return None
    pairs = (part.partition("=") for part in _parts(text))
    return {name.strip(): _count(value) for name, _, value in pairs}


def _count(text: str) -> int:
    if (number := int(text)) < 1:
        raise ValueError(f"{number} is less than 1")
    return number


def _seconds(text: str) -> float:
    if not 0 < (number := float(text)) <= 3600:
        raise ValueError(f"{number} is not between 0 and 3600 seconds")
    return number


def _origin(text: str) -> str | None:
    origin = text.rstrip("/")
    if not origin.startswith(("http://", "https://")) or origin.count("/") != 2:
        raise ValueError(f"{text!r} is not an origin such as https://siteloupe.example")
    return origin


def _directory(text: str) -> str | None:
    if text == "off":
        return None
    address = urlsplit(text)
    if address.scheme not in {"http", "https"} or not address.hostname or address.port == 0:
        raise ValueError(f"{text!r} is neither an http(s) address nor 'off'")
    return text.rstrip("/")


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of one process. Build with :meth:`from_environment`; pass down, never read again."""

    host: str = _setting("SITELOUPE_HOST", "127.0.0.1", str)
    port: int = _setting("SITELOUPE_PORT", 8000, _port)
    workers: int = _setting("SITELOUPE_WORKERS", 1, _count)
    site_origin: str | None = _setting("SITELOUPE_SITE_ORIGIN", None, _origin)
    allow_networks: tuple[Network, ...] = _setting("SITELOUPE_ALLOW_NETWORKS", (), _opened_networks)
    connect_to: tuple[Route, ...] = _setting("SITELOUPE_CONNECT_TO", (), _routes)
    allow_ports: frozenset[int] = _setting("SITELOUPE_ALLOW_PORTS", frozenset({80, 443, 8080, 8443}), _ports)
    nameserver: tuple[str, int] | None = _setting("SITELOUPE_NAMESERVER", None, _nameserver)
    rate_limits: Mapping[str, int] | None = _setting("SITELOUPE_RATE_LIMITS", {}, _rate_limits)
    redis_url: str | None = _setting("SITELOUPE_REDIS_URL", None, str)
    trusted_proxies: tuple[Network, ...] = _setting("SITELOUPE_TRUSTED_PROXIES", (), _networks)
    wporg_api: str | None = _setting("SITELOUPE_WPORG_API", "https://api.wordpress.org", _directory)
    user_agent: str | None = _setting("SITELOUPE_USER_AGENT", None, str)

    total_seconds: float = _setting("SITELOUPE_TOTAL_SECONDS", 25.0, _seconds)
    connect_seconds: float = _setting("SITELOUPE_CONNECT_SECONDS", 5.0, _seconds)
    first_byte_seconds: float = _setting("SITELOUPE_FIRST_BYTE_SECONDS", 10.0, _seconds)
    stylesheet_seconds: float = _setting("SITELOUPE_STYLESHEET_SECONDS", 8.0, _seconds)
    rest_seconds: float = _setting("SITELOUPE_REST_SECONDS", 4.0, _seconds)
    directory_seconds: float = _setting("SITELOUPE_DIRECTORY_SECONDS", 3.0, _seconds)
    wait_seconds: float = _setting("SITELOUPE_WAIT_SECONDS", 2.0, _seconds)
    cache_seconds: float = _setting("SITELOUPE_CACHE_SECONDS", 300.0, _seconds)

    max_redirects: int = _setting("SITELOUPE_MAX_REDIRECTS", 10, _count)
    max_requests: int = _setting("SITELOUPE_MAX_REQUESTS", 60, _count)
    max_html: int = _setting("SITELOUPE_MAX_HTML", 5 * 1024 * 1024, _count)
    max_stylesheets: int = _setting("SITELOUPE_MAX_SHEETS", 40, _count)
    max_stylesheet: int = _setting("SITELOUPE_MAX_SHEET", 2 * 1024 * 1024, _count)
    max_css: int = _setting("SITELOUPE_MAX_CSS", 8 * 1024 * 1024, _count)
    max_import_depth: int = _setting("SITELOUPE_MAX_IMPORT_DEPTH", 3, _count)
    max_json: int = _setting("SITELOUPE_MAX_JSON", 1024 * 1024, _count)
    max_theme_style: int = _setting("SITELOUPE_MAX_THEME_STYLE", 8192, _count)
    max_header_bytes: int = _setting("SITELOUPE_MAX_HEADER_BYTES", 64 * 1024, _count)
    max_header_lines: int = _setting("SITELOUPE_MAX_HEADER_LINES", 200, _count)
    per_host: int = _setting("SITELOUPE_PER_HOST", 6, _count)
    max_concurrent: int = _setting("SITELOUPE_MAX_CONCURRENT", 64, _count)
    max_waiting: int = _setting("SITELOUPE_MAX_WAITING", 64, _count)
    max_answer: int = _setting("SITELOUPE_MAX_ANSWER", 256 * 1024, _count)
    cache_bytes: int = _setting("SITELOUPE_CACHE_BYTES", 32 * 1024 * 1024, _count)
    cache_entries: int = _setting("SITELOUPE_CACHE_ENTRIES", 500, _count)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> "Settings":
        """Read every known variable. Raises BadSetting, naming the variable, for one that is malformed."""
        given: dict[str, Any] = {}
        for spec in fields(cls):
            variable, read = spec.metadata["variable"], spec.metadata["read"]
            if (text := environment.get(variable, "").strip()) == "":
                continue
            try:
                given[spec.name] = read(text)
            except ValueError as error:
                raise BadSetting(f"{variable}: {error}") from error
        return cls(**given)

    @property
    def sent_user_agent(self) -> str:
        """What targets see. Without a site origin the address in it is the project's own."""
        about = f"{self.site_origin or f'http://{self.host}:{self.port}'}/about"
        return self.user_agent or f"Mozilla/5.0 (compatible; siteloupe/{__version__}; +{about})"

    def warnings(self) -> list[str]:
        """One sentence for each setting that weakens the private-address wall or redirects traffic."""
        sentences = []
        if self.allow_networks:
            opened = ", ".join(map(str, self.allow_networks))
            sentences.append(f"SITELOUPE_ALLOW_NETWORKS lets every caller reach {opened}")
        if self.connect_to:
            sentences.append("SITELOUPE_CONNECT_TO sends requests to other hosts than their URLs name")
        return sentences
