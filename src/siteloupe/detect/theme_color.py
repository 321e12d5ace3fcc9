"""The color that a page asks browsers to frame it in.

Source: https://html.spec.whatwg.org/multipage/semantics.html#meta-theme-color
"""

from siteloupe.css.conditions import media_matches
from siteloupe.document import Page


def theme_color(page: Page) -> str | None:
    """The first ``<meta name=theme-color>`` for a desktop screen under a light scheme, as written.

    Else the first for any: a site with a dark one alone is dark.
    """
    given = [meta for meta in page.metas if meta.name == "theme-color" and meta.content]
    light = (meta.content for meta in given if media_matches(meta.media))
    return next(light, given[0].content if given else None)
