"""All facts about a page's fonts, from its CSS, its markup and its URLs.

The font presets of a WordPress site come from its global styles, with names from its theme.json:
https://developer.wordpress.org/block-editor/how-to-guides/themes/global-settings-and-styles/
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import msgspec

from siteloupe.capture import Answer, Exchange, Sheet
from siteloupe.css.conditions import may_hold
from siteloupe.css.font import parse_shorthand
from siteloupe.css.length import font_size_in_pixels
from siteloupe.css.variables import Variables
from siteloupe.detect.fonts.faces import faces_of
from siteloupe.detect.fonts.families import (
    FamilyRecords,
    collect_families,
    font_entry,
    icon_font,
    is_private,
    metric_fallbacks,
)
from siteloupe.detect.fonts.names import key_of, site_font_names, stack_text, title_from_slug
from siteloupe.detect.fonts.primary import (
    FontChoice,
    body_font,
    family_shares,
    heading_font,
    painted_fonts,
    primary_font,
)
from siteloupe.detect.fonts.rendered_fonts import fonts_of_rendered
from siteloupe.detect.fonts.sources import font_requests, font_sources, preloaded_fonts
from siteloupe.detect.fonts.text_styles import rendered_text_styles, text_styles
from siteloupe.detect.fonts.used import FONT_PROPERTIES, FontUse, computed_fonts, font_uses
from siteloupe.detect.styles.cascade import DeclaredValue, declared_values
from siteloupe.detect.styles.site_css import SiteCss
from siteloupe.detect.styles.visibility import VISIBILITY_PROPERTIES
from siteloupe.document import Tree
from siteloupe.document.json_blocks import parse_json
from siteloupe.rendered import Rendered
from siteloupe.reports.evidence import Evidence
from siteloupe.reports.fonts import (
    Font,
    FontPreset,
    FontRole,
    FontSize,
    FontSources,
    IconFont,
    TextStyle,
)

_TEXT_PROPERTIES = frozenset({"font-weight", "line-height"})
_OF_TEXT = _TEXT_PROPERTIES | {"font", "font-size"}

MAX_STACKS = 200
MAX_DECLARED = 100_000
"""Most declarations of fonts, sizes and contents; the largest sites known have 6,000."""

MAX_USES = 20_000
"""Most declarations of families."""


@dataclass(frozen=True, slots=True)
class PageFonts:
    """The fields of the font report about the page's CSS; each field is the same as there.

    ``is_cut`` says that there was too much CSS to judge all of it. ``without_latin`` are files without an A.
    """

    fonts: list[Font]
    body: FontRole | None
    heading: FontRole | None
    system_stacks: list[str]
    icon_fonts: list[IconFont]
    sources: FontSources
    presets: list[FontPreset]
    type_scale: list[FontSize]
    text_styles: list[TextStyle]
    evidence: list[Evidence]
    is_cut: bool
    without_latin: frozenset[str] = frozenset()


def fonts_of(
    css: SiteCss,
    tree: Tree,
    stylesheets: Iterable[Sheet] = (),
    theme_json: Answer | None = None,
    *,
    is_whole: bool = True,
    rendered: Rendered | None = None,
) -> PageFonts:
    """Return the fonts of a page.

    ``stylesheets`` are all that were found, also without a download; ``theme_json`` is the theme's answer,
    when it was requested. ``is_whole`` says that the whole page and all its sheets were read;
    otherwise nobody knows of a font that is only named whether something loads it. ``rendered`` is the page
    as a browser shows it: its computed styles then decide which font a text has.
    """
    declared, display, of_text = _declarations(css)
    faces = tuple(faces_of(css))
    named = frozenset(key_of(face.family) for face in faces)
    requests = font_requests(css, stylesheets)
    fallbacks = metric_fallbacks(faces)
    uses = list(islice(font_uses(declared, fallbacks, named), MAX_USES))
    families = collect_families(faces, requests, uses, _private_selectors(declared))
    computed = (
        fonts_of_rendered(rendered.texts, uses, fallbacks)
        if rendered
        else computed_fonts(css, tree, uses, display)
    )
    styles: list[TextStyle] = []
    if rendered:
        styles = rendered_text_styles(rendered.texts, fallbacks, families)
    elif computed.page is not None and is_whole:
        styles = text_styles(computed.page, of_text, families)
    painted = painted_fonts(computed, families)
    primary = primary_font(css, computed, families, painted)
    body = body_font(css, computed, families)
    heading = heading_font(css, computed, families)
    preloaded = preloaded_fonts(css.page)
    sources = font_sources(requests, faces, preloaded)
    return PageFonts(
        fonts=_font_entries(families, primary, heading, preloaded, family_shares(painted), is_whole=is_whole),
        body=_role(body, families, is_whole=is_whole),
        heading=_role(heading, families, is_whole=is_whole),
        system_stacks=_system_stacks(uses, families),
        icon_fonts=[
            icon for record in families.values() if (icon := icon_font(record, is_whole=is_whole)) is not None
        ],
        sources=sources,
        presets=font_presets(css.variables, theme_json),
        type_scale=type_scale(declared),
        text_styles=styles,
        evidence=[chosen.evidence for chosen in (primary, heading) if chosen] + _source_evidence(sources),
        is_cut=computed.is_cut,
        without_latin=frozenset(url for face in faces if not face.has_latin for url in face.files)
        - frozenset(url for face in faces if face.has_latin for url in face.files),
    )


def _declarations(
    css: SiteCss,
) -> tuple[list[DeclaredValue], list[DeclaredValue], list[DeclaredValue]]:
    """Return the declarations of fonts and contents, those that hide text, and those of text styles."""
    declared: list[DeclaredValue] = []
    display: list[DeclaredValue] = []
    of_text: list[DeclaredValue] = []
    every = declared_values(css, FONT_PROPERTIES | VISIBILITY_PROPERTIES | _TEXT_PROPERTIES | {"content"})
    for each in islice((each for each in every if may_hold(each.context.conditions)), MAX_DECLARED):
        name = each.declaration.property
        if name in VISIBILITY_PROPERTIES:
            display.append(each)
            continue
        if name not in _TEXT_PROPERTIES:
            declared.append(each)
        if name in _OF_TEXT:
            of_text.append(each)
    return declared, display, of_text


def _private_selectors(declared: Iterable[DeclaredValue]) -> frozenset[str]:
    """Return the selectors of rules whose ``content`` is a private-use character."""
    return frozenset(
        each.context.selector
        for each in declared
        if each.declaration.property == "content" and is_private(each.value)
    )


def _role(choice: FontChoice | None, families: FamilyRecords, *, is_whole: bool) -> FontRole | None:
    """The font of a role, how sure it is, and whether something loads it."""
    if choice is None:
        return None
    role = choice.role if is_whole else msgspec.structs.replace(choice.role, confidence="low")
    if choice.key is None:
        return role
    return msgspec.structs.replace(role, loaded=families[choice.key].loading_state(is_whole=is_whole))


def _font_entries(
    families: FamilyRecords,
    primary: FontChoice | None,
    heading: FontChoice | None,
    preloaded: frozenset[str],
    shares: Mapping[str, float],
    *,
    is_whole: bool,
) -> list[Font]:
    """Return the primary family, that of headings, the others by their text and uses, and icons last."""
    first = [chosen.key if chosen else None for chosen in (primary, heading)]

    def sort_key(key: str) -> tuple[bool, bool, bool, float, int]:
        record, share = families[key], round(shares.get(key, 0.0), 2)
        return key != first[0], key != first[1], record.icon is not None, -share, -record.uses

    return [
        font_entry(
            families[key],
            primary=key == first[0],
            preloaded=preloaded,
            share=shares.get(key, 0.0),
            is_whole=is_whole,
        )
        for key in sorted(families, key=sort_key)
    ]


def _system_stacks(uses: Sequence[FontUse], families: FamilyRecords) -> list[str]:
    """Return stacks that contain only system fonts, in the order of their first declaration."""
    loaded = frozenset(key for key, record in families.items() if record.is_loaded)
    stacks = dict.fromkeys(use.stack for use in uses if use.stack)
    plain = (stack_text(stack) for stack in stacks if not site_font_names(stack, loaded))
    return list(dict.fromkeys(plain))[:MAX_STACKS]


def _source_evidence(sources: FontSources) -> list[Evidence]:
    evidence = [
        Evidence(what="google", where="stylesheet URL", value=url[:300]) for url in sources.google.css_urls
    ]
    if sources.adobe.kit_id:
        evidence.append(Evidence(what="adobe", where="kit", value=sources.adobe.kit_id))
    return evidence[:50]


MAX_PRESETS = 200

_VARIABLE = "--wp--preset--font-family--"
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def font_presets(variables: Variables, theme_json: Answer | None) -> list[FontPreset]:
    """Return the page's presets in order, then presets that only theme.json has."""
    of_theme = {_css_slug(preset.slug): preset for preset in _theme_presets(theme_json)}
    presets: dict[str, FontPreset] = {}
    for slug, family in _page_presets(variables):
        name = of_theme[slug].name if slug in of_theme else title_from_slug(slug)
        presets.setdefault(slug, FontPreset(slug=slug, name=name, font_family=family))
    for slug, preset in of_theme.items():
        presets.setdefault(slug, preset)
    return list(presets.values())[:MAX_PRESETS]


