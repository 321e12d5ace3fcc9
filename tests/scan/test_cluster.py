"""A scan on a Ray cluster of three nodes, one of which is killed while it has sites in hand."""

import json
import os
import subprocess
import sys
import threading
from collections import Counter

import pytest
from ray.cluster_utils import Cluster

from siteloupe.scan.cluster import RayCluster as Workers
from siteloupe.scan.entries import Entry
from tests.servers.sites import Page, Sites
from tests.waiting import wait_until

PAGE = "<!doctype html><title>Plain</title><p>Just a page of plain words, no more."
QUICK, HELD = 60, 20
SMALL = {"include_dashboard": False, "object_store_memory": 80 * 1024 * 1024}


@pytest.fixture
def cluster():
    # The nodes are processes of their own; this one never joins them, as a scan does.
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, **SMALL})
    try:
        yield made
    finally:
        made.shutdown()


# What Ray's own processes leave open is not ours to close.
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")
@pytest.mark.filterwarnings("ignore::FutureWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_node_that_is_killed_loses_nothing(cluster, tmp_path) -> None:
    nodes = [cluster.add_node(num_cpus=1, **SMALL) for _ in range(2)]
    gate = threading.Event()
    urls = [f"http://site-{number}.example/" for number in range(QUICK + HELD)]
    pages = {url: Page(PAGE, held=None if number < QUICK else gate) for number, url in enumerate(urls)}
    listed, out = tmp_path / "sites.txt", tmp_path / "results.jsonl"
    listed.write_text("\n".join(urls))
    with Sites(pages) as sites:
        environment = {
            **os.environ,
            "RAY_ADDRESS": cluster.address,
            "SITELOUPE_ALLOW_NETWORKS": "127.0.0.0/8",
            "SITELOUPE_CONNECT_TO": sites.connect_to,
            "SITELOUPE_WPORG_API": "off",
            "SITELOUPE_CONNECT_SECONDS": "60",
            "SITELOUPE_FIRST_BYTE_SECONDS": "60",  # the sites hold answers back until the test lets go
            "SITELOUPE_TOTAL_SECONDS": "120",
        }
        command = [sys.executable, "-m", "siteloupe", "scan", str(listed), "--out", str(out)]
        with subprocess.Popen([*command, "--engine", "ray"], env=environment, stderr=subprocess.PIPE) as scan:
            try:
                wait_until(
                    lambda: set(urls) <= set(sites.asked) and out.read_bytes().count(b"\n") == QUICK, 120
                )
                cluster.remove_node(nodes[0], allow_graceful=False)
                wait_until(lambda: max(Counter(sites.asked).values()) > 1, 120)  # the other node takes over
            finally:
                gate.set()
            assert scan.wait(120) == 0, scan.stderr.read()
    records = [json.loads(line) for line in out.read_text().splitlines()]
    assert sorted(record["line"] for record in records) == list(range(1, QUICK + HELD + 1))
    assert {record["outcome"] for record in records} == {"answered"}


async def test_a_host_stays_with_its_worker_and_only_those_of_a_lost_one_move() -> None:
    workers = Workers([object()] * 5)
    texts = [f"http://site-{n}.example/page" for n in range(500)]
    before = {text: workers.worker_of(Entry(1, text)) for text in texts}
    assert {workers.worker_of(Entry(9, text.replace("page", "other"))) == before[text] for text in texts} == {
        True
    }
    assert min(Counter(before.values()).values()) > 50
    workers.lose(3)
    assert {text for text in texts if workers.worker_of(Entry(1, text)) != before[text]} == {
        text for text in texts if before[text] == 3
    }
