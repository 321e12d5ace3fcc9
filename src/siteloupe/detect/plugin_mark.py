"""One thing on a page that shows one plugin."""

from typing import Literal, NamedTuple

from siteloupe.reports.evidence import Evidence

PluginKind = Literal["plugin", "mu-plugin", "drop-in"]
VersionSource = Literal["asset", "comment", "generator", "class", "markup", "header", "json"]


class PluginMark(NamedTuple):
    """``slug`` is the plugin's folder. ``where`` and ``value`` say what was seen, as in Evidence.

    ``version`` is what the mark itself states, and ``version_source`` what kind of mark it is.
    ``editions`` are folders of other editions of the product that leave the same mark.
    """

    slug: str
    where: str
    value: str
    kind: PluginKind = "plugin"
    version: str | None = None
    version_source: VersionSource | None = None
    editions: tuple[str, ...] = ()

    @property
    def evidence(self) -> Evidence:
        """The mark as a report tells it."""
        return Evidence(what=self.kind, where=self.where, value=self.value[:300])
