"""Fetching of the style.css of themes, and of the answers of the theme directory."""

import asyncio
import re
from collections.abc import Awaitable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from siteloupe.capture import Answer, Capture, Exchange, ThemeFiles
from siteloupe.detect.theme.page_marks import ThemeMarks
from siteloupe.detect.theme.parent import other_candidate, resolve_parent
from siteloupe.detect.theme.style_css import header_of
from siteloupe.fetching import Bounds, Fetch
from siteloupe.gather.files import at_once, directory_answer, narrow, subresource
from siteloupe.judging import JudgeInTime, Task
from siteloupe.settings import Settings

if TYPE_CHECKING:  # what judges is imported by who judges
    from siteloupe.detect.site import Site

Folder = tuple[str, str | None]
"""A theme's slug, and the URL of its folder where that is answers."""


async def theme_styles(
    capture: Capture,
    marks: ThemeMarks,
    *,
    fetch: Fetch,
    settings: Settings,
    bounds: Bounds,
    judge: JudgeInTime,
) -> ThemeFiles:
    """Fetch the style.css of the theme and of its parent; the directory's answers are None.

    ``marks`` are those of the page in ``capture``. It makes at most three requests, in two rounds. A failure
    is a Missing. The result has another theme than ``marks`` when a style.css proves that the other theme is
    the child.
    """
    styles = _Styles(fetch, settings, bounds)
    await styles.ask((marks.slug, marks.base_url), other_candidate(marks))
    settled = await judge(_RESOLVE, capture, marks, styles.by_slug) if _may_change(marks, styles) else marks
    parent = settled.parent_slug
    await styles.ask((settled.slug, settled.base_url), (parent, settled.parent_base_url) if parent else None)
    return ThemeFiles(
        slug=settled.slug,
        style=styles.by_slug.get(settled.slug),
        directory=None,
        parent_slug=parent,
        parent_style=styles.by_slug.get(parent) if parent else None,
        parent_directory=None,
    )


async def theme_files(
    styles: Awaitable[ThemeFiles], marks: ThemeMarks, *, fetch: Fetch, settings: Settings, bounds: Bounds
) -> ThemeFiles:
    """Add the directory's answers about the theme and its parent to ``styles``, in at most three requests.

    They are asked for as soon as a slug is known: those of ``marks``, while the styles are on their way.
    """
    answers: dict[str, Answer | None] = {}

    async def ask(*slugs: str | None) -> None:
        asked = [*dict.fromkeys(slug for slug in slugs if slug and slug not in answers)]
        found = [directory_answer(slug, fetch, settings, bounds) for slug in asked]
        answers.update(zip(asked, await at_once(found), strict=True))

    files, _ = await asyncio.gather(styles, ask(marks.slug, marks.parent_slug))
    await ask(files.slug, files.parent_slug)
    return replace(
        files,
        directory=answers.get(files.slug),
        parent_directory=answers.get(files.parent_slug) if files.parent_slug else None,
    )


def _resolve_by_styles(_site: "Site", marks: ThemeMarks, styles: dict[str, Answer | None]) -> ThemeMarks:
    """Return ``marks`` with the theme and the parent that ``styles`` prove, each a style.css by its slug."""
    read = ((slug, header_of(answer)) for slug, answer in styles.items())
    return resolve_parent(marks, {slug: header for slug, header in read if header is not None})


_RESOLVE = Task(_resolve_by_styles, ThemeMarks)

_MAY_NAME_A_PARENT = re.compile(rb"template:|[\0\x1b]", re.IGNORECASE)
"""The label of the parent, or bytes of encodings in which ASCII characters are not themselves."""


def _may_change(marks: ThemeMarks, styles: "_Styles") -> bool:
    """Whether the files in ``styles`` may resolve to another theme or parent than ``marks`` have."""
    if marks.parent_slug is None and not marks.others:
        return any(_MAY_NAME_A_PARENT.search(answer.body) for answer in styles.answers)
    return bool(styles.answers)


@dataclass(slots=True)
class _Styles:
    """The style.css files by slug; none is requested twice."""

    fetch: Fetch
    settings: Settings
    bounds: Bounds
    by_slug: dict[str, Answer | None] = field(default_factory=dict)

    async def ask(self, *folders: Folder | None) -> None:
        """Request everything that is not known yet, at once."""
        asked = {folder[0]: folder[1] for folder in folders if folder and folder[0] not in self.by_slug}
        answers = await at_once([self._style(base_url) for base_url in asked.values()])
        self.by_slug.update(zip(asked, answers, strict=True))

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
    def answers(self) -> list[Exchange]:
        """What was answered where a style.css should be."""
        return [answer for answer in self.by_slug.values() if isinstance(answer, Exchange)]
