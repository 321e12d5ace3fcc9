"""Options of several commands: settings, and the analyses to run."""

import os
from dataclasses import replace
from typing import Any

import click

from siteloupe.analyses import ANALYSES
from siteloupe.analyses.analysis import Analysis
from siteloupe.settings import Settings


def settings_with(**given: Any) -> Settings:
    """Return the environment's settings, with the options of the command line.

    Raises BadSetting.
    """
    changes = {name: value for name, value in given.items() if value is not None}
    return replace(Settings.from_environment(os.environ), **changes)


def _select(_ctx: click.Context, _option: click.Parameter, names: tuple[str, ...]) -> tuple[Analysis, ...]:
    wanted = names or [analysis.name for analysis in ANALYSES if not analysis.parts]
    return tuple(analysis for analysis in ANALYSES if analysis.name in wanted)


full_option = click.option(
    "--full", is_flag=True, help="Everything that was found; without it, of long lists what is used most."
)
"""Adds the option ``full``."""

analysis_option = click.option(
    "--analysis",
    "analyses",
    multiple=True,
    type=click.Choice([analysis.name for analysis in ANALYSES]),
    callback=_select,
    help="Only this analysis; may be given again.  [default: all that the overview is made of]",
)
"""Adds the option for ``analyses``: the named ones, in the order of ``ANALYSES``.

Without a name, all but those that are made of others, which say nothing new.
"""

render_option = click.option(
    "--render",
    is_flag=True,
    help="Judge the page as a browser shows it; needs playwright and Chromium.",
)
"""Adds the option ``render``."""


def settings_to_render(settings: Settings, render: bool) -> Settings:
    """Return ``settings`` with which a page can be rendered when the caller asks for that."""
    return replace(settings, render="ask") if render and settings.render == "off" else settings
