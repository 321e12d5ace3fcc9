"""The plugin directory at wordpress.org: its answer about the plugins of a site.

One request asks for at most 100 folders. The answer has an entry for each; a plugin that the directory closed
has only the reason. Folders of private and commercial plugins have an entry without facts.

Source: https://codex.wordpress.org/WordPress.org_API#Plugins and
https://github.com/WordPress/wordpress.org/tree/trunk/api.wordpress.org/public_html/plugins/info
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from siteloupe.capture import Answer, Exchange
from siteloupe.detect.page.assets import host_of
from siteloupe.detect.page.hosts import Relation, relation
from siteloupe.detect.page.text import plain_text
from siteloupe.detect.theme.wporg import decode_json, parse_count
from siteloupe.detect.wordpress.version import is_older
from siteloupe.reports.tech_stack import Plugin

MAX_SLUGS = 100
"""Most folders in one request; the directory refuses more."""

MAX_VERSION = 40

_SLUG = re.compile(r"[a-z0-9_-]{1,200}")


class Listing(NamedTuple):
    """What the directory says of a plugin; ``version`` and ``installs`` are None where it says nothing."""

    is_closed: bool
    version: str | None = None
    installs: int | None = None


def slugs_to_ask(plugins: Iterable[Plugin]) -> list[str]:
    """Return the folders that the directory may know, sorted, at most 100 of the first ``plugins``.

    Must-use plugins and drop-ins come from hosts and developers, so the directory has none of them.
    """
    asked = [each.slug for each in plugins if each.kind == "plugin" and _SLUG.fullmatch(each.slug)]
    return sorted(asked[:MAX_SLUGS])


def with_listings(plugins: Iterable[Plugin], answer: Answer | None) -> tuple[Plugin, ...]:
    """Return ``plugins`` with what the directory's ``answer`` says of each."""
    listings = read_listings(answer)
    return tuple(_with_listing(plugin, listings.get(plugin.slug)) for plugin in plugins)


def _with_listing(plugin: Plugin, listing: Listing | None) -> Plugin:
    if listing is None or plugin.kind != "plugin":
        return plugin
    outdated = is_older(plugin.version, listing.version)
    return msgspec.structs.replace(
        plugin,
        latest_version=UNSET if listing.version is None else listing.version,
        outdated=UNSET if outdated is None else outdated,
        closed=listing.is_closed,
        installs=UNSET if listing.installs is None else listing.installs,
    )


def read_listings(answer: Answer | None) -> Mapping[str, Listing]:
    """Return what ``answer`` says of each plugin, by folder; empty for any other answer.

    An answer of another host than the one that was asked is none.
    """
    if not isinstance(answer, Exchange) or answer.status != 200:
        return {}
    if relation(host_of(answer.url), host_of(answer.requested)) is not Relation.OWN:
        return {}
    fields = decode_json(answer.body)
    if not isinstance(fields, dict):
        return {}
    read = ((slug, _read_listing(slug, entry)) for slug, entry in fields.items() if isinstance(entry, dict))
    return {slug: listing for slug, listing in read if listing is not None}


def _read_listing(slug: str, entry: dict[str, Any]) -> Listing | None:
    """Return what an entry says; None for another plugin's, and for a folder that the directory lacks."""
    if entry.get("closed") is True or entry.get("error") == "closed":
        return Listing(is_closed=True)
    if "error" in entry or entry.get("slug") != slug:
        return None
    version = entry.get("version")
    return Listing(
        is_closed=False,
        version=(plain_text(version, MAX_VERSION) or None) if isinstance(version, str) else None,
        installs=parse_count(entry.get("active_installs")),
    )
