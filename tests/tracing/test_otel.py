"""Spans as OpenTelemetry's own SDK hands them on: which there are, whose children, and what they may say."""

from ipaddress import ip_network

import pytest
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from siteloupe import __version__
from siteloupe.asgi import open_app
from siteloupe.settings import Settings
from siteloupe.settings.values import read_routes
from siteloupe.tracing.otel import OtelTracing
from tests.caller import AGENT, PEER, ask
from tests.servers.collector import Collector
from tests.servers.siteloupe import CALLER, Siteloupe
from tests.servers.sites import Page, Sites

SECRET = "private-token"
BLOG = (
    '<!doctype html><title>A blog</title><meta name="generator" content="WordPress 6.9">'
    '<link rel="stylesheet" id="own-style-css" href="/wp-content/themes/own/style.css?ver=2.1">'
)
PAGES = {
    f"http://blog.test/{SECRET}": Page(BLOG),
    "http://blog.test/wp-content/themes/own/style.css": Page("/*\nTheme Name: Own\n*/"),
    "http://moved.test/": Page(status=301, headers={"Location": f"http://blog.test/{SECRET}"}),
    "http://inward.test/": Page(status=302, headers={"Location": f"http://10.0.0.1/{SECRET}"}),
}
TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = f"00-{TRACE_ID}-00f067aa0ba902b7-01"


@pytest.fixture(scope="module")
def sites():
    with Sites(PAGES) as sites:
        yield sites


@pytest.fixture
def collected():
    return InMemorySpanExporter()


@pytest.fixture
async def app(sites, collected):
    settings = Settings(
        host="0.0.0.0",
        connect_to=read_routes(sites.connect_to),
        allow_networks=(ip_network("127.0.0.0/8"),),
        trusted_proxies=(ip_network("198.51.100.0/24"),),
        wporg_api=None,
    )
    tracing = OtelTracing(SimpleSpanProcessor(collected))
    async with open_app(settings, tracing=tracing) as app:
        yield app
    tracing.close()


def by_name(collected):
    """The spans, by name; those of one name in the order in which they ended."""
    found = {}
    for span in collected.get_finished_spans():
        found.setdefault(span.name, []).append(span)
    return found


async def test_a_request_is_a_tree_of_what_was_done_for_it(app, collected):
    reply = await ask(app, "/check-cms", f"url=http://blog.test/{SECRET}")
    assert reply.status == 200
    spans = by_name(collected)
    (request,), (analysis,), (judge,) = (
        spans.pop(name) for name in ("GET /check-cms", "analysis check-cms", "judge")
    )
    fetches = spans.pop("GET")
    assert spans == {}
    assert request.parent is None
    assert request.kind is SpanKind.SERVER
    assert request.attributes == {
        "http.request.method": "GET",
        "http.route": "/check-cms",
        "url.path": "/check-cms",
        "http.response.status_code": 200,
    }
    assert analysis.parent.span_id == request.context.span_id
    assert analysis.attributes["siteloupe.outcome"] == "complete"
    assert judge.parent.span_id == analysis.context.span_id
    assert {fetch.context.trace_id for fetch in fetches} == {request.context.trace_id}
    assert {fetch.kind for fetch in fetches} == {SpanKind.CLIENT}


async def test_a_fetch_says_whom_it_asked_and_how_it_was_answered(app, collected, sites):
    await ask(app, "/check-cms", f"url=http://blog.test/{SECRET}")
    page, *_ = by_name(collected)["GET"]
    assert page.attributes == {
        "http.request.method": "GET",
        "url.scheme": "http",
        "server.address": "blog.test",
        "server.port": 80,
        "http.response.status_code": 200,
        "http.response.body.size": len(BLOG),
        "siteloupe.redirects": 0,
    }


