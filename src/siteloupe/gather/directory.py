"""Asking the theme directory at wordpress.org about one theme.

Source: https://codex.wordpress.org/WordPress.org_API#Themes
"""

import asyncio
import dataclasses
from urllib.parse import urlencode, urlsplit

from siteloupe.capture import Answer
from siteloupe.detect.theme.wporg import could_list
from siteloupe.fetching import Bounds, Fetch
from siteloupe.gather.subresource import subresource
from siteloupe.settings import Settings
from siteloupe.target import Policy

_FIELDS = {
    "active_installs": 1,
    "downloaded": 1,
    "extended_author": 1,
    "parent": 1,
    "screenshot_url": 1,
    "theme_url": 1,
    "description": 0,
    "rating": 0,
    "reviews_url": 0,
    "sections": 0,
    "tags": 0,
    "versions": 0,
}
"""Asked for, or declined, by name: the directory's own choice differs between its releases."""


def request_url(api: str, slug: str) -> str:
    """The question to the Themes API 1.2 at the origin ``api``."""
    query = {"action": "theme_information", "request[slug]": slug}
    query |= {f"request[fields][{name}]": str(wanted) for name, wanted in _FIELDS.items()}
    return f"{api}/themes/info/1.2/?{urlencode(query)}"


async def directory_answer(slug: str, fetch: Fetch, settings: Settings, bounds: Bounds) -> Answer | None:
    """The answer about ``slug``; None when the directory is off or could not list such a slug."""
    if settings.wporg_api is None or not could_list(slug):
        return None
    until = min(bounds.deadline, asyncio.get_running_loop().time() + settings.directory_seconds)
    asked = dataclasses.replace(bounds, deadline=until, max_body=settings.max_json, accept="application/json")
    return await subresource(request_url(settings.wporg_api, slug), _policy(settings), fetch, asked)


def _policy(settings: Settings) -> Policy:
    """The operator named the directory, so its port needs no further leave; its address still does."""
    port = urlsplit(settings.wporg_api or "").port
    return Policy(settings.allow_ports | ({port} if port else set()), settings.allow_networks)
