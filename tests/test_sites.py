"""Saved sites give what they are expected to give, in every field. ``scripts/accept`` renews the expectations."""

import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from siteloupe.analyses import ANALYSES
from siteloupe.cli.reports import analyze_saved
from siteloupe.judging import judge_in_thread
from siteloupe.net.folder import load
from siteloupe.products.book import folders_among, technologies
from siteloupe.settings import Settings

SITES = sorted(path.parent for path in (Path(__file__).parent / "sites").glob("*/site.toml"))
DEFAULTS = dict.fromkeys((row.variable for row in Settings().describe()), "")


@pytest.mark.parametrize("analysis", ANALYSES, ids=lambda analysis: analysis.name)
@pytest.mark.parametrize("site", SITES, ids=lambda site: site.name)
async def test_a_saved_site_gives_the_expected_report(site: Path, analysis) -> None:
    bodies = await analyze_saved(load(site), (analysis,), Settings(), judge_in_thread, full=True)
    expected = (site / "expect" / f"{analysis.name}.json").read_text("utf-8")
    assert msgspec.json.format(bodies[analysis]).decode() + "\n" == expected


@pytest.mark.parametrize("site", SITES, ids=lambda site: site.name)
def test_no_report_names_a_product_with_two_versions(site: Path) -> None:
    report = json.loads((site / "expect" / "tech-stack.json").read_text("utf-8"))
    plugins = {plugin["slug"]: plugin["version"] for plugin in report["plugins"]}
    products = {product.name: product for product in technologies().products}
    for technology in report["technologies"]:
        product = products.get(technology["name"])
        folders = folders_among(plugins, product.folders) if product else ()
        judged = next((plugins[folder] for folder in folders if plugins[folder]), technology["version"])
        assert technology["version"] == judged, technology["name"]


ALL_REPORTS = """
import asyncio
import sys
from pathlib import Path
from siteloupe.analyses import ANALYSES
from siteloupe.analyses.tech_stack import analyze
from siteloupe.capture import Capture, Exchange, Headers
from siteloupe.cli.reports import analyze_saved
from siteloupe.judging import judge_in_thread
from siteloupe.net.folder import load
from siteloupe.settings import Settings
from siteloupe.detect.site import Site

for path in sys.argv[1:]:
    saved = analyze_saved(load(Path(path)), ANALYSES, Settings(), judge_in_thread, full=True)
    print(*asyncio.run(saved).values(), sep="\\n")
names = [f"{start}-{n}" for start in ("svelte", "chakra", "mantine") for n in range(20)]
html = f"<meta name=generator content='WordPress 6.8'><i class='{' '.join(names)}' id=a></i>"
lines = [("content-type", "text/html"), *(("set-cookie", f"phpbb3_{n}=1") for n in range(20))]
answer = Exchange("https://a.test/", "https://a.test/", 200, Headers(lines), html.encode())
print(analyze(Site(Capture("", answer))).technologies)
"""


def test_no_report_depends_on_the_order_of_sets() -> None:
    reports = [
        subprocess.run(
            [sys.executable, "-c", ALL_REPORTS, *map(str, SITES)],
            env=os.environ | DEFAULTS | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert "value='phpbb3_0'" in reports[0]
    assert reports[0].count('"url":') >= len(SITES) * len(ANALYSES)
    assert reports[0] == reports[1]


@pytest.mark.parametrize("site", SITES, ids=lambda site: site.name)
async def test_the_default_answer_is_short_and_counts_what_it_leaves_out(site: Path) -> None:
    short = await analyze_saved(load(site), ANALYSES, Settings(), judge_in_thread)
    for analysis, body in short.items():
        answer = json.loads(body)
        full = json.loads((site / "expect" / f"{analysis.name}.json").read_text("utf-8"))
        assert len(body) <= analysis.brief_bytes
        more = answer.get("more", {})
        for name, value in full.items():
            kept = answer.get(name, [] if isinstance(value, list) else None)
            if isinstance(value, list):
                assert len(kept) + more.get(name, 0) == len(value), (analysis.name, name)
            elif isinstance(value, str | int | None):
                assert kept == value, (analysis.name, name)
