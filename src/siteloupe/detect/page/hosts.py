"""The owner of a host: the site itself, a sibling in the same domain, WordPress.com, or a third party."""

import contextlib
import enum
import functools
import ipaddress

from publicsuffixlist import PublicSuffixList

from siteloupe.data import rows

MIN_BRAND = 5
"""Least letters of a name that belongs to the same owner under another suffix too."""


class Relation(enum.StrEnum):
    """The relation of a host to the page's host."""

    OWN = "own"  # the same host, with or without www
    SIBLING = "sibling"  # another host of the same registrable domain
    MIRROR = "mirror"  # the same name under another suffix, or a host with the site's own files
    WORDPRESS_COM = "wordpress.com"  # WordPress.com and Jetpack serve their sites' files from it
    THIRD_PARTY = "third-party"


OWN, SIBLING, MIRROR, WORDPRESS_COM, THIRD_PARTY = Relation
"""The members by name, for code that looks at each file: Python 3.11 is ten times as slow with an enum."""


@functools.cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()


@functools.cache
def _pull_zones() -> tuple[str, ...]:
    return tuple(f".{row['suffix']}" for row in rows("pull_zones.tsv"))


def is_pull_zone(host: str) -> bool:
    """Whether the host is one that a CDN gives to a single customer, for a copy of the customer's site."""
    return host.endswith(_pull_zones())


@functools.lru_cache(maxsize=4096)
def registrable_domain(host: str) -> str:
    """Return the registered domain of ``host`` by the Public Suffix List; an IP address stays as it is.

    Source: https://publicsuffix.org/list/
    """
    if (
        host[-1:].isdigit() or ":" in host
    ):  # no domain of a URL: https://url.spec.whatwg.org/#concept-host-parser
        with contextlib.suppress(ValueError):
            return str(ipaddress.ip_address(host))
    return _suffixes().privatesuffix(host) or host


@functools.lru_cache(maxsize=4096)
def relation(host: str, page_host: str) -> Relation:
    """Return the relation of ``host`` to ``page_host``; both are in lower case."""
    if host.removeprefix("www.") == page_host.removeprefix("www."):
        return Relation.OWN
    if host == "wp.com" or host.endswith((".wp.com", ".files.wordpress.com")):
        return Relation.WORDPRESS_COM
    domain, page_domain = registrable_domain(host), registrable_domain(page_host)
    if domain == page_domain:
        return Relation.SIBLING
    if _brand(domain) == _brand(page_domain):
        return Relation.MIRROR
    return Relation.THIRD_PARTY


def _brand(domain: str) -> str:
    """Return a registered domain without its suffix; the whole domain when the name is too short."""
    name = domain.partition(".")[0]
    return name if len(name) >= MIN_BRAND and not name.isdigit() else domain
