"""The WordPress plugins that one visit shows."""

from siteloupe.capture import Exchange
from siteloupe.detect.assets import assets_of
from siteloupe.detect.cms_version import cms_version
from siteloupe.detect.directories import directories_of
from siteloupe.detect.plugin_assets import plugin_files
from siteloupe.detect.plugin_mark import PluginMark
from siteloupe.detect.plugin_names import plugin_name
from siteloupe.detect.plugin_versions import asset_versions
from siteloupe.document import Page
from siteloupe.reports.tech_stack import Plugin


def plugins_of(exchange: Exchange, page: Page, namespaces: tuple[str, ...]) -> tuple[Plugin, ...]:
    directories = directories_of(page, assets_of(page))
    files = list(plugin_files(page, directories))
    core = cms_version(page)
    versions = asset_versions(files, core.version if core else None, frozenset())
    found = {}
    for file in files:
        if file.slug not in found:
            name, known = plugin_name(file.slug)
            v = versions.get(file.slug)
            found[file.slug] = Plugin(
                slug=file.slug, name=name, known=known, version=v.version if v else None, kind=file.kind
            )
    return tuple(found.values())
