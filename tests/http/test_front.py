"""What every answer has in common, and what is answered without an app."""

import json

import pytest

from siteloupe.api.operations import Health
from siteloupe.errors import ConnectionFailed
from siteloupe.http.front import UNEXPECTED, Front, Resource
from siteloupe.metrics import Metrics
from tests.caller import AGENT, ask
from tests.visits import EchoReport, echo

URL = "url=example.com"
HTML = [("user-agent", AGENT), ("accept", "text/html,*/*;q=0.8")]


async def test_a_report_is_json_that_may_be_kept_for_300_seconds(app, clock):
    reply = await ask(app, "/echo", URL)
    assert reply.status == 200
    assert reply.headers["content-type"] == "application/json"
    assert reply.headers["content-length"] == str(len(reply.body))
    assert reply.headers["cache-control"] == "public, max-age=300"
    assert reply.headers["age"] == "0"
    assert reply.json["url"] == "https://example.com/"
    clock.now += 120.9
    later = await ask(app, "/echo", URL)
    assert (later.headers["age"], later.headers["cache-control"]) == ("120", "public, max-age=300")
    assert later.body == reply.body


async def test_a_report_of_a_page_that_could_not_be_read_is_not_kept(app, sites):
    sites.refused = True
    reply = await ask(app, "/echo", URL)
    assert reply.status == 200
    assert reply.headers["cache-control"] == "no-store"
    assert "age" not in reply.headers


@pytest.mark.parametrize(
    ("path", "query", "method", "status"),
    [
        ("/echo", "", "GET", 400),
        ("/echo", "url=http://127.0.0.1/", "GET", 400),
        ("/echo", "url=" + "a" * 15_000, "GET", 400),
        ("/echo", URL, "POST", 405),
        ("/echo", URL, "DELETE", 405),
        ("/echo", URL, "BREW", 405),
        ("/healthz", "", "POST", 405),
        ("/echo/", URL, "GET", 404),
        ("/Echo", URL, "GET", 404),
        ("/nothing", "", "GET", 404),
        ("/nothing", "", "OPTIONS", 404),
        ("//echo", URL, "GET", 404),
        ("/echo\n", URL, "GET", 404),
    ],
)
async def test_every_error_is_json_that_anyone_may_read_and_nobody_may_keep(app, path, query, method, status):
    reply = await ask(app, path, query, method=method)
    assert reply.status == status
    assert reply.headers["content-type"] == "application/json"
    assert reply.headers["cache-control"] == "no-store"
    assert reply.headers["access-control-allow-origin"] == "*"
    assert [name for name, _ in reply.lines].count("access-control-allow-origin") == 1
    assert "retry-after" not in reply.headers
    assert "access-control-allow-credentials" not in reply.headers
    assert set(reply.json) == {"success", "error"}
    assert reply.json["success"] is False
    assert reply.json["error"].endswith(".")


async def test_an_unreachable_target_is_502(app, sites):
    sites.error = ConnectionFailed("Nobody answers at example.com.")
    reply = await ask(app, "/echo", URL)
    assert (reply.status, reply.json["error"]) == (502, "Nobody answers at example.com.")


async def test_a_405_says_what_is_allowed(app):
    assert (await ask(app, "/echo", URL, method="POST")).headers["allow"] == "GET, HEAD, OPTIONS"


async def test_options_is_answered_204_for_any_origin(app, sites):
    reply = await ask(app, "/echo", method="OPTIONS", headers=[("origin", "https://evil.example")])
    assert (reply.status, reply.body) == (204, b"")
    assert reply.headers["access-control-allow-origin"] == "*"
    assert reply.headers["access-control-allow-methods"] == "GET, HEAD, OPTIONS"
    assert sites.looks == []


@pytest.mark.parametrize(
    ("path", "query"), [("/echo", URL), ("/echo", ""), ("/nothing", ""), ("/healthz", ""), ("/metrics", "")]
)
async def test_head_answers_as_get_without_a_body(app, path, query):
    got, headed = [await ask(app, path, query, method=method) for method in ("GET", "HEAD")]
    assert (headed.status, headed.body) == (got.status, b"")
    if path != "/metrics":
        each_its_own = {"x-request-id": ""}
        assert headed.headers | each_its_own == got.headers | each_its_own


async def test_a_person_who_follows_a_dead_link_gets_a_page(app):
    reply = await ask(app, "/nothing", headers=HTML)
    assert reply.status == 404
    assert reply.headers["content-type"] == "text/html; charset=utf-8"
    assert b"<h1>No such page</h1>" in reply.body


