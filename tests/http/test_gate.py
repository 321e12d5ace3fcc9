"""The two header rules, and the rolling minute, in their order."""

import ipaddress

import pytest

from siteloupe.http.gate import parse_origin
from tests.caller import AGENT, ask

URL = "url=example.com"
OWN = "https://siteloupe.example"


def lines(*origins, agent=AGENT):
    return [*([] if agent is None else [("user-agent", agent)]), *(("origin", each) for each in origins)]


@pytest.mark.parametrize(
    ("agent", "status"),
    [
        (None, 403),
        ("", 403),
        ("curl/8.5.", 403),
        ("         x", 403),
        ("x         ", 403),
        ("curl/8.5.0", 200),
        ("äöüßäöüßä", 403),
        ("äöüßäöüßäö", 200),
        ("x" * 5000, 200),
    ],
)
async def test_a_user_agent_has_at_least_ten_characters(app, agent, status):
    agent = None if agent is None else agent.encode().decode("latin-1")
    reply = await ask(app, "/echo", URL, headers=lines(agent=agent))
    assert reply.status == status
    assert reply.headers["access-control-allow-origin"] == "*"


ORIGINS = [
    ("https://siteloupe.example", 200),
    ("https://siteloupe.example:443", 200),
    ("https://SITELOUPE.example", 200),
    ("http://localhost", 200),
    ("http://localhost:3000", 200),
    ("https://localhost:8443", 200),
    ("http://LOCALHOST:3000", 200),
    ("http://siteloupe.example", 403),
    ("https://siteloupe.example:8443", 403),
    ("https://www.siteloupe.example", 403),
    ("https://siteloupe.example.evil.example", 403),
    ("https://evil.example", 403),
    ("https://siteloupe.example/", 403),
    ("https://siteloupe.example/path", 403),
    ("https://user@siteloupe.example", 403),
    ("https://siteloupe.example@evil.example", 403),
    ("https://siteloupe.example https://evil.example", 403),
    ("https://siteloupe.example, http://localhost", 403),
    ("https://siteloupe.example\\.evil.example", 403),
    ("https://siteloupe.example#", 403),
    ("https://siteloupe.example?", 403),
    ("http://localhost.evil.example", 403),
    ("http://localhost.evil", 403),
    ("http://evil.localhost", 403),
    ("http://notlocalhost", 403),
    ("http://localhost@evil.example", 403),
    ("http://localhost:3000:80", 403),
    ("http://localhost:99999", 403),
    ("http://localhost:x", 403),
    ("http://127.0.0.1:3000", 403),
    ("http://[::1]:3000", 403),
    ("http://[::1", 403),
    ("ftp://localhost", 403),
    ("file://", 403),
    ("chrome-extension://abcdefgh", 403),
    ("localhost", 403),
    ("//localhost", 403),
    ("null", 403),
    ("", 403),
]


@pytest.mark.parametrize(("origin", "status"), ORIGINS)
async def test_an_origin_is_the_services_own_or_localhost(build, origin, status):
    reply = await ask(build(site_origin=OWN), "/echo", URL, headers=lines(origin))
    assert reply.status == status
    assert reply.headers["access-control-allow-origin"] == "*"


async def test_one_good_origin_does_not_excuse_another(build):
    app = build(site_origin=OWN)
    assert (await ask(app, "/echo", URL, headers=lines(OWN, "https://evil.example"))).status == 403
    assert (await ask(app, "/echo", URL, headers=lines(OWN, "http://localhost"))).status == 200


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("siteloupe.test:8000", "http://siteloupe.test:8000", 200),
        ("siteloupe.test", "http://siteloupe.test", 200),
        ("127.0.0.1:8000", "http://127.0.0.1:8000", 200),
        ("siteloupe.test:8000", "http://siteloupe.test", 403),
        ("siteloupe.test", "https://siteloupe.test", 403),
        ("not a host", "http://not a host", 403),
        ("", "null", 403),
    ],
)
async def test_without_a_set_origin_the_requested_one_is_its_own(app, host, origin, status):
    assert (await ask(app, "/echo", URL, headers=lines(origin), host=host)).status == status


def test_a_bracketed_address_is_an_origin():
    assert parse_origin("http://[::1]:8000") == ("http", "::1", 8000)


