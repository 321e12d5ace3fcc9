"""The font families of a site: the source, variants and uses of each, and which of them are icon fonts."""

import functools
import re
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, field

from siteloupe.css.font import Family
from siteloupe.css.grammar import unquote
from siteloupe.data import rows
from siteloupe.detect.fonts.faces import Face
from siteloupe.detect.fonts.names import (
    is_system,
    key_of,
    site_font_names,
    slug_of,
    stack_text,
    without_fallback,
)
from siteloupe.detect.fonts.services import FontRequest, Service
from siteloupe.detect.fonts.used import FontUse
from siteloupe.reports.fonts import Font, FontSource, IconFont

MAX_FAMILIES = 1000
MAX_FALLBACKS = 20

MAX_STACKS = 200
"""Most lists of fallbacks of one family that are counted."""

_SOURCES: Mapping[Service, FontSource] = {
    "google": "google",
    "bunny": "bunny",
    "fontshare": "fontshare",
    "adobe": "adobe",
    "fontsCom": "declared",
}
_STYLES = ("normal", "italic", "oblique")

_LOCAL_COPIES = re.compile(
    r"/uploads/omgf/|/cf-fonts/[sv]/|/google-fonts/|/astra-local-fonts/|/cache/perfmatters/[^/]++/fonts/"
    r"|/wp-content/fonts/[a-z0-9-]++/|/s/[a-z0-9]++/v\d++/"
)
"""Paths of local copies of Google's fonts: those of OMGF, Cloudflare Fonts, Elementor and WP Rocket
(``google-fonts``), Astra, Perfmatters, themes with WordPress's own web font loader
(https://github.com/WPTT/webfont-loader), and copies with the paths of Google's own files."""


class FamilyRecord(Struct, gc=False):
    """The facts about one family, while the module collects them."""

    name: str
    weights: set[str] = field(default_factory=set)
    styles: set[str] = field(default_factory=set)
    variable: bool = False
    files: dict[str, None] = field(default_factory=dict)
    formats: dict[str, None] = field(default_factory=dict)
    displays: dict[str, None] = field(default_factory=dict)
    embedded: bool = False
    services: dict[Service, None] = field(default_factory=dict)
    has_face: bool = False
    stacks: dict[tuple[Family, ...], int] = field(default_factory=dict)
    uses: int = 0
    icon_uses: int = 0

    @property
    def is_loaded(self) -> bool:
        """True when a face or a service loads it; false when CSS only names it."""
        return bool(self.services or self.files or self.embedded)

    def loading_state(self, *, is_whole: bool) -> bool | None:
        """Whether something loads it; None where nothing was seen to, but not everything was read."""
        return True if self.is_loaded else False if is_whole else None

    @property
    def source(self) -> FontSource:
        """The source of the family; a service comes first."""
        if self.services:
            return _SOURCES[next(iter(self.services))]
        return "self-hosted" if self.files or self.embedded else "declared"

    @property
    def icon(self) -> str | None:
        """Its icon set, or None for a text font."""
        if name := icon_set(self.name):
            return name
        return self.name if self.is_loaded and self.uses and self.icon_uses == self.uses else None


FamilyRecords = Mapping[str, FamilyRecord]


def metric_fallbacks(faces: Iterable[Face]) -> Mapping[str, str]:
    """Return the families that have only metric fallbacks, by key, with the name of the original family."""
    kinds: dict[str, bool] = {}
    names: dict[str, str] = {}
    for face in faces:
        key = key_of(face.family)
        kinds[key] = kinds.get(key, True) and face.is_metric_fallback
        names[key] = face.family
    return {key: without_fallback(names[key]) or "" for key, only in kinds.items() if only}


