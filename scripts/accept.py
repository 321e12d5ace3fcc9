"""Writes the expected reports of the saved sites, in one process: ``scripts/accept`` calls it."""

import sys
from pathlib import Path

import msgspec
from click.testing import CliRunner

from siteloupe.analyses import ANALYSES
from siteloupe.cli import siteloupe
from siteloupe.cli.output import Exit
from siteloupe.settings import Settings

SITES = Path(__file__).parent.parent / "tests" / "sites"
NAMES = tuple(analysis.name for analysis in ANALYSES)
DEFAULTS = dict.fromkeys((row.variable for row in Settings().describe()), "")


def main(wanted: list[str]) -> None:
    """Write the reports of the sites and analyses named in ``wanted``; of all where it names none."""
    sites = {path.parent.name: path.parent for path in sorted(SITES.glob("*/site.toml"))}
    if unknown := [name for name in wanted if name not in sites and name not in NAMES]:
        sys.exit(f"no site or analysis: {', '.join(unknown)}")
    chosen = [name for name in NAMES if name in wanted] or NAMES
    for name in [name for name in sites if name in wanted] or sites:
        for analysis in chosen:
            _write(sites[name], analysis)


def _write(site: Path, analysis: str) -> None:
    arguments = ["replay", str(site), "--analysis", analysis, "--json", "--full"]
    result = CliRunner(env=DEFAULTS).invoke(siteloupe, arguments)
    if result.exit_code not in {Exit.ANSWERED, Exit.BLOCKED, Exit.NOT_FOUND, Exit.UNREADABLE}:
        sys.exit(f"{site.name}, {analysis}: {result.stderr}")
    expected = site / "expect" / f"{analysis}.json"
    expected.parent.mkdir(exist_ok=True)
    expected.write_text(msgspec.json.format(result.stdout) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
