"""What the theme directory at wordpress.org answers about a theme, and whether it means the installed one.

Source: https://codex.wordpress.org/WordPress.org_API#Themes and
https://github.com/WordPress/wordpress.org/tree/trunk/api.wordpress.org/public_html/themes/info
"""

import re
from dataclasses import dataclass
from typing import Any

import ada_url
import msgspec

from siteloupe.capture import Answer, Exchange
from siteloupe.detect.page.text import plain_text, web_address
from siteloupe.detect.theme.style_css import StyleHeader

MAX_COUNT = 10**12

_SLUG = re.compile(r"[a-z0-9_-]{1,200}")
_NOT_LISTED = re.compile(r"theme not found|invalid slug", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class DirectoryTheme:
    """One theme as the directory lists it; None for whatever it does not state, or not in a form to trust."""

    slug: str
    name: str | None = None
    version: str | None = None
    author: str | None = None
    theme_uri: str | None = None
    screenshot_url: str | None = None
    active_installs: int | None = None
    downloads: int | None = None
    parent_slug: str | None = None


@dataclass(frozen=True, slots=True)
class NotListed:
    """The directory was asked, and has no such theme."""


def could_list(slug: str) -> bool:
    """Whether the directory could list ``slug`` at all: its slugs are lower case, so ``Divi`` is none."""
    return _SLUG.fullmatch(slug) is not None


def read(answer: Answer | None) -> DirectoryTheme | NotListed | None:
    """The theme that ``answer`` describes, NotListed when there is none, None when nothing can be told.

    An unknown slug is answered with 404 and ``{"error": "Theme not found"}``, or by older releases of the
    interface with 200 and ``false``. A 404 of any other form comes from something else than the directory.
    """
    if not isinstance(answer, Exchange) or answer.status not in {200, 404}:
        return None
    stated = _decoded(answer.body)
    if stated is False and answer.status == 200:
        return NotListed()
    if not isinstance(stated, dict):
        return None
    if isinstance(error := stated.get("error"), str):
        return NotListed() if _NOT_LISTED.search(error[:200]) else None
    return _listed(stated) if answer.status == 200 else None


def _decoded(body: bytes) -> Any:
    try:
        return msgspec.json.decode(body.removeprefix(b"\xef\xbb\xbf"))
    except (ValueError, RecursionError):  # malformed, not UTF-8, numbers out of range; nested too deep
        return None


def _listed(stated: dict[str, Any]) -> DirectoryTheme | None:
    slug = stated.get("slug")
    if not isinstance(slug, str) or not could_list(slug):
        return None
    return DirectoryTheme(
        slug=slug,
        name=_text(stated.get("name")),
        version=_text(stated.get("version")),
        author=_author(stated.get("author")),
        theme_uri=_address(stated.get("theme_url")),
        screenshot_url=_address(stated.get("screenshot_url")),
        active_installs=_count(stated.get("active_installs")),
        downloads=_count(stated.get("downloaded")),
        parent_slug=_parent(stated),
    )


def _text(value: Any) -> str | None:
    return (plain_text(value) or None) if isinstance(value, str) else None


def _author(value: Any) -> str | None:
    """The display name; older answers hold a login name in the place of the object."""
    if not isinstance(value, dict):
        return _text(value)
    return _text(value.get("display_name")) or _text(value.get("author")) or _text(value.get("user_nicename"))


def _address(value: Any) -> str | None:
    return web_address(value) if isinstance(value, str) else None


def _count(value: Any) -> int | None:
    """A number of installs or downloads; some answers have held numbers as strings."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 12:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return value if 0 <= value <= MAX_COUNT else None


def _parent(stated: dict[str, Any]) -> str | None:
    parent = stated.get("parent")
    named = parent.get("slug") if isinstance(parent, dict) else stated.get("template")
    return named if isinstance(named, str) and could_list(named) and named != stated["slug"] else None


_DIRECTORY_HOSTS = ("wordpress.org", "w.org")


def is_same(installed: StyleHeader, listed: DirectoryTheme) -> bool:
    """False only where the installed theme disowns the directory, or nothing of it fits the listing.

    Folders of in-house and bought themes collide with slugs of the directory, yet a theme's folder is what
    WordPress itself goes by, themes are renamed, and authors spell themselves differently. So a theme is
    taken for another only when its name, its author and its address all differ from the listed ones and
    the address is not at wordpress.org. An Update URI elsewhere settles it, since WordPress then no longer
    takes updates from the directory.

    Source: https://make.wordpress.org/core/2021/06/29/introducing-update-uri-plugin-header-in-wordpress-5-8/
    """
    if installed.update_uri:
        return _is_directory(_host(installed.update_uri))
    host = _host(installed.theme_uri)
    return (
        _is_directory(host)
        or (host != "" and host == _host(listed.theme_uri))
        or _alike(installed.theme_name, listed.name)
        or _alike(installed.author, listed.author)
    )


def _alike(stated: str, listed: str | None) -> bool:
    """Whether one text holds the other, letters and digits alone; what one side leaves out, cannot differ."""
    mine, theirs = _letters(stated), _letters(listed or "")
    return mine in theirs or theirs in mine


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _host(address: str | None) -> str:
    if (url := web_address(address or "")) is None:
        return ""
    return str(ada_url.URL(url).hostname).removeprefix("www.")


def _is_directory(host: str) -> bool:
    return host.endswith(tuple(f".{name}" for name in _DIRECTORY_HOSTS)) or host in _DIRECTORY_HOSTS
