"""The font families of a site: what loads each, in which variants, what it is for, and which are icons."""

import functools
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from siteloupe.css.font import Family
from siteloupe.css.grammar import unquote
from siteloupe.data import rows
from siteloupe.detect.fonts.faces import Face
from siteloupe.detect.fonts.names import is_system, key_of, real_names, slug_of, without_fallback, written
from siteloupe.detect.fonts.services import FontRequest, Service
from siteloupe.detect.fonts.used import Use
from siteloupe.reports.fonts import Font, FontSource, IconFont

MAX_FAMILIES = 1000
MAX_FALLBACKS = 20

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
"""Where copies of Google's fonts are kept: by OMGF, Cloudflare Fonts, Elementor and WP Rocket
(``google-fonts``), Astra, Perfmatters, themes with WordPress's own web font loader
(https://github.com/WPTT/webfont-loader), and by whoever keeps the paths that Google's files have."""


@dataclass(slots=True)
class Record:
    """What is known of one family while it is put together."""

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
    stacks: Counter[tuple[Family, ...]] = field(default_factory=Counter)
    uses: int = 0
    icon_uses: int = 0

    @property
    def is_brought(self) -> bool:
        """True when a face or a service brings it, not only CSS that names it."""
        return bool(self.services or self.files or self.embedded)

    @property
    def source(self) -> FontSource:
        """Who brings it; a service first."""
        if self.services:
            return _SOURCES[next(iter(self.services))]
        return "self-hosted" if self.files or self.embedded else "declared"

    @property
    def icon(self) -> str | None:
        """Its icon set, or None for a family of letters."""
        if named := icon_set(self.name):
            return named
        return self.name if self.is_brought and self.uses and self.icon_uses == self.uses else None


Records = Mapping[str, Record]


def stand_ins(faces: Iterable[Face]) -> Mapping[str, str]:
    """By key, the families whose faces are only fitted system fonts, and whom they stand in for."""
    kinds: dict[str, bool] = {}
    names: dict[str, str] = {}
    for face in faces:
        key = key_of(face.family)
        kinds[key] = kinds.get(key, True) and face.stands_in
        names[key] = face.family
    return {key: without_fallback(names[key]) or "" for key, only in kinds.items() if only}


def records(
    faces: Sequence[Face], requests: Sequence[FontRequest], used: Iterable[Use], private: frozenset[str]
) -> Records:
    """Every family by key: those with faces, those asked for by URL, then those that CSS only names.

    ``private`` are the selectors of rules that show private-use characters.
    """
    found: dict[str, Record] = {}
    for face in faces:
        if not face.stands_in:
            _add_face(_record(found, face.family), face)
    for request in requests:
        for family in request.families:
            name = _known_name(found, family.name) if family.is_slug else family.name
            record = _record(found, name)
            record.services.setdefault(request.service)
            record.weights.update(family.weights)
            record.styles.update(family.styles)
            record.variable = record.variable or family.variable
    brought = frozenset(found)
    slugs = _slugs(requests)
    for use in used:
        _add_use(found, use, brought, slugs, private)
    _credit_kits(found, requests)
    return found


def _record(found: dict[str, Record], name: str) -> Record:
    if len(found) >= MAX_FAMILIES and key_of(name) not in found:
        return Record(name)
    return found.setdefault(key_of(name), Record(name))


def _known_name(found: Records, name: str) -> str:
    """The spelling that a face has for a family of which a URL gave the slug."""
    if key_of(name) in found:
        return name
    slug = slug_of(name)
    return next((record.name for record in found.values() if slug_of(record.name) == slug), name)


def _slugs(requests: Iterable[FontRequest]) -> Mapping[str, str]:
    """By slug, the key under which a family that is known by its slug alone was recorded."""
    asked = (family for request in requests for family in request.families if family.is_slug)
    return {slug_of(family.name): key_of(family.name) for family in asked}


def _add_face(record: Record, face: Face) -> None:
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
    found: dict[str, Record],
    use: Use,
    brought: frozenset[str],
    slugs: Mapping[str, str],
    private: frozenset[str],
) -> None:
    for_icons = all(is_for_icons(selector) or selector in private for selector in use.selectors)
    for name in real_names(use.stack, brought):
        key = slugs.get(slug_of(name), key_of(name))
        record = _record(found, name) if key not in found else found[key]
        if slug_of(name) in slugs and not record.has_face:  # the page spells better than one can from a slug
            record.name = name
        record.uses += use.declared.sheet.count
        record.icon_uses += use.declared.sheet.count if for_icons else 0
        if use.weight is not None and not record.is_brought:
            record.weights.add(str(use.weight))
        at = next(i for i, family in enumerate(use.stack) if family.name == name)
        record.stacks[use.stack[at + 1 :]] += 1


