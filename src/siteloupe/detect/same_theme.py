"""Is an installed theme the one that the directory lists under its slug, or another of the same name?"""

import ada_url

from siteloupe.detect.directory import DirectoryTheme
from siteloupe.detect.style_header import StyleHeader
from siteloupe.detect.web_address import web_address

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
