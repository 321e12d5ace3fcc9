"""What plugins leave in a page besides files: comments, generators, classes, ids, cookies, REST namespaces.

The REST root lists namespaces, and so shows plugins that load no file:
https://developer.wordpress.org/rest-api/extending-the-rest-api/routes-and-endpoints/.
"""

from collections.abc import Iterator

from siteloupe.capture import Exchange, Headers
from siteloupe.detect.page.assets import host_of
from siteloupe.detect.page.facts import where
from siteloupe.detect.page.hosts import Relation, relation
from siteloupe.detect.plugins.files import PluginMark, VersionSource
from siteloupe.products import Hit, PageFacts, Product, facts_of
from siteloupe.products.book import namespace_owners, plugins

_SOURCES: dict[str, VersionSource | None] = {
    "generator": "generator",
    "comment": "comment",
    "header": "header",
    "body-class": "class",
    "meta": "markup",
    "input": "markup",
    "inline": "json",
    "script": None,
    "handle": "markup",
    "cookie": None,
    "content-path": None,
    "id": "markup",
    "class": "class",
}
"""What marks are read from, in the order in which reports tell them, and what their versions are called."""

_ORDER = {place: number for number, place in enumerate(_SOURCES)}


def marks_of(exchange: Exchange, page: PageFacts) -> Iterator[PluginMark]:
    """Every mark that an entry names, ``page`` being what the page in ``exchange`` shows."""
    matches = plugins().matches(facts_of(exchange, headers=_headers(exchange), page=page))
    hits = ((hit, match.product) for match in matches for hit in match.hits)
    for hit, product in sorted(hits, key=lambda found: _ORDER[_place(found[0])]):
        yield _mark(hit, product)


def _place(hit: Hit) -> str:
    """The kind of what is looked at; parts and the generator by their own names."""
    kind, name = hit.condition.subject
    return name if kind == "part" or (kind, name) == ("meta", "generator") else kind


def _mark(hit: Hit, product: Product) -> PluginMark:
    place, (_, name) = _place(hit), hit.condition.subject
    named = place in {"meta", "input"}
    return PluginMark(
        slug=product.plugin or "",
        where={"meta": "<meta>", "script": "<script src>"}.get(place) or where(hit.condition),
        value=f"{name}={hit.value}" if named else hit.value,
        kind=product.plugin_kind,
        version=hit.version,
        version_source=_SOURCES[place] if hit.version else None,
        editions=product.editions,
    )


def _headers(exchange: Exchange) -> Headers:
    """The answer's, and those of the redirects to it that the site's own host sent."""
    host = host_of(exchange.url)
    own = (hop for hop in exchange.hops if relation(host_of(hop.url), host) is Relation.OWN)
    return Headers([*exchange.headers, *(line for hop in own for line in hop.headers)])


def namespace_marks(namespaces: tuple[str, ...]) -> Iterator[PluginMark]:
    """A mark for each of ``namespaces`` that one plugin alone registers."""
    owners = namespace_owners()
    for namespace in namespaces:
        if (slug := owners.get(namespace)) is not None:
            yield PluginMark(slug, "REST root", namespace)
