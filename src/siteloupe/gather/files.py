"""Single files beside the page: the REST root, theme.json, and the theme directory's answer.

Sources: https://codex.wordpress.org/WordPress.org_API#Themes and
https://developer.wordpress.org/block-editor/how-to-guides/themes/global-settings-and-styles/
"""

import asyncio
import dataclasses
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar
from urllib.parse import urlencode, urlsplit

from siteloupe.address import TargetPolicy
from siteloupe.capture import Answer, Exchange, Missing, ThemeFiles
from siteloupe.detect.theme.wporg import could_list
from siteloupe.errors import BadTarget, Unreachable
from siteloupe.fetching import Bounds, Fetch
from siteloupe.settings import Settings
from siteloupe.target import parse

T = TypeVar("T")

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
"""Fields to request, and fields to leave out: the directory's defaults differ between its releases."""


async def subresource(url: str, policy: TargetPolicy, fetch: Fetch, bounds: Bounds) -> Answer:
    """Fetch ``url``; a failure is a Missing, because a page can be judged without its files."""
    try:
        target = parse(url, policy)
    except BadTarget as error:
        bounds.allowance.note_refusal(error)
        return Missing(url, "refused")
    try:
        return await fetch(target, bounds)
    except BadTarget:
        return Missing(url, "refused")
    except Unreachable as unreachable:
        return Missing(url, unreachable.cause)


def narrow(bounds: Bounds, seconds: float, **changes: Any) -> Bounds:
    """Return ``bounds`` that end in at most ``seconds``, with ``changes`` to their other fields."""
    until = min(bounds.deadline, asyncio.get_running_loop().time() + seconds)
    return dataclasses.replace(bounds, deadline=until, **changes)


async def at_once(requests: Sequence[Coroutine[Any, Any, T]]) -> list[T]:
    """Return the results of ``requests``, which are made at once; a single one needs no task of its own."""
    if len(requests) == 1:
        return [await requests[0]]
    return await asyncio.gather(*requests)


async def rest_root(url: str, fetch: Fetch, settings: Settings, bounds: Bounds) -> Answer:
    """Fetch the REST root at ``url``, within 4 seconds and 1 MB; a failure is a Missing."""
    bounds = narrow_to_json(bounds, settings.rest_seconds, settings)
    return await subresource(url, settings.policy, fetch, bounds)


async def theme_json(
    files: ThemeFiles | None, fetch: Fetch, settings: Settings, bounds: Bounds
) -> Answer | None:
    """Fetch the theme's theme.json, or its parent's if it has none; None without a known folder.

    This makes at most two requests, in the folders of the style.css files.
    """
    styles = (files.style, files.parent_style) if files else ()
    bounds = narrow_to_json(bounds, settings.stylesheet_seconds, settings)
    answer: Answer | None = None
    for style in styles:
        if style is not None:
            url = style.requested.removesuffix("style.css") + "theme.json"
            answer = await subresource(url, settings.policy, fetch, bounds)
            if isinstance(answer, Exchange) and answer.status == 200 and answer.body.lstrip()[:1] == b"{":
                return answer
    return answer


async def directory_answer(slug: str, fetch: Fetch, settings: Settings, bounds: Bounds) -> Answer | None:
    """Fetch the answer about ``slug``; None when the directory is off or cannot list such a slug."""
    if settings.wporg_api is None or not could_list(slug):
        return None
    bounds = narrow_to_json(bounds, settings.directory_seconds, settings)
    return await subresource(request_url(settings.wporg_api, slug), directory_policy(settings), fetch, bounds)


def request_url(api: str, slug: str) -> str:
    """Return the URL of the Themes API 1.2 at the origin ``api`` for ``slug``."""
    query = {"action": "theme_information", "request[slug]": slug}
    query |= {f"request[fields][{name}]": str(wanted) for name, wanted in _FIELDS.items()}
    return f"{api}/themes/info/1.2/?{urlencode(query)}"


def directory_policy(settings: Settings) -> TargetPolicy:
    """Allow the directory's port, because the operator named it; its address is checked like any other."""
    port = urlsplit(settings.wporg_api or "").port
    return TargetPolicy(settings.allow_ports | ({port} if port else set()), settings.allow_networks)


def narrow_to_json(bounds: Bounds, seconds: float, settings: Settings) -> Bounds:
    """Return ``bounds`` for a JSON answer, which end in at most ``seconds``."""
    return narrow(bounds, seconds, max_body=settings.max_json, accept="application/json")
