"""Whose host is it: the site's own, a sibling under the same domain, WordPress.com's, or a stranger's."""

import enum
import functools
import ipaddress

from publicsuffixlist import PublicSuffixList

from siteloupe.data import rows

MIN_BRAND = 5
"""Letters a name must have for the same name under another suffix to be the same owner's."""


class Relation(enum.StrEnum):
    """How a host relates to the page's."""

    OWN = "own"  # the same host, with or without www
    SIBLING = "sibling"  # another host of the same registrable domain
    MIRROR = "mirror"  # the same name under another suffix, or a host that carries the site's own files
    WORDPRESS_COM = "wordpress.com"  # where WordPress.com and Jetpack serve their sites' files
    FOREIGN = "foreign"


@functools.cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()


@functools.cache
def _pull_zones() -> tuple[str, ...]:
    return tuple(f".{row['suffix']}" for row in rows("pull_zones.tsv"))


def is_pull_zone(host: str) -> bool:
    """True for a host that a CDN hands to one customer, to serve a copy of that customer's site."""
    return host.endswith(_pull_zones())


@functools.lru_cache(maxsize=4096)
def registrable_domain(host: str) -> str:
    """The part of ``host`` that is registered, by the Public Suffix List; an IP address is its own.

    Source: https://publicsuffix.org/list/
    """
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        return _suffixes().privatesuffix(host) or host


@functools.lru_cache(maxsize=4096)
def relation(host: str, page_host: str) -> Relation:
    """How ``host`` relates to ``page_host``; both in lower case."""
    if host.removeprefix("www.") == page_host.removeprefix("www."):
        return Relation.OWN
    if host == "wp.com" or host.endswith((".wp.com", ".files.wordpress.com")):
        return Relation.WORDPRESS_COM
    domain, page_domain = registrable_domain(host), registrable_domain(page_host)
    if domain == page_domain:
        return Relation.SIBLING
    if _brand(domain) == _brand(page_domain):
        return Relation.MIRROR
    return Relation.FOREIGN


def _brand(domain: str) -> str:
    """What a registrable domain is called without its suffix; too short a name says nothing."""
    name = domain.partition(".")[0]
    return name if len(name) >= MIN_BRAND and not name.isdigit() else domain
