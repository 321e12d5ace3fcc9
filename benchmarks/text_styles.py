"""Text styles that reports state, against what headless Chromium computes for the same saved pages.

Size, weight and line height of a kind of text are right when a visible element of that kind has them in a browser, the
size within 2 % and the line height within 0.05. Folders are given as to ``painted_ratios.py``; without arguments it
reads ``tests/sites``.
"""

import argparse
import asyncio
import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks import painted_fonts
from benchmarks.painted_ratios import SITES, saved_sites
from siteloupe.analyses.fonts import ANALYSIS
from siteloupe.cli.reports import analyze_saved
from siteloupe.errors import SiteloupeError
from siteloupe.judging import judge_in_thread
from siteloupe.settings import Settings
from tests.browser import chromium

painted_fonts.SCRIPT = Path(__file__).with_suffix(".js").read_text("utf-8")


def is_right(style: dict[str, Any], computed: list[list[Any]]) -> bool:
    """Whether an element has the style."""
    return any(
        abs(px - style["px"]) <= 0.02 * px
        and weight == style["weight"]
        and (ratio is None) == (style["lineHeight"] is None)
        and abs((ratio or 0) - (style["lineHeight"] or 0)) <= 0.05
        for px, weight, ratio in computed
    )


async def compare(folder: Path) -> tuple[int, int]:
    """Print what differs; return how many styles are right, and how many there are."""
    right = total = 0
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
            found = await painted_fonts.painted(context, saved, report["url"])
            for style in report.get("textStyles", ()):
                computed = found[style["kind"]]
                total += bool(computed)
                if not computed or is_right(style, computed):
                    right += bool(computed)
                    continue
                print(f"  {name}: {style} is {computed[:3]}")
    return right, total


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, default=[SITES])
    for folder in parser.parse_args().folders:
        right, total = asyncio.run(compare(folder))
        print(f"{folder.name}: {right} of {total} text styles are as in Chromium")


if __name__ == "__main__":
    main()
