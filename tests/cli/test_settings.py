"""``siteloupe settings``."""

from siteloupe.settings import Settings


def test_every_setting_is_listed_as_a_line_of_an_environment_file(terminal) -> None:
    lines = [line for line in terminal("settings").stdout.splitlines() if not line.startswith("#")]
    assert [line.partition("=")[0] for line in lines] == [row.variable for row in Settings().described()]


def test_a_setting_shows_its_value_and_its_default(terminal) -> None:
    shown = terminal("settings", SITELOUPE_PORT="9000").stdout
    assert "# port to listen on (default: 8000)\nSITELOUPE_PORT=9000\n" in shown


def test_a_password_is_not_shown(terminal) -> None:
    shown = terminal("settings", SITELOUPE_REDIS_URL="redis://loupe:secret@redis.example/0").stdout
    assert "SITELOUPE_REDIS_URL=redis://redis.example/0\n" in shown
    assert "secret" not in shown
