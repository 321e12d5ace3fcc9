"""Shell completion."""

import shutil
import subprocess

import pytest


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
