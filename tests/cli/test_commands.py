"""The short commands: completion and settings; ``serve`` and ``mcp`` have tests of their own."""

import shutil
import subprocess

import pytest

from siteloupe.settings import Settings


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_a_script_that_asks_this_command(terminal, shell) -> None:
    result = terminal("completion", shell)
    assert result.exit_code == 0
    assert f"_SITELOUPE_COMPLETE={shell}_complete" in result.stdout


def test_an_unknown_shell_is_refused(terminal) -> None:
    assert terminal("completion", "tcsh").exit_code == 2


def test_subcommands_and_analyses_are_completed(terminal) -> None:
    names = terminal(_SITELOUPE_COMPLETE="bash_complete", COMP_WORDS="siteloupe ch", COMP_CWORD="1").stdout
    assert names == "plain,check-cms\n"
    chosen = terminal(
        _SITELOUPE_COMPLETE="bash_complete", COMP_WORDS="siteloupe replay --analysis ch", COMP_CWORD="3"
    ).stdout
    assert chosen == "plain,check-cms\n"


def test_bash_reads_the_script(terminal) -> None:
    script = terminal("completion", "bash").stdout
    subprocess.run([shutil.which("bash") or "bash", "-n"], input=script, text=True, check=True)


def test_every_setting_is_listed_as_a_line_of_an_environment_file(terminal) -> None:
    lines = [line for line in terminal("settings").stdout.splitlines() if not line.startswith("#")]
    assert [line.partition("=")[0] for line in lines] == [row.variable for row in Settings().describe()]


def test_a_setting_shows_its_value_and_its_default(terminal) -> None:
    shown = terminal("settings", SITELOUPE_PORT="9000").stdout
    assert "# port to listen on (default: 8000)\nSITELOUPE_PORT=9000\n" in shown


def test_a_password_is_not_shown(terminal) -> None:
    shown = terminal("settings", SITELOUPE_REDIS_URL="redis://loupe:secret@redis.example/0").stdout
    assert "SITELOUPE_REDIS_URL=redis://redis.example/0\n" in shown
    assert "secret" not in shown
