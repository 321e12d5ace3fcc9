"""The contrast that reports state, against what headless Chromium paints: the share of ratios within 0.1.

Each saved site is opened without scripts and without the network, and the colors of its texts and backgrounds are
read from computed styles, with alpha and opacity blended. The ratios of a report are compared with those of body
text, of the links or text with the brand's color, and of the labels on buttons with this color; a ratio that the
report itself calls hypothetical counts only when the browser does paint such a pair.

Without arguments it reads ``tests/sites``. Give folders of captures (``siteloupe capture``), or a folder of static
sites: ``manifest.jsonl`` with ``id``, ``host`` and ``index`` a line, and the files under ``sites/<id>/``.

Wanted: at least 95 % within 0.1.
"""

import argparse
import asyncio
import json
import math
import mimetypes
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.async_api import BrowserContext, Route

from siteloupe.analyses.colors import ANALYSIS
from siteloupe.capture import Headers, Timing
from siteloupe.cli.reports import analyze_saved
from siteloupe.css.color import Color
from siteloupe.detect.colors.contrast import contrast_ratio
from siteloupe.detect.colors.pairs import BODY, BRAND
from siteloupe.errors import SiteloupeError
from siteloupe.judging import judge_in_thread
from siteloupe.net.folder import Saved, load
from siteloupe.net.replay import Replay, SavedHop
from siteloupe.net.wire import Resolved, WireAnswer
from siteloupe.settings import Settings
from tests.browser import chromium

SITES = Path(__file__).parents[1] / "tests" / "sites"
SCRIPT = Path(__file__).with_suffix(".js").read_text("utf-8")
BUTTONS = (
    "button, input[type=submit], input[type=button], [role=button], "
    "a[class*=button], a[class*=btn], a[class*=Button], a[class*=Btn]"
)
TOLERANCE = 0.1
LIKE = 0.025
"""The largest ΔE_OK between colors that are taken as one."""

BODY_SHARE = 0.1
"""The least share of the text that is painted as stated, for the statement to hold."""


class Painted(NamedTuple):
    """One pair that the browser paints. ``own`` is the text's or the button's color before blending."""

    kind: str
    own: Color
    foreground: Color
    background: Color
    size: int


class Compared(NamedTuple):
    """A ratio of a report beside the browser's; None when one of the two has no such pair."""

    site: str
    label: str
    stated: float
    painted: float | None
    pair: str


class _StaticFiles(Mapping[str, SavedHop]):
    """The files of a static site, by the URLs of its host."""

    def __init__(self, folder: Path, host: str, index: str) -> None:
        self._folder = folder
        self._host = host
        self._index = index

    def __getitem__(self, url: str) -> SavedHop:
        parts = urlsplit(url)
        path = unquote(parts.path).lstrip("/")
        names = [f"{path}?{parts.query}", f"{path}@{parts.query}", path, f"{path}/index.html"]
        for name in names if path else [self._index]:
            file = (self._folder / name).resolve()
            if parts.hostname == self._host and file.is_relative_to(self._folder) and file.is_file():
                kind = "text/css" if ".css" in file.name else mimetypes.guess_type(file.name)[0]
                lines = [("content-type", kind or "text/html")]
                body = file.read_bytes()
                answer = WireAnswer(200, Headers(lines), body, False, len(body), Timing())  # noqa: FBT003
                return SavedHop(Resolved(()), answer)
        raise KeyError(url)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def saved_sites(folder: Path) -> Iterator[tuple[str, Saved]]:
    """The visits in a folder of captures or of static sites, by name."""
    if not (manifest := folder / "manifest.jsonl").is_file():
        for path in sorted(folder.glob("*/site.toml")):
            yield path.parent.name, load(path.parent)
        return
    for line in manifest.read_text("utf-8").splitlines():
        item = json.loads(line)
        if item.get("index") and (files := (folder / "sites" / item["id"]).resolve()).is_dir():
            host = item.get("host") or "site.example"
            yield (
                item["id"],
                Saved(
                    f"http://{host}/",
                    "2026-01-01T00:00:00Z",
                    Replay(_StaticFiles(files, host, item["index"])),
                ),
            )


async def report_of(saved: Saved) -> dict[str, Any] | None:
    """The color report; None where the page cannot be read."""
    try:
        bodies = await analyze_saved(saved, (ANALYSIS,), Settings(), judge_in_thread)
    except SiteloupeError:
        return None
    report: dict[str, Any] = json.loads(bodies[ANALYSIS])
    return None if report["isCms"] is None else report


