"""Products that a generator meta names and no entry of the book knows.

``<meta name=generator>`` states the software that made the page
(https://html.spec.whatwg.org/multipage/semantics.html#meta-generator). A name that can be that of a product
is told, marked as not verified. The text is the site's own: names are limited in number, length and form.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import islice

from siteloupe.products.match import is_version
from siteloupe.reports.evidence import Evidence
from siteloupe.reports.tech_stack import Technology

CATEGORY = "generator"

MAX_GENERATORS = 10
"""Most generator metas of a page that are read."""

MAX_UNKNOWN = 3
MAX_CONTENT = 200
MAX_NAME = 40
MAX_WORDS = 5
MIN_SAME = 4
"""Least letters of a name that two spellings share, such as ``Redux`` and ``Redux Framework``."""

_BEFORE = re.compile(r"(?:powered|made|built|created|generated|published) (?:by|with|using) ", re.IGNORECASE)
_END = re.compile(r"[(\[|,;\u2013\u2014]| -+ |\bhttps?:|\bwww\.")
_VERSION = re.compile(r"(?:[ /:]|-(?=[v\d]))(?:version |ver\.? ?|v\.? ?)?(\d[\w.+-]{0,30}+)", re.IGNORECASE)
_NAME = re.compile(r"[^\W\d_][\w.!+&'#/ -]{1,39}")
_HASH = re.compile(r"[0-9a-f]{8,}", re.IGNORECASE)
_DOMAIN = re.compile(r"(?:[\w-]{1,63}\.){1,5}[a-z]{2,24}", re.IGNORECASE)
_NO_LETTERS = re.compile(r"[\W_]+")

_PLACEHOLDER = re.compile(
    r"all|auto|default|empty|false|hidden|n/?a|none?|null|private|secret|true|undefined|unknown|yes"
    r"|(?:by )?hand(?:made)?|custom|(?:my |web ?)?site|websites?|web|webmaster|the internet|wp|cms|blog|me"
    r"|content|editor|generator|home|html|index|name|notepad|page|test|text|title|version",
    re.IGNORECASE,
)
"""Words that people write in place of a product."""


def unknown_generators(
    contents: Iterable[str], known: Iterable[str], explained: Collection[str]
) -> Iterator[Technology]:
    """Yield a technology for each of the ``contents`` that names an unknown product, at most three.

    ``known`` are the names that the report has already. ``explained`` are the contents that an entry matched;
    they name nothing new.
    """
    names = {_letters(name) for name in known}
    read = {_one_line(content) for content in explained}
    told = 0
    for text in list(dict.fromkeys(map(_one_line, islice(contents, MAX_GENERATORS)))):
        if text in read:
            continue
        name, version = _name_and_version(text)
        letters = _letters(name)
        if not _is_plausible(name) or any(_is_same(letters, other) for other in names):
            continue
        names.add(letters)
        evidence = Evidence(what=name, where="<meta name=generator>", value=text)
        yield Technology(name=name, category=CATEGORY, version=version, verified=False, evidence=[evidence])
        told += 1
        if told == MAX_UNKNOWN:
            return


def _name_and_version(text: str) -> tuple[str, str | None]:
    """Return the product's name at the beginning of ``text``, and the version behind it."""
    text = text[match.end() :] if (match := _BEFORE.match(text)) else text
    text = text[: match.start()] if (match := _END.search(text)) else text
    if (match := _VERSION.search(text)) is None:
        return text.strip(" -:."), None
    stated = match[1].rstrip(".-+")
    return text[: match.start()].strip(" -:."), stated if is_version(stated) else None


def _is_plausible(name: str) -> bool:
    """Whether ``name`` can be that of a product: a few words, no address, no hash, no placeholder."""
    if len(name) > MAX_NAME or name.count(" ") >= MAX_WORDS or _NAME.fullmatch(name) is None:
        return False
    if _PLACEHOLDER.fullmatch(name) or name.lower().startswith("wordpress"):
        return False
    return not (_HASH.fullmatch(name) or (_DOMAIN.fullmatch(name) and not name[:1].isupper()))


def _one_line(content: str) -> str:
    return " ".join(content[:MAX_CONTENT].split())


def _letters(name: str) -> str:
    return _NO_LETTERS.sub("", name.lower())


def _is_same(one: str, other: str) -> bool:
    """Whether two names are spellings of one, or one is the beginning of the other."""
    short, long = sorted((one, other), key=len)
    return one == other or (len(short) >= MIN_SAME and long.startswith(short))