async def test_only_a_404_is_ever_html(app):
    for query, method in (("", "GET"), (URL, "POST")):
        reply = await ask(app, "/echo", query, method=method, headers=HTML)
        assert reply.headers["content-type"] == "application/json"


async def test_a_mistake_of_ours_is_told_in_one_sentence_and_logged_with_its_stack(build, log_lines):
    def broken(site):
        if site.capture.page.url == "https://example.com/":
            raise KeyError("a secret of ours")
        return EchoReport(url=site.capture.page.url, checked_at=site.capture.at)

    reply = await ask(build((echo(analyze=broken),)), "/echo", URL)
    assert (reply.status, reply.json) == (500, {"success": False, "error": UNEXPECTED})
    assert reply.headers["access-control-allow-origin"] == "*"
    mistake, request = log_lines()
    assert mistake["event"] == "unexpected-error"
    assert "a secret of ours" in mistake["stack"]
    assert mistake["id"] == request["id"]
    assert "secret" not in json.dumps(request)


async def test_a_mistake_after_the_answer_began_is_only_logged(log_lines):
    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200})
        raise ValueError("too late")

    reply = await ask(Front({"/late": Resource(app)}, Metrics()), "/late")
    assert (reply.status, reply.body) == (200, b"")
    assert [line["event"] for line in log_lines()] == ["unexpected-error", "request"]


async def test_each_request_is_one_line_without_its_query_or_its_caller(build, log_lines):
    app = build()
    await ask(app, "/echo", "url=https://example.com/private?token=secret", peer=("198.51.100.77", 1))
    await ask(app, '/x\r\n{"forged":1}\u202e' + "y" * 500, "q=secret")
    first, second = log_lines()
    assert first["event"] == "request"
    assert (first["method"], first["path"], first["status"]) == ("GET", "/echo", 200)
    assert (first["target"], first["source"]) == ("example.com", "started")
    assert first["ms"] >= 0
    assert first["id"] != second["id"]
    assert second["path"].startswith("/x\\r\\n{")
    assert second["path"].isascii()
    assert len(second["path"]) <= 300
    for word in ("secret", "private", "198.51.100.77"):
        assert word not in json.dumps([first, second])


async def test_requests_are_counted_under_paths_that_exist(app):
    await ask(app, "/echo", URL)
    await ask(app, "/one-of-endlessly-many")
    await ask(app, "/another")
    lines = (await ask(app, "/metrics")).body.decode().splitlines()
    assert 'siteloupe_requests_total{path="/echo",status="200"} 1.0' in lines
    assert 'siteloupe_requests_total{path="other",status="404"} 2.0' in lines
    assert 'siteloupe_request_seconds_count{path="/echo"} 1.0' in lines
    assert not [line for line in lines if "endlessly" in line]


async def test_unknown_methods_add_no_label(app):
    for method in ("BREW", "A" * 1000):
        await ask(app, "/echo", method=method)
    assert b"BREW" not in (await ask(app, "/metrics")).body


async def test_health_is_green_until_the_service_stops(app, health):
    reply = await ask(app, "/healthz", headers=[])
    assert (reply.status, reply.json) == (200, {"status": "ok"})
    health.stopping = True
    reply = await ask(app, "/healthz", headers=[])
    assert (reply.status, reply.json) == (503, {"status": "stopping"})
    assert reply.headers["cache-control"] == "no-store"


async def test_readiness_is_red_while_another_analysis_would_be_turned_away_or_not_judged():
    busy, judging = False, True
    health = Health(lambda: busy, lambda: judging)
    app = Front({"/healthz": Resource(health.health), "/readyz": Resource(health.readiness)}, Metrics())
    states = []
    for state in ("ok", "busy", "stuck", "stopping"):
        busy, judging, health.stopping = state == "busy", state != "stuck", state == "stopping"
        states.append([(await ask(app, path)).status for path in ("/healthz", "/readyz")])
        assert (await ask(app, "/readyz")).json == {"status": state}
    assert states == [[200, 200], [200, 503], [200, 503], [503, 503]]


async def test_no_answer_header_holds_what_a_caller_or_site_wrote(build):
    def analyze(site):
        return EchoReport(url="https://example.com/\r\nset-cookie: a=b", checked_at=site.capture.at)

    app = build((echo(analyze=analyze),))
    reply = await ask(app, "/echo", "url=example.com%0d%0aset-cookie:a=b", headers=HTML)
    allowed = {"content-type", "content-length", "cache-control", "age", "access-control-allow-origin"}
    of_the_front = {"x-content-type-options", "x-request-id", "vary"}
    assert set(reply.headers) <= allowed | of_the_front
    reply = await ask(app, "/echo", URL)
    assert set(reply.headers) <= allowed | of_the_front
