"""What the address wall refuses is counted by rule, and logged without a flood."""

import ipaddress

import pytest

from siteloupe.address import RULES, refusal, rule_of
from siteloupe.analyses import FONTS
from siteloupe.errors import BadTarget
from siteloupe.live_service import open_service
from siteloupe.metrics import Metrics
from siteloupe.settings import Settings
from siteloupe.target import parse
from tests.net.conftest import OPEN
from tests.servers.nameserver import nameserver
from tests.servers.raw import PUBLIC, answer, raw_server, site
from tests.visits import echo

TYPED = {
    "http://10.0.0.1/": "private",
    "http://[fd00::1]/": "private",
    "http://100.64.0.1/": "private",
    "http://127.0.0.1/": "loopback",
    "http://0.0.0.0/": "loopback",
    "http://169.254.1.1/": "link-local",
    "http://169.254.169.254/": "metadata",
    "http://168.63.129.16/": "metadata",
    "http://224.0.0.1/": "reserved",
    "http://0x7f.1/": "number",
    "http://example.com:22/": "port",
    "http://user@example.com/": "credentials",
    "http://printer.local/": "reserved-name",
    "http://ex ample.com/": "text",
    "": "text",
}


@pytest.mark.parametrize(("text", "rule"), TYPED.items())
def test_each_refusal_has_its_rule(text, rule):
    with pytest.raises(BadTarget) as refused:
        parse(text, Settings().policy)
    assert refused.value.rule == rule


def test_the_machines_own_address_has_a_rule_of_its_own():
    public = ipaddress.ip_address("93.184.215.14")
    assert rule_of(refusal(public, (), {public})) == "own"
    assert "own" in RULES


async def test_typed_and_resolved_refusals_are_counted_and_each_rule_is_logged_once_a_minute(log_lines):
    metrics = Metrics()

    def private(name, kind):
        return [f"{name} A 10.0.0.{1 + len(name) % 9}"] if kind == "A" else []

    async with (
        nameserver(private) as server,
        open_service(Settings(nameserver=server.setting), metrics) as service,
    ):
        for text in [*TYPED, "http://inner.test/", "http://second.test/"]:
            with pytest.raises(BadTarget):
                await service.answer(echo(), text)
    text = metrics.text().decode()
    assert 'siteloupe_refused_targets_total{rule="private"} 5.0' in text
    assert 'siteloupe_refused_targets_total{rule="metadata"} 2.0' in text
    assert 'rule="text"' not in text
    logged = [line["rule"] for line in log_lines() if line["event"] == "refused-target"]
    assert sorted(set(logged)) == sorted({*TYPED.values()} - {"text"})
    assert logged.count("metadata") == 1


PAGE = (
    b"<link rel=stylesheet href=http://169.254.169.254/a.css><link rel=stylesheet href=http://10.0.0.1/b.css>"
    b"<link rel=stylesheet href=//inner.test/c.css>Text"
)


async def test_what_the_files_of_a_site_lead_to_is_counted_too():
    metrics = Metrics()

    def names(name, kind):
        return [f"{name} A {'192.168.0.1' if name == 'inner.test.' else PUBLIC}"] if kind == "A" else []

    async with (
        nameserver(names) as server,
        raw_server(site({"/": answer(PAGE, "Content-Type: text/html")})) as web,
    ):
        settings = Settings(
            allow_networks=(OPEN,),
            nameserver=server.setting,
            allow_ports=frozenset({80, web.port}),
            wporg_api=None,
        )
        async with open_service(settings, metrics) as service:
            await service.answer(FONTS, f"http://site.test:{web.port}/")
    text = metrics.text().decode()
    assert 'siteloupe_refused_targets_total{rule="private"} 2.0' in text
    assert 'siteloupe_refused_targets_total{rule="metadata"} 1.0' in text
