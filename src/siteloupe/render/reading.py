"""Reading a page that is ready: its document and computed styles by our own script, its sheets by CDP."""

import asyncio
from collections.abc import Mapping
from importlib import resources
from typing import Any, Final

import msgspec

from siteloupe.capture import Exchange
from siteloupe.css.encoding import charset_of, decode
from siteloupe.rendered import (
    Rendered,
    RenderedFill,
    RenderedGround,
    RenderedSheet,
    RenderedText,
    SheetOrigin,
    TextKind,
)
from siteloupe.settings import Settings

MAX_ELEMENTS = 30_000
MAX_GROUPS = 600
"""Most groups of text with equal styles, and of fills."""

MAX_SHEETS = 200

MAX_MILLISECONDS = 1500
"""How long elements are read; those that are left then are left out."""

_SCRIPT: Final = resources.files("siteloupe.render").joinpath("read_page.js").read_text("utf-8")

_Colors = list[str]


class _PageAnswer(msgspec.Struct):
    """What ``read_page.js`` returns; the browser's word is checked like a site's."""

    doctype: str
    url: str
    html: str
    cut: bool
    heavy: bool
    texts: list[tuple[tuple[TextKind, int, str, float, str, str, float, _Colors], int]]
    fills: list[tuple[tuple[str, float, _Colors], int]]
    grounds: list[tuple[_Colors | None, int]]
    root: _Colors
    color: str
    loaded: list[str]


async def read_page(session: Any, settings: Settings, fetched: Mapping[str, Exchange]) -> Rendered:
    """Return what the page of the CDP ``session`` shows now; ``fetched`` are the stylesheets that it got.

    Raises playwright's Error when the page goes away meanwhile, ValueError when its answer is none.
    """
    tree = await session.send("Page.getFrameTree")
    world = await session.send("Page.createIsolatedWorld", {"frameId": tree["frameTree"]["frame"]["id"]})
    limits = {
        "html": settings.max_html,
        "css": settings.max_css,
        "elements": MAX_ELEMENTS,
        "groups": MAX_GROUPS,
        "milliseconds": MAX_MILLISECONDS,
    }
    result = await session.send(
        "Runtime.evaluate",
        {
            "expression": f"{_SCRIPT.strip()}({msgspec.json.encode(limits).decode()})",
            "contextId": world["executionContextId"],
            "returnByValue": True,
        },
    )
    page = msgspec.convert(result["result"].get("value"), _PageAnswer)
    if not page.url.startswith(("http://", "https://")):  # Chromium's own page of an error
        raise ValueError("the page has left")
    sheets, sheets_cut = ([], True) if page.heavy else await read_sheets(session, page.url, settings, fetched)
    return Rendered(
        engine="",
        url=page.url,
        html=page.doctype + page.html,
        sheets=tuple(sheets),
        texts=tuple(
            RenderedText(kind, heading, font, size, weight, color, opacity, tuple(behind), count)
            for (kind, heading, font, size, weight, color, opacity, behind), count in page.texts
        ),
        fills=tuple(
            RenderedFill(color, opacity, tuple(behind), n) for (color, opacity, behind), n in page.fills
        ),
        grounds=tuple(RenderedGround(tuple(colors or ()), points) for colors, points in page.grounds),
        root=tuple(page.root),
        body_color=page.color,
        loaded=tuple(page.loaded),
        cut=page.cut or sheets_cut,
    )


async def read_sheets(
    session: Any, page_url: str, settings: Settings, fetched: Mapping[str, Exchange]
) -> tuple[list[RenderedSheet], bool]:
    """Return the sheets that apply, in the order that CDP states them, and whether a limit left some out.

    Source: https://chromedevtools.github.io/devtools-protocol/tot/CSS/
    """
    await session.send("DOM.enable")
    headers = await _sheet_headers(session)
    media = await _media_by_element(session)
    order = {element: number for number, element in enumerate(media)}
    headers.sort(
        key=lambda each: (bool(each.get("isConstructed")), order.get(each.get("ownerNode"), len(order)))
    )
    sheets: list[RenderedSheet] = []
    room, cut = settings.max_css, len(headers) > MAX_SHEETS
    for header in headers[:MAX_SHEETS]:
        if header.get("disabled") or header["origin"] != "regular":
            continue
        if header["length"] > min(room, settings.max_stylesheet):
            cut = True
            continue
        answer = await session.send("CSS.getStyleSheetText", {"styleSheetId": header["styleSheetId"]})
        text = str(answer["text"]) or _text_of(fetched.get(str(header["sourceURL"])))
        room -= len(text)
        if room < 0:
            return sheets, True
        url = str(header["sourceURL"])[:2000]
        url = url if url.startswith(("http://", "https://")) else page_url
        sheets.append(RenderedSheet(_origin(header), url, text, media.get(header.get("ownerNode"), "")))
    return sheets, cut


def _text_of(sheet: Exchange | None) -> str:
    """Return the text of a linked sheet; Chromium has none of a sheet that an interception answered."""
    if sheet is None:
        return ""
    return decode(sheet.body, charset_of(sheet.headers.get("content-type")), "utf-8")


async def _sheet_headers(session: Any) -> list[dict[str, Any]]:
    """Return the description of each sheet; CDP states them in no certain order."""
    headers: list[dict[str, Any]] = []

    def note(event: dict[str, Any]) -> None:
        headers.append(event["header"])

    session.on("CSS.styleSheetAdded", note)
    await session.send("CSS.enable")
    await asyncio.sleep(0)
    session.remove_listener("CSS.styleSheetAdded", note)
    return headers


def _origin(header: dict[str, Any]) -> SheetOrigin:
    if header.get("isConstructed"):
        return "constructed"
    return "block" if header.get("isInline") or not header["sourceURL"] else "linked"


async def _media_by_element(session: Any) -> dict[int | None, str]:
    """Return the media list of each element that may bring a sheet, by its number, in document order."""
    document = await session.send("DOM.getDocument", {"depth": 0})
    selected = await session.send(
        "DOM.querySelectorAll",
        {"nodeId": document["root"]["nodeId"], "selector": "style, link[rel~=stylesheet i]"},
    )
    found: dict[int | None, str] = {}
    for node in selected["nodeIds"][:MAX_SHEETS]:
        about = (await session.send("DOM.describeNode", {"nodeId": node}))["node"]
        given = about.get("attributes", [])
        pairs = dict(zip(given[::2], given[1::2], strict=False))
        found[about["backendNodeId"]] = str(pairs.get("media", ""))[:500]
    return found
