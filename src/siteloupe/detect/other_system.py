"""Does a page say that another system than WordPress made it?"""

from siteloupe.capture import Exchange, Headers
from siteloupe.document import Page
from siteloupe.signatures import Observed, Shown, TechnologyRow, load

SYSTEMS = frozenset({"cms", "blog", "site-builder", "static-site-generator", "ecommerce", "wiki", "forum"})
"""Categories of what can make a whole site."""

_OF_WORDPRESS = frozenset({"ClassicPress", "WooCommerce", "WordPress.com"})


def names_other_system(exchange: Exchange, page: Page) -> bool:
    """True when the page's generator, a tag or a header, is a system that is neither WordPress nor of it.

    A generator that nobody knows proves nothing: plugins of WordPress write theirs too.
    """
    said = Observed(
        status=exchange.status,
        headers=Headers(line for line in exchange.headers if line[0] == "x-generator"),
        shown=Shown(metas=tuple(("generator", content[:1000]) for content in page.generators())),
    )
    found = load("technologies/sites.toml", kind=TechnologyRow).matches(said)
    return any(each.row.type in SYSTEMS and each.row.name not in _OF_WORDPRESS for each in found)
