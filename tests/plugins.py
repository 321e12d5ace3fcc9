"""The plugins of a page, as the analyses ask for them."""

from siteloupe.capture import Exchange
from siteloupe.detect.page.assets import assets_of
from siteloupe.detect.page.facts import page_facts
from siteloupe.detect.plugins.report import plugins_of
from siteloupe.detect.wordpress.directories import directories_of
from siteloupe.detect.wordpress.version import cms_version
from siteloupe.document import page_of
from siteloupe.reports.tech_stack import Plugin


def plugins_in(visited: Exchange, namespaces: tuple[str, ...] = ()) -> dict[str, Plugin]:
    """By slug; ``namespaces`` are those of the REST root."""
    parsed = page_of(visited)
    assets = assets_of(parsed)
    directories = directories_of(parsed, assets)
    version = cms_version(parsed, assets)
    return {
        plugin.slug: plugin
        for plugin in plugins_of(
            visited,
            parsed,
            assets,
            directories,
            page_facts(parsed, assets, {}, directories.content),
            core_version=version.version if version else None,
            namespaces=namespaces,
        )
    }
