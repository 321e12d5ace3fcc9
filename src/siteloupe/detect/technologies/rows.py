"""What a site is built with, WordPress or not: the rows of ``signatures/technologies`` that match.

A row sees what the page and its headers show: names, paths, comments and texts, all bounded.
"""

import functools
import re
from collections.abc import Iterable, Iterator, Mapping

from siteloupe.capture import Exchange
from siteloupe.detect.page.assets import Asset, Kind
from siteloupe.detect.technologies.libraries import libraries
from siteloupe.document import Page
from siteloupe.reports.evidence import Evidence
from siteloupe.reports.tech_stack import Technology
from siteloupe.signatures import Condition, Found, Matcher, Shown, TechnologyRow, load, observe

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


def technologies(
    exchange: Exchange, page: Page, assets: tuple[Asset, ...], marks: Mapping[str, str]
) -> tuple[Technology, ...]:
    """Everything recognised, in the order of the files; what a technology cannot do without follows it.

    ``marks`` are those of the page's :class:`~siteloupe.document.Loads`.
    """
    observed = observe(exchange, body=False, shown=shown(page, assets, marks))
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


MAX_INLINE = 128 * 1024
"""Characters of inline scripts that are read."""

MAX_URLS = 2_000
MAX_COMMENT = 300

_IDENTIFIER = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]{2,40}+")
_NAMED_URL = re.compile(r"//([A-Za-z0-9][A-Za-z0-9.-]{3,100}+)(/[^\s\"'<>\\)]{0,300}+)?+")


def shown(page: Page, assets: tuple[Asset, ...], marks: Mapping[str, str]) -> Shown:
    """The page as rows see it, without links to other pages and what it merely mentions.

    ``marks`` are those of its :class:`~siteloupe.document.Loads`.
    """
    inline = _inline(page)
    files = libraries(assets)
    return Shown(
        metas=tuple((meta.name, meta.content[:1000]) for meta in page.metas if meta.content),
        paths=tuple(dict.fromkeys(_directories(assets))),
        comments=tuple(comment.strip()[:MAX_COMMENT] for comment in page.comments),
        named={
            "class": page.classes,
            "id": page.ids,
            "global": frozenset(_IDENTIFIER.findall(inline)),
            "mark": marks.keys(),
            "file": files.keys(),
        },
        values={
            "mark": marks,
            "file": {name: library.url for name, library in files.items()},
        },
        versions={name: library.version for name, library in files.items()},
        placed=_placed(page, assets, inline),
    )


def _placed(page: Page, assets: tuple[Asset, ...], inline: str) -> Mapping[str, tuple[str, ...]]:
    """URLs by what loads them. A script that is named inside another is loaded by it."""
    scripts = [asset.url for asset in assets if asset.kind is Kind.SCRIPT]
    scripts += _urls_in(inline)
    return {
        "script": tuple(dict.fromkeys(scripts)),
        "stylesheet": tuple(asset.url for asset in assets if asset.kind is Kind.STYLE),
        "frame": page.frames,
        "image": tuple(asset.url for asset in assets if asset.kind is Kind.IMAGE),
    }


def _inline(page: Page) -> str:
    """The text of inline scripts that run, slashes unescaped."""
    pieces, room = [], MAX_INLINE
    for script in page.scripts:
        if script.src is None and script.runs and room > 0:
            pieces.append(script.text[:room])
            room -= len(script.text)
    return "\n".join(pieces).replace("\\/", "/")


def _urls_in(text: str) -> Iterator[str]:
    """Addresses that stand in script text, at most 2,000."""
    found = 0
    for match in _NAMED_URL.finditer(text):
        if "." in match[1]:
            yield f"https://{match[1]}{match[2] or '/'}"
        if (found := found + 1) >= MAX_URLS:
            return


def _directories(assets: Iterable[Asset]) -> Iterator[str]:
    """The directories of the site's own files."""
    for asset in assets:
        if asset.is_own:
            yield asset.path.rpartition("/")[0] + "/"
