"""Fetching of the style.css of themes, and of the answers of the theme directory."""

import asyncio
from dataclasses import dataclass, field

from siteloupe.capture import Answer, Capture, Exchange, ThemeFiles
from siteloupe.detect.site import Site
from siteloupe.detect.theme.page_marks import ThemeMarks
from siteloupe.detect.theme.parent import other_candidate, resolve_parent
from siteloupe.detect.theme.style_css import header_of
from siteloupe.fetching import Bounds, Fetch
from siteloupe.gather.files import directory_answer, narrow, subresource
from siteloupe.judging import JudgeInTime, Task
from siteloupe.settings import Settings

Folder = tuple[str, str | None]
"""A theme's slug, and the URL of its folder where that is answers."""


async def theme_files(
    capture: Capture,
    marks: ThemeMarks,
    *,
    fetch: Fetch,
    settings: Settings,
    bounds: Bounds,
    judge: JudgeInTime,
) -> ThemeFiles:
    """Fetch the style.css of the theme and of its parent, and the directory's answers about both.

    ``marks`` are those of the page in ``capture``. It makes at most six requests, in two rounds. A failure is
    a Missing. The result has another theme than ``marks`` when a style.css proves that the other theme is the
    child.
    """
    answers = _ThemeAnswers(fetch, settings, bounds)
    seen = (marks.slug, marks.base_url)
    other = other_candidate(marks)
    await answers.ask(styles=(seen, other), listings=(marks.slug, marks.parent_slug))
    settled = await judge(_RESOLVE, capture, marks, answers.styles) if answers.has_style else marks
    child = (settled.slug, settled.base_url)
    parent = (settled.parent_slug, settled.parent_base_url) if settled.parent_slug else None
    await answers.ask(styles=(child, parent), listings=(settled.slug, settled.parent_slug))
    return answers.files(settled)


def _resolve_by_styles(_site: Site, marks: ThemeMarks, styles: dict[str, Answer | None]) -> ThemeMarks:
    """Return ``marks`` with the theme and the parent that ``styles`` prove, each a style.css by its slug."""
    read = ((slug, header_of(answer)) for slug, answer in styles.items())
    return resolve_parent(marks, {slug: header for slug, header in read if header is not None})


_RESOLVE = Task(_resolve_by_styles, ThemeMarks)


@dataclass(slots=True)
class _ThemeAnswers:
    """Answers by slug; nothing is requested twice."""

    fetch: Fetch
    settings: Settings
    bounds: Bounds
    styles: dict[str, Answer | None] = field(default_factory=dict)
    listings: dict[str, Answer | None] = field(default_factory=dict)

    async def ask(self, styles: tuple[Folder | None, ...], listings: tuple[str | None, ...]) -> None:
        """Request everything that is not known yet, at once."""
        folders = {folder[0]: folder[1] for folder in styles if folder and folder[0] not in self.styles}
        slugs = {slug for slug in listings if slug and slug not in self.listings}
        if not folders and not slugs:
            return
        answers = await asyncio.gather(
            *(self._style(base_url) for base_url in folders.values()),
            *(directory_answer(slug, self.fetch, self.settings, self.bounds) for slug in slugs),
        )
        self.styles.update(zip(folders, answers[: len(folders)], strict=True))
        self.listings.update(zip(slugs, answers[len(folders) :], strict=True))

    async def _style(self, base_url: str | None) -> Answer | None:
        if base_url is None:
            return None
        settings = self.settings
        bounds = narrow(
            self.bounds,
            settings.stylesheet_seconds,
            max_body=settings.max_theme_style,
            accept="text/css,*/*;q=0.1",
        )
        return await subresource(f"{base_url}style.css", settings.policy, self.fetch, bounds)

    @property
    def has_style(self) -> bool:
        """Whether something was answered where a style.css should be."""
        return any(isinstance(answer, Exchange) for answer in self.styles.values())

    def files(self, settled: ThemeMarks) -> ThemeFiles:
        """Return the answers about one theme and its parent."""
        parent = settled.parent_slug
        return ThemeFiles(
            slug=settled.slug,
            style=self.styles.get(settled.slug),
            directory=self.listings.get(settled.slug),
            parent_slug=parent,
            parent_style=self.styles.get(parent) if parent else None,
            parent_directory=self.listings.get(parent) if parent else None,
        )
