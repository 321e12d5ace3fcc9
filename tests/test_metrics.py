"""What is counted, and how it is shown."""

from prometheus_client.parser import text_string_to_metric_families

from siteloupe.capture import Exchange, Headers, Timing
from siteloupe.metrics import Metrics

URL = "https://example.com/"


def shown(metrics):
    """Every sample by name and labels."""
    families = text_string_to_metric_families(metrics.text().decode())
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in families
        for sample in family.samples
    }


def test_an_exchange_counts_its_stages_and_its_bytes():
    metrics = Metrics()
    timing = Timing(dns=12.0, connect=30.0, first_byte=400.0, download=2.0)
    metrics.count_exchange(Exchange(URL, URL, 200, Headers(), b"", wire_bytes=1234, timing=timing))
    samples = shown(metrics)
    assert samples["siteloupe_fetched_bytes_total", ()] == 1234
    assert samples["siteloupe_fetches_total", (("outcome", "answered"),)] == 1
    sums = {
        stage: samples["siteloupe_stage_seconds_sum", (("stage", stage),)] for stage in ("dns", "connect")
    }
    assert sums == {"dns": 0.012, "connect": 0.03}
    assert samples["siteloupe_stage_seconds_bucket", (("le", "0.5"), ("stage", "first-byte"))] == 1
    assert samples["siteloupe_stage_seconds_bucket", (("le", "0.1"), ("stage", "first-byte"))] == 0


def test_a_stage_that_did_not_happen_is_not_counted():
    metrics = Metrics()
    metrics.count_exchange(Exchange(URL, URL, 200, Headers(), b"", timing=Timing(first_byte=1.0)))
    stages = {dict(labels).get("stage") for _, labels in shown(metrics)}
    assert stages == {None, "first-byte", "download"}


def test_what_is_watched_is_shown_as_it_is_now():
    metrics, taken = Metrics(), [3.0]
    metrics.watch("places_taken", "Places.", lambda: taken[0])
    assert shown(metrics)["siteloupe_places_taken", ()] == 3
    taken[0] = 5.0
    assert shown(metrics)["siteloupe_places_taken", ()] == 5


def test_what_a_dead_worker_showed_is_forgotten(tmp_path):
    of_the_dead = tmp_path / "gauge_livesum_4194305.db"  # above the largest process id there may be
    counted = tmp_path / "counter_4194305.db"
    for file in (of_the_dead, counted):
        file.write_bytes(b"")
    Metrics(tmp_path).forget_the_dead()
    assert not of_the_dead.exists()
    assert counted.exists()


def test_requests_are_counted_by_path_status_and_seconds():
    metrics = Metrics()
    for seconds in (0.0005, 0.001, 0.3, 60.0):
        metrics.count_request("/a", 200, seconds)
    metrics.count_request("/a", 429, 0.002)
    for _ in range(2):
        metrics.count_source("a", "kept")
        samples = shown(metrics)
    assert samples["siteloupe_requests_total", (("path", "/a"), ("status", "200"))] == 4
    assert samples["siteloupe_requests_total", (("path", "/a"), ("status", "429"))] == 1
    assert samples["siteloupe_reports_total", (("analysis", "a"), ("source", "kept"))] == 2
    upper_bounds = {
        dict(labels)["le"]: value
        for (name, labels), value in samples.items()
        if name == "siteloupe_request_seconds_bucket"
    }
    assert upper_bounds == {
        "0.001": 2, "0.005": 3, "0.025": 3, "0.1": 3, "0.5": 4, "1.0": 4,
        "2.5": 4, "5.0": 4, "10.0": 4, "25.0": 4, "+Inf": 5,
    }  # fmt: skip
    assert samples["siteloupe_request_seconds_count", (("path", "/a"),)] == 5
    assert abs(samples["siteloupe_request_seconds_sum", (("path", "/a"),)] - 60.3035) < 1e-9
