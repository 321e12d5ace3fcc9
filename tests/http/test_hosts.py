"""Every path asks for one Host; a service on loopback answers only under names that lead nowhere else."""

from contextlib import nullcontext

import pytest

from siteloupe.errors import Forbidden
from siteloupe.http.hosts import host_rule, rebinding_warning
from siteloupe.settings import Settings
from tests.caller import AGENT, ask

KNOWN = ["127.0.0.1:8000", "127.9.9.9", "localhost:1234", "LOCALHOST.", "[::1]:8000", "siteloupe.example"]
FOREIGN = [
    "evil.example",
    "evil.example:8000",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "notlocalhost",
    "203.0.113.7",
    "[2001:db8::1]:8000",
    "evil.example@localhost",
    "localhost, evil.example",
    "[::1]evil.example, x]",
    "",
]
ELSEWHERE = ["/nowhere", "/mcp", "/report"]


def paths(app):
    return sorted({*app._resources, *ELSEWHERE})


def asked(app, path, hosts):
    """One request with as many Host lines as there are ``hosts``."""
    lines = [*(("host", host) for host in hosts), ("user-agent", AGENT)]
    return ask(app, path, "url=a.test", headers=lines, host=None)


@pytest.fixture
def private(build):
    """A service on loopback, which has a public name as well."""
    return build(host="127.0.0.1", site_origin="https://siteloupe.example")


async def test_the_paths_are_those_of_the_whole_service(private):
    assert {"/", "/echo", "/mcp", "/metrics", "/healthz", "/nowhere"} <= set(paths(private))


@pytest.mark.parametrize("host", FOREIGN)
async def test_on_loopback_an_unknown_host_is_refused_on_every_path(private, host, sites):
    for path in paths(private):
        reply = await asked(private, path, [host])
        assert reply.status == 403
        assert "SITELOUPE_SITE_ORIGIN" in reply.json["error"]
    assert not sites.looks


@pytest.mark.parametrize("host", KNOWN)
async def test_on_loopback_known_hosts_are_answered_on_every_path(private, host):
    for path in paths(private):
        assert (await asked(private, path, [host])).status not in {400, 403}


@pytest.mark.parametrize("hosts", [[], ["localhost", "localhost"], ["localhost", "evil.example"]])
@pytest.mark.parametrize("listening", ["127.0.0.1", "0.0.0.0"])
async def test_none_or_two_hosts_are_refused_on_every_path(build, hosts, listening):
    app = build(host=listening)
    for path in paths(app):
        reply = await asked(app, path, hosts)
        assert reply.status == 400
        assert "one Host" in reply.json["error"]


@pytest.mark.parametrize("method", ["POST", "OPTIONS", "HEAD", "DELETE"])
async def test_no_method_is_answered_under_an_unknown_host(private, method):
    for path in paths(private):
        assert (await ask(private, path, method=method, host="evil.example")).status == 403


async def test_a_service_for_other_machines_is_answered_under_any_host(build):
    app = build(host="0.0.0.0")
    for path in paths(app):
        assert (await asked(app, path, ["any.example"])).status not in {400, 403}


@pytest.mark.parametrize(
    ("listening", "refused"),
    [
        ("127.0.0.1", True),
        ("127.0.0.2", True),
        ("::1", True),
        ("localhost", True),
        ("::", False),
        ("192.0.2.1", False),
    ],
)
def test_hosts_count_exactly_where_the_service_listens_on_loopback(listening, refused):
    rule = host_rule(Settings(host=listening))
    with pytest.raises(Forbidden) if refused else nullcontext():
        rule.check({"headers": [(b"host", b"evil.example")]})


@pytest.mark.parametrize(
    ("host", "networks", "is_warned"),
    [
        ("0.0.0.0", "10.0.0.0/8", True),
        ("10.0.0.5", "10.0.0.0/8", True),
        ("127.0.0.1", "10.0.0.0/8", False),
        ("0.0.0.0", "", False),
    ],
)
def test_a_service_for_other_machines_warns_that_pages_can_read_private_networks(host, networks, is_warned):
    settings = Settings.from_environment({"SITELOUPE_HOST": host, "SITELOUPE_ALLOW_NETWORKS": networks})
    assert (rebinding_warning(settings) is not None) is is_warned
