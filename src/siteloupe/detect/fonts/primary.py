"""The font of running text, and that of headings."""

import functools
from collections import Counter
from collections.abc import Iterator
from typing import Literal, NamedTuple

from siteloupe.css.font import parse_families
from siteloupe.data import rows
from siteloupe.detect.fonts.families import Record, Records
from siteloupe.detect.fonts.names import cleaned, key_of, real_names, written
from siteloupe.detect.fonts.used import ComputedFonts, Setting, Stack
from siteloupe.detect.styles.site_css import SiteCss
from siteloupe.reports.evidence import Evidence
from siteloupe.reports.fonts import FontRole

Role = Literal["body", "heading"]


class Chosen(NamedTuple):
    """What a role is set in: ``key`` of its family, None for the system's fonts, and how that was told."""

    key: str | None
    role: FontRole
    evidence: Evidence


class _Candidate(NamedTuple):
    stack: Stack
    where: str
    value: str


def primary_font(css: SiteCss, computed: ComputedFonts, found: Records) -> Chosen | None:
    """What running text is set in: as the body says, else most text, else a builder's slot, else most CSS.

    A family that something brings goes before one that is only named; when the first place that says
    anything names none but the systems' own, the answer is no family.
    """
    told = list(_of_body(computed))
    for candidate in told:
        if chosen := _chosen("primary", candidate, found, brought=True):
            return chosen
    for candidate in told:
        if chosen := _chosen("primary", candidate, found, brought=False):
            return chosen
    if told:
        return _system("primary", told[0])
    for candidate in _of_slots(css, "body"):
        if chosen := _chosen("primary", candidate, found, brought=False):
            return chosen
    return _most_used(found)


def heading_font(css: SiteCss, computed: ComputedFonts, found: Records) -> Chosen | None:
    """What most heading text is set in; without any heading, what a builder's slot says."""
    told = [_of_setting(setting) for setting in _ranked(computed, computed.headings)]
    told = told or list(_of_slots(css, "heading"))
    for candidate in told[:1]:
        chosen = _chosen("heading", candidate, found, brought=True)
        return chosen or _chosen("heading", candidate, found, brought=False) or _system("heading", candidate)
    return None


def _of_body(computed: ComputedFonts) -> Iterator[_Candidate]:
    """The body's stack and that of most text, in the order in which they count."""
    ranked = _ranked(computed, computed.text)[:1]
    yield from (_of_setting(setting) for setting in ([computed.body] if computed.body else []) + ranked)


def _ranked(computed: ComputedFonts, text: "Counter[Stack | None]") -> list[Setting]:
    """Where each stack is set, the one with most characters first."""
    return [computed.settings[stack] for stack, _ in text.most_common() if stack is not None]


def _of_setting(setting: Setting) -> _Candidate:
    where = setting.declared.sheet.where
    value = f"{setting.selector} {{ font-family: {written(setting.stack)} }}"
    return _Candidate(setting.stack, where, value.strip())


@functools.cache
def _slots(role: Role) -> tuple[str, ...]:
    return tuple(row["variable"] for row in rows("font_variables.tsv") if row["role"] == role)


def _of_slots(css: SiteCss, role: Role) -> Iterator[_Candidate]:
    """What a theme or builder keeps in custom properties for that kind of text."""
    for variable in _slots(role):
        value = css.variables.value(variable)
        if value and (stack := parse_families(value[:2000])):
            plain = tuple(family._replace(name=cleaned(family.name)) for family in stack)
            yield _Candidate(plain, "custom property", f"{variable}: {value}"[:300])


def _chosen(what: str, candidate: _Candidate, found: Records, *, brought: bool) -> Chosen | None:
    """The first name in a stack that something brings, or the first one that is no system's."""
    known = frozenset(key for key, record in found.items() if record.is_brought)
    for name in real_names(candidate.stack, known):
        record = found.get(key_of(name))
        if record is None or record.icon is not None:
            continue
        if record.is_brought or not brought:
            return _answer(what, candidate, record)
    return None


def _answer(what: str, candidate: _Candidate, record: Record) -> Chosen:
    role = FontRole(family=record.name, stack=written(candidate.stack))
    return Chosen(
        key_of(record.name), role, Evidence(what=what, where=candidate.where, value=candidate.value[:300])
    )


def _system(what: str, candidate: _Candidate) -> Chosen:
    role = FontRole(family=None, stack=written(candidate.stack))
    return Chosen(None, role, Evidence(what=what, where=candidate.where, value=candidate.value[:300]))


def _most_used(found: Records) -> Chosen | None:
    """The family that most declarations name, of those that something brings."""
    brought = [record for record in found.values() if record.is_brought and record.icon is None]
    best = max(brought, key=lambda record: record.uses, default=None)
    if best is None:
        return None
    value = f"named by {best.uses} declarations" if best.uses else "brought, and named by none"
    role = FontRole(family=best.name, stack=written(parse_families(f'"{best.name}"')))
    return Chosen(key_of(best.name), role, Evidence(what="primary", where="all CSS", value=value))
