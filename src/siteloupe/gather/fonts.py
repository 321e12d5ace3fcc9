"""Fetching of font files on the site's own hosts, within their own budget."""

import asyncio
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from siteloupe.capture import Answer, Capture, Exchange, FontFile, Missing
from siteloupe.detect.styles.sheets import OVER_BUDGET
from siteloupe.fetching import Bounds, Fetch
from siteloupe.gather.files import narrow, subresource
from siteloupe.judging import JudgeInTime, Task
from siteloupe.settings import Settings

if TYPE_CHECKING:  # what judges is imported by who judges
    from siteloupe.detect.site import Site

AT_ONCE = 4

MAX_LISTED = 40
"""Most files that are listed without a request when the budget is used up."""


async def font_files(
    capture: Capture, fetch: Fetch, settings: Settings, bounds: Bounds, judge: JudgeInTime
) -> tuple[FontFile, ...]:
    """Fetch files of self-hosted families, the primary family first; ``capture`` has the page and its sheets.

    A file that could not be fetched is a Missing; without a request, its cause is ``over-budget``.
    """
    bounds = narrow(bounds, settings.font_seconds, accept="font/woff2,font/woff;q=0.9,*/*;q=0.5")
    urls = await judge(_FONT_URLS, capture)
    downloads = _FontDownloads(fetch, settings, bounds)
    asked = urls[: settings.max_font_files]
    answers = await asyncio.gather(*(downloads.answer(url) for url in asked))
    files = (FontFile(url, answer) for url, answer in zip(asked, answers, strict=True))
    left = (FontFile(url, Missing(url, OVER_BUDGET)) for url in urls[len(asked) :])
    return (*_fit(files, settings.max_font_bytes), *left)


def _font_urls(site: "Site") -> list[str]:
    from siteloupe.detect.fonts.files import files_to_inspect  # noqa: PLC0415 - only who judges needs it

    return list(files_to_inspect(site.fonts.fonts, site.fonts.without_latin))[:MAX_LISTED]


_FONT_URLS = Task(_font_urls, list[str])


class _FontDownloads:
    """The downloads of font files."""

    def __init__(self, fetch: Fetch, settings: Settings, bounds: Bounds) -> None:
        self._fetch = fetch
        self._bounds = bounds
        self._room = settings.max_font_bytes
        self._policy = settings.policy
        self._places = asyncio.Semaphore(AT_ONCE)

    async def answer(self, url: str) -> Answer:
        """Fetch one file, if the others have left time and bytes."""
        async with self._places:
            late = asyncio.get_running_loop().time() >= self._bounds.deadline
            if late or self._room <= 0:
                return Missing(url, OVER_BUDGET)
            answer = await subresource(url, self._policy, self._fetch, self._bounds)
            self._room -= _bytes(answer)
            return answer


def _fit(files: Iterable[FontFile], room: int) -> Iterator[FontFile]:
    """Return all files; when they are too large together, the last ones become Missing."""
    for file in files:
        size = _bytes(file.answer)
        fits = size <= room
        room -= size if fits else 0
        yield file if fits else FontFile(file.url, Missing(file.url, OVER_BUDGET))


def _bytes(answer: Answer) -> int:
    return len(answer.body) if isinstance(answer, Exchange) else 0
