"""``siteloupe completion``: the script that lets a shell complete this command."""

import click
from click.shell_completion import get_completion_class

_EPILOG = """\b
Examples:
  siteloupe completion bash >> ~/.bashrc
  siteloupe completion zsh >> ~/.zshrc
  siteloupe completion fish > ~/.config/fish/completions/siteloupe.fish
"""


@click.command("completion", epilog=_EPILOG)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the completion script for SHELL."""
    if (kind := get_completion_class(shell)) is None:
        raise click.UsageError(f"click knows no completion for {shell}")
    click.echo(kind(ctx.find_root().command, {}, "siteloupe", "_SITELOUPE_COMPLETE").source())
