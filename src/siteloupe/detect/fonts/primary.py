"""The font of body text, and the font of headings."""

import functools
from collections import Counter
from collections.abc import Iterator
from typing import Literal, NamedTuple

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


class _FontCandidate(NamedTuple):
    stack: Stack
    where: str
    value: str


def primary_font(css: SiteCss, computed: ComputedFonts, families: FamilyRecords) -> FontChoice | None:
    """Return the font of body text: of ``body``, otherwise of most text that is no heading.

    Where neither has one, it is that of a builder's slot, or of most CSS; never one of headings alone.
    A loaded family comes before one that CSS only names. When the first candidate has only system fonts, the
    result has no family.
    """
    candidates = list(_body_candidates(computed))
    for candidate in candidates:
        if choice := _choose("primary", candidate, families, only_loaded=True):
            return choice
    for candidate in candidates:
        if choice := _choose("primary", candidate, families, only_loaded=False):
            return choice
    if candidates:
        return _system_choice("primary", candidates[0])
    for candidate in _slot_candidates(css, "body"):
        if choice := _choose("primary", candidate, families, only_loaded=False):
            return choice
    return _most_used_family(families, _only_in_headings(computed))


def heading_font(css: SiteCss, computed: ComputedFonts, families: FamilyRecords) -> FontChoice | None:
    """Return the font of most heading text; without headings, the font of a builder's slot."""
    candidates = [_candidate_of(setting) for setting in _rank_settings(computed, computed.headings)]
    candidates = candidates or list(_slot_candidates(css, "heading"))
    for candidate in candidates[:1]:
        choice = _choose("heading", candidate, families, only_loaded=True)
        return (
            choice
            or _choose("heading", candidate, families, only_loaded=False)
            or _system_choice("heading", candidate)
        )
    return None


def _body_candidates(computed: ComputedFonts) -> Iterator[_FontCandidate]:
    """Yield the stack of ``body``, then the stack of most text that is no heading."""
    ranked = _rank_settings(computed, computed.text)[:1]
    yield from (_candidate_of(setting) for setting in ([computed.body] if computed.body else []) + ranked)


def _rank_settings(computed: ComputedFonts, text: "Counter[Stack | None]") -> list[StackSetting]:
    """Return the setting of each stack, the stack with most characters first."""
    return [computed.settings[stack] for stack, _ in text.most_common() if stack is not None]


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


def _choose(
    what: str, candidate: _FontCandidate, families: FamilyRecords, *, only_loaded: bool
) -> FontChoice | None:
    """Return the first loaded name in a stack or, unless ``only_loaded``, the first name of a site's font."""
    known = frozenset(key for key, record in families.items() if record.is_loaded)
    for name in site_font_names(candidate.stack, known):
        record = families.get(key_of(name))
        if record is None or record.icon is not None:
            continue
        if record.is_loaded or not only_loaded:
            return _choice(what, candidate, record)
    return None


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
        if record.is_loaded and record.icon is None and key not in but
    ]
    best = max(loaded, key=lambda record: record.uses, default=None)
    if best is None:
        return None
    value = f"named by {best.uses} declarations" if best.uses else "brought, and named by none"
    stack = stack_text(parse_families(f'"{best.name}"'))
    role = FontRole(family=best.name, stack=stack, confidence="low")
    return FontChoice(key_of(best.name), role, Evidence(what="primary", where="all CSS", value=value))
