"""Everything about a page's fonts, put together from its CSS, its markup and the URLs that it names."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from siteloupe.capture import Capture
from siteloupe.detect.cascade import Declared, declared
from siteloupe.detect.computed_fonts import computed_fonts
from siteloupe.detect.font_faces import faces_of
from siteloupe.detect.font_families import Records, entry, icon_font, records, stand_ins
from siteloupe.detect.font_names import real_names, written
from siteloupe.detect.font_presets import font_presets
from siteloupe.detect.font_sources import font_requests, font_sources, preloaded_fonts
from siteloupe.detect.font_uses import FONT_PROPERTIES, Use, uses
from siteloupe.detect.icon_fonts import is_private
from siteloupe.detect.primary_font import Chosen, heading_font, primary_font
from siteloupe.detect.site_css import SiteCss
from siteloupe.detect.type_scale import type_scale
from siteloupe.document import tree_of
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


def fonts_of(capture: Capture, css: SiteCss) -> FoundFonts:
    """The fonts of a page that could be read."""
    found = list(islice(declared(css, FONT_PROPERTIES | {"content"}), MAX_DECLARED))
    faces = tuple(faces_of(css))
    requests = font_requests(capture, css)
    used = list(islice(uses(found, stand_ins(faces)), MAX_USES))
    families = records(faces, requests, used, _private_selectors(found))
    computed = computed_fonts(css, tree_of(capture.page), used)
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
        presets=font_presets(css.variables, capture.theme_json),
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
