"""``siteloupe <analysis> URL``: what is printed where, and the exit code."""

import json
import re
import socket
import unicodedata
from pathlib import Path

import pytest

from siteloupe.analyses import ANALYSES
from siteloupe.cli.output import Exit


@pytest.mark.parametrize("analysis", ANALYSES, ids=lambda analysis: analysis.name)
def test_every_analysis_is_a_subcommand_with_an_example(terminal, analysis) -> None:
    shown = terminal(analysis.name, "--help").stdout
    assert f"siteloupe {analysis.name} example.org" in shown
    assert analysis.title in terminal("--help").stdout


def test_a_person_is_told_the_verdict_its_evidence_and_the_theme(terminal) -> None:
    result = terminal("check-cms", "http://orchard.example/")
    assert result.exit_code == 0
    assert "✓ Runs WordPress: yes" in result.stdout
    assert "<meta name=generator>  WordPress 6.8.1" in result.stdout
    assert "Name          Orchard" in result.stdout
    assert result.stderr == ""


@pytest.mark.parametrize("url", ["http://10.0.0.1/", "http://inward.example/"])
def test_json_of_a_failure_is_what_the_api_answers(terminal, url) -> None:
    result = terminal("check-cms", url, "--json")
    assert result.exit_code == 2
    failure = json.loads(result.stdout)
    assert failure["success"] is False
    assert failure["error"] in result.stderr


def test_no_word_is_broken_in_a_pipe(terminal) -> None:
    long = "http://lettered.example/"
    text = terminal("font-detector", long).stdout
    row = next(line for line in text.splitlines() if "Crumb" in line)
    assert "self-hosted" in row


def test_an_address_alone_asks_for_the_overview(terminal) -> None:
    result = terminal("http://orchard.example/")
    assert result.exit_code == 0
    assert "Runs WordPress: yes" in result.stdout
    assert "Security score" in result.stdout
    assert "not identified" in result.stdout


@pytest.mark.parametrize("word", ["chek-cms", "orchard"])
def test_a_word_that_is_no_address_is_no_overview(terminal, word) -> None:
    result = terminal(word)
    assert result.exit_code == 2
    assert "No such command" in result.stderr


def test_json_is_the_body_of_the_api_on_one_line(terminal) -> None:
    result = terminal("check-cms", "http://orchard.example/", "--json")
    assert result.exit_code == 0
    assert result.stdout.count("\n") == 1
    report = json.loads(result.stdout)
    assert report["success"] is True
    assert report["isCms"] is True
    assert report["theme"]["version"] == "1.4"


def test_no_is_an_answer(terminal) -> None:
    result = terminal("check-cms", "http://plain.example/")
    assert result.exit_code == 0
    assert "✗ Runs WordPress: no" in result.stdout


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_site_that_blocks_is_told_and_ends_with_4(terminal, options) -> None:
    result = terminal("check-cms", "http://shut.example/", *options)
    assert result.exit_code == 4
    assert result.stderr == ""
    assert ("Site blocked the request" in result.stdout) or json.loads(result.stdout)["blocked"] is True


UNREAD = [
    ("http://shut.example/", 4),
    ("http://gone.example/", 5),
    ("http://broken.example/", 6),
    ("http://feed.example/", 6),
]


@pytest.mark.parametrize(("url", "code"), UNREAD)
def test_the_exit_code_tells_blocked_from_not_found_and_from_broken(terminal, url, code) -> None:
    assert terminal("check-cms", url).exit_code == code
    assert terminal(url, "--json").exit_code == code
    assert terminal("color-palette", url, "--format", "css").exit_code == code
    assert terminal("compare", "http://plain.example/", url, "--analysis", "check-cms").exit_code == code


def test_every_exit_code_is_in_the_documents_table() -> None:
    text = (Path(__file__).parent.parent.parent / "docs/terminal.md").read_text("utf-8")
    assert [int(code) for code in re.findall(r"^\| (\d+) \|", text, re.MULTILINE)] == sorted(Exit)


@pytest.mark.parametrize(
    "url", ["http://10.0.0.1/", "ftp://example.org", "", "http://inward.example/", "https://[::1]/"]
)
def test_a_refused_url_ends_with_2_and_one_sentence_on_standard_error(terminal, url) -> None:
    result = terminal("check-cms", url)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("siteloupe: ")
    assert result.stderr.count("\n") == 1


def test_a_site_that_does_not_answer_ends_with_3(terminal) -> None:
    result = terminal("check-cms", "http://nobody.example/", SITELOUPE_CONNECT_TO="::127.0.0.1:9")
    assert result.exit_code == 3
    assert result.stdout == ""
    assert result.stderr.startswith("siteloupe: ")
    assert result.stderr.count("\n") == 1


def test_a_malformed_setting_ends_with_2_and_is_named(terminal) -> None:
    result = terminal("check-cms", "http://plain.example/", SITELOUPE_PORT="none")
    assert result.exit_code == 2
    assert result.stderr.startswith("siteloupe: SITELOUPE_PORT: ")


def test_a_misspelt_option_ends_with_2(terminal) -> None:
    assert terminal("check-cms", "http://plain.example/", "--jsno").exit_code == 2
    assert terminal("check-csm", "http://plain.example/").exit_code == 2
    assert terminal("check-cms").exit_code == 2


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "never"])
def test_a_time_that_is_none_is_refused(terminal, seconds) -> None:
    assert terminal("check-cms", "http://plain.example/", "--timeout", seconds).exit_code == 2


def test_nothing_that_a_site_says_steers_the_terminal(terminal) -> None:
    result = terminal("check-cms", "http://hostile.example/")
    assert "[bold]evil[/bold]" in result.stdout
    steering = {character for character in result.stdout if unicodedata.category(character) in {"Cc", "Cf"}}
    assert steering == {"\n"}


def test_what_a_sentence_quotes_from_the_caller_is_inert(terminal) -> None:
    result = terminal("check-cms", "http://exam\x1b[31mple.org\n/")
    assert result.exit_code == 2
    assert "\x1b" not in result.stderr
    assert result.stderr.count("\n") == 1


def test_the_given_time_is_all_a_site_gets(terminal) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        result = terminal(
            "check-cms",
            "http://silent.example/",
            "--timeout",
            "0.3",
            SITELOUPE_CONNECT_TO=f"::127.0.0.1:{port}",
        )
    assert result.exit_code == 3


def test_rate_limits_are_not_for_the_terminal(terminal) -> None:
    codes = {
        terminal("check-cms", "http://plain.example/", SITELOUPE_RATE_LIMITS="check-cms=1").exit_code
        for _ in range(3)
    }
    assert codes == {0}


def test_font_files_are_looked_into_only_when_asked(terminal) -> None:
    plain = terminal("font-detector", "http://lettered.example/", "--json")
    assert "inspected" not in json.loads(plain.stdout)
    closer = terminal("font-detector", "http://lettered.example/", "--inspect", "--json")
    (file,) = json.loads(closer.stdout)["inspected"]
    assert (file["fullName"], file["problem"]) == ("Crumb Regular", None)
    drawn = terminal("font-detector", "http://lettered.example/", "--inspect").stdout
    assert "Font files" in drawn
    assert "Crumb Regular" in drawn


def test_only_what_can_look_inside_of_files_has_the_option(terminal) -> None:
    assert terminal("check-cms", "http://plain.example/", "--inspect").exit_code == 2
