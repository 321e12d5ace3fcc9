"""Asking for a theme's theme.json, where a block theme names its colors and fonts.

Source: https://developer.wordpress.org/block-editor/how-to-guides/themes/global-settings-and-styles/
"""

import asyncio
import dataclasses

from siteloupe.capture import Answer, Exchange, ThemeFiles
from siteloupe.fetching import Bounds, Fetch
from siteloupe.gather.subresource import subresource
from siteloupe.settings import Settings
from siteloupe.target import Policy


async def theme_json(
    files: ThemeFiles | None, fetch: Fetch, settings: Settings, bounds: Bounds
) -> Answer | None:
    """The theme's own theme.json, or its parent's where it has none; None when no folder is known.

    At most two requests, in the folders where style.css was asked for.
    """
    styles = (files.style, files.parent_style) if files else ()
    until = min(bounds.deadline, asyncio.get_running_loop().time() + settings.stylesheet_seconds)
    asked = dataclasses.replace(bounds, deadline=until, max_body=settings.max_json, accept="application/json")
    policy = Policy(settings.allow_ports, settings.allow_networks)
    answer: Answer | None = None
    for style in styles:
        if style is not None:
            url = style.requested.removesuffix("style.css") + "theme.json"
            answer = await subresource(url, policy, fetch, asked)
            if isinstance(answer, Exchange) and answer.status == 200 and answer.body.lstrip()[:1] == b"{":
                return answer
    return answer
