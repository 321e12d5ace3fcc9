"""Which of two themes is the child: the Template header of style.css tells.

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
    """The folder of the parent that the theme ``slug`` names, or None when it names none but itself.

    On hosts that group themes in folders, such as WordPress.com with ``pub/…``, the last part is the slug.
    A path that leads out of the folder of themes names none.
    """
    if header is None:
        return None
    folders = header.template.rstrip("/").split("/")
    if not all(map(_FOLDER.fullmatch, folders)) or folders[-1].casefold() == slug.casefold():
        return None
    return folders[-1]


def settle(marks: ThemeMarks, headers: Mapping[str, StyleHeader]) -> ThemeMarks:
    """``marks`` in the order that the style.css headers, by slug, leave no doubt of.

    A theme whose header names no Template has no parent, whatever the page looks like; a candidate whose
    header names the theme is its child, and therefore the active theme.
    """
    own = headers.get(marks.slug)
    if (template := template_of(own, marks.slug)) is not None:
        return replace(marks, parent_slug=template, parent_base_url=_base_url(marks, template))
    for slug, base_url in _rivals(marks):
        if template_of(headers.get(slug), slug) == marks.slug:
            return _swapped(marks, slug, base_url)
    if own is not None:
        return replace(marks, parent_slug=None, parent_base_url=None)
    return marks


def rival(marks: ThemeMarks) -> tuple[str, str] | None:
    """The one other theme whose style.css could show the order to be another, with the URL of its folder."""
    return next(_rivals(marks), None)


def _rivals(marks: ThemeMarks) -> Iterator[tuple[str, str]]:
    if marks.parent_slug is not None and (base_url := _base_url(marks, marks.parent_slug)) is not None:
        yield marks.parent_slug, base_url
    yield from (other for other in marks.others if other[0] not in {marks.slug, marks.parent_slug})


def _base_url(marks: ThemeMarks, slug: str) -> str | None:
    """Where the folder of ``slug`` is: as the page shows it, else beside the theme's own."""
    if slug == marks.parent_slug and marks.parent_base_url is not None:
        return marks.parent_base_url
    if (shown := dict(marks.others).get(slug)) is not None:
        return shown
    if marks.base_url is None:
        return None
    themes, _, _ = marks.base_url.rstrip("/").rpartition("/")
    return f"{themes}/{quote(slug)}/"


def _swapped(marks: ThemeMarks, slug: str, base_url: str) -> ThemeMarks:
    others = tuple(other for other in marks.others if other[0] != slug)
    return replace(
        marks,
        slug=slug,
        base_url=base_url,
        parent_slug=marks.slug,
        parent_base_url=marks.base_url,
        others=others,
    )
