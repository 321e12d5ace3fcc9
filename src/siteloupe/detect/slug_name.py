"""A readable name made from a folder's."""

import functools
import re

from siteloupe.data import rows

_SEPARATORS = re.compile(r"[\s._+~-]+")
_INITIALS = frozenset({"wp", "wc", "seo"})


def theme_name(slug: str) -> str:
    """The name of a theme as its folder tells it: from the bundled list, else in title case."""
    return _known_themes().get(slug) or title_cased(slug)


def title_cased(slug: str) -> str:
    """``my-shop_child`` as ``My Shop Child``; capitals stay, initials of the WordPress world become such."""
    words = _SEPARATORS.split(slug)
    named = (word.upper() if word in _INITIALS else word[:1].upper() + word[1:] for word in words if word)
    return " ".join(named) or slug


@functools.cache
def _known_themes() -> dict[str, str]:
    return {row["slug"]: row["name"] for row in rows("themes.tsv")}