def collect_families(
    faces: Sequence[Face], requests: Sequence[FontRequest], uses: Iterable[FontUse], private: frozenset[str]
) -> FamilyRecords:
    """Return every family by key: families with faces, families in URLs, then families that CSS only names.

    ``private`` are the selectors of rules with private-use characters.
    """
    families: dict[str, FamilyRecord] = {}
    for face in faces:
        if not face.is_metric_fallback:
            _add_face(_get_record(families, face.family), face)
    by_slug: dict[str, str] = {}
    for record in families.values():
        by_slug.setdefault(slug_of(record.name), record.name)
    for request in requests:
        for family in request.families:
            name = family.name
            if family.is_slug and key_of(name) not in families:
                name = by_slug.get(slug_of(name), name)  # a face's name, as a URL has only the slug
            record = _get_record(families, name)
            by_slug.setdefault(slug_of(record.name), record.name)
            record.services.setdefault(request.service)
            record.weights.update(family.weights)
            record.styles.update(family.styles)
            record.variable = record.variable or family.variable
    loaded = frozenset(families)
    slugs = _keys_by_slug(requests)
    for use in uses:
        _add_use(families, use, loaded, slugs, private)
    _assign_adobe_fonts(families, requests)
    return families


def _get_record(families: dict[str, FamilyRecord], name: str) -> FamilyRecord:
    """Return the record of a family; beyond the most families one that nobody keeps."""
    return _kept_record(families, name) or FamilyRecord(name)


def _kept_record(families: dict[str, FamilyRecord], name: str) -> FamilyRecord | None:
    """Return the record of a family, a new one if there is room; None beyond the most families."""
    key = key_of(name)
    if (record := families.get(key)) is None and len(families) < MAX_FAMILIES:
        record = families[key] = FamilyRecord(name)
    return record


def _keys_by_slug(requests: Iterable[FontRequest]) -> Mapping[str, str]:
    """Return the keys of families that have only a slug, by slug."""
    families = (family for request in requests for family in request.families if family.is_slug)
    return {slug_of(family.name): key_of(family.name) for family in families}


def _add_face(record: FamilyRecord, face: Face) -> None:
    low, high = face.weights
    record.has_face = True
    record.weights.add(f"{low}..{high}" if face.weights.is_range else str(low))
    record.styles.add(face.style)
    record.variable = record.variable or face.variable
    record.files.update(dict.fromkeys(face.files))
    record.formats.update(dict.fromkeys(face.formats))
    record.embedded = record.embedded or face.embedded
    if face.display:
        record.displays.setdefault(face.display)
    if face.service is not None:
        record.services.setdefault(face.service)


def _add_use(
    families: dict[str, FamilyRecord],
    use: FontUse,
    loaded: frozenset[str],
    slugs: Mapping[str, str],
    private: frozenset[str],
) -> None:
    for_icons = all(is_for_icons(selector) or selector in private for selector in use.selectors)
    names = [family.name for family in use.stack]
    for name in site_font_names(use.stack, loaded):
        key = slugs.get(slug_of(name)) if slugs else None
        record = (None if key is None else families.get(key)) or _kept_record(families, name)
        if record is None:
            continue
        if key is not None and not record.has_face:  # the page's spelling is better than one made from a slug
            record.name = name
        record.uses += use.declared.sheet.count
        record.icon_uses += use.declared.sheet.count if for_icons else 0
        if use.weight is not None and not record.is_loaded:
            record.weights.add(str(use.weight))
        behind = 1 + names.index(name)
        fallbacks = use.stack[behind : behind + MAX_FALLBACKS]
        if fallbacks in record.stacks or len(record.stacks) < MAX_STACKS:
            record.stacks[fallbacks] = record.stacks.get(fallbacks, 0) + 1


def _assign_adobe_fonts(families: FamilyRecords, requests: Iterable[FontRequest]) -> None:
    """Set Adobe as the source of its families when its kit could not be read.

    Adobe's names are in lower case, with hyphens.

    Source: https://helpx.adobe.com/fonts/using/embed-codes.html
    """
    if not any(request.kit for request in requests) or any("adobe" in r.services for r in families.values()):
        return
    for record in families.values():
        plain = record.name.replace("-", "").replace(" ", "")
        looks = "-" in record.name and plain.isalnum() and record.name == record.name.lower()
        if looks and not record.is_loaded and not record.has_face and not is_system(record.name):
            record.services["adobe"] = None


