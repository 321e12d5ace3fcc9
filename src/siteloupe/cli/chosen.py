"""The option by which commands for several analyses are told which."""

import click

from siteloupe.analyses import ANALYSES
from siteloupe.analyses.analysis import Analysis


def _chosen(_ctx: click.Context, _option: click.Parameter, names: tuple[str, ...]) -> tuple[Analysis, ...]:
    return tuple(analysis for analysis in ANALYSES if not names or analysis.name in names)


analysis_option = click.option(
    "--analysis",
    "chosen",
    multiple=True,
    type=click.Choice([analysis.name for analysis in ANALYSES]),
    callback=_chosen,
    help="Only this analysis; may be given again.  [default: every one]",
)
"""Gives a command ``chosen``, the analyses that were named, or all, in the order of ``ANALYSES``."""
