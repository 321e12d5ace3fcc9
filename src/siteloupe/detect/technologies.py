"""What a site is built with, WordPress or not: rows of ``signatures/technologies``, page and headers."""

import functools

from siteloupe.capture import Exchange
from siteloupe.detect.shown import shown
from siteloupe.document import Page, loads_of
from siteloupe.reports.evidence import Evidence
from siteloupe.reports.tech_stack import Technology
from siteloupe.signatures import Condition, Found, Matcher, TechnologyRow, load, observe

FILES = (
    "technologies/sites.toml",
    "technologies/scripts.toml",
    "technologies/services.toml",
    "technologies/wordpress.toml",
)

WHERE = {
    "header": "{} header",
    "cookie": "Set-Cookie header",
    "meta": "<meta name={}>",
    "class": "class attribute",
    "id": "id attribute",
    "global": "inline script",
    "mark": "attribute or element {}",
    "file": "file or package name",
    "script": "script address",
    "stylesheet": "stylesheet address",
    "frame": "frame address",
    "image": "image address",
    "path": "path of the site's own files",
    "comment": "HTML comment",
    "url": "page address",
    "title": "<title>",
    "body": "HTML",
}


def technologies(exchange: Exchange, page: Page) -> tuple[Technology, ...]:
    """Everything recognised, in the order of the files; what a technology cannot do without follows it."""
    observed = observe(exchange, body=False, shown=shown(page, loads_of(exchange).marks))
    found = {each.row.name: _technology(each) for each in _rows().matches(observed)}
    for name in list(found):
        for implied in _by_name()[name].implies:
            if implied not in found:
                found[implied] = _implied(implied, by=name)
    return tuple(found.values())


def _technology(found: Found[TechnologyRow]) -> Technology:
    evidence = Evidence(what=found.row.name, where=where(found.condition), value=found.value)
    return Technology(
        name=found.row.name, category=found.row.type, version=found.version, evidence=[evidence]
    )


def _implied(name: str, *, by: str) -> Technology:
    evidence = Evidence(what=name, where="implied", value=f"{by} is built on it")
    return Technology(name=name, category=_by_name()[name].type, evidence=[evidence])


def where(condition: Condition) -> str:
    """Where a condition looks, in words."""
    kind, name = condition.subject
    return WHERE[name if kind == "part" else kind].format(name)


@functools.cache
def _rows() -> Matcher[TechnologyRow]:
    return load(*FILES, kind=TechnologyRow)


@functools.cache
def _by_name() -> dict[str, TechnologyRow]:
    return {row.name: row for row in _rows().rows}
