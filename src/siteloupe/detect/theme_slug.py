"""Which theme a page's own marks name: its slug, its parent's, and where their folders are."""

from dataclasses import dataclass

from siteloupe.reports.evidence import Evidence


@dataclass(frozen=True, slots=True)
class ThemeMarks:
    """The theme as the page alone tells it.

    A ``…base_url`` is the absolute http(s) URL of a theme's folder, with its trailing slash, or None when
    no asset shows where the folder is. ``others`` are the further candidates, best first, each a slug and
    the URL of its folder.
    """

    slug: str
    base_url: str | None = None
    parent_slug: str | None = None
    parent_base_url: str | None = None
    others: tuple[tuple[str, str], ...] = ()
    evidence: tuple[Evidence, ...] = ()
