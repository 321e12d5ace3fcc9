"""Everything about a page's fonts, put together from its CSS, its markup and the URLs that it names.

The font presets of a WordPress site are those of its global styles, named by its theme.json:
https://developer.wordpress.org/block-editor/how-to-guides/themes/global-settings-and-styles/
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from siteloupe.capture import Answer, Exchange, Sheet
from siteloupe.css.font import shorthand
from siteloupe.css.length import font_size
from siteloupe.css.variables import Variables
from siteloupe.detect.fonts.faces import faces_of
from siteloupe.detect.fonts.families import Records, entry, icon_font, is_private, records, stand_ins
from siteloupe.detect.fonts.names import real_names, titled, written
from siteloupe.detect.fonts.primary import Chosen, heading_font, primary_font
from siteloupe.detect.fonts.sources import font_requests, font_sources, preloaded_fonts
from siteloupe.detect.fonts.used import FONT_PROPERTIES, Use, computed_fonts, uses
from siteloupe.detect.styles.cascade import Declared, declared
from siteloupe.detect.styles.site_css import SiteCss
from siteloupe.document import Tree
from siteloupe.document.json_blocks import loaded
from siteloupe.reports.evidence import Evidence
from siteloupe.reports.fonts import Font, FontPreset, FontRole, FontSize, FontSources, IconFont

MAX_STACKS = 200
MAX_DECLARED = 100_000
"""Declarations of fonts, sizes and contents that are looked at; the largest sites known have 6,000."""

MAX_USES = 20_000
"""Declarations of families that are looked at."""


@dataclass(frozen=True, slots=True)
class FoundFonts:
    """What the font report says beyond the page itself; each field as there."""

    fonts: list[Font]
    body: FontRole | None
    heading: FontRole | None
    system_stacks: list[str]
    icon_fonts: list[IconFont]
    sources: FontSources
    presets: list[FontPreset]
    type_scale: list[FontSize]
    evidence: list[Evidence]


def fonts_of(
    css: SiteCss, tree: Tree, stylesheets: Iterable[Sheet] = (), theme_json: Answer | None = None
) -> FoundFonts:
    """The fonts of a page that could be read.

    ``stylesheets`` are those that were found, also where they could not be read; ``theme_json`` is the
    theme's, where it was asked for.
    """
    found = list(islice(declared(css, FONT_PROPERTIES | {"content"}), MAX_DECLARED))
    faces = tuple(faces_of(css))
    requests = font_requests(css, stylesheets)
    used = list(islice(uses(found, stand_ins(faces)), MAX_USES))
    families = records(faces, requests, used, _private_selectors(found))
    computed = computed_fonts(css, tree, used)
    primary = primary_font(css, computed, families)
    heading = heading_font(css, computed, families)
    preloaded = preloaded_fonts(css.page)
    sources = font_sources(requests, faces, preloaded)
    return FoundFonts(
        fonts=_entries(families, primary, heading, preloaded),
        body=primary.role if primary else None,
        heading=heading.role if heading else None,
        system_stacks=_system_stacks(used, families),
        icon_fonts=[icon for record in families.values() if (icon := icon_font(record)) is not None],
        sources=sources,
        presets=font_presets(css.variables, theme_json),
        type_scale=type_scale(found),
        evidence=[chosen.evidence for chosen in (primary, heading) if chosen] + _seen(sources),
    )


def _private_selectors(found: Iterable[Declared]) -> frozenset[str]:
    """The selectors of rules whose ``content`` is a private-use character."""
    return frozenset(
        each.context.selector
        for each in found
        if each.declaration.property == "content" and is_private(each.value)
    )


def _entries(
    families: Records, primary: Chosen | None, heading: Chosen | None, preloaded: frozenset[str]
) -> list[Font]:
    """The primary family, that of headings, the others by how often they are named; icons last."""
    first = [chosen.key if chosen else None for chosen in (primary, heading)]

    def place(key: str) -> tuple[bool, bool, bool, int]:
        record = families[key]
        return key != first[0], key != first[1], record.icon is not None, -record.uses

    return [
        entry(families[key], primary=key == first[0], preloaded=preloaded)
        for key in sorted(families, key=place)
    ]


def _system_stacks(used: Sequence[Use], families: Records) -> list[str]:
    """Stacks of nothing but the systems' fonts, in the order in which they are declared first."""
    brought = frozenset(key for key, record in families.items() if record.is_brought)
    stacks = dict.fromkeys(use.stack for use in used if use.stack)
    plain = (written(stack) for stack in stacks if not real_names(stack, brought))
    return list(dict.fromkeys(plain))[:MAX_STACKS]


