"""Whether the beginning of a page shows that the whole is a page to read, whatever comes behind it.

What was parsed of a page stays as it is when more of it is parsed: text and links are not taken away, and
a page with text becomes no frameset (https://html.spec.whatwg.org/multipage/parsing.html#frameset-ok-flag).
So a page that is too full for a block page, or for a redirect by a script, is too full in the end as well.
Only a refresh can come after all that; one in the body is against the standard, and rare.
"""

from collections.abc import Callable

from siteloupe.capture import Exchange
from siteloupe.detect.page.doorway import MAX_NOTICE
from siteloupe.detect.page.shell import MAX_TEXT
from siteloupe.detect.page.visible import visible_content
from siteloupe.detect.refusal.refusal import is_html, is_never_bare
from siteloupe.document import Page, StaticContent

ENOUGH_TEXT = 2 * MAX_NOTICE
"""Visible characters of a page that no script redirects, see ``doorway``."""

_WHOLE_TITLE = 1000
"""Characters of a title that may have been cut."""


def shows_content(beginning: Exchange, page: Page, content: Callable[[], StaticContent]) -> bool:
    """Whether an answer that begins like ``beginning`` is neither a refusal nor a doorway.

    ``page`` is ``beginning`` parsed, and ``content`` returns its static content. False when that cannot be
    told yet.
    """
    if beginning.status != 200 or not is_html(beginning.headers, beginning.body):
        return False
    if "refresh" in beginning.headers or not is_never_bare(beginning, page):
        return False
    if (text := _text_outside_title(page)) <= ENOUGH_TEXT:
        return False
    if text > MAX_TEXT and not any(meta.name == "refresh" for meta in page.metas):
        return True
    found = content()
    return not found.refresh and (text > MAX_TEXT or found.cut or _closed_text(found) > ENOUGH_TEXT)


def _text_outside_title(page: Page) -> int:
    return page.text_length - len(page.title) if len(page.title) < _WHOLE_TITLE else 0


def _closed_text(content: StaticContent) -> int:
    """Count the visible characters, without those of elements that have not ended.

    What such an element goes on to say may show that it only asks the visitor to wait.
    """
    elements, texts = content.elements, visible_content(content).texts
    own = list(texts)
    for number, element in enumerate(elements):
        if element.parent >= 0:
            own[element.parent] -= texts[number]
    total, last = sum(own), len(elements) - 1
    while last >= 0:
        total -= own[last]
        last = elements[last].parent
    return total
