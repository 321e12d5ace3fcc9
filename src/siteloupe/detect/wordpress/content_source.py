"""Content from a WordPress on another host of the same site, as of a site whose pages other software makes.

Only what the page itself shows or was made from counts: its images and other files, its previews for other
sites, and the data in its scripts. A link that a visitor may follow says nothing about the page.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple
from urllib.parse import unquote

from siteloupe.detect.page.assets import Asset, host_of
from siteloupe.detect.page.hosts import Relation, relation
from siteloupe.document import Page
from siteloupe.reports.check_cms import ContentSource
from siteloupe.reports.evidence import Evidence

MAX_EVIDENCE = 6
MAX_TEXT = 1_000_000
"""Characters of all scripts that are searched."""

MAX_ADDRESSES = 500

_ADDRESS = re.compile(
    r"//([a-z0-9.-]{1,253}+)(?::\d{1,5}+)?+((?:/[\w.%~-]{1,100}+){0,12}?/(?:wp-content/uploads|wp-json/wp)/[\w./%~-]{0,150}+)",
    re.IGNORECASE,
)
"""An address in a text: its host, and its path in the folder of uploads or in the REST API."""

_PREVIEWS = frozenset(
    {"og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src"}
)


class _Sighting(NamedTuple):
    host: str
    where: str
    value: str


def content_source(page: Page, assets: Iterable[Asset]) -> ContentSource | None:
    """The WordPress on another host of the same site that the content of ``page`` comes from, or None.

    Of several hosts it is the one that is seen most.
    """
    own = host_of(page.url)
    seen = [each for each in _sightings(page, assets) if relation(each.host, own) is Relation.SIBLING]
    if not seen:
        return None
    ((host, _),) = Counter(each.host for each in seen).most_common(1)
    shown = dict.fromkeys((each.where, each.value) for each in seen if each.host == host)
    evidence = [
        Evidence(what="contentFrom", where=where, value=value[:300])
        for where, value in islice(shown, MAX_EVIDENCE)
    ]
    return ContentSource(name="WordPress", host=host, evidence=evidence)


def _sightings(page: Page, assets: Iterable[Asset]) -> Iterator[_Sighting]:
    for asset in assets:
        yield from _in_text(asset.where, f"//{asset.host}{asset.path}")
        if "%2F" in asset.query or "%2f" in asset.query:  # an image service names its source in a field
            yield from _in_text(asset.where, unquote(asset.query))
    for meta in page.metas:
        if meta.name in _PREVIEWS:
            yield from _in_text(f"<meta name={meta.name}>", meta.content)
    room = MAX_TEXT
    for script in page.scripts:
        if script.src is None and room > 0:
            text = script.text[:room]
            room -= len(text)
            yield from _in_text("inline <script>", text.replace("\\/", "/").replace("\\u002F", "/"))


def _in_text(where: str, text: str) -> Iterator[_Sighting]:
    if "/wp-content/uploads/" not in text and "/wp-json/wp/" not in text:
        return
    for match in islice(_ADDRESS.finditer(text), MAX_ADDRESSES):
        yield _Sighting(match[1].lower(), where, match[0][2:])
