"""From what is named on the command line to reports: live, or as it was saved."""

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from siteloupe.analyses.analysis import Analysis, needs_of
from siteloupe.analyses.judge import judge
from siteloupe.settings import Settings

if TYPE_CHECKING:  # imported where it is needed, so that --help and completion need not wait for it
    from siteloupe.fetching import Fetch
    from siteloupe.net.folder import Saved

Bodies = dict[Analysis, bytes]
"""The reports of one visit, each as the API answers it."""


async def judged_live(url: str, chosen: tuple[Analysis, ...], settings: Settings) -> Bodies:
    """Visit ``url`` once for all analyses. Raises BadTarget, Unreachable."""
    from siteloupe.gather.visit import utc_now  # noqa: PLC0415
    from siteloupe.net import open_fetch  # noqa: PLC0415

    async with open_fetch(settings) as fetch:
        return await _judged(url, chosen, fetch, settings, utc_now())


async def judged_saved(saved: "Saved", chosen: tuple[Analysis, ...], settings: Settings) -> Bodies:
    """Judge a saved visit, as of its day. Raises what the visit raised."""
    from siteloupe.net.fetch import Fetcher  # noqa: PLC0415

    return await _judged(saved.typed, chosen, Fetcher(saved.wire, settings), settings, saved.at)


async def judged(named: str, chosen: tuple[Analysis, ...], settings: Settings) -> Bodies:
    """Judge the first visit saved in the file or folder ``named``, or the site, when there is no such file.

    Raises BadCapture besides what the others raise.
    """
    from siteloupe.saved import offline, saved_visits  # noqa: PLC0415

    if not (path := Path(named)).exists():
        return await judged_live(named, chosen, settings)
    with closing(saved_visits(path)) as visits:
        return await judged_saved(next(visits), chosen, offline(settings, path))


async def _judged(
    typed: str, chosen: tuple[Analysis, ...], fetch: "Fetch", settings: Settings, at: str
) -> Bodies:
    from siteloupe.gather.visit import visit_once  # noqa: PLC0415
    from siteloupe.target import parse  # noqa: PLC0415

    target = parse(typed, settings.policy)
    needs = needs_of(chosen, inspect=settings.inspect_fonts)
    site = await visit_once(target, needs, fetch, settings, now=lambda: at)
    return {each: msgspec.json.encode(judge(each, site, settings.max_answer)) for each in chosen}