def _page_presets(variables: Variables) -> Iterator[tuple[str, str]]:
    for scope, values in variables.scopes.items():
        for name in values:
            if name.startswith(_VARIABLE) and (slug := name.removeprefix(_VARIABLE)):
                value = variables.value(name, scope)
                yield slug, value if value is not None else values[name]


def _theme_presets(answer: Answer | None) -> Iterator[FontPreset]:
    if not isinstance(answer, Exchange) or answer.status != 200:
        return
    settings = _member(parse_json(answer.body.decode("utf-8-sig", "replace")), "settings")
    presets = _member(_member(settings, "typography"), "fontFamilies")
    for preset in presets[:MAX_PRESETS] if isinstance(presets, list) else ():
        slug, family = _member(preset, "slug"), _member(preset, "fontFamily")
        if isinstance(slug, str) and slug and isinstance(family, str) and family:
            name = _member(preset, "name")
            yield FontPreset(
                slug=slug,
                name=name if isinstance(name, str) and name else title_from_slug(slug),
                font_family=family,
            )


def _css_slug(slug: str) -> str:
    """Return a preset's slug as in its custom property: ``sourceSerif4`` is ``source-serif-4``.

    Source: https://developer.wordpress.org/reference/functions/_wp_to_kebab_case/
    """
    return "-".join(word.lower() for word in _WORD.findall(slug))