def font_entry(
    record: FamilyRecord,
    *,
    primary: bool,
    preloaded: frozenset[str],
    share: float,
    is_whole: bool = True,
) -> Font:
    """Return a family as in the report; ``share`` is that of the page's visible text."""
    fallbacks = max(record.stacks, key=lambda stack: (record.stacks[stack], len(stack)), default=())
    return Font(
        family=record.name,
        source=record.source,
        loaded=record.loading_state(is_whole=is_whole),
        weights=sorted(record.weights, key=_weight_order),
        styles=[style for style in _STYLES if style in record.styles],
        variable=record.variable,
        is_primary=primary,
        share=round(share, 2),
        icon=record.icon is not None,
        fallbacks=[stack_text((family,)).strip('"') for family in fallbacks[:MAX_FALLBACKS]],
        files=list(record.files),
        formats=list(record.formats),
        display=list(record.displays),
        preloaded=not preloaded.isdisjoint(record.files),
        uses=record.uses,
        note=_note(record, is_whole=is_whole),
    )


def icon_font(record: FamilyRecord, *, is_whole: bool = True) -> IconFont | None:
    """Return a family as an icon font, or None for a text font."""
    if (name := record.icon) is None:
        return None
    return IconFont(
        family=record.name,
        name=name,
        source=record.source,
        loaded=record.loading_state(is_whole=is_whole),
        files=list(record.files),
    )


def _weight_order(weight: str) -> tuple[int, str]:
    return int(weight.partition(".")[0]), weight


NOT_LOADED = "Named in CSS, not loaded: visitors see the fallback, unless they have it or a script brings it."
UNKNOWN = "Named in CSS; whether something loads it could not be seen."


def _note(record: FamilyRecord, *, is_whole: bool) -> str | None:
    if "fontsCom" in record.services:
        return "Served by a Monotype font service."
    if record.source == "self-hosted":
        if any(_LOCAL_COPIES.search(url) for url in record.files):
            return "A Google font, served from the site itself."
        if record.embedded and not record.files:
            return "Embedded in the CSS."
    if record.source == "declared" and not record.has_face:
        return NOT_LOADED if is_whole else UNKNOWN
    return None


_ICON_WORDS = re.compile(
    r"\bicons?\b|icons\b|icomoon|iconfont|glyph(?:s|icons?)?\b|\bsymbols?\b|awesome|dashicon|fontello|flaticon"
    r"|linearicons|genericon|socicon|[_-]icon"
    r"|^fa(?:[- ]?(?:solid|regular|brands?|light|thin|duotone|sharp)|[srlbd])?\b",
    re.IGNORECASE,
)
"""Words in names of icon fonts. Text fonts do not match: *Lexicon* has a letter before the word."""


@functools.cache
def _icon_sets() -> Mapping[str, str]:
    return {key_of(row["family"]): row["name"] for row in rows("icon_fonts.tsv")}


def icon_set(family: str) -> str | None:
    """Return the icon set of ``family``, or None. An unknown set has the name of the family."""
    return _icon_sets().get(key_of(family)) or (family if _ICON_WORDS.search(family[:200]) else None)


_PRIVATE_ESCAPE = re.compile(r"[\"']\\(?:e[0-9a-f]{3}|f[0-8][0-9a-f]{2})(?![0-9a-f])", re.IGNORECASE)


def is_private(content: str) -> bool:
    """Whether a ``content`` value has a character of Unicode's private use areas, as icons do.

    Source: https://www.unicode.org/faq/private_use.html
    """
    if _PRIVATE_ESCAPE.match(content):
        return True  # as nearly all icons
    if content[:1] not in {'"', "'"} or ("\\" not in content and content.isascii()):
        return False
    text = unquote(content[:40])
    return any("\ue000" <= character <= "\uf8ff" or character >= "\U000f0000" for character in text)


def is_for_icons(selector: str) -> bool:
    """Whether a selector is typical of icon fonts: a pseudo-element, or classes by their prefix."""
    lowered = selector.lower()
    return (
        lowered.endswith((":before", ":after"))
        or "[class^=" in lowered
        or "[class*=" in lowered
        or "icon" in lowered.rpartition(" ")[2]
    )