async def test_the_fourth_request_of_three_is_refused_without_a_retry_after(build):
    app = build(rate_limits={})
    replies = [await ask(app, "/echo", URL) for _ in range(4)]
    assert [reply.status for reply in replies] == [200, 200, 200, 429]
    assert "retry-after" not in replies[3].headers
    assert replies[3].headers["cache-control"] == "no-store"
    assert replies[3].json["success"] is False
    assert (await ask(app, "/other", URL)).status == 200
    assert (await ask(app, "/echo", URL, peer=("203.0.113.10", 1))).status == 200


async def test_a_setting_overrides_a_limit_by_name(build):
    app = build(rate_limits={"echo": 1})
    assert [(await ask(app, "/echo", URL)).status for _ in range(2)] == [200, 429]


async def test_bad_urls_count_but_refused_headers_and_methods_do_not(build):
    app = build(rate_limits={})
    for _ in range(5):
        assert (await ask(app, "/echo", URL, headers=lines(agent="x"))).status == 403
        assert (await ask(app, "/echo", URL, headers=lines("null"))).status == 403
        assert (await ask(app, "/echo", URL, method="POST")).status == 405
        assert (await ask(app, "/echo", URL, method="OPTIONS")).status == 204
    assert [(await ask(app, "/echo", "url=10.0.0.1")).status for _ in range(4)] == [400, 400, 400, 429]


async def test_headers_come_before_the_limit_and_the_limit_before_the_url(build):
    app = build(rate_limits={"echo": 1})
    await ask(app, "/echo", URL)
    assert (await ask(app, "/echo", "url=10.0.0.1")).status == 429
    assert (await ask(app, "/echo", "", headers=lines(agent=None))).status == 403
    assert (await ask(app, "/echo", "", method="PUT", headers=lines(agent=None))).status == 405


async def test_an_ipv6_network_shares_its_minute(build):
    app = build(rate_limits={"echo": 1})
    statuses = [
        (await ask(app, "/echo", URL, peer=(peer, 1))).status
        for peer in ("2001:db8:1:2::1", "2001:db8:1:2:9::1", "2001:db8:1:3::1")
    ]
    assert statuses == [200, 429, 200]


async def test_forwarded_addresses_are_believed_from_trusted_proxies_only(build):
    async def statuses(app, peer):
        headers = [[*lines(), ("x-forwarded-for", f"198.51.100.{n}")] for n in (1, 2)]
        return [(await ask(app, "/echo", URL, headers=each, peer=(peer, 1))).status for each in headers]

    proxies = (ipaddress.ip_network("10.0.0.0/8"),)
    assert await statuses(build(rate_limits={"echo": 1}, trusted_proxies=proxies), "10.0.0.1") == [200, 200]
    assert await statuses(build(rate_limits={"echo": 1}, trusted_proxies=proxies), "192.0.2.1") == [200, 429]
    assert await statuses(build(rate_limits={"echo": 1}), "10.0.0.1") == [200, 429]


async def test_other_forwarding_headers_are_never_believed(build):
    app = build(rate_limits={"echo": 1}, trusted_proxies=(ipaddress.ip_network("10.0.0.0/8"),))
    for name, expected in (("x-real-ip", 200), ("forwarded", 429), ("cf-connecting-ip", 429)):
        reply = await ask(app, "/echo", URL, headers=[*lines(), (name, "198.51.100.7")], peer=("10.0.0.1", 1))
        assert reply.status == expected


async def test_a_proxy_that_is_not_trusted_is_noted_once(build, log_lines):
    app = build()
    for _ in range(3):
        await ask(
            app, "/echo", URL, headers=[*lines(), ("x-forwarded-for", "198.51.100.1")], peer=("10.0.0.1", 1)
        )
    notes = [line for line in log_lines() if line["event"] == "proxy-not-trusted"]
    assert len(notes) == 1
    assert "SITELOUPE_TRUSTED_PROXIES" in notes[0]["note"]


async def test_a_stranger_who_sends_a_forwarded_header_is_not_noted(build, log_lines):
    forwarded = [*lines(), ("x-forwarded-for", "198.51.100.1")]
    await ask(build(), "/echo", URL, headers=forwarded, peer=("8.8.8.8", 1))
    assert [line["event"] for line in log_lines()] == ["request"]