async def painted_pairs(context: BrowserContext, saved: Saved, url: str) -> list[Painted]:
    """What the browser paints at ``url``, from the saved answers alone."""

    async def answer(route: Route) -> None:
        hop = saved.wire.hops.get(route.request.url.partition("#")[0])
        outcome = hop.outcome if hop else None
        if not isinstance(outcome, WireAnswer) or route.request.resource_type not in {
            "document",
            "stylesheet",
        }:
            await route.abort()
            return
        kind = outcome.headers.get("content-type") or "text/html"
        await route.fulfill(status=outcome.status, headers={"content-type": kind}, body=outcome.body)

    page = await context.new_page()
    try:
        await page.route("**/*", answer)
        await page.goto(url, wait_until="load", timeout=20_000)
        found = await page.evaluate(SCRIPT, BUTTONS)
    finally:
        await page.close()
    return [
        Painted(
            each["kind"],
            Color(*map(round, each["own"][:3]), each["own"][3]),
            Color(*each["foreground"]),
            Color(*each["background"]),
            each["size"],
        )
        for each in found
    ]


def comparisons(site: str, report: dict[str, Any], pairs: list[Painted]) -> Iterator[Compared]:
    """Each ratio of a report with the browser's."""
    if all(each.kind == "body" for each in pairs) and report["contrast"]:
        return  # without scripts nothing is visible, so there is nothing to compare with
    for entry in report["contrast"]:
        if entry["label"] == BODY:
            painted = body_pair(pairs, _color(entry["foreground"]), _color(entry["background"]))
        else:
            kinds = ({"link"}, {"text", "link"}) if entry["label"] == BRAND else ({"button"},)
            painted = branded_pair(pairs, _color(report["roles"]["primary"]["hex"]), kinds)
            if painted is None and (entry["note"] or "").lower().startswith("no "):
                continue
        ratio = None if painted is None else contrast_ratio(painted.foreground, painted.background)
        pair = f"{entry['foreground']} on {entry['background']}"
        if painted is not None:
            pair += f", painted {painted.foreground.hex} on {painted.background.hex}"
        yield Compared(site, entry["label"], entry["ratio"], ratio, f"{pair} ({entry['note']})")


def body_pair(pairs: list[Painted], text: Color, background: Color) -> Painted | None:
    """The pair that was stated, when enough text is painted so; otherwise that of most text."""
    texts = [each for each in pairs if each.kind == "text"] or [each for each in pairs if each.kind == "body"]
    stated = [each for each in texts if like(each.foreground, text) and like(each.background, background)]
    total = sum(each.size for each in texts)
    enough = sum(each.size for each in stated) >= BODY_SHARE * total
    return most_common(stated if stated and enough else texts)


def branded_pair(pairs: list[Painted], brand: Color, kinds: tuple[set[str], ...]) -> Painted | None:
    """The pair of most text of the first of ``kinds`` whose own color is the brand's."""
    for kind in kinds:
        branded = [
            each
            for each in pairs
            if each.kind in kind
            and each.own.alpha
            and (like(each.own, brand) or (each.kind == "button" and like(each.background, brand)))
        ]
        if branded:
            return most_common(branded)
    return None


def most_common(pairs: list[Painted]) -> Painted | None:
    """The pair that most text has."""
    sizes: Counter[tuple[Color, Color]] = Counter()
    for each in pairs:
        sizes[each.foreground, each.background] += each.size
    return max(pairs, key=lambda each: sizes[each.foreground, each.background]) if pairs else None


def like(one: Color, other: Color) -> bool:
    """Whether two colors differ by little, without their alpha."""
    return math.dist(one.oklab, other.oklab) <= LIKE


def _color(code: str) -> Color:
    return Color(*bytes.fromhex(code.removeprefix("#")))


async def compare(folder: Path, most: int) -> list[Compared]:
    """Compare the first ``most`` sites of ``folder``."""
    compared: list[Compared] = []
    sites = 0
    async with chromium() as browser:
        context = await browser.new_context(
            java_script_enabled=False, viewport={"width": 1440, "height": 900}
        )
        for name, saved in saved_sites(folder):
            if sites >= most or (report := await report_of(saved)) is None:
                continue
            sites += 1
            compared += comparisons(name, report, await painted_pairs(context, saved, report["url"]))
    return compared


def main() -> None:
    """Print the figures, and every ratio that differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, default=[SITES])
    parser.add_argument("--most", type=int, default=1000, help="sites of each folder")
    arguments = parser.parse_args()
    for folder in arguments.folders:
        compared = asyncio.run(compare(folder, arguments.most))
        misses = [
            each for each in compared if each.painted is None or abs(each.stated - each.painted) > TOLERANCE
        ]
        share = 100 * (1 - len(misses) / len(compared)) if compared else 0.0
        for each in misses:
            painted = "none" if each.painted is None else f"{each.painted:.2f}"
            print(f"  {each.site}: {each.label}: {each.stated}, painted {painted}: {each.pair}")
        by_label = Counter(each.label for each in compared)
        wrong = Counter(each.label for each in misses)
        for label, count in by_label.items():
            print(f"{label}: {count - wrong[label]} of {count}")
        print(
            f"{folder.name}: {len(compared)} ratios of {len({each.site for each in compared})} sites, {share:.1f} % of 95 within {TOLERANCE}"
        )


if __name__ == "__main__":
    main()
