"""The book of facts for the analyses: technologies, WordPress plugins, and systems of whole sites."""

import functools
from collections.abc import Collection, Iterator

from siteloupe.data import rows
from siteloupe.products.load import entries_in
from siteloupe.products.match import Matcher, is_version
from siteloupe.products.product import Product

SYSTEMS = ("cms.toml", "site-builders.toml", "shops.toml", "communities.toml")
"""The files with systems of whole sites."""

TECHNOLOGIES = (
    *SYSTEMS,
    "frameworks.toml",
    "libraries.toml",
    "styles.toml",
    "analytics.toml",
    "marketing.toml",
    "advertising.toml",
    "consent.toml",
    "support.toml",
    "payment.toml",
    "media.toml",
    "page-builders.toml",
    "caching.toml",
    "seo.toml",
    "wordpress.toml",
    "generators.toml",
)
"""The order of technologies in reports."""

PLUGINS = (
    "seo.toml",
    "caching.toml",
    "shops.toml",
    "consent.toml",
    "wordpress.toml",
    "page-builders.toml",
    "plugins.toml",
)
"""The files with WordPress plugins, in the order of their marks in reports."""


@functools.cache
def systems() -> Matcher[Product]:
    """Return the systems of whole sites."""
    return Matcher([product for file in SYSTEMS for product in entries_in(file, Product)])


@functools.cache
def technologies() -> Matcher[Product]:
    """Return every product with a category, with its conditions for a technology."""
    found = (product for file in TECHNOLOGIES for product in entries_in(file, Product))
    return Matcher([product for product in found if product.category], "technology")


@functools.cache
def plugins() -> Matcher[Product]:
    """Return every WordPress plugin, with its conditions for a plugin."""
    found = (product for file in PLUGINS for product in entries_in(file, Product))
    return Matcher([product for product in found if product.plugin], "plugin")


@functools.cache
def plugin_names() -> dict[str, str]:
    """Return the names of plugins by folder, from the entries and the list of other plugins."""
    listed = {row["slug"]: row["name"] for row in rows("plugins.tsv")}
    return listed | {
        product.plugin or "": product.plugin_name or product.name for product in plugins().products
    }


@functools.cache
def namespace_owners() -> dict[str, str]:
    """Return the folder of the only plugin that registers a REST namespace, by namespace."""
    listed = {row["namespace"]: row["slug"] for row in rows("rest_namespaces.tsv")}
    own = {namespace: product.plugin or "" for product in plugins().products for namespace in product.rest}
    return listed | own


@functools.cache
def marks() -> tuple[frozenset[str], frozenset[str]]:
    """Return the attributes and the custom elements in the conditions of all entries."""
    conditions = [each for product in technologies().products for each in product.conditions]
    attributes = frozenset(each.attribute for each in conditions if each.attribute)
    return attributes, frozenset(each.element for each in conditions if each.element)


def folders_among(folders: Collection[str], product: tuple[str, ...]) -> Iterator[str]:
    """Return the ``folders`` of a ``product``: of its plugin, of other editions, or with a version.

    Hosts with several versions add the version to the name of the folder.
    """
    yield from (folder for folder in product if folder in folders)
    for folder in sorted(folders):
        if any(is_version(folder[len(own) + 1 :]) for own in product if folder.startswith(f"{own}-")):
            yield folder
