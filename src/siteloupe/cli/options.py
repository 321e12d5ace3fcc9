"""What several commands take: the settings with the options in their place, and the analyses to run."""

import os
from dataclasses import replace
from typing import Any

import click

from siteloupe.analyses import ANALYSES
from siteloupe.analyses.analysis import Analysis
from siteloupe.settings import Settings


def settings_with(**given: Any) -> Settings:
    """The environment's settings; options that were given on the command line replace them.

    Raises BadSetting.
    """
    changes = {name: value for name, value in given.items() if value is not None}
    return replace(Settings.from_environment(os.environ), **changes)


def _select(_ctx: click.Context, _option: click.Parameter, names: tuple[str, ...]) -> tuple[Analysis, ...]:
    return tuple(analysis for analysis in ANALYSES if not names or analysis.name in names)


analysis_option = click.option(
    "--analysis",
    "analyses",
    multiple=True,
    type=click.Choice([analysis.name for analysis in ANALYSES]),
    callback=_select,
    help="Only this analysis; may be given again.  [default: every one]",
)
"""Gives a command ``analyses``: those that were named, or all, in the order of ``ANALYSES``."""
