"""The terminal: one subcommand for each analysis, and the others.

A subcommand is imported when it is used, so that ``--help`` and shell completion answer at once.
"""

from typing import NoReturn

from siteloupe.cli.group import CommandGroup, ListedCommand

_ANALYSES = "siteloupe.cli.analysis"

siteloupe = CommandGroup(
    {
        "Analyses": (
            ListedCommand("overview", "Overview", _ANALYSES),
            ListedCommand("check-cms", "Check for WordPress", _ANALYSES),
            ListedCommand("tech-stack", "Find out what a site is built with", _ANALYSES),
            ListedCommand("font-detector", "Detect fonts", _ANALYSES),
            ListedCommand("color-palette", "Extract the color palette", _ANALYSES),
        ),
        "Commands": (
            ListedCommand("export", "Write a site's design as a file.", "siteloupe.cli.export"),
            ListedCommand("scan", "Look at every site of a list.", "siteloupe.cli.scan"),
            ListedCommand("capture", "Save a visit, to analyze it again later.", "siteloupe.cli.capture"),
            ListedCommand("replay", "Analyze what was saved, offline.", "siteloupe.cli.replay"),
            ListedCommand("compare", "Say what is different between two sites.", "siteloupe.cli.compare"),
            ListedCommand("serve", "Serve the website, the API and /mcp.", "siteloupe.cli.commands"),
            ListedCommand("mcp", "Run as an MCP server over stdio.", "siteloupe.cli.commands"),
            ListedCommand("settings", "List or check the settings.", "siteloupe.cli.settings"),
            ListedCommand(
                "completion", "Print the completion script for a shell.", "siteloupe.cli.completion"
            ),
        ),
    }
)
"""The command itself."""


def main() -> NoReturn:
    """Run the command line of this process and exit with an :class:`~siteloupe.cli.output.Exit`."""
    siteloupe.run()
