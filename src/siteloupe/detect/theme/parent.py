"""Which of two themes is the child: the Template header of style.css decides.

Source: https://developer.wordpress.org/themes/advanced-topics/child-themes/
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from urllib.parse import quote

from siteloupe.detect.theme.page_marks import ThemeMarks
from siteloupe.detect.theme.style_css import StyleHeader

_FOLDER = re.compile(r"[A-Za-z0-9][\w.+~ -]{0,99}")


def template_of(header: StyleHeader | None, slug: str) -> str | None:
    """Return the folder of the parent that the theme ``slug`` names, or None when it names no other theme.

    On hosts that group themes in folders, such as WordPress.com with ``pub/…``, the last part is the slug.
    A path that leads out of the folder of themes names none.
    """
    if header is None:
        return None
    folders = header.template.rstrip("/").split("/")
    if not all(map(_FOLDER.fullmatch, folders)) or folders[-1].casefold() == slug.casefold():
        return None
    return folders[-1]


def resolve_parent(marks: ThemeMarks, headers: Mapping[str, StyleHeader]) -> ThemeMarks:
    """Return ``marks`` with the theme and the parent that the style.css ``headers`` (by slug) prove.

    A theme without a Template header has no parent, whatever the page shows. A candidate whose Template
    header names the theme is its child, and therefore the active theme.
    """
    own = headers.get(marks.slug)
    if (template := template_of(own, marks.slug)) is not None:
        return replace(marks, parent_slug=template, parent_base_url=_base_url(marks, template))
    for slug, base_url in _other_candidates(marks):
        if template_of(headers.get(slug), slug) == marks.slug:
            return _swap(marks, slug, base_url)
    if own is not None:
        return replace(marks, parent_slug=None, parent_base_url=None)
    return marks


def other_candidate(marks: ThemeMarks) -> tuple[str, str] | None:
    """Return the other theme whose style.css can show that it is the child, with the URL of its folder."""
    return next(_other_candidates(marks), None)


def _other_candidates(marks: ThemeMarks) -> Iterator[tuple[str, str]]:
    if marks.parent_slug is not None and (base_url := _base_url(marks, marks.parent_slug)) is not None:
        yield marks.parent_slug, base_url
    yield from (other for other in marks.others if other[0] not in {marks.slug, marks.parent_slug})


def _base_url(marks: ThemeMarks, slug: str) -> str | None:
    """Return the URL of the folder of ``slug``: by the page, otherwise beside the theme's own folder."""
    if slug == marks.parent_slug and marks.parent_base_url is not None:
        return marks.parent_base_url
    if (base_url := dict(marks.others).get(slug)) is not None:
        return base_url
    if marks.base_url is None:
        return None
    themes, _, _ = marks.base_url.rstrip("/").rpartition("/")
    return f"{themes}/{quote(slug)}/"


def _swap(marks: ThemeMarks, slug: str, base_url: str) -> ThemeMarks:
    others = tuple(other for other in marks.others if other[0] != slug)
    return replace(
        marks,
        slug=slug,
        base_url=base_url,
        parent_slug=marks.slug,
        parent_base_url=marks.base_url,
        others=others,
    )
