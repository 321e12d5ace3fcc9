"""Saved sites give what they are expected to give, in every field. ``scripts/accept`` renews the expectations."""

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from siteloupe.analyses import ANALYSES
from siteloupe.cli import siteloupe
from siteloupe.settings import Settings

SITES = sorted(path.parent for path in (Path(__file__).parent / "sites").glob("*/site.toml"))
DEFAULTS = dict.fromkeys((row.variable for row in Settings().describe()), "")


@pytest.mark.parametrize("analysis", ANALYSES, ids=lambda analysis: analysis.name)
@pytest.mark.parametrize("site", SITES, ids=lambda site: site.name)
def test_a_saved_site_gives_the_expected_report(site: Path, analysis) -> None:
    arguments = ["replay", str(site), "--analysis", analysis.name, "--json"]
    result = CliRunner(env=DEFAULTS).invoke(siteloupe, arguments)
    expected = (site / "expect" / f"{analysis.name}.json").read_text("utf-8")
    assert msgspec.json.format(result.stdout) + "\n" == expected, result.stderr