def _member(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, dict) else None


MAX_SIZES = 1000
"""Most distinct sizes."""

MAX_VALUE = 300


def type_scale(declared: Iterable[DeclaredValue]) -> list[FontSize]:
    """Return every distinct size with its number of declarations, without sizes that have no pixels.

    ``16px`` and ``16PX`` are one size, spelled as it was written first.
    """
    counts: Counter[str] = Counter()
    written: dict[str, str] = {}
    known: dict[tuple[str, str], str] = {}
    for each in declared:
        key = (each.declaration.property, each.value)
        if (size := known.get(key)) is None:
            size = known[key] = _declared_size(*key)
        if size and ((same := size.lower()) in counts or len(counts) < MAX_SIZES):
            counts[same] += each.sheet.count
            written.setdefault(same, size)
    sizes = ((written[same], font_size_in_pixels(same), count) for same, count in counts.items())
    scale = [
        FontSize(value=value, count=count, px=round(px, 2)) for value, px, count in sizes if px is not None
    ]
    return sorted(scale, key=lambda size: (size.px, size.value))


def _declared_size(name: str, value: str) -> str:
    """Return the size in a declaration as written; empty without a size."""
    if len(value) > MAX_VALUE:
        return ""
    if name == "font-size":
        return " ".join(value.split())
    shorthand = parse_shorthand(value) if name == "font" else None
    return shorthand.size if shorthand else ""
