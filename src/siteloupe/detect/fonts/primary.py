"""The font that paints most text, that of running text, and that of headings."""

import functools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec

from siteloupe.css.font import parse_families
from siteloupe.data import rows
from siteloupe.detect.fonts.families import FamilyRecord, FamilyRecords
from siteloupe.detect.fonts.names import clean_name, key_of, site_font_names, stack_text
from siteloupe.detect.fonts.used import ComputedFonts, Stack, StackSetting
from siteloupe.detect.styles.site_css import SiteCss
from siteloupe.reports.evidence import Evidence
from siteloupe.reports.fonts import FontRole

Role = Literal["body", "heading"]


class FontChoice(NamedTuple):
    """The font of a role: the ``key`` of its family, None for system fonts, with the evidence."""

    key: str | None
    role: FontRole
    evidence: Evidence


SYSTEM_SHARE = 2.0
"""How many times as much text as the first family of the site a system's font paints, to stand before it."""


class _FontCandidate(NamedTuple):
    stack: Stack
    where: str
    value: str


class PaintedFont(NamedTuple):
    """The text in one font: the ``key`` of its family, None for a system's font, and its share, 0 to 1.

    ``setting`` is None for the browser's default font.
    """

    key: str | None
    setting: StackSetting | None
    share: float


def painted_fonts(computed: ComputedFonts, families: FamilyRecords) -> list[PaintedFont]:
    """Return the fonts of the visible text, headings included, the one of most characters first."""
    return _painted_fonts(computed, computed.text + computed.headings, families)


def primary_font(
    css: SiteCss, computed: ComputedFonts, families: FamilyRecords, painted: Sequence[PaintedFont]
) -> FontChoice | None:
    """Return the font that paints most of the visible text: the first name of the stack of that text.

    ``painted`` are the fonts of that text.
    A family of the site stands before a system's font that does not paint twice as much. Without visible text
    it is the font of ``body``, otherwise that of a builder's slot or of most CSS.
    """
    if painted:
        own = next((each for each in painted if each.key is not None), painted[0])
        first = own if painted[0].share < SYSTEM_SHARE * own.share else painted[0]
        return _painted_choice("primary", first, families)
    return _declared_font("primary", css, computed, families)


def body_font(css: SiteCss, computed: ComputedFonts, families: FamilyRecords) -> FontChoice | None:
    """Return the font of most text that is in no heading; on a page without any text, that of ``body``."""
    if painted := _painted_fonts(computed, computed.text, families):
        return _painted_choice("body", painted[0], families)
    return None if computed.headings else _declared_font("body", css, computed, families)


def heading_font(css: SiteCss, computed: ComputedFonts, families: FamilyRecords) -> FontChoice | None:
    """Return the font of most heading text; without headings, the font of a builder's slot."""
    if painted := _painted_fonts(computed, computed.headings, families):
        return _painted_choice("heading", painted[0], families)
    for candidate in _slot_candidates(css, "heading"):
        return _choose("heading", candidate, families) or _system_choice("heading", candidate)
    return None


def family_shares(painted: Iterable[PaintedFont]) -> Mapping[str, float]:
    """Return the share of the ``painted`` text that each family of the site has, 0 to 1, by its key."""
    return {each.key: each.share for each in painted if each.key is not None}


def _painted_fonts(
    computed: ComputedFonts, text: "Counter[Stack | None]", families: FamilyRecords
) -> list[PaintedFont]:
    """Return the fonts of ``text``, the one of most characters first; text in icon fonts is no text."""
    sizes: Counter[str] = Counter()
    found: dict[str, PaintedFont] = {}
    for stack, size in text.most_common():
        letters = without_icons(stack, families) if stack else ()
        if letters or not stack:
            first = key_of(letters[0].name) if letters else ""
            sizes[first] += size
            if first not in found:
                setting = computed.settings.get(stack) if stack else None
                found[first] = PaintedFont(family_key(letters, families), setting, 0.0)
    total = sizes.total()
    return [found[first]._replace(share=size / total) for first, size in sizes.most_common()]


def without_icons(stack: Stack, families: FamilyRecords) -> Stack:
    """Return ``stack`` from its first family with letters on; empty when it is for icons alone."""
    for place, family in enumerate(stack):
        record = families.get(key_of(family.name))
        if record is None or not record.icon:
            return () if place and family.generic else stack[place:]
    return ()


