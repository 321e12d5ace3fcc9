"""The ``siteloupe`` group: its help, and how failures end it."""

import pkgutil
import sys
from collections.abc import Mapping, Sequence
from typing import IO, Any, NoReturn

import click

from siteloupe import __version__
from siteloupe.cli.output import Exit, discard_output
from siteloupe.errors import (
    BadCapture,
    BadExport,
    BadResults,
    BadSetting,
    ClusterLost,
    SiteloupeError,
    Unreachable,
)
from siteloupe.reports.inert import inert

_HELP = """Look at a public website from the outside.

Reads the page as any visitor may, and says what it runs on.
"""

_EPILOG = """\b
Examples:
  siteloupe example.org
  siteloupe check-cms example.org --json | jq .theme.name
  siteloupe scan sites.txt --out results.jsonl
  siteloupe capture example.org --to visit/
  siteloupe replay visit/
  siteloupe serve --port 8000

\b
Exit codes:
  0 answered   2 refused input   3 unreachable   4 the site refused the visit
  5 page not found   6 an error of the site, or no page of HTML
"""


DEFAULT = "overview"
"""The subcommand for ``siteloupe example.org``."""


def _is_address(word: str) -> bool:
    """Whether a word is an address: no subcommand has a dot, a colon or a slash."""
    return not word.startswith("-") and any(mark in word for mark in ".:/")


class InputRefused(click.ClickException):
    """Refused input: one sentence on standard error."""

    exit_code = Exit.REFUSED

    def __init__(self, sentence: str) -> None:
        super().__init__(inert(sentence, 1000))

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the sentence."""
        click.echo(f"siteloupe: {self.message}", file=file or sys.stderr)


class NoAnswer(InputRefused):
    """The site did not answer."""

    exit_code = Exit.UNREACHABLE


def click_error(error: SiteloupeError, prefix: str = "") -> InputRefused:
    """Return ``error`` as one sentence on standard error and an exit code."""
    kind = NoAnswer if isinstance(error, Unreachable) else InputRefused
    return kind(prefix + error.message)


class ListedCommand(click.Command):
    """What a list of subcommands says of one: its name and a line of help. ``module`` has the subcommand."""

    def __init__(self, name: str, short_help: str, module: str) -> None:
        super().__init__(name, short_help=short_help)
        self._place = f"{module}:{name.replace('-', '_')}"

    def load(self) -> click.Command:
        """Import and return the subcommand itself."""
        command: click.Command = pkgutil.resolve_name(self._place)
        return command


class CommandGroup(click.Group):
    """All subcommands, in the given order, under their headings."""

    def __init__(self, headings: Mapping[str, Sequence[ListedCommand]]) -> None:
        super().__init__("siteloupe", help=_HELP, epilog=_EPILOG, no_args_is_help=True)
        self._headings = headings
        self.context_settings = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
        click.version_option(__version__, prog_name="siteloupe")(self)
        for command in (command for commands in headings.values() for command in commands):
            self.add_command(command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the subcommand; an address in its place asks for the overview of that site."""
        if args and args[0] not in self.commands and _is_address(args[0]):
            args = [DEFAULT, *args]
        name, command, rest = super().resolve_command(ctx, args)
        return name, command.load() if isinstance(command, ListedCommand) else command, rest

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the subcommands under their headings."""
        for heading, commands in self._headings.items():
            width = formatter.width - 6 - max(len(command.name or "") for command in commands)
            with formatter.section(heading):
                formatter.write_dl(
                    [(command.name or "", command.get_short_help_str(width)) for command in commands]
                )

    def invoke(self, ctx: click.Context) -> Any:
        """Run the subcommand; expected failures become a sentence and an exit code."""
        try:
            return super().invoke(ctx)
        except SiteloupeError as error:
            raise click_error(error) from error
        except (BadCapture, BadExport, BadResults, BadSetting, ClusterLost) as error:
            raise InputRefused(str(error)) from error
        except BrokenPipeError:
            raise
        except OSError as error:  # a full disk, a read-only folder
            if error.filename is None:
                discard_output()
            raise InputRefused(f"{error.filename or 'standard output'}: {error.strerror}") from error

    def run(self) -> NoReturn:
        """Run this process's command line, and exit."""
        try:
            code = self.main(prog_name="siteloupe", standalone_mode=False)
        except click.ClickException as error:
            error.show()
            sys.exit(error.exit_code)
        except click.Abort:
            sys.exit(Exit.INTERRUPTED)
        sys.exit(code)