def _credit_kits(found: Records, requests: Iterable[FontRequest]) -> None:
    """Adobe's families, when its kit could not be read: it names them in lower case, with hyphens.

    Source: https://helpx.adobe.com/fonts/using/embed-codes.html
    """
    if not any(request.kit for request in requests) or any("adobe" in r.services for r in found.values()):
        return
    for record in found.values():
        plain = record.name.replace("-", "").replace(" ", "")
        looks = "-" in record.name and plain.isalnum() and record.name == record.name.lower()
        if looks and not record.is_brought and not record.has_face and not is_system(record.name):
            record.services["adobe"] = None


def entry(record: Record, *, primary: bool, preloaded: frozenset[str]) -> Font:
    """A family as the report shows it."""
    fallbacks = max(record.stacks, key=lambda stack: (record.stacks[stack], len(stack)), default=())
    return Font(
        family=record.name,
        source=record.source,
        weights=sorted(record.weights, key=_weight_order),
        styles=[style for style in _STYLES if style in record.styles],
        variable=record.variable,
        is_primary=primary,
        icon=record.icon is not None,
        fallbacks=[written((family,)).strip('"') for family in fallbacks[:MAX_FALLBACKS]],
        files=list(record.files),
        formats=list(record.formats),
        display=list(record.displays),
        preloaded=not preloaded.isdisjoint(record.files),
        uses=record.uses,
        note=_note(record),
    )


def icon_font(record: Record) -> IconFont | None:
    """A family as one of the icon fonts, or None when it is none."""
    if (name := record.icon) is None:
        return None
    return IconFont(family=record.name, name=name, source=record.source, files=list(record.files))


def _weight_order(weight: str) -> tuple[int, str]:
    return int(weight.partition(".")[0]), weight


def _note(record: Record) -> str | None:
    if "fontsCom" in record.services:
        return "Served by a Monotype font service."
    if record.source == "self-hosted":
        if any(_LOCAL_COPIES.search(url) for url in record.files):
            return "A Google font, served from the site itself."
        if record.embedded and not record.files:
            return "Embedded in the CSS."
    if record.source == "declared" and not record.has_face:
        return "Named in the CSS; shown only where visitors have it, or a script brings it."
    return None


_NAMED = re.compile(
    r"\bicons?\b|icons\b|icomoon|iconfont|glyph(?:s|icons?)?\b|\bsymbols?\b|awesome|dashicon|fontello|flaticon"
    r"|linearicons|genericon|socicon|[_-]icon"
    r"|^fa(?:[- ]?(?:solid|regular|brands?|light|thin|duotone|sharp)|[srlbd])?\b",
    re.IGNORECASE,
)
"""Words that name icon fonts. Text faces keep clear of them: *Lexicon* has a letter before."""


@functools.cache
def _known() -> Mapping[str, str]:
    return {key_of(row["family"]): row["name"] for row in rows("icon_fonts.tsv")}


def icon_set(family: str) -> str | None:
    """The icon set that ``family`` is of: its name, the family's own where only its words say so, or None."""
    return _known().get(key_of(family)) or (family if _NAMED.search(family[:200]) else None)


def is_private(content: str) -> bool:
    """Whether a ``content`` value shows a character of Unicode's private use areas, as icons do.

    Source: https://www.unicode.org/faq/private_use.html
    """
    if content[:1] not in {'"', "'"} or ("\\" not in content and content.isascii()):
        return False
    text = unquote(content[:40])
    return any("\ue000" <= character <= "\uf8ff" or character >= "\U000f0000" for character in text)


def is_for_icons(selector: str) -> bool:
    """Whether icon fonts are applied by such a selector: a pseudo-element, classes by their prefix."""
    lowered = selector.lower()
    return (
        lowered.endswith((":before", ":after"))
        or "[class^=" in lowered
        or "[class*=" in lowered
        or "icon" in lowered.rpartition(" ")[2]
    )
