"""What a site is built with, WordPress or not: the products that page and headers show, with evidence."""

import functools
from collections.abc import Collection, Iterable, Mapping

import msgspec
from msgspec import UNSET

from siteloupe.capture import Exchange
from siteloupe.detect.page.facts import where
from siteloupe.detect.technologies.generators import unknown_generators
from siteloupe.products import Match, PageFacts, Product, facts_of
from siteloupe.products.book import folders_among
from siteloupe.products.book import technologies as products
from siteloupe.reports.evidence import Evidence
from siteloupe.reports.tech_stack import Plugin, Technology

Plugins = Mapping[str, Plugin]
"""The plugins that were found, by folder."""


def technologies(
    exchange: Exchange,
    page: PageFacts,
    plugins: Plugins,
    held_back: PageFacts | None = None,
    plugin_marks: Collection[str] = (),
) -> tuple[Technology, ...]:
    """Return all recognized products in the order of the book, each followed by what it needs.

    ``page`` is what the page in ``exchange`` shows. The version of a technology that is among ``plugins`` is
    that of the plugin, so that no report tells two of one product. ``held_back`` is what the page shows
    together with what it holds back: what only that shows is marked, and stands behind the rest. Last are
    the names of unknown generators; ``plugin_marks`` are texts that name a plugin, and nothing else. These
    names are marked as not verified, and so are products by entries that were never seen in real output.
    """
    matches = products().matches(facts_of(exchange, page=page))
    found = _recognize(matches, page, plugins)
    if held_back is not None:
        later = products().matches(facts_of(exchange, page=held_back))
        for name, technology in _recognize(later, held_back, plugins).items():
            found.setdefault(name, msgspec.structs.replace(technology, held_back=True))
    explained = {hit.value for match in matches for hit in match.hits if hit.condition.meta == "generator"}
    generators = (content for name, content in page.valued.get("meta", ()) if name == "generator")
    return (*found.values(), *unknown_generators(generators, found, explained.union(plugin_marks)))


def _recognize(matches: Iterable[Match[Product]], page: PageFacts, plugins: Plugins) -> dict[str, Technology]:
    written = page.values.get("comment", {})
    found = {match.product.name: _technology(match, plugins, written) for match in matches}
    for name in list(found):
        for implied in _by_name()[name].implies:
            if implied not in found:
                found[implied] = _implied_technology(implied, by=found[name])
    return found


def _technology(match: Match[Product], plugins: Plugins, written: Mapping[str, str]) -> Technology:
    product, hit = match.product, match.best()
    own = [plugins[folder] for folder in folders_among(plugins, product.folders)]
    judged = next((plugin.version for plugin in own if plugin.version), None)
    is_verified = product.is_verified or any(plugin.verified is not False for plugin in own)
    return Technology(
        name=product.name,
        category=product.category or "",
        version=judged or hit.version,
        verified=UNSET if is_verified else False,
        evidence=[
            Evidence(what=product.name, where=where(hit.condition), value=written.get(hit.value, hit.value))
        ],
    )


def _implied_technology(name: str, *, by: Technology) -> Technology:
    evidence = Evidence(what=name, where="implied", value=f"{by.name} is built on it")
    category = _by_name()[name].category or ""
    return Technology(name=name, category=category, verified=by.verified, evidence=[evidence])


@functools.cache
def _by_name() -> dict[str, Product]:
    return {product.name: product for product in products().products}
