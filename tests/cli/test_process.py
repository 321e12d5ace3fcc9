"""The command as a process: what it imports, how it starts and ends, and what a terminal sees."""

import os
import pty
import re
import signal
import socket
import subprocess
import sys

import pytest

from siteloupe.analyses import ANALYSES
from siteloupe.cli import siteloupe
from siteloupe.cli.group import ListedCommand

COMMAND = [sys.executable, "-m", "siteloupe"]

HEAVY = ["aiohttp", "asyncio", "rich", "turbohtml", "granian", "starlette", "jinja2", "dns"]

IMPORTED = f"""
import sys
from click.testing import CliRunner
from siteloupe.cli import siteloupe
print(CliRunner().invoke(siteloupe, sys.argv[1:]).exit_code)
print([name for name in {HEAVY} if name in sys.modules])
"""


@pytest.mark.parametrize("arguments", [["--help"], ["check-cms", "--help"], ["--version"], ["settings"]])
def test_what_only_informs_imports_nothing_heavy(arguments) -> None:
    process = subprocess.run(
        [sys.executable, "-c", IMPORTED, *arguments], capture_output=True, text=True, check=True
    )
    assert process.stdout.splitlines() == ["0", "[]"]


def test_the_list_of_subcommands_imports_none_of_them() -> None:
    process = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "siteloupe", "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    ours = set(re.findall(r"siteloupe\.\S+", process.stderr))
    assert ours == {
        "siteloupe.cli",
        "siteloupe.cli.group",
        "siteloupe.cli.output",
        "siteloupe.errors",
        "siteloupe.possessive",
        "siteloupe.reports",
        "siteloupe.reports.inert",
    }


@pytest.mark.parametrize("name", siteloupe.commands)
def test_a_listed_subcommand_is_found_where_the_list_says(name) -> None:
    listed = siteloupe.commands[name]
    assert isinstance(listed, ListedCommand)
    command = listed.load()
    assert command.name == name
    assert command.help


def test_the_list_of_subcommands_has_the_titles_of_analyses() -> None:
    listed = {name: command.short_help for name, command in siteloupe.commands.items()}
    assert {analysis.name: analysis.title for analysis in ANALYSES}.items() <= listed.items()


def test_a_replay_imports_no_http_client(saved) -> None:
    process = subprocess.run(
        [sys.executable, "-c", IMPORTED, "replay", str(saved), "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "aiohttp" not in process.stdout


def test_python_m_siteloupe_is_the_command() -> None:
    process = subprocess.run([*COMMAND, "--version"], capture_output=True, text=True, check=True)
    assert process.stdout.startswith("siteloupe, version ")


@pytest.mark.parametrize("arguments", [["check-cms", "http://plain.example/"], ["settings"]])
def test_a_full_disk_ends_it_with_a_sentence(terminal, arguments) -> None:
    with open("/dev/full", "wb") as full:  # noqa: PTH123 - a device
        process = subprocess.run(
            [*COMMAND, *arguments],
            env=terminal.as_process(),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert process.returncode == 2
    assert process.stderr == b"siteloupe: standard output: No space left on device\n"


def test_a_folder_that_cannot_be_written_ends_it_with_a_sentence(terminal, tmp_path) -> None:
    (tmp_path / "file").touch()
    result = terminal("capture", "http://plain.example/", "--to", str(tmp_path / "file/visit"))
    assert result.exit_code == 2
    assert result.stderr == f"siteloupe: {tmp_path}/file/visit/bodies: Not a directory\n"


@pytest.mark.parametrize(("url", "code"), [("plain", 0), ("shut", 4)])
def test_the_process_ends_with_the_code_of_the_answer(terminal, url, code) -> None:
    process = subprocess.run(
        [*COMMAND, "check-cms", f"http://{url}.example/"],
        env=terminal.as_process(),
        capture_output=True,
        check=False,
    )
    assert process.returncode == code
    assert process.stderr == b""
    assert b"\x1b" not in process.stdout


def test_ctrl_c_ends_it_with_130_and_without_a_trace(terminal) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        environment = terminal.as_process(SITELOUPE_CONNECT_TO=f"::127.0.0.1:{silent.getsockname()[1]}")
        process = subprocess.Popen(
            [*COMMAND, "check-cms", "http://silent.example/"],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        connection, _ = silent.accept()
        with connection:
            connection.recv(1)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert (out, err.strip()) == ("", "")


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_reader_that_goes_away_ends_it_quietly(terminal, saved, options) -> None:
    read, write = os.pipe()
    os.close(read)
    process = subprocess.Popen(
        [*COMMAND, "replay", str(saved), *options],
        env=terminal.as_process(),
        stdout=write,
        stderr=subprocess.PIPE,
    )
    os.close(write)
    assert process.communicate(timeout=30)[1] == b""
    assert process.returncode == 141


def on_a_terminal(arguments: list[str], environment: dict[str, str]) -> str:
    """What a person sees: both outputs on one pseudo-terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen([*COMMAND, *arguments], env=environment, stdout=theirs, stderr=theirs)
    os.close(theirs)
    seen = b""
    try:
        while chunk := os.read(ours, 65536):
            seen += chunk
    except OSError:  # how Linux says that the other end is closed
        pass
    finally:
        os.close(ours)
    process.wait(timeout=20)
    return seen.decode()


def test_a_person_at_a_terminal_sees_a_spinner_and_colors(terminal) -> None:
    seen = on_a_terminal(["check-cms", "http://plain.example/"], terminal.as_process(TERM="xterm-256color"))
    assert "Analyzing http://plain.example/" in seen
    assert "\x1b[1m" in seen


def test_no_color_is_respected_on_a_terminal(terminal) -> None:
    environment = terminal.as_process(TERM="xterm-256color", NO_COLOR="1")
    seen = on_a_terminal(["check-cms", "http://orchard.example/"], environment)
    assert "✓ Runs WordPress: yes" in seen
    assert "\x1b[32m" not in seen


def test_a_terminal_in_another_encoding_still_gets_its_answer(terminal) -> None:
    process = subprocess.run(
        [*COMMAND, "check-cms", "http://orchard.example/"],
        env=terminal.as_process(PYTHONIOENCODING="ascii"),
        capture_output=True,
        check=True,
    )
    assert b"+ Runs WordPress: yes" in process.stdout


def test_a_judging_process_that_imports_the_command_does_not_run_it() -> None:
    """The package multiprocessing imports the main module as ``__mp_main__``."""
    code = "import runpy; print(runpy.run_module('siteloupe.__main__', run_name='__mp_main__')['__name__'])"
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (process.stdout, process.returncode) == ("__mp_main__\n", 0)
