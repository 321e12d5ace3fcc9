"""The Grafana dashboard asks only for what ``/metrics`` shows."""

import json
import re
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from siteloupe.asgi import open_app
from siteloupe.metrics import Metrics
from siteloupe.settings import Settings
from tests.caller import ask

DASHBOARD = json.loads((Path(__file__).parent.parent / "deploy/grafana/siteloupe.json").read_text("utf-8"))
PANELS = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
EXPRESSIONS = [target["expr"] for panel in PANELS for target in panel["targets"]]
VARIABLES = {variable["name"]: variable for variable in DASHBOARD["templating"]["list"]}
QUERIES = [variable["definition"] for variable in VARIABLES.values() if "definition" in variable]

ASKED = {name for text in (*EXPRESSIONS, *QUERIES) for name in re.findall(r"siteloupe_\w+", text)}

SUFFIXES = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_count", "_sum")}
OF_PROMETHEUS = {"instance", "le"}
OF_GRAFANA = {"__rate_interval", "datasource"}


@pytest.fixture
async def metrics():
    """The metrics of a service that has every part, a store among them that nobody asks."""
    counters = Metrics()
    async with open_app(Settings(host="0.0.0.0", redis_url="redis://127.0.0.1"), counters) as app:
        yield counters, (await ask(app, "/metrics")).body.decode()


async def test_every_metric_of_the_dashboard_is_shown_by_the_service(metrics):
    _, text = metrics
    shown = {
        family.name + suffix
        for family in text_string_to_metric_families(text)
        for suffix in SUFFIXES[family.type]
    }
    assert shown >= ASKED


async def test_every_metric_of_the_service_has_its_place_on_the_dashboard(metrics):
    counters, _ = metrics
    asked = {re.sub(r"_(bucket|count|sum)$", "", name) for name in ASKED}
    assert {row.name for row in counters.descriptions()} == asked


async def test_every_label_that_it_asks_by_is_one_of_the_metrics(metrics):
    counters, _ = metrics
    labels = {
        re.sub(r"_total$", "", row.name): {*row.labels, *OF_PROMETHEUS} for row in counters.descriptions()
    }
    for expression in EXPRESSIONS:
        (name,) = set(re.findall(r"siteloupe_\w+", expression))
        known = labels[re.sub(r"_(total|bucket)$", "", name)]
        grouped = ",".join(re.findall(r"by \(([^)]*)\)", expression))
        matched = re.findall(r"(\w+)(?:=~|=)\"", expression)
        assert {*filter(None, re.split(r",\s*", grouped)), *matched} <= known, expression


def test_every_variable_that_it_names_is_one_of_its_own():
    named = set(re.findall(r"\$\{?(\w+)", json.dumps(PANELS)))
    assert named <= {*VARIABLES, *OF_GRAFANA}


def test_no_two_panels_cover_each_other():
    cells = [
        (x, y)
        for panel in DASHBOARD["panels"]
        for place in (panel["gridPos"],)
        for x in range(place["x"], place["x"] + place["w"])
        for y in range(place["y"], place["y"] + place["h"])
    ]
    assert len(cells) == len(set(cells))
    assert max(x for x, _ in cells) == 23
