"""The terminal: one subcommand for each analysis, and the others.

Nothing here imports rich, aiohttp or the HTML parser until a command needs it, so that ``--help`` and
shell completion answer at once.
"""

from typing import NoReturn

from siteloupe.analyses import ANALYSES
from siteloupe.cli.analysis import analysis_command
from siteloupe.cli.capture import capture
from siteloupe.cli.commands import mcp, serve
from siteloupe.cli.compare import compare
from siteloupe.cli.completion import completion
from siteloupe.cli.export import export
from siteloupe.cli.group import CommandGroup
from siteloupe.cli.replay import replay
from siteloupe.cli.scan import scan
from siteloupe.cli.settings import settings

siteloupe = CommandGroup(
    map(analysis_command, ANALYSES),
    (export, scan, capture, replay, compare, serve, mcp, settings, completion),
)
"""The command itself."""


def main() -> NoReturn:
    """Run the command line of this process and exit with an :class:`~siteloupe.cli.output.Exit`."""
    siteloupe.run()
