"""Pages that others saved, as visits to replay: what browsers, proxies and crawlers write.

Files may come from strangers: everything that is read of them is bounded, and no other file is read but
those that belong to a saved page. Nothing is ever dialled, so what a URL leads to is of no concern here:
any port and any address will do.
"""

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

from siteloupe.net.folder import Saved, load
from siteloupe.saved.har import load_har
from siteloupe.saved.html import load_html
from siteloupe.saved.message import ANYWHERE
from siteloupe.saved.warc import load_warc
from siteloupe.settings import Settings

_GZIP = b"\x1f\x8b"
_HEAD = 1024


def saved_visits(path: Path, url: str | None = None) -> Generator[Saved]:
    """Every visit that is saved in ``path``, as it is read: a captured folder, a page of HTML, HAR or WARC.

    What a file is shows in how it begins, not in its name. ``url`` is where a page of HTML came from; the
    others say it themselves. Raises BadCapture, saying what is wrong with the file; OSError.
    """
    if path.is_dir():
        yield load(path)
        return
    with path.open("rb") as file:
        head = file.read(_HEAD)
    if head.startswith((b"WARC/", _GZIP)):
        yield from load_warc(path)
    elif head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        yield from load_har(path)
    else:
        yield load_html(path, url)


def offline_settings(settings: Settings, path: Path) -> Settings:
    """``settings`` to analyze ``path`` with: a captured folder goes through the address wall once more."""
    return (
        settings
        if path.is_dir()
        else replace(settings, allow_ports=ANYWHERE.ports, allow_networks=ANYWHERE.networks)
    )
