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


async def analyze_live(url: str, analyses: tuple[Analysis, ...], settings: Settings) -> Bodies:
    """Visit ``url`` once for all analyses. Raises BadTarget, Unreachable."""
    from siteloupe.gather.visit import utc_now  # noqa: PLC0415
    from siteloupe.net import open_fetch  # noqa: PLC0415

    async with open_fetch(settings) as fetch:
        return await _analyze(url, analyses, fetch, settings, utc_now())


async def analyze_saved(saved: "Saved", analyses: tuple[Analysis, ...], settings: Settings) -> Bodies:
    """Analyze a saved visit, as of its day. Raises what the visit raised."""
    from siteloupe.net.fetch import Fetcher  # noqa: PLC0415

    return await _analyze(saved.typed, analyses, Fetcher(saved.wire, settings), settings, saved.at)


async def analyze_named(named: str, analyses: tuple[Analysis, ...], settings: Settings) -> Bodies:
    """Analyze the first visit saved in the file or folder ``named``, or the site, when there is no such file.

    Raises BadCapture besides what the others raise.
    """
    from siteloupe.saved import offline_settings, saved_visits  # noqa: PLC0415

    if not (path := Path(named)).exists():
        return await analyze_live(named, analyses, settings)
    with closing(saved_visits(path)) as visits:
        return await analyze_saved(next(visits), analyses, offline_settings(settings, path))


async def _analyze(
    typed: str, analyses: tuple[Analysis, ...], fetch: "Fetch", settings: Settings, at: str
) -> Bodies:
    from siteloupe.gather.visit import visit_once  # noqa: PLC0415
    from siteloupe.target import parse  # noqa: PLC0415

    target = parse(typed, settings.policy)
    needs = needs_of(analyses, inspect=settings.inspect_fonts)
    site = await visit_once(target, needs, fetch, settings, now=lambda: at)
    return {each: msgspec.json.encode(judge(each, site, settings.max_answer)) for each in analyses}
