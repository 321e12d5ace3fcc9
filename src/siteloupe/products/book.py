"""The book of facts for the analyses: technologies, WordPress plugins, and systems of whole sites."""

import functools
from collections.abc import Collection, Iterator
from itertools import chain

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
    "jquery-plugins.toml",
    "script-libraries.toml",
    "services.toml",
    "embeds.toml",
    "generators.toml",
    "shop-services.toml",
    "shop-services-2.toml",
    "ad-services.toml",
    "site-services.toml",
    "site-services-2.toml",
    "site-services-3.toml",
    "small-libraries.toml",
    "small-libraries-2.toml",
    "small-libraries-3.toml",
    "small-libraries-4.toml",
    "plugins.toml",
    "plugins-2.toml",
    "plugins-3.toml",
    "plugins-4.toml",
    "plugins-5.toml",
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
    "plugins-2.toml",
    "plugins-3.toml",
    "plugins-4.toml",
    "plugins-5.toml",
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
    """Return the names of plugins by folder, from the entries and the lists of other plugins."""
    listed = {row["slug"]: row["name"] for table in NAMED for row in rows(table)}
    return listed | {
        product.plugin or "": product.plugin_name or product.name for product in plugins().products
    }


NAMED = ("plugins.tsv", "plugin_names.tsv")
"""The lists of plugins without an entry. Folders of the second have words that other software uses too."""


@functools.cache
def distinct_folders() -> frozenset[str]:
    """Return the folders of plugins whose name alone shows the plugin, as at the start of a handle."""
    listed = {row["slug"] for row in rows("plugins.tsv")}
    entries = (product for product in plugins().products if not product.plain_words)
    return frozenset(listed | {product.plugin or "" for product in entries})


@functools.cache
def namespace_owners() -> dict[str, str]:
    """Return the folder of the only plugin that registers a REST namespace, by namespace."""
    listed = {row["namespace"]: row["slug"] for row in rows("rest_namespaces.tsv")}
    own = {namespace: product.plugin or "" for product in plugins().products for namespace in product.rest}
    return listed | own


def owner_of_namespace(namespace: str) -> str | None:
    """Return the folder of the plugin that registers ``namespace``; None when it proves no plugin.

    Releases count their namespaces up, so that the part before the first slash decides where the list does
    not have the whole: ``activitypub/2.0`` is of the plugin that registers ``activitypub/1.0``.
    """
    namespace = namespace.strip("/")
    return namespace_owners().get(namespace) or _owners_by_start().get(namespace.partition("/")[0])


@functools.cache
def _owners_by_start() -> dict[str, str]:
    """Return the folder of a plugin by the start of its namespaces, where no other product uses it."""
    owners: dict[str, set[str]] = {}
    for namespace, folder in namespace_owners().items():
        owners.setdefault(namespace.partition("/")[0], set()).add(folder)
    shared = {row["start"] for row in rows("shared_namespaces.tsv")}
    return {
        start: min(several) for start, several in owners.items() if len(several) == 1 and start not in shared
    }


@functools.cache
def marks() -> tuple[frozenset[str], frozenset[str]]:
    """Return the attributes and the custom elements in the conditions of all entries."""
    products = chain(technologies().products, plugins().products)
    conditions = [each for product in products for each in product.conditions]
    attributes = frozenset(each.attribute for each in conditions if each.attribute)
    return attributes, frozenset(each.element for each in conditions if each.element)


def folders_among(folders: Collection[str], product: tuple[str, ...]) -> Iterator[str]:
    """Return the ``folders`` of a ``product``: of its plugin, of other editions, or with a version.

    Hosts with several versions add the version to the name of the folder.
    """
    if not product:
        return
    yield from (folder for folder in product if folder in folders)
    beginnings = tuple(f"{own}-" for own in product)
    for folder in sorted(folder for folder in folders if folder.startswith(beginnings)):
        if any(is_version(folder[len(own) :]) for own in beginnings if folder.startswith(own)):
            yield folder
