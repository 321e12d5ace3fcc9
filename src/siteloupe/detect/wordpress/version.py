"""Which version of WordPress made a page, and the order of version numbers as WordPress sees it.

WordPress states its version in its generator, https://developer.wordpress.org/reference/functions/the_generator/,
in the address of its emoji script, and as ``?ver=`` of those of its own files that are enqueued without a
version of their own, https://developer.wordpress.org/reference/classes/wp_styles/_css_href/.
The order is PHP's: https://www.php.net/manual/en/function.version-compare.php.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from siteloupe.detect.page.assets import Asset
from siteloupe.detect.page.hosts import Relation
from siteloupe.document import Page
from siteloupe.reports.evidence import Evidence

Source = Literal["generator", "emoji", "asset"]

OWN_VERSION_FILES = (
    "/wp-includes/css/dist/block-library/",
    "/wp-includes/css/classic-themes",
    "/wp-includes/css/dashicons",
    "/wp-includes/css/admin-bar",
    "/wp-includes/js/admin-bar",
    "/wp-includes/js/comment-reply",
    "/wp-includes/js/mediaelement/wp-mediaelement",
    "/wp-includes/js/wp-embed",
    "/wp-includes/js/wp-emoji-release",
    "/wp-includes/js/wp-util",
)
"""Files that carry the version of WordPress; others carry a library's or a hash.

Source: https://developer.wordpress.org/reference/functions/wp_default_scripts/ and wp_default_styles()
"""

_GENERATOR = re.compile(r"WordPress (\S{1,40}+)")
_CORE_VERSION = re.compile(r"\d{1,2}\.\d(?:\.\d{1,2})?(?:-[A-Za-z][\w.-]{0,30}+)?")
_EMOJI = re.compile(r"/wp-emoji-release\.min\.js\?ver=([\w.-]{1,40}+)")
MAX_EMOJI_SETTINGS = 50_000
_VER = re.compile(r"(?:^|[&;])ver=([^&;#]{1,40}+)")
_STATIC_CORE = re.compile(r"/c/([^/]{1,40}+)/wp-includes/")
"""Jetpack's copy of WordPress, https://jetpack.com/support/site-accelerator/: its host is c0.wp.com."""


@dataclass(frozen=True, slots=True)
class CmsVersion:
    """A version of WordPress, and what it was read from."""

    version: str
    source: Source
    evidence: Evidence


def cms_version(page: Page, assets: Iterable[Asset]) -> CmsVersion | None:
    """The version of WordPress that ``page`` tells, by the most trusted of its sources; None if by none."""
    for version, source, where, value in _stated(page, assets):
        if _CORE_VERSION.fullmatch(version):
            return CmsVersion(version, source, Evidence(what="cmsVersion", where=where, value=value[:300]))
    return None


def _stated(page: Page, assets: Iterable[Asset]) -> Iterator[tuple[str, Source, str, str]]:
    for content in page.generators():
        if match := _GENERATOR.match(content):
            yield match[1].strip(",;"), "generator", "<meta name=generator>", content
    yield from _from_emoji(page)
    yield from _from_assets(assets)


def _from_emoji(page: Page) -> Iterator[tuple[str, Source, str, str]]:
    """The settings hold the script's address; since WordPress 6.9 they are JSON of their own."""
    for script in page.scripts:
        if script.src or not ("_wpemojiSettings" in script.text or script.id == "wp-emoji-settings"):
            continue
        if match := _EMOJI.search(script.text[:MAX_EMOJI_SETTINGS].replace("\\/", "/")):
            yield match[1], "emoji", "emoji settings", match[0]


def _from_assets(assets: Iterable[Asset]) -> Iterator[tuple[str, Source, str, str]]:
    """What most of WordPress's own files say."""
    votes: Counter[str] = Counter()
    seen: dict[str, tuple[str, str]] = {}
    for asset in assets:
        if "/wp-includes/" in asset.path and asset.is_code and asset.is_own:
            version = _stated_by(asset)
            if version is not None and _CORE_VERSION.fullmatch(version):
                votes[version] += 1
                seen.setdefault(version, (asset.where, asset.url))
    for version, _ in votes.most_common(1):
        yield version, "asset", *seen[version]


def _stated_by(asset: Asset) -> str | None:
    """The version of WordPress in the address of one of its files."""
    if asset.relation is Relation.WORDPRESS_COM:
        match = _STATIC_CORE.match(asset.path)
    elif any(name in asset.path for name in OWN_VERSION_FILES):
        match = _VER.search(asset.query)
    else:
        match = None
    return match[1] if match else None


Precedence = tuple[tuple[int, int, int, str], ...]

_PIECE = re.compile(r"[0-9]++|[A-Za-z]++|(?<=[0-9])[^0-9A-Za-z.+_-][A-Za-z]*+")

_WORDS = (("dev", 0), ("a", 1), ("b", 2), ("RC", 3), ("rc", 3), ("p", 5))
_OTHER_WORD = -1
_NUMBER = 4


def precedence(version: str) -> Precedence:
    """A sort key: whatever has the greater one is the later version.

    The version is cut into runs of digits and runs of letters; anything else only separates, but for a
    character other than ``.``, ``-``, ``_`` and ``+`` right after a digit, which begins a word. Piece by
    piece, ``any other word < dev < alpha = a < beta = b < RC = rc < nothing more < number < pl = p``. Words
    count by how they begin and by case, as in PHP, so ``apple`` is an alpha and ``Beta`` is any other word.
    Two departures from PHP, which make the order total: separators at either end are ignored (PHP finds
    ``1.0.`` older than itself), and numbers have no upper bound.
    """
    pieces = _PIECE.findall(version)
    return (*map(_rank, pieces), (_NUMBER, 0, 0, "")) if pieces else ()


def compare(left: str, right: str) -> int:
    """-1, 0 or 1 as ``left`` is older than, as old as, or newer than ``right``."""
    first, second = precedence(left), precedence(right)
    return (first > second) - (first < second)


_RELEASE = re.compile(r"[vV]?+(\d++(?:\.\d++)*+(?!\.?[xX*])[^%{}$@]*+)\Z", re.ASCII)


def is_older(installed: str | None, latest: str | None) -> bool | None:
    """Whether one release is older than the other; None where either side is missing or no release.

    ``trunk``, ``dev-main``, ``6.x``, ``N/A`` and the placeholders of build tools are none: nothing says how
    old they are. A ``v`` before the number is no part of it.
    """
    first, second = (_RELEASE.match((version or "").strip()) for version in (installed, latest))
    return compare(first[1], second[1]) < 0 if first and second else None


def _rank(piece: str) -> tuple[int, int, int, str]:
    if piece[0].isdigit():
        digits = piece.lstrip("0")
        return _NUMBER, 1, len(digits), digits
    rank = next((rank for word, rank in _WORDS if piece.startswith(word)), _OTHER_WORD)
    return rank, 0, 0, ""
