"""The Host header: one a request, and on loopback a name that this service is known under.

A page of any site can have its own name lead to 127.0.0.1 after it was loaded (DNS rebinding). The browser
then takes a service there for the page's own, but sends the page's name as Host.

Source: https://www.rfc-editor.org/rfc/rfc9112#section-3.2
"""

import functools
import ipaddress
import re
from typing import Any
from urllib.parse import urlsplit

from siteloupe.errors import BadRequest, Forbidden
from siteloupe.settings import Settings

Scope = Any

_HOST = re.compile(r"(\[(?P<address>[0-9a-f:.]+)\]|(?P<name>[^:\[\]]*))(:[0-9]*)?")


class HostRule:
    """Refuses requests without exactly one Host, and with one that is not in ``names``; None allows all."""

    def __init__(self, names: frozenset[str] | None = None) -> None:
        self._names = names

    def check(self, scope: Scope) -> None:
        """Raise BadRequest or Forbidden when the request may not be answered."""
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        if len(hosts) != 1:
            raise BadRequest("Send one Host header, with the name or address of this service.")
        if self._names is not None and not _is_own(hosts[0], self._names):
            raise Forbidden(
                "This service listens on its own machine only and is not known under this Host. Behind a "
                "proxy, set SITELOUPE_SITE_ORIGIN to the public address; to be asked by other machines, set "
                "SITELOUPE_HOST to an address that they reach."
            )


@functools.lru_cache(64)
def _is_own(host: bytes, names: frozenset[str]) -> bool:
    name = host_name(host.decode("latin-1"))
    return name in names or is_loopback(name)


def host_rule(settings: Settings) -> HostRule:
    """The rule of a service with these settings: names count only where it listens on loopback."""
    if not is_loopback(settings.host):
        return HostRule()
    own = {host_name(urlsplit(settings.site_origin).netloc)} if settings.site_origin else set()
    return HostRule(frozenset({settings.host.lower(), *own}))


def rebinding_warning(settings: Settings) -> str | None:
    """Return a sentence when a page in a browser can reach the allowed networks through this service."""
    if not settings.allow_networks or is_loopback(settings.host):
        return None
    return (
        "SITELOUPE_ALLOW_NETWORKS is set and the service answers under any Host: a page in the browser of a "
        "caller can read these networks through it (DNS rebinding); let a proxy accept its own name only"
    )


def host_name(host: str) -> str:
    """Return the name in a Host header, without port, brackets and final dot; "" when it is none."""
    parts = _HOST.fullmatch(host.strip().lower())
    return "" if parts is None else parts["address"] or parts["name"].removesuffix(".")


def is_loopback(host: str) -> bool:
    """Whether a name or address is one of the machine itself, which no other site can have."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"