def family_key(stack: Stack, families: FamilyRecords) -> str | None:
    """Return the key of the first family of ``stack`` when it is the site's; None for a system's font."""
    if not stack:
        return None
    first = key_of(stack[0].name)
    record = families.get(first)
    known = (first,) if record and record.is_loaded else ()
    return first if record and site_font_names(stack[:1], known) else None


def _painted_choice(what: str, painted: PaintedFont, families: FamilyRecords) -> FontChoice | None:
    if painted.setting is None:
        return None
    candidate = _candidate_of(painted.setting)
    if painted.key is None:
        choice = _system_choice(what, candidate)
    else:
        choice = _choice(what, candidate, families[painted.key])
    share = round(painted.share, 2)
    return choice._replace(role=msgspec.structs.replace(choice.role, share=share)) if share else choice


def _declared_font(
    what: str, css: SiteCss, computed: ComputedFonts, families: FamilyRecords
) -> FontChoice | None:
    """Return the font of ``body``, that of a builder's slot, or the loaded one that most CSS names."""
    if computed.body is not None:
        candidate = _candidate_of(computed.body)
        return _choose(what, candidate, families) or _system_choice(what, candidate)
    for candidate in _slot_candidates(css, "body"):
        if choice := _choose(what, candidate, families):
            return choice
    return _most_used_family(families, _only_in_headings(computed))


def _candidate_of(setting: StackSetting) -> _FontCandidate:
    where = setting.declared.sheet.where
    value = f"{setting.selector} {{ font-family: {stack_text(setting.stack)} }}"
    return _FontCandidate(setting.stack, where, value.strip())


@functools.cache
def _slot_variables(role: Role) -> tuple[str, ...]:
    return tuple(row["variable"] for row in rows("font_variables.tsv") if row["role"] == role)


def _slot_candidates(css: SiteCss, role: Role) -> Iterator[_FontCandidate]:
    """Yield the stacks that a theme or builder stores in custom properties for this role."""
    for variable in _slot_variables(role):
        value = css.variables.value(variable)
        if value and (stack := parse_families(value[:2000])):
            plain = tuple(family._replace(name=clean_name(family.name)) for family in stack)
            yield _FontCandidate(plain, "custom property", f"{variable}: {value}"[:300])


def _choose(what: str, candidate: _FontCandidate, families: FamilyRecords) -> FontChoice | None:
    """Return the first family of a stack; None when it is a system's font, or an icon font."""
    key = family_key(without_icons(candidate.stack, families), families)
    return None if key is None else _choice(what, candidate, families[key])


def _choice(what: str, candidate: _FontCandidate, record: FamilyRecord) -> FontChoice:
    role = FontRole(family=record.name, stack=stack_text(candidate.stack))
    return FontChoice(
        key_of(record.name), role, Evidence(what=what, where=candidate.where, value=candidate.value[:300])
    )


def _system_choice(what: str, candidate: _FontCandidate) -> FontChoice:
    role = FontRole(family=None, stack=stack_text(candidate.stack))
    return FontChoice(None, role, Evidence(what=what, where=candidate.where, value=candidate.value[:300]))


def _only_in_headings(computed: ComputedFonts) -> frozenset[str]:
    """Return the keys of the families that headings of a page with other text too are set in."""
    if not computed.text:
        return frozenset()
    stacks = (stack for stack in computed.headings if stack and stack not in computed.text)
    return frozenset(key_of(stack[0].name) for stack in stacks)


def _most_used_family(families: FamilyRecords, but: frozenset[str]) -> FontChoice | None:
    """Return the loaded family that most declarations name, ``but`` some."""
    loaded = [
        record
        for key, record in families.items()
        if record.is_loaded and record.uses and record.icon is None and key not in but
    ]
    best = max(loaded, key=lambda record: record.uses, default=None)
    if best is None:
        return None
    value = f"named by {best.uses} declarations"
    stack = stack_text(parse_families(f'"{best.name}"'))
    role = FontRole(family=best.name, stack=stack, confidence="low")
    return FontChoice(key_of(best.name), role, Evidence(what="primary", where="all CSS", value=value))
