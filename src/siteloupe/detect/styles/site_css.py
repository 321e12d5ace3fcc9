"""All CSS of a visited page, parsed, in the order of the cascade.

Source: https://drafts.csswg.org/css-cascade-5/#cascade-order. The color attributes of ``<body>`` are part of
it: https://html.spec.whatwg.org/multipage/rendering.html#the-page.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from msgspec import Struct

from siteloupe.capture import Answer, Exchange, Sheet
from siteloupe.css.color import Color, parse_color
from siteloupe.css.conditions import media_matches
from siteloupe.css.rules import Stylesheet
from siteloupe.css.scopes import Roots
from siteloupe.css.stylesheet import parse_style_attribute
from siteloupe.css.variables import Variables
from siteloupe.detect.styles.parsed_sheets import parse_block, parse_sheet
from siteloupe.detect.styles.sheets import (
    Reference,
    applied_sheets,
    applies,
    imports_of,
    is_css,
)
from siteloupe.document import Page, Style

MAX_WORK = 400_000
"""Most work that all sheets of a page may be, see ``css.declarations.work_of``: more than any one sheet, and
twice as much as the largest real page known."""

MAX_ATTRIBUTE_WORK = 100_000
"""Most work that all style attributes of a page may be."""

SheetKind = Literal["linked", "imported", "block", "attribute"]


class AppliedSheet(Struct, frozen=True, eq=False, gc=False):
    """One sheet that the page applies.

    ``base`` is the base of its URLs: its own URL, or the page's. ``where`` names the sheet for people: its
    URL, or the tag that contains it. ``media`` are the media lists that must all match: the link's or
    block's, and those of the imports that lead to the sheet. ``count`` is above 1 only for a style attribute
    that several elements share.
    """

    sheet: Stylesheet
    kind: SheetKind
    base: str
    where: str
    media: tuple[str, ...] = ()
    count: int = 1

    def matches_screen(self, *, dark: bool = False) -> bool:
        """Whether its media match a desktop screen in a light or dark scheme."""
        return not self.media or all(media_matches(media, dark=dark) for media in self.media)


@dataclass(frozen=True, slots=True, eq=False)
class SiteCss:
    """Every sheet in cascade order: later sheets win; an imported sheet comes before the one that imports it.

    Style attributes come last, equal ones once; ``attributes`` are the same by their text. ``variables`` are
    the custom properties of the sheets for screens. ``cut``: there is more CSS than may be judged.
    """

    page: Page
    sheets: tuple[AppliedSheet, ...]
    variables: Variables
    attributes: Mapping[str, AppliedSheet]
    cut: bool


def site_css(
    page: Page,
    stylesheets: Iterable[Sheet] = (),
    roots: Roots | None = None,
    rendered: Sequence[AppliedSheet] | None = None,
) -> SiteCss:
    """Return the CSS of ``page`` and of the ``stylesheets`` that were downloaded for it.

    ``roots`` says which selectors are for html and body; without it, body's classes do. ``rendered`` are the
    sheets that a browser applied, in their order; they take the place of those that the markup names.

    Sheets with equal bytes are parsed once, also those of different visits.
    """
    found = _sheets_in_reverse(page, stylesheets) if rendered is None else reversed(rendered)
    linked, more = _within_work(MAX_WORK, found)
    attributes, more_attributes = _within_work(MAX_ATTRIBUTE_WORK, _attribute_sheets(page))
    sheets = (*_hint_sheets(page), *reversed(linked), *attributes)
    on_screens = (each.sheet for each in sheets if each.matches_screen() or each.matches_screen(dark=True))
    variables = Variables.from_sheets(on_screens, roots or roots_of(page))
    by_text = dict(zip(Counter(page.style_attributes), attributes, strict=False))
    return SiteCss(page, sheets, variables, by_text, more or more_attributes)


def _within_work(most: int, sheets: Iterable[AppliedSheet]) -> tuple[list[AppliedSheet], bool]:
    """The first of ``sheets``, until they are too much work, and whether that leaves something out."""
    kept: list[AppliedSheet] = []
    for sheet in sheets:
        most -= sheet.sheet.work
        if most < 0:
            return kept, True
        kept.append(sheet)
    return kept, any(each.sheet.truncated for each in kept)


def names_of(page: Page) -> frozenset[str]:
    """Return the classes and the ids (with ``#``) of the page, as selectors name them."""
    return page.classes.union(f"#{identity}" for identity in page.ids)


def roots_of(page: Page) -> Roots:
    """Return what the classes of body decide."""
    return Roots(frozenset(name.lower() for name in page.body_classes))


class _PendingSheet(NamedTuple):
    """A sheet that is not parsed yet, and the media of the sheets that import it."""

    element: Reference | Style
    kind: SheetKind
    media: tuple[str, ...]


def _sheets_in_reverse(page: Page, stylesheets: Iterable[Sheet]) -> Iterator[AppliedSheet]:
    """Yield the sheets in reverse order: a sheet that is linked twice applies at its last link."""
    answers: dict[str, Answer] = {sheet.url: sheet.answer for sheet in stylesheets}
    waiting = [_PendingSheet(element, "linked", ()) for element in applied_sheets(page)]
    while waiting:
        pending = waiting.pop()
        media = (*pending.media, pending.element.media) if pending.element.media else pending.media
        if isinstance(pending.element, Style):
            sheet = _block_sheet(pending.element, page, media)
        else:
            answer = answers.pop(pending.element.url, None)
            if not isinstance(answer, Exchange) or not is_css(answer) or not applies(answer, page):
                continue
            sheet = AppliedSheet(
                parse_sheet(answer, page.encoding), pending.kind, answer.url, answer.url, media
            )
        yield sheet
        waiting += [_PendingSheet(each, "imported", media) for each in imports_of(sheet.sheet, sheet.base)]


def _block_sheet(style: Style, page: Page, media: tuple[str, ...]) -> AppliedSheet:
    where = f"<style id={style.id[:80]}>" if style.id else "<style>"
    return AppliedSheet(parse_block(style.text), "block", page.base_url, where, media)


def _hint_sheets(page: Page) -> Iterator[AppliedSheet]:
    """Yield the attributes of the body, which come before all rules and lose to each."""
    if css := presentational_hints(page.body):
        yield AppliedSheet(parse_block(css), "block", page.base_url, "attributes of <body>")


def _attribute_sheets(page: Page) -> Iterator[AppliedSheet]:
    for text, count in Counter(page.style_attributes).items():
        sheet = parse_style_attribute(text)
        yield AppliedSheet(sheet, "attribute", page.base_url, "style attribute", count=count)


_HINTS = (
    ("bgcolor", ":where(body)", "background-color"),
    ("text", ":where(body)", "color"),
    ("link", ":where(a[href])", "color"),
)


def presentational_hints(body: Mapping[str, str]) -> str:
    """Return rules for the attributes of a body, with zero specificity; empty without such attributes."""
    hints = ((selector, name, _legacy_color(body.get(attribute, ""))) for attribute, selector, name in _HINTS)
    return "".join(f"{selector}{{{name}:{color.hex}}}" for selector, name, color in hints if color)


def _legacy_color(value: str) -> Color | None:
    """Parse a name or hex digits; many pages omit the number sign.

    Source: https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#legacy-color-values
    """
    text = value.strip()[:40]
    color = parse_color(text) or parse_color(f"#{text}")
    return color if isinstance(color, Color) and color.is_opaque else None
