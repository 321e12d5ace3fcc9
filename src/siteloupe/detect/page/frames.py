"""Pages that consist of a frame: a frameset, or one ``<iframe>`` over the whole page (domain masking).

Sources: https://html.spec.whatwg.org/multipage/rendering.html#frames-and-framesets and
https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-a-list-of-dimensions
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from siteloupe.document import Page, StaticContent, StaticElement, absolute_url

MAX_FRAMES = 50
NOTHING_PERCENT = 2.0
NOTHING_PIXELS = 5.0
"""A row or column of frames of at most this size shows nothing."""

FULL_PERCENT = 90.0
FULL_WIDTH = 1000.0
FULL_HEIGHT = 600.0
"""The least size in pixels of a frame that replaces the page."""

_NUMBER = re.compile(r"\s*+([0-9]{1,9}(?:\.[0-9]{1,9})?+)\s*+([%*]|[a-z]{0,4}+)", re.ASCII)
_SIZE = re.compile(r"(?:^|;)\s*+(width|height)\s*+:\s*+([^;!]{1,40}+)", re.IGNORECASE)


def is_frameset(content: StaticContent) -> bool:
    """Whether a page is a frameset."""
    return bool(content.elements) and content.elements[0].tag == "frameset"


def shown_frames(page: Page, content: StaticContent) -> list[str]:
    """Return the absolute http(s) URLs of the visible frames of a frameset, in order."""
    elements = content.elements
    hidden: set[int] = set()
    places: dict[int, int] = {}
    urls: list[str] = []
    for number, element in enumerate(elements):
        parent = element.parent
        if parent >= 0:
            place = places[parent] = places.get(parent, -1) + 1
            if parent in hidden or _shows_nothing(elements[parent], place):
                hidden.add(number)
        if element.tag == "frame" and number not in hidden:
            url = absolute_url(page.base_url, element.attributes.get("src", ""))
            urls += [url] if url else []
    return urls[:MAX_FRAMES]


def _shows_nothing(frameset: StaticElement, place: int) -> bool:
    """Whether the frame at ``place`` has no size. Frames fill the rows of a grid in order."""
    columns = frameset.attributes.get("cols", "").split(",")[:MAX_FRAMES]
    rows = frameset.attributes.get("rows", "").split(",")[:MAX_FRAMES]
    row, column = divmod(place, len(columns))
    return _is_nothing(columns[column]) or (row < len(rows) and _is_nothing(rows[row]))


def _is_nothing(size: str) -> bool:
    match = _NUMBER.match(size)
    if match is None:
        return False
    number = float(match[1])
    return number == 0 or (
        match[2] != "*" and number <= (NOTHING_PERCENT if match[2] == "%" else NOTHING_PIXELS)
    )


def filling_frame(page: Page, content: StaticContent) -> str | None:
    """Return the absolute URL of the only ``<iframe>`` if it is as large as the page, otherwise None."""
    frames = [each for each in content.elements if each.tag == "iframe"]
    addressed = [
        (each, url) for each in frames if (url := absolute_url(page.base_url, each.attributes.get("src", "")))
    ]
    if len(addressed) != 1:
        return None
    frame, url = addressed[0]
    sizes = _sizes(page, frame)
    fills = _is_full(sizes.get("width", ""), FULL_WIDTH) and _is_full(sizes.get("height", ""), FULL_HEIGHT)
    return url if fills else None


def _sizes(page: Page, frame: StaticElement) -> Mapping[str, str]:
    """Yield widths and heights as written: in attributes, style blocks, and the frame's own style."""
    given = frame.attributes
    sizes = {name: given[name] for name in ("width", "height") if given.get(name)}
    for name, value in (*_css_sizes(page, frame), *_SIZE.findall(given.get("style", ""))):
        sizes[name.lower()] = value
    return sizes


def _css_sizes(page: Page, frame: StaticElement) -> Iterator[tuple[str, str]]:
    from siteloupe.detect.styles.parsed_sheets import parse_block  # noqa: PLC0415 - few pages have frames

    given = frame.attributes
    names = {"iframe", f"#{given.get('id', '')}", *(f".{name}" for name in given.get("class", "").split())}
    for style in page.styles:
        for context, declaration in parse_block(style.text).declarations():
            if declaration.property in {"width", "height"} and not names.isdisjoint(
                _last_names(context.selector)
            ):
                yield declaration.property, declaration.value


def _last_names(selector: str) -> Sequence[str]:
    """Return the last name of each selector in a list."""
    return [part.split()[-1].lower() if part.split() else "" for part in selector[:1000].split(",")]


def _is_full(size: str, pixels: float) -> bool:
    if "calc(" in size:
        return True
    match = _NUMBER.match(size.lower())
    if match is None:
        return False
    number, unit = float(match[1]), match[2]
    return number >= pixels if unit in {"", "px"} else (number >= FULL_PERCENT and unit[-1] in "%hwxn")
