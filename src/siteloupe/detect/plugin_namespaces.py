"""Plugins by the namespaces that they add to the REST API: this shows those that load no file at all.

The REST root lists them: https://developer.wordpress.org/rest-api/extending-the-rest-api/routes-and-endpoints/.
"""

import functools
from collections.abc import Iterator

from siteloupe.data import rows
from siteloupe.detect.plugin_mark import PluginMark


def namespace_marks(namespaces: tuple[str, ...]) -> Iterator[PluginMark]:
    """A mark for each of ``namespaces`` that one plugin alone registers."""
    owners = _owners()
    for namespace in namespaces:
        if (slug := owners.get(namespace)) is not None:
            yield PluginMark(slug, "REST root", namespace)


@functools.cache
def _owners() -> dict[str, str]:
    return {row["namespace"]: row["slug"] for row in rows("rest_namespaces.tsv")}
