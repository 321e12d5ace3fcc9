"""The facts of a page that the entries of products test: its files and markup, and libraries by file names.

The module knows package URLs of the public CDNs in ``data/library_cdns.tsv``: ``name@1.2.3`` as on npm's, or
``name/1.2.3/`` in folders.
"""

import functools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from siteloupe.data import rows
from siteloupe.detect.page.assets import IMAGE, SCRIPT, STYLE, Asset
from siteloupe.document import Page, Script
from siteloupe.products import Condition, PageFacts

MAX_NAME = 100
MAX_ADDED = 40
"""Most characters that build tools add to a name: a hash with a dot, and ``.gzip``."""

MAX_SEGMENTS = 12
SHARED_BY = 3
"""Files with the same ``ver``: then it is WordPress's own version, the default for files without one."""

BUNDLED = "/wp-includes/js/"
"""The directory of third-party libraries in WordPress, each with its own version.

Source: https://developer.wordpress.org/reference/functions/wp_default_scripts/
"""

_VERSION = re.compile(r"v?([0-9]{1,4}(?:\.[0-9]{1,5}){0,3}+(?:-[a-z0-9.]{1,20}+)?+)", re.IGNORECASE)
_FILE_VERSION = re.compile(r"[-._@]v?([0-9]{1,4}(?:\.[0-9]{1,5}){1,3}+)$")
_HASH = re.compile(r"[-._](?=[0-9a-f]{0,31}[0-9])(?=[0-9a-f]{0,31}[a-f])[0-9a-f]{8,32}(?=\.(?:js|css)$)")
"""The hash of a build tool at the end of a file's name."""
_GZIPPED = re.compile(r"\.gzip$")
"""TYPO3 adds this: https://docs.typo3.org/m/typo3/reference-coreapi/main/en-us/Configuration/Typo3ConfVars/FE.html."""
_QUERY_VERSION = re.compile(r"(?:^|[&;?])ver=([0-9]{1,4}(?:\.[0-9]{1,5}){1,3}+)(?:$|&)")
_EXTENSIONS = (".js", ".mjs", ".css")
_FONT_ENDINGS = (".woff2", ".woff", ".ttf", ".otf", ".eot")
_FAMILY = re.compile(r"font-family\s{0,9}+:\s{0,9}+[\"']?+([^\"';}]{1,60}+)", re.IGNORECASE)


class Library(NamedTuple):
    """A file or package by name: its first URL, and its version or an empty text."""

    url: str
    version: str


def libraries(assets: Iterable[Asset]) -> dict[str, Library]:
    """Return the names of files and packages, in lower case, each with the first stated version."""
    applied = [
        (asset, _query_version(asset) if BUNDLED in asset.path else "") for asset in assets if asset.is_code
    ]
    stated = Counter(version for _, version in applied if version)
    shared = {version for version, count in stated.items() if count >= SHARED_BY}
    by_name: dict[str, Library] = {}
    for asset, query_version in applied:
        own = "" if query_version in shared else query_version
        for name, version in _names_in_path(asset.host, asset.path, own):
            if name not in by_name or (version and not by_name[name].version):
                by_name[name] = Library(asset.url, version)
    return by_name


def _names_in_path(host: str, path: str, query_version: str) -> Iterator[tuple[str, str]]:
    """Yield each file and package name in a path, with its version."""
    naming = _namings().get(host, "")
    for part in path.lower().split(",")[:50]:
        folder, _, file = part.rpartition("/")
        name, version = _package(part, naming) if naming or "@" in part else ("", "")
        if name:
            yield name, version
        if len(file) > MAX_NAME + MAX_ADDED:
            continue
        # chunks of Next.js have names of their own, such as `bootstrap`
        stem, stated = _library_stem(file) if "/_next/" in part else _stem_of_built_file(file)
        if stem and (folder or not name):
            yield stem, stated or version or query_version


def _package(part: str, naming: str) -> tuple[str, str]:
    """Return the package of a path: by ``name@version`` anywhere, otherwise by the CDN's rule for names."""
    segments = part.strip("/").split("/")[:MAX_SEGMENTS]
    for index, segment in enumerate(segments):
        name, _, version = segment.partition("@")
        if name and (match := _VERSION.match(version)):
            return _package_name(segments, index, name), match[1]
    if naming == "npm":
        place = 1 if segments[0] == "npm" else 0
        place += segments[place:][:1] != [] and segments[place].startswith("@")
        return (_package_name(segments, place, segments[place]), "") if place < len(segments) else ("", "")
    for index, segment in enumerate(segments[1:]):
        if naming == "folder" and (match := _VERSION.fullmatch(segment)):
            return segments[index][:MAX_NAME], match[1]
    return "", ""