async def test_a_redirect_counts_and_the_span_is_of_where_it_led(app, collected):
    await ask(app, "/check-cms", "url=http://moved.test/")
    page, *_ = by_name(collected)["GET"]
    assert (page.attributes["server.address"], page.attributes["siteloupe.redirects"]) == ("blog.test", 1)


@pytest.mark.parametrize(
    ("url", "status", "cause"),
    [("http://inward.test/", 400, "refused-hop"), ("http://gone.test/", 200, "404")],
)
async def test_what_fails_is_marked_by_its_cause(app, collected, url, status, cause):
    assert (await ask(app, "/check-cms", f"url={url}")).status == status
    (fetch,) = by_name(collected)["GET"]
    assert fetch.status.status_code is StatusCode.ERROR
    assert fetch.attributes["error.type"] == cause


async def test_no_span_tells_a_path_a_query_a_caller_or_a_text(app, collected):
    for url in (
        f"http://blog.test/{SECRET}",
        "http://inward.test/",
        "http://moved.test/",
        "http://gone.test/",
    ):
        await ask(app, "/check-cms", f"url={url}?{SECRET}")
    await ask(app, f"/{SECRET}", SECRET)
    await ask(app, method=SECRET)
    spans = collected.get_finished_spans()
    assert len(spans) > 10
    for span in spans:
        said = span.to_json()
        assert SECRET not in said
        assert PEER[0] not in said
        assert span.events == ()


async def test_the_log_names_the_trace(app, collected, log_lines):
    await ask(app, "/healthz")
    (line,) = log_lines()
    (span,) = collected.get_finished_spans()
    assert line["trace"] == f"{span.context.trace_id:032x}"


@pytest.mark.parametrize(("peer", "taken"), [("198.51.100.7", True), ("203.0.113.9", False)])
async def test_only_a_trusted_proxy_says_to_which_trace_a_request_belongs(app, collected, peer, taken):
    headers = [("user-agent", AGENT), ("traceparent", PARENT), ("tracestate", "vendor=1")]
    await ask(app, "/healthz", headers=headers, peer=(peer, 40000))
    (span,) = collected.get_finished_spans()
    assert (f"{span.context.trace_id:032x}" == TRACE_ID) is taken


async def test_a_traceparent_that_is_none_begins_a_trace_of_its_own(app, collected):
    headers = [("user-agent", AGENT), ("traceparent", "00-\xff-bad"), ("tracestate", "\x00=,,")]
    await ask(app, "/healthz", headers=headers, peer=("198.51.100.7", 40000))
    (span,) = collected.get_finished_spans()
    assert span.parent is None


def test_a_collector_is_sent_the_spans_of_a_served_request(sites):
    with Collector() as collector:
        settings = {
            "SITELOUPE_CONNECT_TO": sites.connect_to,
            "OTEL_EXPORTER_OTLP_ENDPOINT": collector.endpoint,
            "OTEL_RESOURCE_ATTRIBUTES": "deployment.environment.name=tests",
            "OTEL_BSP_SCHEDULE_DELAY": "50",
        }
        with Siteloupe(**settings) as service:
            assert service.analyze("check-cms", f"http://blog.test/{SECRET}").status == 200
            collector.wait_until(lambda: "GET /check-cms" in {span.name for span in collector.spans})
        names = {span.name for span in collector.spans}
    assert {"GET /check-cms", "analysis check-cms", "GET", "judge"} <= names
    own = {"service.name": "siteloupe", "service.version": __version__}
    assert collector.resources[0].items() >= {**own, "deployment.environment.name": "tests"}.items()


def test_a_collector_that_is_away_holds_up_neither_answers_nor_the_end(sites):
    settings = {
        "SITELOUPE_CONNECT_TO": sites.connect_to,
        "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1",
        "OTEL_BSP_SCHEDULE_DELAY": "10",
    }
    with Siteloupe(**settings) as service:
        for _ in range(3):
            assert service.get(f"/check-cms?url=http://blog.test/{SECRET}", CALLER).status == 200
