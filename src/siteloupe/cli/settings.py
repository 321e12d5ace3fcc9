"""``siteloupe settings``, and the settings of the command at hand."""

import os
from dataclasses import replace
from typing import Any

import click

from siteloupe.settings import Settings


def settings_with(**given: Any) -> Settings:
    """The environment's settings, with options that were given on the command line in their place.

    Raises BadSetting.
    """
    changes = {name: value for name, value in given.items() if value is not None}
    return replace(Settings.from_environment(os.environ), **changes)


@click.command("settings")
def settings() -> None:
    """List every setting with its value, as an environment file."""
    for row in settings_with().described():
        default = f" (default: {row.default})" if row.default else ""
        click.echo(f"# {row.meaning}{default}\n{row.variable}={row.value}")
