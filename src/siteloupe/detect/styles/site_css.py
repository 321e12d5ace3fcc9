"""All CSS of a visited page, parsed, in the order of the cascade.

Source: https://drafts.csswg.org/css-cascade-5/#cascade-order. The attributes of ``<body>`` that set colors
are part of it: https://html.spec.whatwg.org/multipage/rendering.html#the-page.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from siteloupe.capture import Answer, Exchange, Sheet
from siteloupe.css.color import Color, parse_color
from siteloupe.css.conditions import media_matches
from siteloupe.css.rules import Stylesheet
from siteloupe.css.stylesheet import parse_style_attribute
from siteloupe.css.variables import Variables
from siteloupe.detect.styles.sheets import Reference, applied, imports_of, is_css, parsed, parsed_block
from siteloupe.document import Page, Style

Place = Literal["linked", "imported", "block", "attribute"]


@dataclass(frozen=True, slots=True, eq=False)
class AppliedSheet:
    """One sheet as the page applies it.

    ``base`` is the URL from which its references count: its own, or the page's. ``where`` tells people which
    sheet it is: its URL, or the tag it stands in. ``media`` are the lists that must all match for it to
    count: the link's or block's, and those of the imports on the way. ``count`` is above 1 only for a style
    attribute that several elements share.
    """

    sheet: Stylesheet
    place: Place
    base: str
    where: str
    media: tuple[str, ...] = ()
    count: int = 1

    def is_shown(self, *, dark: bool = False) -> bool:
        """Whether its media match a desktop screen under a light or dark scheme."""
        return not self.media or all(media_matches(media, dark=dark) for media in self.media)


@dataclass(frozen=True, slots=True, eq=False)
class SiteCss:
    """Every sheet in cascade order: later ones win; an imported one stands before what imports it.

    Style attributes come last, equal ones once. ``variables`` are the custom properties of all that is shown.
    """

    page: Page
    sheets: tuple[AppliedSheet, ...]
    variables: Variables


def site_css(page: Page, stylesheets: Iterable[Sheet] = ()) -> SiteCss:
    """The CSS of ``page`` and of the ``stylesheets`` that were fetched for it.

    A sheet with the bytes of an earlier one, of this visit or another, is not parsed again.
    """
    sheets = (*_hints(page), *reversed(tuple(_from_the_last(page, stylesheets))), *_attributes(page))
    shown = (sheet.sheet for sheet in sheets if sheet.is_shown() or sheet.is_shown(dark=True))
    return SiteCss(page, sheets, Variables.from_sheets(shown, frozenset(page.body_classes)))


class _Named(NamedTuple):
    """A sheet that waits to be looked at, and the media of what names it."""

    element: Reference | Style
    place: Place
    media: tuple[str, ...]


def _from_the_last(page: Page, stylesheets: Iterable[Sheet]) -> Iterator[AppliedSheet]:
    """Sheets in reverse: the last place where a sheet is named is where it counts, and is met first."""
    answers: dict[str, Answer] = {sheet.url: sheet.answer for sheet in stylesheets}
    waiting = [_Named(element, "linked", ()) for element in applied(page)]
    while waiting:
        named = waiting.pop()
        media = (*named.media, named.element.media) if named.element.media else named.media
        if isinstance(named.element, Style):
            sheet = _block(named.element, page, media)
        else:
            answer = answers.pop(named.element.url, None)
            if not isinstance(answer, Exchange) or not is_css(answer):
                continue
            sheet = AppliedSheet(parsed(answer, page.encoding), named.place, answer.url, answer.url, media)
        yield sheet
        waiting += [_Named(each, "imported", media) for each in imports_of(sheet.sheet, sheet.base)]


def _block(style: Style, page: Page, media: tuple[str, ...]) -> AppliedSheet:
    where = f"<style id={style.id[:80]}>" if style.id else "<style>"
    return AppliedSheet(parsed_block(style.text), "block", page.base_url, where, media)


def _hints(page: Page) -> Iterator[AppliedSheet]:
    """The attributes of the body come before all rules, and lose to each."""
    if css := presentational_hints(page.body):
        yield AppliedSheet(parsed_block(css), "block", page.base_url, "attributes of <body>")


def _attributes(page: Page) -> Iterator[AppliedSheet]:
    for text, count in Counter(page.style_attributes).items():
        sheet = parse_style_attribute(text)
        yield AppliedSheet(sheet, "attribute", page.base_url, "style attribute", count=count)


_HINTS = (
    ("bgcolor", ":where(body)", "background-color"),
    ("text", ":where(body)", "color"),
    ("link", ":where(a[href])", "color"),
)


def presentational_hints(body: Mapping[str, str]) -> str:
    """Rules for the attributes of a body, without weight, so that any other rule wins; empty without."""
    given = ((selector, name, _color(body.get(attribute, ""))) for attribute, selector, name in _HINTS)
    return "".join(f"{selector}{{{name}:{color.hex}}}" for selector, name, color in given if color)


def _color(value: str) -> Color | None:
    """A name or hex digits, the number sign left out by many.

    Source: https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#legacy-color-values
    """
    text = value.strip()[:40]
    found = parse_color(text) or parse_color(f"#{text}")
    return found if isinstance(found, Color) and found.is_opaque else None