def _package_name(segments: list[str], index: int, name: str) -> str:
    """Return the package's name with its npm scope, such as ``@popperjs/core``."""
    scope = segments[index - 1] if index else ""
    return (f"{scope}/{name}" if scope.startswith("@") else name)[:MAX_NAME]


@functools.lru_cache(maxsize=4096)
def _stem_of_built_file(file: str) -> tuple[str, str]:
    """Return the same as :func:`_library_stem` for a name to which a build tool may have added a hash."""
    return _library_stem(_HASH.sub("", _GZIPPED.sub("", file)))


def _library_stem(file: str) -> tuple[str, str]:
    """Return the name of a library's file without the additions of build tools, and its version."""
    if not file.endswith(_EXTENSIONS) or len(file) > MAX_NAME:
        return "", ""
    stem, version = file.rpartition(".")[0], ""
    while True:
        shorter = _without_variant(stem)
        if not version and shorter[-1:].isdigit() and (match := _FILE_VERSION.search(shorter)):
            version, shorter = match[1], shorter[: match.start()]
        if shorter == stem:
            return stem, version
        stem = shorter


def _without_variant(stem: str) -> str:
    end = max(stem.rfind(separator) for separator in ".-_")
    return stem[:end] if end > 0 and stem[end + 1 :] in _variants() else stem


def _query_version(asset: Asset) -> str:
    """Return the version in the query string of a library in WordPress's own directory."""
    match = _QUERY_VERSION.search(asset.query[:500])
    return match[1] if match else ""


@functools.cache
def _namings() -> dict[str, str]:
    return {row["host"]: row["naming"] for row in rows("library_cdns.tsv")}


@functools.cache
def _variants() -> frozenset[str]:
    """Return the endings that build tools add to file names, after a dot, hyphen or underscore."""
    return frozenset(row["ending"] for row in rows("file_variants.tsv"))


MAX_INLINE = 128 * 1024
"""Most characters of inline scripts."""

MAX_URLS = 2_000
MAX_META = 1_000
MAX_LINE = 300
MAX_FACES = 200
MAX_COMMENTS = 210
"""Most comments, half of them from the end of the page, where caches write theirs."""

_IDENTIFIER = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]{2,40}+")
_LONGEST_IDENTIFIER = 41
_NO_WORD = bytes(byte if bytes([byte]).isalnum() or byte in b"_$" else 0x20 for byte in range(256))
"""A table that makes everything but the characters of ASCII words a space."""
_PROPERTY = re.compile(r"--(?!wp--)([A-Za-z][\w-]{2,40}+)", re.ASCII)
_NAMED_URL = re.compile(r"//([A-Za-z0-9][A-Za-z0-9.-]{3,100}+)(/[^\s\"'<>\\)]{0,300}+)?+")


