"""The book of facts as the analyses ask it: technologies, WordPress plugins, and systems that make a site."""

import functools
from collections.abc import Collection, Iterator

from siteloupe.data import rows
from siteloupe.products.load import entries_in
from siteloupe.products.match import Matcher, is_version
from siteloupe.products.product import Product

SYSTEMS = ("cms.toml", "site-builders.toml", "shops.toml", "communities.toml")
"""What a whole site can be made with."""

TECHNOLOGIES = (
    *SYSTEMS,
    "frameworks.toml",
    "libraries.toml",
    "styles.toml",
    "analytics.toml",
    "marketing.toml",
    "consent.toml",
    "support.toml",
    "payment.toml",
    "media.toml",
    "page-builders.toml",
    "caching.toml",
    "seo.toml",
    "wordpress.toml",
)
"""In this order reports tell them."""

PLUGINS = (
    "seo.toml",
    "caching.toml",
    "shops.toml",
    "consent.toml",
    "wordpress.toml",
    "page-builders.toml",
    "plugins.toml",
)
"""Where products that are WordPress plugins stand, in the order in which reports tell their marks."""


@functools.cache
def systems() -> Matcher[Product]:
    """Everything that a whole site can be made with."""
    return Matcher([product for file in SYSTEMS for product in entries_in(file, Product)])


@functools.cache
def technologies() -> Matcher[Product]:
    """Every product that has a category, by what shows the technology."""
    found = (product for file in TECHNOLOGIES for product in entries_in(file, Product))
    return Matcher([product for product in found if product.category], "technology")


@functools.cache
def plugins() -> Matcher[Product]:
    """Every product that is a WordPress plugin, by what shows the plugin."""
    found = (product for file in PLUGINS for product in entries_in(file, Product))
    return Matcher([product for product in found if product.plugin], "plugin")


@functools.cache
def plugin_names() -> dict[str, str]:
    """Folder of a plugin to product name: those of the entries, and of the list of other plugins."""
    listed = {row["slug"]: row["name"] for row in rows("plugins.tsv")}
    return listed | {
        product.plugin or "": product.plugin_name or product.name for product in plugins().products
    }


@functools.cache
def namespace_owners() -> dict[str, str]:
    """REST namespace to the folder of the one plugin that registers it."""
    listed = {row["namespace"]: row["slug"] for row in rows("rest_namespaces.tsv")}
    own = {namespace: product.plugin or "" for product in plugins().products for namespace in product.rest}
    return listed | own


@functools.cache
def marks() -> tuple[frozenset[str], frozenset[str]]:
    """The attributes, and the custom elements, that any entry asks for."""
    conditions = [each for product in technologies().products for each in product.conditions]
    attributes = frozenset(each.attribute for each in conditions if each.attribute)
    return attributes, frozenset(each.element for each in conditions if each.element)


def folders_among(folders: Collection[str], product: tuple[str, ...]) -> Iterator[str]:
    """The ``folders`` that are those of a ``product``: its plugin's, its other editions', or numbered ones.

    Hosts that keep several versions put the version behind the folder's name.
    """
    yield from (folder for folder in product if folder in folders)
    for folder in sorted(folders):
        if any(is_version(folder[len(own) + 1 :]) for own in product if folder.startswith(f"{own}-")):
            yield folder