def _seen(sources: FontSources) -> list[Evidence]:
    found = [
        Evidence(what="google", where="stylesheet URL", value=url[:300]) for url in sources.google.css_urls
    ]
    if sources.adobe.kit_id:
        found.append(Evidence(what="adobe", where="kit", value=sources.adobe.kit_id))
    return found[:50]


MAX_PRESETS = 200

_VARIABLE = "--wp--preset--font-family--"
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def font_presets(variables: Variables, theme_json: Answer | None) -> list[FontPreset]:
    """The page's presets, in order, then those that only theme.json has."""
    named = {_in_css(preset.slug): preset for preset in _of_theme(theme_json)}
    found: dict[str, FontPreset] = {}
    for slug, family in _of_page(variables):
        name = named[slug].name if slug in named else titled(slug)
        found.setdefault(slug, FontPreset(slug=slug, name=name, font_family=family))
    for slug, preset in named.items():
        found.setdefault(slug, preset)
    return list(found.values())[:MAX_PRESETS]


def _of_page(variables: Variables) -> Iterator[tuple[str, str]]:
    for scope, values in variables.scopes.items():
        for name in values:
            if name.startswith(_VARIABLE) and (slug := name.removeprefix(_VARIABLE)):
                value = variables.value(name, scope)
                yield slug, value if value is not None else values[name]


def _of_theme(answer: Answer | None) -> Iterator[FontPreset]:
    if not isinstance(answer, Exchange) or answer.status != 200:
        return
    settings = _member(loaded(answer.body.decode("utf-8-sig", "replace")), "settings")
    listed = _member(_member(settings, "typography"), "fontFamilies")
    for preset in listed[:MAX_PRESETS] if isinstance(listed, list) else ():
        slug, family = _member(preset, "slug"), _member(preset, "fontFamily")
        if isinstance(slug, str) and slug and isinstance(family, str) and family:
            name = _member(preset, "name")
            yield FontPreset(
                slug=slug, name=name if isinstance(name, str) and name else titled(slug), font_family=family
            )


def _in_css(slug: str) -> str:
    """A preset's slug as WordPress writes it into a custom property: ``sourceSerif4`` is ``source-serif-4``.

    Source: https://developer.wordpress.org/reference/functions/_wp_to_kebab_case/
    """
    return "-".join(word.lower() for word in _WORD.findall(slug))


def _member(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, dict) else None


MAX_SIZES = 1000
"""Distinct values that are counted."""

MAX_VALUE = 300


def type_scale(found: Iterable[Declared]) -> list[FontSize]:
    """Every distinct size with how often it is declared; sizes without a length in pixels are left out.

    ``16px`` and ``16PX`` are one size, and stand as they were written first.
    """
    counts: Counter[str] = Counter()
    written: dict[str, str] = {}
    known: dict[tuple[str, str], str] = {}
    for each in found:
        key = (each.declaration.property, each.value)
        if (size := known.get(key)) is None:
            size = known[key] = _size(*key)
        if size and ((same := size.lower()) in counts or len(counts) < MAX_SIZES):
            counts[same] += each.sheet.count
            written.setdefault(same, size)
    sizes = ((written[same], font_size(same), count) for same, count in counts.items())
    scale = [
        FontSize(value=value, count=count, px=round(px, 2)) for value, px, count in sizes if px is not None
    ]
    return sorted(scale, key=lambda size: (size.px, size.value))


def _size(name: str, value: str) -> str:
    """The size that a declaration sets, as written; empty when it sets none."""
    if len(value) > MAX_VALUE:
        return ""
    if name == "font-size":
        return " ".join(value.split())
    read = shorthand(value) if name == "font" else None
    return read.size if read else ""
