"""Doorways: pages that redirect their visitors by themselves, or show another page in their place.

There are three kinds: a refresh of at most five seconds, in the page or in a header; a script that sets
``location``, in a page without its own text; a frame that fills the page. HTTP's own redirects are not read
here. Source: https://html.spec.whatwg.org/multipage/document-lifecycle.html#shared-declarative-refresh-steps
"""

import functools
import re
from collections.abc import Callable
from dataclasses import dataclass

from siteloupe.capture import DoorwayKind, Exchange
from siteloupe.detect.page.frames import filling_frame, is_frameset, shown_frames
from siteloupe.detect.page.phrases import leads_on
from siteloupe.detect.page.script_redirect import script_redirect
from siteloupe.detect.page.shell import MAX_TEXT
from siteloupe.detect.page.visible import PICTURE, VisibleContent, visible_content
from siteloupe.document import Page, StaticContent, absolute_url

MAX_DELAY = 5.0
"""The longest delay of a refresh that counts as a redirect, in seconds."""

MAX_NOTICE = 200
"""Most characters of a text that says that its page leads on."""

MAX_SCRIPTS = 20

_REFRESH = re.compile(r"([0-9]{0,9})(?:\.[0-9.]*+)?(?:\s*+[;,]|\s|\Z)\s*+(.*)", re.DOTALL)
_URL = re.compile(r"url\s*+=\s*+", re.IGNORECASE)
_FRAMESET = re.compile(rb"<frameset", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Doorway:
    """A doorway.

    ``url`` is its target, an absolute http(s) URL without its fragment. It is None when the target is
    unknown: computed, no http(s) URL, or several frames.
    """

    kind: DoorwayKind
    url: str | None


Content = Callable[[], StaticContent]


def doorway_of(exchange: Exchange, page: Page, content: Content, *, is_shell: bool = False) -> Doorway | None:
    """Return the doorway of ``page``, or None when it is none.

    Never raises. ``content`` returns its static content, and is called for few pages. Scripts build a page
    that ``is_shell``, so it is a doorway only when it states a target.
    """
    looks = (_refresh, _frameset, _script, _frame)
    leads = _Leads(exchange, page, content, is_shell=is_shell)
    return next((found for look in looks if (found := look(leads)) is not None), None)


class _Leads:
    """The inputs of the checks."""

    def __init__(self, exchange: Exchange, page: Page, content: Content, *, is_shell: bool) -> None:
        self.exchange = exchange
        self.page = page
        self.is_shell = is_shell
        self._content = content

    @functools.cached_property
    def content(self) -> StaticContent:
        return self._content()

    @functools.cached_property
    def visible(self) -> VisibleContent:
        return visible_content(self.content)

    @property
    def may_be_empty(self) -> bool:
        return self.page.text_length <= MAX_TEXT

    def is_without_text(self, url: str | None) -> bool:
        """Whether the page only says that it leads on, perhaps with a link to ``url``."""
        if not self.may_be_empty or self.content.cut:
            return False
        left = self.visible.text - self._link_text_size(url)
        if left <= 0:
            return True
        return left <= MAX_NOTICE and leads_on(" ".join(each.text for each in self.content.elements))

    def _link_text_size(self, url: str | None) -> int:
        """Count the characters in links to ``url``."""
        if url is None:
            return 0
        base, elements = self.page.base_url, self.content.elements
        return sum(
            self.visible.texts[number]
            for number, each in enumerate(elements)
            if each.tag == "a" and _bare(absolute_url(base, each.attributes.get("href", ""))) == url
        )

    def to(self, kind: DoorwayKind, reference: str | None) -> Doorway | None:
        """Return the doorway to ``reference``; None when that is the page itself."""
        url = _bare(absolute_url(self.page.base_url, reference)) if reference is not None else ""
        return None if url == _bare(self.page.url) else Doorway(kind, url or None)


def parse_refresh(text: str) -> tuple[float, str] | None:
    """Parse seconds and URL (empty for the page itself); None for a text that browsers ignore."""
    match = _REFRESH.fullmatch(text.strip())
    if match is None or not (match[1] or text.strip().startswith(".")):
        return None
    url = match[2]
    if named := _URL.match(url):
        url = url[named.end() :]
        if url[:1] in {"'", '"'}:
            url = url[1:].partition(url[0])[0]
    return float(match[1] or 0), url.strip()


def _refresh(leads: _Leads) -> Doorway | None:
    text = leads.exchange.headers.get("refresh") or ""
    if not text and any(meta.name == "refresh" for meta in leads.page.metas):
        text = leads.content.refresh
    if not (refresh := parse_refresh(text)):
        return None
    seconds, reference = refresh
    if not reference or reference.lower().startswith("javascript:"):  # browsers do not follow these
        return None
    doorway = leads.to("meta-refresh", reference)
    if doorway is None or (seconds <= MAX_DELAY and doorway.url is not None):
        return doorway
    return (
        Doorway("meta-refresh", None) if leads.is_without_text(doorway.url) and not leads.is_shell else None
    )


def _frameset(leads: _Leads) -> Doorway | None:
    page = leads.page
    if page.anchors or page.images or not _FRAMESET.search(leads.exchange.body):
        return None
    if not is_frameset(leads.content):
        return None
    urls = shown_frames(page, leads.content)
    return (leads.to("frame", urls[0]) if len(urls) == 1 else None) or Doorway("frame", None)


def _script(leads: _Leads) -> Doorway | None:
    if not leads.may_be_empty or leads.content.cut:
        return None
    page = leads.page
    inline = (each for each in page.scripts if each.is_executable and not each.address)
    codes = [each.text for each in inline if "nomodule" not in each.attributes][:MAX_SCRIPTS]
    codes.append(page.body.get("onload", ""))
    if not any("location" in code for code in codes) or leads.visible.text > 2 * MAX_NOTICE:
        return None
    if (redirect := script_redirect(codes)) is None:
        return None
    doorway = leads.to("location", redirect.url)
    if doorway is None or (doorway.url is None and leads.is_shell) or not leads.is_without_text(doorway.url):
        return None
    return doorway


def _frame(leads: _Leads) -> Doorway | None:
    if leads.is_shell or not leads.may_be_empty or not leads.page.frames:
        return None
    if leads.content.cut or leads.visible.text or leads.visible.total != PICTURE:
        return None
    url = filling_frame(leads.page, leads.content)
    return leads.to("frame", url) if url else None


def _bare(url: str) -> str:
    return url.partition("#")[0]