def page_facts(
    page: Page, assets: Sequence[Asset], marks: Mapping[str, str], content: Sequence[str] = ()
) -> PageFacts:
    """Return the facts of ``page``, which names ``assets``; of what it holds back too.

    ``marks`` are those of its :class:`~siteloupe.document.Loads`. ``content`` are the parts of paths that are
    WordPress's content directory.
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
            "file-path": tuple(dict.fromkeys(islice(_file_paths(assets), MAX_URLS))),
            "comment": tuple(comments),
            "inline": tuple(_beginnings(page)),
            "code": (inline,),
        },
        named={
            "class": page.classes,
            "body-class": page.body_classes,
            "id": page.ids,
            "handle": tuple(dict.fromkeys(_handles(page))),
            "global": frozenset(_identifiers(inline)),
            "property": frozenset(_properties(page)),
            "attribute": marks.keys(),
            "element": marks.keys(),
            "file": tuple(files),
            "font": frozenset(_font_names(page)),
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
    "property": "custom property of a <style>",
    "attribute": "attribute or element {}",
    "element": "attribute or element {}",
    "file": "file or package name",
    "font": "@font-face in a <style>",
    "script": "script address",
    "stylesheet": "stylesheet address",
    "frame": "frame address",
    "image": "image address",
    "path": "path of the site's own files",
    "content-path": "file in the content directory",
    "file-path": "path of a script, stylesheet or font",
    "comment": "HTML comment",
    "inline": "inline <script>",
    "code": "inline <script>",
}


def where(condition: Condition) -> str:
    """Return the part of the page or answer that a condition tests, for people."""
    kind, name = condition.subject
    return _WHERE[name if kind == "part" else kind].format(name)


def _urls(page: Page, assets: Sequence[Asset], inline: str) -> Mapping[str, tuple[str, ...]]:
    """Return URLs by the kind of element; URLs in inline scripts are scripts."""
    scripts = [asset.url for asset in assets if asset.kind is SCRIPT]
    scripts += _urls_in(inline)
    return {
        "script": tuple(dict.fromkeys(scripts)),
        "stylesheet": tuple(asset.url for asset in assets if asset.kind is STYLE),
        "frame": (*page.frames, *page.lazy_frames),
        "image": tuple(asset.url for asset in assets if asset.kind is IMAGE),
    }


def _inline_code(page: Page) -> str:
    """Return the text of inline scripts with unescaped slashes, without templates and data."""
    pieces, room = [], MAX_INLINE
    for script in page.scripts:
        if script.src is None and _is_code(script) and room > 0:
            pieces.append(script.text[:room])
            room -= len(script.text)
    return "\n".join(pieces).replace("\\/", "/")


def _identifiers(code: str) -> set[str]:
    """Return the ASCII names in the text of scripts.

    Splitting takes half the time of a pattern, which is then for words that are no names as a whole.
    """
    words = set(code.encode("ascii", "replace").translate(_NO_WORD).decode("ascii").split())
    others = [word for word in words if not 3 <= len(word) <= _LONGEST_IDENTIFIER or word[0].isdigit()]
    words.difference_update(others)
    return words.union(*map(_IDENTIFIER.findall, others))


def _properties(page: Page) -> Iterator[str]:
    """Yield the custom properties in the page's styles, without WordPress's own and the leading hyphens."""
    room = MAX_INLINE
    for style in page.styles:
        if room <= 0:
            return
        for match in _PROPERTY.finditer(style.text[:room]):
            yield match[1]
        room -= len(style.text)


def _is_code(script: Script) -> bool:
    return script.runs or script.is_held_back


def _urls_in(text: str) -> Iterator[str]:
    """Yield the addresses in the text of scripts, from the first 2,000 matches."""
    for match in islice(_NAMED_URL.finditer(text), MAX_URLS):
        if "." in match[1]:
            yield f"https://{match[1]}{match[2] or '/'}"


def _directories(assets: Iterable[Asset]) -> Iterator[str]:
    """Yield the directories of the site's own files."""
    for asset in assets:
        if asset.is_own:
            yield asset.path.rpartition("/")[0] + "/"


def _file_paths(assets: Iterable[Asset]) -> Iterator[str]:
    """Yield the paths of scripts, stylesheets and fonts on any host."""
    for asset in assets:
        if asset.is_code or asset.path.lower().endswith(_FONT_ENDINGS):
            yield asset.path[:MAX_LINE]


def _font_names(page: Page) -> Iterator[str]:
    """Yield the families of ``@font-face`` in the page's own styles, in lower case."""
    room = MAX_INLINE
    for style in page.styles:
        for rule in style.text[:room].split("@font-face")[1 : MAX_FACES + 1]:
            if match := _FAMILY.search(rule[:MAX_LINE]):
                yield match[1].lower()
        room = max(0, room - len(style.text))


def _content_paths(assets: Iterable[Asset], content: Sequence[str]) -> Iterator[str]:
    """Yield the paths of the site's own files in its content directory, without plugins and themes."""
    own = (asset.path for asset in assets if asset.is_own)
    inside = (path.partition(directory)[2] for path in own for directory in content)
    paths = (path for path in inside if path and not path.startswith(("plugins/", "themes/")))
    return (path[:MAX_LINE] for path in dict.fromkeys(islice(paths, MAX_URLS)))


def _comments(page: Page) -> dict[str, str]:
    """Return comments of both ends of the page with collapsed white space, each with its original text."""
    half = MAX_COMMENTS // 2
    comments = page.comments
    if len(comments) > 2 * half:
        comments = comments[:half] + comments[-half:]
    return {
        " ".join(comment[:MAX_LINE].split()): comment.strip()[:MAX_LINE].replace("\n", " ")
        for comment in comments
    }


def _beginnings(page: Page) -> Iterator[str]:
    """Yield the beginning of each inline script, without the CDATA marks of old WordPress versions."""
    for script in page.scripts:
        if script.src is None and _is_code(script):
            text = script.text[:MAX_LINE].replace("/* <![CDATA[ */", "").replace("//<![CDATA[", "")
            yield " ".join(text.split())


def _handles(page: Page) -> Iterator[str]:
    for several in (page.links, page.styles, page.scripts):
        yield from (each.id[:MAX_LINE] for each in several if each.id)


def _inputs(page: Page) -> Iterator[tuple[str, str]]:
    for attributes in page.inputs:
        if name := attributes.get("name"):
            yield name.lower(), attributes.get("value", "")[:MAX_LINE]
