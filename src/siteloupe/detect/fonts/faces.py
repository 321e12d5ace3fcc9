"""The font faces of a site: what each ``@font-face`` offers, where its files are, and what it is for.

Source: https://drafts.csswg.org/css-fonts-4/#font-face-rule
"""

import re
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from siteloupe.css.font import (
    FaceSource,
    Weights,
    parse_face_sources,
    parse_face_style,
    parse_face_weights,
    parse_families,
)
from siteloupe.css.rules import FontFace
from siteloupe.detect.fonts.names import cleaned, without_fallback
from siteloupe.detect.fonts.services import Service, service_of
from siteloupe.detect.styles.site_css import AppliedSheet, SiteCss
from siteloupe.document import absolute_url

MAX_FACES = 5000
"""Faces of one site that are read; Google's sheets for Chinese, Japanese and Korean have 120 a weight."""

MAX_FILES = 20
"""Files of one face that are kept."""

_OVERRIDES = ("size-adjust", "ascent-override", "descent-override", "line-gap-override")
_VARIABLE_FILE = re.compile(r"\[[A-Za-z,]+\]|%5B[A-Za-z,%]+%5D|[-_.]VF\b|variable(?:font)?", re.IGNORECASE)
_FVD = re.compile(r"[?&]fvd=([nio])([1-9])\b")
_FVD_STYLES: Mapping[str, Literal["normal", "italic", "oblique"]] = {
    "n": "normal",
    "i": "italic",
    "o": "oblique",
}


class Face(NamedTuple):
    """One face. ``files`` are absolute URLs without fragment; ``embedded``: it brings a font in a data URL.

    ``service`` is the font service whose host its files are on. ``stands_in``: it is only a system font
    fitted to the measures of another, so that text does not jump when that one arrives.
    """

    family: str
    weights: Weights
    style: Literal["normal", "italic", "oblique"]
    variable: bool
    files: tuple[str, ...]
    formats: tuple[str, ...]
    embedded: bool
    service: Service | None
    stands_in: bool
    display: str
    where: str


def faces_of(css: SiteCss) -> Iterator[Face]:
    """Every face of every sheet, in order, those of Adobe's kits with the weight that their files tell."""
    count = 0
    for sheet in css.sheets:
        if sheet.kind == "attribute":
            continue
        for rule in sheet.sheet.font_faces():
            face = _face(rule, sheet)
            if face is not None:
                yield face
                if (count := count + 1) >= MAX_FACES:
                    return


def _face(rule: FontFace, sheet: AppliedSheet) -> Face | None:
    descriptors = rule.descriptors
    named = parse_families(descriptors.get("font-family", ""))
    listed = parse_face_sources(descriptors.get("src", ""))[: MAX_FILES * 2]
    if not named or not listed:  # no face to browsers either
        return None
    files = tuple(dict.fromkeys(filter(None, (_file(source, sheet.base) for source in listed))))[:MAX_FILES]
    embedded = any(source.kind == "url" and source.value[:5].lower() == "data:" for source in listed)
    weights, style = _cut(descriptors, files)
    only_local = all(source.kind == "local" for source in listed)
    return Face(
        family=cleaned(named[0].name),
        weights=weights,
        style=style,
        variable=weights.is_range or _is_variable(listed, files),
        files=files,
        formats=tuple(dict.fromkeys(filter(None, (_format(source) for source in listed)))),
        embedded=embedded,
        service=next(filter(None, map(service_of, files)), None),
        stands_in=only_local and _is_fitted(descriptors, named[0].name),
        display=descriptors.get("font-display", "").lower()[:20],
        where=sheet.where,
    )


def _is_fitted(descriptors: Mapping[str, str], name: str) -> bool:
    return any(name in descriptors for name in _OVERRIDES) or without_fallback(name) is not None


def _cut(
    descriptors: Mapping[str, str], files: tuple[str, ...]
) -> tuple[Weights, Literal["normal", "italic", "oblique"]]:
    """Weight and style; what Adobe's file says counts where the rule says nothing."""
    weights = parse_face_weights(descriptors.get("font-weight", ""))
    style = parse_face_style(descriptors.get("font-style", ""))
    for url in files[:1]:
        if weights is None and (match := _FVD.search(url)):
            return Weights(int(match[2]) * 100, int(match[2]) * 100), _FVD_STYLES[match[1]]
    return weights or Weights(400, 400), style


def _file(source: FaceSource, base: str) -> str:
    if source.kind != "url":
        return ""
    url, _, _ = absolute_url(base, source.value).partition("#")
    return url.removesuffix("?")


def _is_variable(listed: tuple[FaceSource, ...], files: tuple[str, ...]) -> bool:
    hinted = any("variations" in source.format or "variations" in source.technologies for source in listed)
    return hinted or any(_VARIABLE_FILE.search(url.rpartition("/")[2]) for url in files)


def _format(source: FaceSource) -> str:
    """``woff2``, ``woff``, ``truetype`` …: as the hint says, or the file's ending."""
    if source.kind != "url":
        return ""
    if source.format:
        return source.format.removesuffix("-variations")
    ending = source.value[:2000].partition("#")[0].partition("?")[0].rpartition(".")[2].lower()
    return {"ttf": "truetype", "otf": "opentype", "eot": "embedded-opentype"}.get(
        ending, ending if ending in {"woff", "woff2", "svg"} else ""
    )
