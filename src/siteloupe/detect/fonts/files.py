"""The font files of a site that are worth a request, and their facts."""

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from siteloupe.capture import Exchange, FontFile
from siteloupe.opentype.names import NameId
from siteloupe.opentype.read import FontFacts, read_font
from siteloupe.reports.font_files import FontAxis, FontScript, InspectedFont
from siteloupe.reports.fonts import Font

MAX_SCRIPTS = 30

_FILE = re.compile(r"(.+)\.(woff2|woff|ttf|otf|eot|svgz?)\Z", re.IGNORECASE)
_PREFERENCE = ("woff2", "woff", "ttf", "otf", "")
"""Endings in the order of browsers' preference; browsers no longer support other endings."""


def files_to_inspect(fonts: Sequence[Font]) -> Iterator[str]:
    """Yield the files of self-hosted families, the most useful first.

    This is one file of each family in the order of ``fonts``, which begins with the primary family; then a
    second file of each. When files differ only in their format, it is the format that browsers fetch.
    """
    own = (_best_formats(font.files) for font in fonts if font.source == "self-hosted")
    yielded: set[str] = set()
    for urls in zip_longest(*own):
        for url in urls:
            if url is not None and url not in yielded:
                yielded.add(url)
                yield url


def _best_formats(urls: Sequence[str]) -> list[str]:
    best: dict[str, tuple[int, str]] = {}
    for url in urls:
        path = url.partition("?")[0]
        match = _FILE.match(path)
        stem, ending = (match[1], match[2].lower()) if match else (path, "")
        if ending in _PREFERENCE:
            candidate = (_PREFERENCE.index(ending), url)
            best[stem] = min(best.get(stem, candidate), candidate)
    return [url for _, url in best.values()]


def inspect_fonts(files: Sequence[FontFile], fonts: Sequence[Font]) -> list[InspectedFont]:
    """Return the facts of each of ``files``, or the reason why there are none."""
    families = {url: font.family for font in reversed(fonts) for url in font.files}
    return [_inspect(file, families.get(file.url, "")) for file in files]


def _inspect(file: FontFile, family: str) -> InspectedFont:
    answer = file.answer
    if not isinstance(answer, Exchange):
        return InspectedFont(url=file.url, used_as=family, problem=answer.cause)
    if not 200 <= answer.status < 300:
        return InspectedFont(url=file.url, used_as=family, problem=f"status-{answer.status}")
    if answer.truncated:
        return InspectedFont(url=file.url, used_as=family, problem="too-large")
    facts = read_font(answer.body)
    if not isinstance(facts, FontFacts):
        return InspectedFont(url=file.url, used_as=family, problem=facts, bytes=len(answer.body))
    return _describe(file.url, family, len(answer.body), facts)


def _describe(url: str, family: str, size: int, facts: FontFacts) -> InspectedFont:
    names = facts.names
    return InspectedFont(
        url=url,
        used_as=family,
        bytes=size,
        format=facts.format,
        family=names.get(NameId.TYPOGRAPHIC_FAMILY) or names.get(NameId.FAMILY),
        subfamily=names.get(NameId.TYPOGRAPHIC_SUBFAMILY) or names.get(NameId.SUBFAMILY),
        full_name=names.get(NameId.FULL_NAME),
        version=names.get(NameId.VERSION),
        designer=names.get(NameId.DESIGNER),
        manufacturer=names.get(NameId.MANUFACTURER),
        copyright=names.get(NameId.COPYRIGHT),
        license=names.get(NameId.LICENSE),
        license_url=names.get(NameId.LICENSE_URL),
        embedding=facts.embedding,
        axes=[
            FontAxis(tag=axis.tag, min=axis.minimum, default=axis.default, max=axis.maximum)
            for axis in facts.axes
        ],
        glyphs=facts.glyphs,
        characters=facts.characters,
        scripts=[
            FontScript(script=name, characters=count)
            for name, count in list(facts.scripts.items())[:MAX_SCRIPTS]
        ],
    )
