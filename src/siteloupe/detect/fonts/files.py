"""The font files of a site that are worth a request, and their facts."""

import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import zip_longest

import msgspec

from siteloupe.capture import Exchange, FontFile
from siteloupe.opentype.names import NameId
from siteloupe.opentype.read import FontFacts, read_font
from siteloupe.opentype.specimen import NotDrawn, Specimen, draw_specimen
from siteloupe.reports.font_files import FontAxis, FontScript, FontSpecimen, InspectedFont
from siteloupe.reports.fonts import Font
from siteloupe.reports.inert import inert

MAX_SCRIPTS = 30

MAX_NAME = 40
"""The longest name that is drawn, in characters."""

MAX_SPECIMENS = 6
"""Most files of which glyphs are drawn."""

_NOT_DRAWN: Mapping[NotDrawn, str] = {
    "restricted": "Not drawn: the font's own settings forbid embedding it without permission.",
    "no-subsetting": "Not drawn: the font's own settings forbid embedding a part of it.",
    "bitmaps-only": "Not drawn: the font's own settings forbid embedding its outlines.",
    "no-outlines": "Not drawn: it has no outlines that could be read.",
}

_FILE = re.compile(r"(.+)\.(woff2|woff|ttf|otf|eot|svgz?)\Z", re.IGNORECASE)
_PREFERENCE = ("woff2", "woff", "ttf", "otf", "")
"""Endings in the order of browsers' preference; browsers no longer support other endings."""


def files_to_inspect(fonts: Sequence[Font], without_latin: AbstractSet[str] = frozenset()) -> Iterator[str]:
    """Yield the files of self-hosted families, the most useful first.

    This is one file of each family in the order of ``fonts``, which begins with the primary family; then a
    second file of each. When files differ only in their format, it is the format that browsers fetch. Files
    ``without_latin`` letters are the last of their family.
    """
    own = (
        sorted(_best_formats(font.files), key=without_latin.__contains__)
        for font in fonts
        if font.source == "self-hosted"
    )
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
    """Return the facts of each of ``files``, or the reason why there are none; with glyphs of the first."""
    families = {url: font for font in reversed(fonts) for url in font.files}
    inspected = []
    left = MAX_SPECIMENS
    for file in files:
        facts = _inspect(file, families[file.url].family if file.url in families else "")
        if left and facts.format is not None:
            facts = _with_specimen(facts, file, families.get(file.url))
            left -= facts.specimen is not None
        inspected.append(facts)
    return inspected


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


def _with_specimen(facts: InspectedFont, file: FontFile, font: Font | None) -> InspectedFont:
    """Return ``facts`` with some glyphs of the file, or with the reason why there are none."""
    body = file.answer.body if isinstance(file.answer, Exchange) else b""
    drawn = draw_specimen(body, inert(facts.used_as, MAX_NAME), icons=font is not None and font.icon)
    if not isinstance(drawn, Specimen):
        return msgspec.structs.replace(facts, not_drawn=_NOT_DRAWN[drawn])
    text, path, width, top, height = drawn
    specimen = FontSpecimen(text=inert(text, MAX_NAME), path=path, width=width, top=top, height=height)
    return msgspec.structs.replace(facts, specimen=specimen)


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
