"""The theme directory at wordpress.org: its answer about a theme, and whether it is the installed theme.

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
    """One theme of the directory; None for each field that the answer lacks or has in an invalid form."""

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
    """The directory answered that it has no such theme."""


def could_list(slug: str) -> bool:
    """Whether ``slug`` is a valid slug of the directory: its slugs are lower case, so ``Divi`` is not."""
    return _SLUG.fullmatch(slug) is not None


def read_answer(answer: Answer | None) -> DirectoryTheme | NotListed | None:
    """Return the theme in ``answer``, NotListed when the directory has none, None for any other answer.

    For an unknown slug, the directory answers 404 with ``{"error": "Theme not found"}``; older releases of
    the interface answer 200 with ``false``. Another 404 does not come from the directory.
    """
    if not isinstance(answer, Exchange) or answer.status not in {200, 404}:
        return None
    fields = decode_json(answer.body)
    if fields is False and answer.status == 200:
        return NotListed()
    if not isinstance(fields, dict):
        return None
    if isinstance(error := fields.get("error"), str):
        return NotListed() if _NOT_LISTED.search(error[:200]) else None
    return _directory_theme(fields) if answer.status == 200 else None


def decode_json(body: bytes) -> Any:
    """Return the value of an answer; None when it is no JSON."""
    try:
        return msgspec.json.decode(body.removeprefix(b"\xef\xbb\xbf"))
    except (ValueError, RecursionError):  # malformed, not UTF-8, numbers out of range; nested too deep
        return None


def _directory_theme(fields: dict[str, Any]) -> DirectoryTheme | None:
    slug = fields.get("slug")
    if not isinstance(slug, str) or not could_list(slug):
        return None
    return DirectoryTheme(
        slug=slug,
        name=_plain_or_none(fields.get("name")),
        version=_plain_or_none(fields.get("version")),
        author=_author(fields.get("author")),
        theme_uri=_address(fields.get("theme_url")),
        screenshot_url=_address(fields.get("screenshot_url")),
        active_installs=parse_count(fields.get("active_installs")),
        downloads=parse_count(fields.get("downloaded")),
        parent_slug=_parent_slug(fields),
    )


def _plain_or_none(value: Any) -> str | None:
    return (plain_text(value) or None) if isinstance(value, str) else None


def _author(value: Any) -> str | None:
    """Return the display name; older answers have a login name instead of the object."""
    if not isinstance(value, dict):
        return _plain_or_none(value)
    return (
        _plain_or_none(value.get("display_name"))
        or _plain_or_none(value.get("author"))
        or _plain_or_none(value.get("user_nicename"))
    )


def _address(value: Any) -> str | None:
    return web_address(value) if isinstance(value, str) else None


def parse_count(value: Any) -> int | None:
    """Return a number of installs or downloads; some answers have numbers as strings."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 12:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return value if 0 <= value <= MAX_COUNT else None


def _parent_slug(fields: dict[str, Any]) -> str | None:
    parent = fields.get("parent")
    slug = parent.get("slug") if isinstance(parent, dict) else fields.get("template")
    return slug if isinstance(slug, str) and could_list(slug) and slug != fields["slug"] else None


_DIRECTORY_HOSTS = ("wordpress.org", "w.org")


def is_same(installed: StyleHeader, listing: DirectoryTheme) -> bool:
    """Whether the installed theme is the listed one; false only with proof.

    Folders of private and commercial themes can be equal to slugs of the directory. But WordPress itself uses
    the folder, themes are renamed, and authors write their names differently. So it is another theme only
    when its name, its author and its address all differ from the listed ones and the address is not at
    wordpress.org. An Update URI elsewhere is proof, because WordPress then takes no updates from the
    directory.

    Source: https://make.wordpress.org/core/2021/06/29/introducing-update-uri-plugin-header-in-wordpress-5-8/
    """
    if installed.update_uri:
        return _is_directory(_host(installed.update_uri))
    host = _host(installed.theme_uri)
    return (
        _is_directory(host)
        or (host != "" and host == _host(listing.theme_uri))
        or _is_similar(installed.theme_name, listing.name)
        or _is_similar(installed.author, listing.author)
    )


def _is_similar(one: str, other: str | None) -> bool:
    """Whether one text contains the other, by letters and digits only; an empty text fits any text."""
    first, second = _letters(one), _letters(other or "")
    return first in second or second in first


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _host(address: str | None) -> str:
    if (url := web_address(address or "")) is None:
        return ""
    return str(ada_url.URL(url).hostname).removeprefix("www.")


def _is_directory(host: str) -> bool:
    return host.endswith(tuple(f".{name}" for name in _DIRECTORY_HOSTS)) or host in _DIRECTORY_HOSTS
