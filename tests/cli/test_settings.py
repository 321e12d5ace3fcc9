"""``siteloupe settings``: every setting with its value, and what is wrong with the environment's."""

import pytest

from siteloupe.settings import Settings


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


@pytest.mark.parametrize(
    ("variable", "value", "sentence"),
    [
        ("SITELOUPE_PORT", "x", "SITELOUPE_PORT: 'x' is no whole number."),
        ("SITELOUPE_PROT", "9000", "SITELOUPE_PROT: no setting has this name. Is it SITELOUPE_PORT?"),
        ("SITELOUPE_XYZZY", "1", "SITELOUPE_XYZZY: no setting has this name."),
        ("SITELOUPE_CA_FILE", "/nowhere", "SITELOUPE_CA_FILE: no certificates can be read from /nowhere."),
        ("SITELOUPE_RATE_LIMITS", "lookups=3", "SITELOUPE_RATE_LIMITS: 'lookups' is none of overview, "),
        ("SITELOUPE_RENDER", "\x1b[31m", "SITELOUPE_RENDER: '\\x1b[31m' is none of off, ask, auto."),
        ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", "OTEL_EXPORTER_OTLP_PROTOCOL: traces are sent as "),
    ],
)
def test_a_check_says_what_is_wrong_and_ends_with_2(terminal, variable, value, sentence) -> None:
    given = {variable: value, "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"}
    if not variable.startswith("OTEL"):
        del given["OTEL_EXPORTER_OTLP_ENDPOINT"]
    checked = terminal("settings", "--check", **given)
    assert checked.exit_code == 2
    assert checked.stdout.count("\n") == 1
    assert checked.stdout.startswith(sentence)


def test_a_check_names_every_fault(terminal) -> None:
    checked = terminal("settings", "--check", SITELOUPE_PORT="0", SITELOUPE_RENDER="on", SITELOUPE_PROXY="x")
    named = [line.partition(":")[0] for line in checked.stdout.splitlines()]
    assert named == ["SITELOUPE_PORT", "SITELOUPE_PROXY", "SITELOUPE_RENDER"]


def test_a_check_without_faults_ends_with_0_and_says_what_weakens_the_service(terminal) -> None:
    checked = terminal("settings", "--check")
    *warnings, last = checked.stdout.splitlines()
    assert checked.exit_code == 0
    assert warnings[0] == "Warning: SITELOUPE_ALLOW_NETWORKS lets every caller reach 127.0.0.0/8."
    assert last.startswith("No fault in ")


def test_a_check_shows_no_password(terminal) -> None:
    checked = terminal("settings", "--check", SITELOUPE_REDIS_URL="http://loupe:hunter2@redis.example/")
    assert checked.exit_code == 2
    assert "hunter2" not in checked.stdout
