"""``siteloupe completion``: the script of each shell, and its installation."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SHELLS = ["bash", "zsh", "fish"]


@pytest.mark.parametrize("shell", SHELLS)
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


@pytest.fixture
def home(tmp_path) -> Path:
    """A home whose owner set nothing."""
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


@pytest.fixture
def install(terminal, home):
    """A function that installs the completion in that home."""

    def done(*arguments: str, **environment: str):
        own = {"HOME": str(home), "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": "", "ZDOTDIR": ""}
        return terminal("completion", *arguments, "--install", **{**own, **environment})

    return done


@pytest.mark.parametrize(
    ("shell", "script", "start_up"),
    [
        ("bash", ".local/share/siteloupe/completion.bash", ".bashrc"),
        ("zsh", ".local/share/siteloupe/completion.zsh", ".zshrc"),
        ("fish", ".config/fish/completions/siteloupe.fish", None),
    ],
)
def test_one_command_installs_it_and_a_second_one_changes_nothing(
    install, home, shell, script, start_up
) -> None:
    first = install(shell)
    assert first.exit_code == 0
    assert f"_SITELOUPE_COMPLETE={shell}_complete" in (home / script).read_text()
    assert first.stdout.splitlines()[0] == f"Wrote {home / script}"
    assert first.stdout.splitlines()[-1] == f"Start a new {shell} to use it."
    if start_up:
        assert (home / start_up).read_text() == f". {home / script}\n"
        assert first.stdout.splitlines()[1] == f"Added a line to {home / start_up}"
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    assert "Added" not in install(shell).stdout
    assert {path: path.read_bytes() for path in home.rglob("*") if path.is_file()} == before


def test_what_the_start_up_file_says_stays(install, home) -> None:
    (home / ".bashrc").write_bytes(b"export A=\xff")
    install("bash")
    script = home / ".local/share/siteloupe/completion.bash"
    assert (home / ".bashrc").read_bytes() == b"export A=\xff\n. " + str(script).encode() + b"\n"


def test_the_shell_is_that_of_the_account(install, home) -> None:
    assert "Start a new fish" in install(SHELL="/usr/bin/fish").stdout
    refused = install(SHELL="/bin/tcsh")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "Name the shell: bash, zsh, fish." in refused.stderr


def test_folders_are_those_that_the_account_set(install, home, tmp_path) -> None:
    data, dots = tmp_path / "a data", tmp_path / "dots"
    dots.mkdir()
    install("zsh", XDG_DATA_HOME=str(data), ZDOTDIR=str(dots))
    assert (data / "siteloupe/completion.zsh").is_file()
    assert (dots / ".zshrc").read_text() == f". '{data}/siteloupe/completion.zsh'\n"
    assert [*home.iterdir()] == []


def test_a_new_bash_completes_the_command(install, home) -> None:
    install("bash")
    commands = (
        "COMP_WORDS=(siteloupe che); COMP_CWORD=1; _siteloupe_completion siteloupe; echo ${COMPREPLY[@]}"
    )
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    completed = subprocess.run(
        ["bash", "--rcfile", home / ".bashrc", "-i", "-c", f"complete -p siteloupe; {commands}"],
        env={"HOME": str(home), "PATH": path},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert completed.stdout.splitlines() == [
        "complete -o nosort -F _siteloupe_completion siteloupe",
        "check-cms",
    ]
