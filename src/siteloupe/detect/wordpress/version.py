"""The version of WordPress that made a page, and the order of version numbers.

WordPress states its version in its generator, https://developer.wordpress.org/reference/functions/the_generator/,
in the URL of its emoji script, and as ``?ver=`` of its own files that have no version of their own,
https://developer.wordpress.org/reference/classes/wp_styles/_css_href/.
The order is PHP's: https://www.php.net/manual/en/function.version-compare.php.
"""

import functools
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from siteloupe.detect.page.assets import Asset
from siteloupe.detect.page.hosts import Relation
from siteloupe.detect.wordpress.directories import core_marks
from siteloupe.document import Page
from siteloupe.reports.evidence import Evidence

Source = Literal["generator", "emoji", "asset"]

_GENERATOR = re.compile(r"WordPress (\S{1,40}+)")
_CORE_VERSION = re.compile(r"\d{1,2}\.\d(?:\.\d{1,2})?(?:-[A-Za-z][\w.-]{0,30}+)?")
_EMOJI = re.compile(r"/wp-emoji-release\.min\.js\?ver=([\w.-]{1,40}+)")
MAX_EMOJI_SETTINGS = 50_000
_VER = re.compile(r"(?:^|[&;])ver=([^&;#]{1,40}+)")
_STATIC_CORE = re.compile(r"/c/([^/]{1,40}+)/wp-includes/")
"""Jetpack's copy of WordPress on c0.wp.com: https://jetpack.com/support/site-accelerator/."""


@dataclass(frozen=True, slots=True)
class CmsVersion:
    """A version of WordPress, and its source."""

    version: str
    source: Source
    evidence: Evidence


def cms_version(page: Page, assets: Iterable[Asset]) -> CmsVersion | None:
    """Return the version of WordPress in ``page``, from its most trusted source; None without a source."""
    for version, source, where, value in _find_versions(page, assets):
        if _CORE_VERSION.fullmatch(version):
            return CmsVersion(version, source, Evidence(what="cmsVersion", where=where, value=value[:300]))
    return None


def _find_versions(page: Page, assets: Iterable[Asset]) -> Iterator[tuple[str, Source, str, str]]:
    for content in page.generators():
        if match := _GENERATOR.match(content):
            yield match[1].strip(",;"), "generator", "<meta name=generator>", content
    yield from _from_emoji(page)
    yield from _from_assets(assets)


def _from_emoji(page: Page) -> Iterator[tuple[str, Source, str, str]]:
    """Read the settings, which contain the script's URL; since WordPress 6.9 they are a JSON block."""
    for script in page.scripts:
        if script.src or not ("_wpemojiSettings" in script.text or script.id == "wp-emoji-settings"):
            continue
        if match := _EMOJI.search(script.text[:MAX_EMOJI_SETTINGS].replace("\\/", "/")):
            yield match[1], "emoji", "emoji settings", match[0]


def _from_assets(assets: Iterable[Asset]) -> Iterator[tuple[str, Source, str, str]]:
    """Return the version of most of WordPress's own files."""
    votes: Counter[str] = Counter()
    first: dict[str, tuple[str, str]] = {}
    for asset in assets:
        if "/wp-includes/" in asset.path and asset.is_code and asset.is_own:
            version = _version_in_url(asset)
            if version is not None and _CORE_VERSION.fullmatch(version):
                votes[version] += 1
                first.setdefault(version, (asset.where, asset.url))
    for version, _ in votes.most_common(1):
        yield version, "asset", *first[version]


def _version_in_url(asset: Asset) -> str | None:
    """Return the version of WordPress in the URL of one of its files."""
    if asset.relation is Relation.WORDPRESS_COM:
        match = _STATIC_CORE.match(asset.path)
    elif any(name in asset.path for name in core_marks("version-file")):
        match = _VER.search(asset.query)
    else:
        match = None
    return match[1] if match else None


Precedence = tuple[tuple[int, int, int, str], ...]

_PIECE = re.compile(r"[0-9]++|[A-Za-z]++|(?<=[0-9])[^0-9A-Za-z.+_-][A-Za-z]*+")

_WORDS = (("dev", 0), ("a", 1), ("b", 2), ("RC", 3), ("rc", 3), ("p", 5))
_OTHER_WORD = -1
_NUMBER = 4


@functools.lru_cache(maxsize=2048)
def precedence(version: str) -> Precedence:
    """Return a sort key: the later version has the greater key.

    The key has one piece for each run of digits and each run of letters. Other characters only separate
    pieces, but a character other than ``.``, ``-``, ``_`` and ``+`` directly after a digit begins a word. The
    order of pieces is ``any other word < dev < alpha = a < beta = b < RC = rc < no piece < number < pl = p``.
    As in PHP, only the beginning of a word decides, and its case: ``apple`` is an alpha and ``Beta`` is any
    other word. Two differences from PHP make the order total: separators at both ends are ignored (in PHP
    ``1.0.`` is older than itself), and numbers have no upper limit.
    """
    pieces = _PIECE.findall(version)
    return (*map(_rank, pieces), (_NUMBER, 0, 0, "")) if pieces else ()


def compare(left: str, right: str) -> int:
    """Return -1, 0 or 1 when ``left`` is older than, as old as, or newer than ``right``."""
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
