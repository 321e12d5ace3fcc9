"""Fetching some of the font files that a site serves itself, within a budget of their own."""

import asyncio
from collections.abc import Iterable, Iterator

from siteloupe.capture import Answer, Exchange, FontFile, Missing
from siteloupe.detect.fonts.files import files_to_inspect
from siteloupe.detect.site import Site
from siteloupe.detect.styles.sheets import OVER_BUDGET
from siteloupe.fetching import Bounds, Fetch
from siteloupe.gather.files import narrow, subresource
from siteloupe.judging import Judge, is_heavy, judge_in_thread
from siteloupe.settings import Settings

AT_ONCE = 4

MAX_LISTED = 40
"""Files that are listed when there is no room to fetch them."""


async def font_files(
    site: Site, fetch: Fetch, settings: Settings, bounds: Bounds, judge: Judge = judge_in_thread
) -> tuple[FontFile, ...]:
    """The files of self-hosted families, those of the primary family first; ``site`` holds page and sheets.

    A file that could not be had is a Missing; one that was not even asked for has the cause ``over-budget``.
    """
    bounds = narrow(bounds, settings.font_seconds, accept="font/woff2,font/woff;q=0.9,*/*;q=0.5")
    urls = await judge(is_heavy(site.capture.page.body, site.capture.files), _font_urls, site)
    downloads = _FontDownloads(fetch, settings, bounds)
    asked = urls[: settings.max_font_files]
    answers = await asyncio.gather(*(downloads.answer(url) for url in asked))
    files = (FontFile(url, answer) for url, answer in zip(asked, answers, strict=True))
    left = (FontFile(url, Missing(url, OVER_BUDGET)) for url in urls[len(asked) :])
    return (*_fit(files, settings.max_font_bytes), *left)


def _font_urls(site: Site) -> list[str]:
    return list(files_to_inspect(site.fonts.fonts))[:MAX_LISTED]


class _FontDownloads:
    """Font files on their way."""

    def __init__(self, fetch: Fetch, settings: Settings, bounds: Bounds) -> None:
        self._fetch = fetch
        self._bounds = bounds
        self._room = settings.max_font_bytes
        self._policy = settings.policy
        self._places = asyncio.Semaphore(AT_ONCE)

    async def answer(self, url: str) -> Answer:
        """One file, unless the others have left neither room nor time."""
        async with self._places:
            late = asyncio.get_running_loop().time() >= self._bounds.deadline
            if late or self._room <= 0:
                return Missing(url, OVER_BUDGET)
            answer = await subresource(url, self._policy, self._fetch, self._bounds)
            self._room -= _bytes(answer)
            return answer


def _fit(files: Iterable[FontFile], room: int) -> Iterator[FontFile]:
    """All files; those that arrived together and are too much together go, from the last one on."""
    for file in files:
        size = _bytes(file.answer)
        fits = size <= room
        room -= size if fits else 0
        yield file if fits else FontFile(file.url, Missing(file.url, OVER_BUDGET))


def _bytes(answer: Answer) -> int:
    return len(answer.body) if isinstance(answer, Exchange) else 0
