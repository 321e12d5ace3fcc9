"""The font faces of a site: the weights, style, files and purpose of each ``@font-face``.

Source: https://drafts.csswg.org/css-fonts-4/#font-face-rule
"""

import re
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from siteloupe.css.conditions import may_hold
from siteloupe.css.font import (
    FaceSource,
    Weights,
    parse_face_sources,
    parse_face_style,
    parse_face_weights,
    parse_families,
)
from siteloupe.css.rules import FontFace
from siteloupe.detect.fonts.names import clean_name, without_fallback
from siteloupe.detect.fonts.services import Service, service_of
from siteloupe.detect.styles.site_css import AppliedSheet, SiteCss
from siteloupe.document import absolute_url

MAX_FACES = 5000
"""Most faces of one site; Google's sheets for Chinese, Japanese and Korean have 120 for each weight."""

MAX_FILES = 20
"""Most files of one face."""

MAX_RANGES = 4000
"""Most characters of a ``unicode-range`` that are read."""

_OVERRIDES = ("size-adjust", "ascent-override", "descent-override", "line-gap-override")
_VARIABLE_FILE = re.compile(r"\[[A-Za-z,]+\]|%5B[A-Za-z,%]+%5D|[-_.]VF\b|variable(?:font)?", re.IGNORECASE)
_RANGE = re.compile(r"u\+([0-9a-f?]{1,6})(?:-([0-9a-f]{1,6}))?", re.IGNORECASE)
_FVD = re.compile(r"[?&]fvd=([nio])([1-9])\b")
_FVD_STYLES: Mapping[str, Literal["normal", "italic", "oblique"]] = {
    "n": "normal",
    "i": "italic",
    "o": "oblique",
}


class Face(NamedTuple):
    """One face. ``files`` are absolute URLs without fragments; ``embedded``: it has a font in a data URL.

    ``service`` is the font service that hosts its files. ``is_metric_fallback`` is true for a system font
    with the metrics of another font, so that the layout does not shift when that font is loaded.
    ``has_latin`` is false where its ``unicode-range`` has not the letter A.
    """

    family: str
    weights: Weights
    style: Literal["normal", "italic", "oblique"]
    variable: bool
    files: tuple[str, ...]
    formats: tuple[str, ...]
    embedded: bool
    service: Service | None
    is_metric_fallback: bool
    display: str
    where: str
    has_latin: bool = True


def faces_of(css: SiteCss) -> Iterator[Face]:
    """Yield every face of every sheet in order; faces of Adobe's kits have the weight of their files."""
    count = 0
    for sheet in css.sheets:
        if sheet.kind == "attribute":
            continue
        for rule in sheet.sheet.font_faces():
            face = _read_face(rule, sheet) if may_hold(rule.conditions) else None
            if face is not None:
                yield face
                if (count := count + 1) >= MAX_FACES:
                    return


def _read_face(rule: FontFace, sheet: AppliedSheet) -> Face | None:
    descriptors = rule.descriptors
    families = parse_families(descriptors.get("font-family", ""))
    sources = parse_face_sources(descriptors.get("src", ""))[: MAX_FILES * 2]
    if not families or not sources:  # browsers ignore such a face too
        return None
    files = tuple(dict.fromkeys(filter(None, (_file_url(source, sheet.base) for source in sources))))[
        :MAX_FILES
    ]
    embedded = any(source.kind == "url" and source.value[:5].lower() == "data:" for source in sources)
    weights, style = _weights_and_style(descriptors, files)
    only_local = all(source.kind == "local" for source in sources)
    return Face(
        family=clean_name(families[0].name),
        weights=weights,
        style=style,
        variable=weights.is_range or _is_variable(sources, files),
        files=files,
        formats=tuple(dict.fromkeys(filter(None, (_format(source) for source in sources)))),
        embedded=embedded,
        service=next(filter(None, map(service_of, files)), None),
        is_metric_fallback=only_local and _is_adjusted(descriptors, families[0].name),
        display=descriptors.get("font-display", "").lower()[:20],
        where=sheet.where,
        has_latin=_has_latin(descriptors.get("unicode-range", "")),
    )


def _has_latin(ranges: str) -> bool:
    """Whether a ``unicode-range`` has the letter A: https://drafts.csswg.org/css-fonts-4/#unicode-range-desc."""
    if not ranges:
        return True
    for low, high in _RANGE.findall(ranges[:MAX_RANGES]):
        first = int(low.replace("?", "0"), 16)
        if first <= ord("A") <= int(high or low.replace("?", "F"), 16):
            return True
    return False


def _is_adjusted(descriptors: Mapping[str, str], name: str) -> bool:
    return any(name in descriptors for name in _OVERRIDES) or without_fallback(name) is not None


def _weights_and_style(
    descriptors: Mapping[str, str], files: tuple[str, ...]
) -> tuple[Weights, Literal["normal", "italic", "oblique"]]:
    """Return weights and style: from the rule, otherwise from the URL of Adobe's file."""
    weights = parse_face_weights(descriptors.get("font-weight", ""))
    style = parse_face_style(descriptors.get("font-style", ""))
    for url in files[:1]:
        if weights is None and (match := _FVD.search(url)):
            return Weights(int(match[2]) * 100, int(match[2]) * 100), _FVD_STYLES[match[1]]
    return weights or Weights(400, 400), style


def _file_url(source: FaceSource, base: str) -> str:
    if source.kind != "url":
        return ""
    url, _, _ = absolute_url(base, source.value).partition("#")
    return url.removesuffix("?")


def _is_variable(sources: tuple[FaceSource, ...], files: tuple[str, ...]) -> bool:
    hinted = any("variations" in source.format or "variations" in source.technologies for source in sources)
    return hinted or any(_VARIABLE_FILE.search(url.rpartition("/")[2]) for url in files)


def _format(source: FaceSource) -> str:
    """Return ``woff2``, ``woff``, ``truetype`` …: by the hint, otherwise by the file's ending."""
    if source.kind != "url":
        return ""
    if source.format:
        return source.format.removesuffix("-variations")
    ending = source.value[:2000].partition("#")[0].partition("?")[0].rpartition(".")[2].lower()
    return {"ttf": "truetype", "otf": "opentype", "eot": "embedded-opentype"}.get(
        ending, ending if ending in {"woff", "woff2", "svg"} else ""
    )
