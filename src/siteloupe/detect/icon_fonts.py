"""Which families are icons: by name, or because nothing but icon classes uses them."""

import functools
import re
from collections.abc import Mapping

from siteloupe.css.grammar import unquote
from siteloupe.data import rows
from siteloupe.detect.font_names import key_of

_NAMED = re.compile(
    r"\bicons?\b|icons\b|icomoon|iconfont|glyph(?:s|icons?)?\b|\bsymbols?\b|awesome|dashicon|fontello|flaticon"
    r"|linearicons|genericon|socicon|[_-]icon"
    r"|^fa(?:[- ]?(?:solid|regular|brands?|light|thin|duotone|sharp)|[srlbd])?\b",
    re.IGNORECASE,
)
"""Words that name icon fonts. Text faces keep clear of them: *Lexicon* has a letter before."""


@functools.cache
def _known() -> Mapping[str, str]:
    return {key_of(row["family"]): row["name"] for row in rows("icon_fonts.tsv")}


def icon_set(family: str) -> str | None:
    """The icon set that ``family`` is of: its name, the family's own where only its words say so, or None."""
    return _known().get(key_of(family)) or (family if _NAMED.search(family[:200]) else None)


def is_private(content: str) -> bool:
    """Whether a ``content`` value shows a character of Unicode's private use areas, as icons do.

    Source: https://www.unicode.org/faq/private_use.html
    """
    if content[:1] not in {'"', "'"} or ("\\" not in content and content.isascii()):
        return False
    text = unquote(content[:40])
    return any("\ue000" <= character <= "\uf8ff" or character >= "\U000f0000" for character in text)


def is_for_icons(selector: str) -> bool:
    """Whether icon fonts are applied by such a selector: a pseudo-element, classes by their prefix."""
    lowered = selector.lower()
    return (
        lowered.endswith((":before", ":after"))
        or "[class^=" in lowered
        or "[class*=" in lowered
        or "icon" in lowered.rpartition(" ")[2]
    )
