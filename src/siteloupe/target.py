"""Text → Target, or refused: one parser for checking and fetching."""

import ipaddress
from dataclasses import dataclass

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True, slots=True)
class Policy:
    """What a target may name: its ports, and the networks exempt from the private-address rule."""

    ports: frozenset[int]
    networks: tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...] = ()


@dataclass(frozen=True, slots=True)
class Target:
    """A validated http(s) URL: normalised, without fragment or credentials."""

    url: str
    scheme: str
    host: str  # ASCII, lower case, no trailing dot; IPv6 without brackets
    port: int
    literal: Address | None  # the address, when the host is one


def parse(text: str, policy: Policy) -> Target:
    """Validate what a stranger typed. Raises BadTarget with a sentence that says what is wrong."""
    raise NotImplementedError


def follow(base: Target, reference: str, policy: Policy) -> Target:
    """Validate a Location or subresource reference found at ``base``. Raises BadTarget."""
    raise NotImplementedError
