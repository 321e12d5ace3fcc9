"""``siteloupe completion``: a shell completes subcommands, options and their values.

The scripts are click's: https://click.palletsprojects.com/en/stable/shell-completion/. Bash and zsh read a
completion only when a line of their start-up file says so; fish reads a folder.
"""

import os
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import click
from click.shell_completion import get_completion_class

_EPILOG = """\b
Examples:
  siteloupe completion --install
  siteloupe completion zsh > ~/.zfunc/_siteloupe
"""

_ZSH_HEAD = "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }\n"
"""Without zsh's own completion, which a start-up file may not have loaded, the script cannot register."""

Environment = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Shell:
    """The file for a shell's script, and the start-up file that has to read it."""

    script: Callable[[Environment], Path]
    start_up: Callable[[Environment], Path] | None = None
    head: str = ""


def _data(environment: Environment) -> Path:
    """Source: https://specifications.freedesktop.org/basedir-spec/latest/."""
    return Path(environment.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "siteloupe"


def _config(environment: Environment) -> Path:
    return Path(environment.get("XDG_CONFIG_HOME") or Path.home() / ".config")


_SHELLS = {
    "bash": _Shell(lambda env: _data(env) / "completion.bash", lambda _: Path.home() / ".bashrc"),
    "zsh": _Shell(
        lambda env: _data(env) / "completion.zsh",
        lambda env: Path(env.get("ZDOTDIR") or Path.home()) / ".zshrc",
        _ZSH_HEAD,
    ),
    "fish": _Shell(lambda env: _config(env) / "fish/completions/siteloupe.fish"),
}


@click.command("completion", epilog=_EPILOG)
@click.argument("shell", type=click.Choice(list(_SHELLS)), required=False)
@click.option("--install", is_flag=True, help="Write the script to a file and make SHELL read it.")
@click.pass_context
def completion(ctx: click.Context, shell: str | None, *, install: bool) -> None:
    """Print the completion script for SHELL, by default for the shell of your account.

    With --install, the script is written to a file instead. For bash and zsh, one line that reads it is added
    to .bashrc or .zshrc, once.
    """
    shell = shell or _own_shell(os.environ)
    if (kind := get_completion_class(shell)) is None:
        raise click.UsageError(f"click knows no completion for {shell}")
    text = kind(ctx.find_root().command, {}, "siteloupe", "_SITELOUPE_COMPLETE").source()
    if not install:
        click.echo(text)
        return
    for line in _install(_SHELLS[shell], text, os.environ):
        click.echo(line)
    click.echo(f"Start a new {shell} to use it.")


def _own_shell(environment: Environment) -> str:
    if (name := Path(environment.get("SHELL", "")).name) in _SHELLS:
        return name
    raise click.UsageError(f"Name the shell: {', '.join(_SHELLS)}.")


def _install(shell: _Shell, text: str, environment: Environment) -> list[str]:
    """Write the files, and return a sentence for each of them."""
    script = shell.script(environment)
    script.parent.mkdir(parents=True, exist_ok=True)
    script.write_text(shell.head + text, "utf-8")
    done = [f"Wrote {script}"]
    if shell.start_up is not None:
        start_up, line = shell.start_up(environment), f". {shlex.quote(str(script))}"
        present = start_up.read_text("utf-8", "surrogateescape") if start_up.exists() else ""
        if line not in present.splitlines():
            gap = "" if present.endswith("\n") or not present else "\n"
            with start_up.open("a", encoding="utf-8") as file:
                file.write(f"{gap}{line}\n")
            done.append(f"Added a line to {start_up}")
    return done
