"""The fonts that reports state, against what headless Chromium computes for the same saved pages.

Each saved site is opened without scripts and without the network. The primary family is right when Chromium puts it
first in the list of fonts of at least 40 % as much text as of any other, or in that of ``body``. A share is right
within 0.1. A page on which Chromium shows no text, or only the system's fonts, shall have no primary family, or one
of those.

Without arguments it reads ``tests/sites``. Give folders of captures, or of static sites, as to ``painted_ratios.py``.
Wanted: at least 95 % of the primary families.
"""

import argparse
import asyncio
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.async_api import BrowserContext, Route

from benchmarks.painted_ratios import SITES, saved_sites
from siteloupe.analyses.fonts import ANALYSIS
from siteloupe.cli.reports import analyze_saved
from siteloupe.css.font import parse_families
from siteloupe.detect.fonts.names import clean_name, is_system, key_of
from siteloupe.errors import SiteloupeError
from siteloupe.judging import judge_in_thread
from siteloupe.net.folder import Saved
from siteloupe.net.wire import WireAnswer
from siteloupe.settings import Settings
from tests.browser import chromium

SCRIPT = Path(__file__).with_suffix(".js").read_text("utf-8")
NEARLY = 0.4
TOLERANCE = 0.1


class Compared(NamedTuple):
    """A site: the stated family beside those that the browser paints, and the families with a wrong share."""

    site: str
    stated: str | None
    painted: dict[str, float]
    is_right: bool
    wrong_shares: list[str]


async def painted(context: BrowserContext, saved: Saved, url: str) -> dict[str, Any]:
    """What the browser computes at ``url``, from the saved answers alone."""

    async def answer(route: Route) -> None:
        hop = saved.wire.hops.get(route.request.url.partition("#")[0])
        outcome = hop.outcome if hop else None
        if isinstance(outcome, WireAnswer) and route.request.resource_type in {"document", "stylesheet"}:
            kind = outcome.headers.get("content-type") or "text/html"
            await route.fulfill(status=outcome.status, headers={"content-type": kind}, body=outcome.body)
        else:
            await route.abort()

    page = await context.new_page()
    try:
        await page.route("**/*", answer)
        await page.goto(url, wait_until="load", timeout=20_000)
        found: dict[str, Any] = await page.evaluate(SCRIPT)
    finally:
        await page.close()
    return found


def first_of(stack: str) -> str:
    """The key of the first family; empty for a generic name or a system's font."""
    families = parse_families(stack)
    if not families or families[0].generic or is_system(families[0].name):
        return ""
    return key_of(clean_name(families[0].name))


def compare_site(site: str, report: dict[str, Any], found: dict[str, Any]) -> Compared:
    """The report of one site beside what the browser found."""
    sizes: Counter[str] = Counter()
    for stack, size in found["sizes"].items():
        sizes[first_of(stack)] += size
    total = sizes.total() or 1
    shares = {family: size / total for family, size in sizes.items()}
    most = max(shares.values(), default=0.0)
    nearly = {family for family, share in shares.items() if share >= NEARLY * most}
    wanted = nearly or {first_of(found["body"])}
    stated = next((font["family"] for font in report["fonts"] if font["isPrimary"]), None)
    wrong = [
        font["family"]
        for font in report["fonts"]
        if shares and abs(font["share"] - shares.get(key_of(font["family"]), 0.0)) > TOLERANCE
    ]
    return Compared(site, stated, shares, key_of(stated or "") in wanted, wrong)


async def compare(folder: Path) -> list[Compared]:
    """Compare the sites of ``folder`` that can be read."""
    compared: list[Compared] = []
    async with chromium() as browser:
        context = await browser.new_context(
            java_script_enabled=False, viewport={"width": 1440, "height": 900}
        )
        for name, saved in saved_sites(folder):
            try:
                body = (await analyze_saved(saved, (ANALYSIS,), Settings(), judge_in_thread))[ANALYSIS]
            except SiteloupeError:
                continue
            report = json.loads(body)
            if report["isCms"] is not None:
                compared.append(compare_site(name, report, await painted(context, saved, report["url"])))
    return compared


def main() -> None:
    """Print the figures, and every site that differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, default=[SITES])
    for folder in parser.parse_args().folders:
        compared = asyncio.run(compare(folder))
        for each in compared:
            if not each.is_right or each.wrong_shares:
                shares = ", ".join(f"{name or 'system'} {share:.2f}" for name, share in each.painted.items())
                told = "right" if each.is_right else "wrong"
                print(
                    f"  {each.site}: {each.stated} is {told}; shares of {each.wrong_shares} differ: {shares}"
                )
        right = sum(each.is_right for each in compared)
        even = sum(not each.wrong_shares for each in compared)
        print(f"{folder.name}: primary family {right} of {len(compared)}; all shares near on {even}")


if __name__ == "__main__":
    main()
