"""Settings read from their variables, and written back as those spell them."""

import pytest

from siteloupe.errors import BadSetting
from siteloupe.settings import Settings

SPELLINGS = [
    ("SITELOUPE_PORT", "8080"),
    ("SITELOUPE_SITE_ORIGIN", "https://loupe.example"),
    ("SITELOUPE_ALLOW_NETWORKS", "127.0.0.0/8,fd00::/32"),
    ("SITELOUPE_CONNECT_TO", "shop.test:443:127.0.0.1:8443,:80:[::1]:8080,::[::1]:9"),
    ("SITELOUPE_ALLOW_PORTS", "80,443,9000"),
    ("SITELOUPE_NAMESERVER", "[::1]:5353"),
    ("SITELOUPE_NAMESERVER", "127.0.0.1:5353"),
    ("SITELOUPE_RATE_LIMITS", "off"),
    ("SITELOUPE_RATE_LIMITS", "on"),
    ("SITELOUPE_RATE_LIMITS", "check-cms=3,mcp=9"),
    ("SITELOUPE_WPORG_API", "off"),
    ("SITELOUPE_REDIS_URL", "redis://127.0.0.1:6379/1"),
    ("SITELOUPE_REDIS_URL", "valkey://store.internal"),
    ("SITELOUPE_TOTAL_SECONDS", "2.5"),
]

MALFORMED = [
    ("SITELOUPE_PORT", "0"),
    ("SITELOUPE_PORT", "http"),
    ("SITELOUPE_SITE_ORIGIN", "loupe.example"),
    ("SITELOUPE_SITE_ORIGIN", "https://loupe.example/path"),
    ("SITELOUPE_ALLOW_NETWORKS", "0.0.0.0/0"),
    ("SITELOUPE_ALLOW_NETWORKS", "169.254.0.0/16"),
    ("SITELOUPE_ALLOW_NETWORKS", "::/0"),
    ("SITELOUPE_CONNECT_TO", "a:b:c"),
    ("SITELOUPE_CONNECT_TO", "a:80:b:"),
    ("SITELOUPE_NAMESERVER", "dns.example:53"),
    ("SITELOUPE_RATE_LIMITS", "check-cms"),
    ("SITELOUPE_RATE_LIMITS", "check-cms=0"),
    ("SITELOUPE_WPORG_API", "ftp://api.example"),
    ("SITELOUPE_REDIS_URL", "http://127.0.0.1:6379"),
    ("SITELOUPE_REDIS_URL", "localhost:6379"),
    ("SITELOUPE_TOTAL_SECONDS", "nan"),
    ("SITELOUPE_TOTAL_SECONDS", "0"),
    ("SITELOUPE_MAX_HTML", "-1"),
]


@pytest.mark.parametrize(("variable", "text"), SPELLINGS)
def test_a_setting_is_written_as_it_was_read(variable: str, text: str) -> None:
    described = {row.variable: row.value for row in Settings.from_environment({variable: text}).describe()}
    assert described[variable] == text


@pytest.mark.parametrize(("variable", "text"), MALFORMED)
def test_a_malformed_setting_is_refused_by_name(variable: str, text: str) -> None:
    with pytest.raises(BadSetting, match=f"^{variable}: "):
        Settings.from_environment({variable: text})


@pytest.mark.parametrize(
    ("variable", "text", "sentence"),
    [
        ("SITELOUPE_PORT", "http", "'http' is no whole number"),
        ("SITELOUPE_ALLOW_PORTS", "80,https", "'https' is no whole number"),
        ("SITELOUPE_MAX_HTML", "1.5", "'1.5' is no whole number"),
        ("SITELOUPE_TOTAL_SECONDS", "soon", "'soon' is no number of seconds"),
        ("SITELOUPE_RATE_LIMITS", "check-cms", "'check-cms' is neither 'on' nor 'off' nor limits such as"),
        ("SITELOUPE_RATE_LIMITS", "mcp=many", "'many' is no whole number"),
        ("SITELOUPE_NAMESERVER", "127.0.0.1", "'127.0.0.1' is not ADDRESS:PORT"),
    ],
)
def test_what_is_wrong_with_a_setting_is_told_in_words(variable: str, text: str, sentence: str) -> None:
    with pytest.raises(BadSetting) as refused:
        Settings.from_environment({variable: text})
    assert str(refused.value).startswith(f"{variable}: {sentence}")


def test_defaults_read_back_as_themselves() -> None:
    defaults = {row.variable: row.default for row in Settings().describe()}
    assert Settings.from_environment(defaults) == Settings()


def test_an_empty_variable_means_its_default() -> None:
    assert Settings.from_environment({"SITELOUPE_PORT": " "}).port == 8000


def test_every_setting_has_its_own_variable_and_meaning() -> None:
    rows = list(Settings().describe())
    assert len({row.variable for row in rows}) == len(rows)
    assert all(row.variable.startswith("SITELOUPE_") and row.meaning for row in rows)


@pytest.mark.parametrize(
    "address",
    [
        "redis://user:secret@redis.example:6379/0",
        "redis://:secret@redis.example:6379/0",
        "redis://redis.example:6379/0?password=secret",
    ],
)
def test_a_password_is_never_shown(address: str) -> None:
    described = {
        row.variable: row.value
        for row in Settings.from_environment({"SITELOUPE_REDIS_URL": address}).describe()
    }
    assert described["SITELOUPE_REDIS_URL"] == "redis://redis.example:6379/0"


def test_settings_that_weaken_the_wall_say_so() -> None:
    opened = Settings.from_environment(
        {"SITELOUPE_ALLOW_NETWORKS": "127.0.0.0/8", "SITELOUPE_CONNECT_TO": "::127.0.0.1:80"}
    )
    assert len(opened.warnings()) == 2
    assert Settings().warnings() == []


def test_the_policy_of_targets_is_made_of_ports_and_networks():
    settings = Settings.from_environment(
        {"SITELOUPE_ALLOW_PORTS": "80,9000", "SITELOUPE_ALLOW_NETWORKS": "127.0.0.0/8"}
    )
    assert settings.policy.ports == frozenset({80, 9000})
    assert [str(network) for network in settings.policy.networks] == ["127.0.0.0/8"]
