"""A page as a browser shows it, frozen: a part of a capture, read once and then data like the rest.

It is small on purpose: text and fills are counted by their computed styles in the browser, so that what
leaves the browser has a bound whatever the page is. It is saved with a visit as it is; a replay runs no
script.
"""

from typing import Literal

import msgspec

TextKind = Literal["plain", "link", "button"]
SheetOrigin = Literal["linked", "block", "constructed"]


class RenderedSheet(msgspec.Struct, frozen=True):
    """The rules of one sheet that the browser applied, also those that scripts inserted.

    ``url`` is the sheet's own, or that of the page. ``media`` is the media list of its element.
    """

    origin: SheetOrigin
    url: str
    text: str
    media: str = ""


class RenderedText(msgspec.Struct, frozen=True):
    """Visible text with equal computed styles: ``characters`` of it in all.

    ``heading`` is the level of the heading around it, 0 for none. Colors are as browsers serialize computed
    values; ``opacity`` is that of the text with all elements around it, ``behind`` the backgrounds behind the
    text, the nearest first, up to an opaque one.
    """

    kind: TextKind
    heading: int
    font: str
    size: float
    weight: str
    color: str
    opacity: float
    behind: tuple[str, ...]
    characters: int


class RenderedFill(msgspec.Struct, frozen=True):
    """The background of ``count`` buttons, or links that look like buttons, over ``behind``."""

    color: str
    opacity: float
    behind: tuple[str, ...]
    count: int


class RenderedGround(msgspec.Struct, frozen=True):
    """The backgrounds at ``points`` of a grid over the window, the topmost first.

    The last one is opaque. Empty where an image or gradient is seen.
    """

    colors: tuple[str, ...]
    points: int


class Rendered(msgspec.Struct, frozen=True, kw_only=True, tag="rendered"):
    """One rendered page.

    ``html`` is the document as it stood in the end, ``url`` its address. ``loaded`` are the font families of
    which a file was loaded, ``root`` the backgrounds of html and body. ``cut``: a limit left something
    out, ``requests`` how many answers the page got, ``milliseconds`` how long it took.
    """

    engine: str
    url: str
    html: str
    sheets: tuple[RenderedSheet, ...] = ()
    texts: tuple[RenderedText, ...] = ()
    fills: tuple[RenderedFill, ...] = ()
    grounds: tuple[RenderedGround, ...] = ()
    root: tuple[str, ...] = ()
    body_color: str = ""
    loaded: tuple[str, ...] = ()
    requests: int = 0
    milliseconds: int = 0
    cut: bool = False
    note: str | None = None

    @property
    def size(self) -> int:
        """Characters of text that are held."""
        return len(self.html) + sum(len(sheet.text) for sheet in self.sheets)


class NotRendered(msgspec.Struct, frozen=True, tag="not-rendered"):
    """Why a page was not rendered although it should have been: a word for metrics, and a sentence."""

    cause: str
    note: str


RenderResult = Rendered | NotRendered
