"""What plugins are called."""

import functools

from siteloupe.data import rows
from siteloupe.detect.slug_name import title_cased


def plugin_name(slug: str) -> tuple[str, bool]:
    """The product's name from the bundled list and True; for an unknown slug its title case and False."""
    name = known_plugins().get(slug)
    return (name, True) if name is not None else (title_cased(slug), False)


@functools.cache
def known_plugins() -> dict[str, str]:
    """Slug to product name, of the bundled list."""
    return {row["slug"]: row["name"] for row in rows("plugins.tsv")}
