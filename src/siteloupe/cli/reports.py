"""Reports for the command line, of live sites or of saved visits."""

from contextlib import AbstractAsyncContextManager, closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from siteloupe.analyses.analysis import Analysis, RenderWhat, needs_of, what_to_render
from siteloupe.settings import Settings

if TYPE_CHECKING:  # imported where it is needed, so that --help and completion need not wait for it
    from siteloupe.fetching import Fetch, Render
    from siteloupe.judging import Judge, Judges
    from siteloupe.net.folder import Saved
    from siteloupe.rendered import RenderResult

Bodies = dict[Analysis, bytes]
"""The reports of one visit, each as the API answers it."""


def open_judge(settings: Settings, analyses: tuple[Analysis, ...]) -> "AbstractAsyncContextManager[Judges]":
    """Open a judge of one process for one user; meanwhile the process loads what ``analyses`` need."""
    from siteloupe.analyses.warm_up import warm_up  # noqa: PLC0415
    from siteloupe.judging import open_judges  # noqa: PLC0415

    return open_judges(settings, count=1, prepare=partial(warm_up, analyses))


async def analyze_live(
    url: str, analyses: tuple[Analysis, ...], settings: Settings, judge: "Judge", *, full: bool = False
) -> Bodies:
    """Visit ``url`` once for all analyses; ``full``: everything. Raises BadTarget, Unreachable."""
    from siteloupe.gather.visit import utc_now  # noqa: PLC0415
    from siteloupe.net import open_fetch  # noqa: PLC0415
    from siteloupe.render import open_renderer  # noqa: PLC0415

    async with open_fetch(settings) as fetch, open_renderer(settings) as render:
        return await _analyze(
            url, analyses, fetch=fetch, settings=settings, judge=judge, at=utc_now(), render=render, full=full
        )


async def analyze_saved(
    saved: "Saved", analyses: tuple[Analysis, ...], settings: Settings, judge: "Judge", *, full: bool = False
) -> Bodies:
    """Analyze a saved visit, at its own time, as it was rendered then. Raises what the visit raised."""
    from siteloupe.net.fetch import Fetcher  # noqa: PLC0415

    async def render(*_: object, **__: object) -> "RenderResult | None":
        return saved.rendered

    return await _analyze(
        saved.typed,
        analyses,
        fetch=Fetcher(saved.wire, settings),
        settings=settings,
        judge=judge,
        at=saved.at,
        render=render,
        what="every",
        full=full,
    )


async def analyze_named(
    named: str, analyses: tuple[Analysis, ...], settings: Settings, judge: "Judge", *, full: bool = False
) -> Bodies:
    """Analyze the first visit in the file or folder ``named``, or the live site without such a file.

    Raises BadCapture, and what the others raise.
    """
    from siteloupe.saved import offline_settings, saved_visits  # noqa: PLC0415

    if not (path := Path(named)).exists():
        return await analyze_live(named, analyses, settings, judge, full=full)
    with closing(saved_visits(path)) as visits:
        return await analyze_saved(next(visits), analyses, offline_settings(settings, path), judge, full=full)


async def _analyze(
    typed: str,
    analyses: tuple[Analysis, ...],
    *,
    fetch: "Fetch",
    settings: Settings,
    judge: "Judge",
    at: str,
    full: bool,
    render: "Render | None",
    what: RenderWhat | None = None,
) -> Bodies:
    import asyncio  # noqa: PLC0415

    from siteloupe.analyses.judge import REPORTS  # noqa: PLC0415
    from siteloupe.gather.visit import visit_once  # noqa: PLC0415
    from siteloupe.target import parse  # noqa: PLC0415

    target = parse(typed, settings.policy)
    needs = needs_of(analyses, inspect=settings.inspect_fonts, render=what or what_to_render(settings.render))
    capture = await visit_once(target, needs, fetch, settings, judge=judge, now=lambda: at, render=render)
    deadline = asyncio.get_running_loop().time() + settings.total_seconds
    bodies = await judge(REPORTS, capture, analyses, settings.max_answer, full, deadline=deadline)
    return dict(zip(analyses, bodies, strict=True))
