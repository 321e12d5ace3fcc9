"""Saved pages as visits to replay: the files that browsers, proxies and crawlers write.

The files may be hostile: all reading has limits, and only the files of a saved page are read. No connection
is ever made, so all ports and addresses are allowed here.
"""

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

from siteloupe.net.folder import Saved, load
from siteloupe.saved.har import load_har
from siteloupe.saved.html import load_html
from siteloupe.saved.message import ANYWHERE
from siteloupe.saved.mhtml import MAX_HEAD, is_mhtml, load_mhtml
from siteloupe.saved.warc import load_warc
from siteloupe.settings import Settings

_GZIP = b"\x1f\x8b"


def saved_visits(path: Path, url: str | None = None) -> Generator[Saved]:
    """Yield every saved visit in ``path``: a captured folder, a page of HTML or MHTML, a HAR file, a WARC.

    The beginning of a file decides, not its name. ``url`` is the address of a page of HTML or MHTML; other
    files contain it. Raises BadCapture, which says what is wrong with the file, and OSError.
    """
    if path.is_dir():
        yield load(path)
        return
    with path.open("rb") as file:
        head = file.read(MAX_HEAD)
    if head.startswith((b"WARC/", _GZIP)):
        yield from load_warc(path)
    elif head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        yield from load_har(path)
    elif is_mhtml(head):
        yield load_mhtml(path, url)
    else:
        yield load_html(path, url)


def offline_settings(settings: Settings, path: Path) -> Settings:
    """Return ``settings`` for ``path``: the addresses of a captured folder are checked again."""
    return (
        settings
        if path.is_dir()
        else replace(settings, allow_ports=ANYWHERE.ports, allow_networks=ANYWHERE.networks)
    )
