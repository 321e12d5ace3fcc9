"""The CSS of a rendered page: what the browser applied, also rules that scripts made."""

from collections.abc import Iterable, Iterator

from siteloupe.css.conditions import media_matches
from siteloupe.detect.styles.parsed_sheets import parse_block
from siteloupe.detect.styles.site_css import AppliedSheet, SheetKind
from siteloupe.rendered import RenderedSheet, SheetOrigin

_KINDS: dict[SheetOrigin, SheetKind] = {"linked": "linked", "block": "block", "constructed": "block"}
_PLACES: dict[SheetOrigin, str] = {"block": "rendered <style>", "constructed": "rendered sheet of a script"}


def rendered_sheets(sheets: Iterable[RenderedSheet]) -> Iterator[AppliedSheet]:
    """Yield the sheets of a rendered page in their order, without those that no screen applies."""
    for each in sheets:
        if each.media and not media_matches(each.media) and not media_matches(each.media, dark=True):
            continue
        where = f"rendered {each.url}" if each.origin == "linked" else _PLACES[each.origin]
        media = (each.media,) if each.media else ()
        yield AppliedSheet(parse_block(each.text), _KINDS[each.origin], each.url, where, media)
