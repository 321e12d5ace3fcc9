"""A page as the entries of products see it, without links to other pages and what it merely mentions."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from siteloupe.detect.page.assets import Asset, Kind
from siteloupe.detect.page.libraries import libraries
from siteloupe.document import Page
from siteloupe.products import Condition, PageFacts

MAX_INLINE = 128 * 1024
"""Characters of inline scripts that are read."""

MAX_URLS = 2_000
MAX_META = 1_000
MAX_LINE = 300
MAX_COMMENTS = 210
"""Comments that are searched, half of them from the end, where caches sign."""

_IDENTIFIER = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]{2,40}+")
_NAMED_URL = re.compile(r"//([A-Za-z0-9][A-Za-z0-9.-]{3,100}+)(/[^\s\"'<>\\)]{0,300}+)?+")


def page_facts(
    page: Page, assets: Sequence[Asset], marks: Mapping[str, str], content: Sequence[str] = ()
) -> PageFacts:
    """The facts of ``page``, which loads ``assets``.

    ``marks`` are those of its :class:`~siteloupe.document.Loads`; ``content`` are the path fragments of
    WordPress's content directory, without which no file is known to be inside it.
    """
    inline = _inline_code(page)
    files, comments = libraries(assets), _comments(page)
    return PageFacts(
        valued={
            "meta": tuple((meta.name, meta.content[:MAX_META]) for meta in page.metas if meta.content),
            "input": tuple(_inputs(page)),
        },
        lines={
            "path": tuple(dict.fromkeys(_directories(assets))),
            "content-path": tuple(_content_paths(assets, content)),
            "comment": tuple(comments),
            "inline": tuple(_beginnings(page)),
        },
        named={
            "class": page.classes,
            "body-class": page.body_classes,
            "id": page.ids,
            "handle": tuple(dict.fromkeys(_handles(page))),
            "global": frozenset(_IDENTIFIER.findall(inline)),
            "attribute": marks.keys(),
            "element": marks.keys(),
            "file": tuple(files),
        },
        values={
            "comment": comments,
            "attribute": marks,
            "file": {name: library.url for name, library in files.items()},
        },
        versions={name: library.version for name, library in files.items()},
        placed=_urls(page, assets, inline),
    )


_WHERE = {
    "header": "{} header",
    "cookie": "Set-Cookie header",
    "meta": "<meta name={}>",
    "input": "<input>",
    "class": "class attribute",
    "body-class": "<body class>",
    "id": "id attribute",
    "handle": "<script>, <style> or <link> id",
    "global": "inline script",
    "attribute": "attribute or element {}",
    "element": "attribute or element {}",
    "file": "file or package name",
    "script": "script address",
    "stylesheet": "stylesheet address",
    "frame": "frame address",
    "image": "image address",
    "path": "path of the site's own files",
    "content-path": "file in the content directory",
    "comment": "HTML comment",
    "inline": "inline <script>",
}


def where(condition: Condition) -> str:
    """Where a condition looks, in words."""
    kind, name = condition.subject
    return _WHERE[name if kind == "part" else kind].format(name)


def _urls(page: Page, assets: Sequence[Asset], inline: str) -> Mapping[str, tuple[str, ...]]:
    """URLs by what loads them. A script that is named inside another is loaded by it."""
    scripts = [asset.url for asset in assets if asset.kind is Kind.SCRIPT]
    scripts += _urls_in(inline)
    return {
        "script": tuple(dict.fromkeys(scripts)),
        "stylesheet": tuple(asset.url for asset in assets if asset.kind is Kind.STYLE),
        "frame": page.frames,
        "image": tuple(asset.url for asset in assets if asset.kind is Kind.IMAGE),
    }


def _inline_code(page: Page) -> str:
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


def _content_paths(assets: Iterable[Asset], content: Sequence[str]) -> Iterator[str]:
    """Paths of the site's own files from its content directory on, plugins' and themes' left out."""
    own = (asset.path for asset in assets if asset.is_own)
    paths = (path.partition(directory)[2] for path in own for directory in content)
    written = (path for path in paths if path and not path.startswith(("plugins/", "themes/")))
    return (path[:MAX_LINE] for path in dict.fromkeys(islice(written, MAX_URLS)))


def _comments(page: Page) -> dict[str, str]:
    """The comments from both ends with white space as one space, and each as it is written."""
    half = MAX_COMMENTS // 2
    comments = page.comments
    if len(comments) > 2 * half:
        comments = comments[:half] + comments[-half:]
    return {
        " ".join(comment[:MAX_LINE].split()): comment.strip()[:MAX_LINE].replace("\n", " ")
        for comment in comments
    }


def _beginnings(page: Page) -> Iterator[str]:
    """How each inline script begins, without the wrapping that old WordPress gave it."""
    for script in page.scripts:
        if script.src is None and script.runs:
            text = script.text[:MAX_LINE].replace("/* <![CDATA[ */", "").replace("//<![CDATA[", "")
            yield " ".join(text.split())


def _handles(page: Page) -> Iterator[str]:
    for several in (page.links, page.styles, page.scripts):
        yield from (each.id[:MAX_LINE] for each in several if each.id)


def _inputs(page: Page) -> Iterator[tuple[str, str]]:
    for given in page.inputs:
        if name := given.get("name"):
            yield name.lower(), given.get("value", "")[:MAX_LINE]
