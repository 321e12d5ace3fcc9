"""The plugin directory's answer about the plugins that a visit showed, in one request."""

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from siteloupe.capture import Answer, Capture
from siteloupe.detect.plugins.directory import slugs_to_ask
from siteloupe.fetching import Bounds, Fetch
from siteloupe.gather.files import directory_policy, narrow_to_json, subresource
from siteloupe.judging import JudgeInTime, Task
from siteloupe.settings import Settings

if TYPE_CHECKING:  # what judges is imported by who judges
    from siteloupe.detect.site import Site

_FIELDS = (
    "active_installs",
    "-banners",
    "-compatibility",
    "-contributors",
    "-icons",
    "-ratings",
    "-reviews",
    "-screenshots",
    "-sections",
    "-tags",
    "-versions",
)
"""Fields to request, and with a hyphen fields to leave out, so that the answer is small."""


async def plugin_listings(
    capture: Capture, fetch: Fetch, settings: Settings, bounds: Bounds, judge: JudgeInTime
) -> Answer | None:
    """Fetch the directory's answer about the plugins of ``capture``, at most 100, within 3 seconds.

    None when the directory is off, or there is no plugin to ask about. Only folders that the visit showed are
    sent. A failure is a Missing.
    """
    if settings.wporg_api is None:
        return None
    slugs = await judge(_SLUGS, capture)
    if not slugs:
        return None
    bounds = narrow_to_json(bounds, settings.directory_seconds, settings)
    url = listings_url(settings.wporg_api, slugs)
    return await subresource(url, directory_policy(settings), fetch, bounds)


def _slugs(site: "Site") -> list[str]:
    return slugs_to_ask(site.plugins)


_SLUGS = Task(_slugs, list[str])


def listings_url(api: str, slugs: list[str]) -> str:
    """Return the URL of the Plugins API 1.2 at the origin ``api`` for ``slugs``."""
    query = {"action": "plugin_information", "slugs": ",".join(slugs), "fields": ",".join(_FIELDS)}
    return f"{api}/plugins/info/1.2/?{urlencode(query, safe=',')}"
