"""The service as compose.yaml runs it: two workers and a store, behind a real Caddy with the Caddyfile."""

import json
import os
import re
import shutil
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import pytest

from tests.servers.program import Program
from tests.servers.redis import RedisServer
from tests.servers.siteloupe import Siteloupe, free_port
from tests.servers.sites import Page, Sites
from tests.waiting import wait_until

pytestmark = [pytest.mark.redis, pytest.mark.proxy]

CADDYFILE = Path(__file__).parent.parent / "deploy" / "Caddyfile"
CADDY = shutil.which("caddy") or "caddy"
PROXY, SOMEBODY, ANOTHER = "127.0.0.1", "127.0.0.2", "127.0.0.3"
LIMIT = 5


@dataclass(frozen=True)
class Front:
    """Where the proxy is, and the service behind it."""

    port: int
    service: Siteloupe

    def get(self, path, caller=SOMEBODY, **headers):
        """Status, headers and body that ``caller``, an address of this machine, is answered."""
        with closing(HTTPConnection(PROXY, self.port, timeout=30, source_address=(caller, 0))) as connection:
            connection.request("GET", path, headers={"User-Agent": "siteloupe-tests/1.0", **headers})
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()

    def is_up(self):
        """Caddy asks for readiness of its own accord, and answers 503 until it was told of it."""
        try:
            return self.get("/healthz")[0] == 200
        except (OSError, HTTPException):
            return False


def caddy(service, folder):
    """Caddy with the Caddyfile, which names the service as the compose file's network does, and its port."""
    text = CADDYFILE.read_text()
    assert text.count(" siteloupe:8000 ") == 1
    (folder / "Caddyfile").write_text(text.replace("siteloupe:8000", f"{PROXY}:{service.port}"))
    port = free_port()
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "SITE": f"http://{PROXY}:{port}",
    }
    command = [CADDY, "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
    return port, Program(command, ready="serving initial configuration", environment=environment)


@pytest.fixture(scope="module")
def front(tmp_path_factory):
    pages = {"http://orchard.test/": Page("<!doctype html><title>Orchard</title>" + "<p>Apples." * 500)}
    with Sites(pages) as sites, RedisServer() as store:
        settings = {
            "SITELOUPE_WORKERS": "2",
            "SITELOUPE_REDIS_URL": store.url,
            "SITELOUPE_CONNECT_TO": sites.connect_to,
            "SITELOUPE_CACHE_SECONDS": "300",
            "SITELOUPE_RATE_LIMITS": f"check-cms={LIMIT}",
            "SITELOUPE_TRUSTED_PROXIES": f"{PROXY}/32",
        }
        with Siteloupe(**settings) as service:
            port, program = caddy(service, tmp_path_factory.mktemp("caddy"))
            with program:
                front = Front(port, service)
                wait_until(front.is_up)
                yield front


def check(front, **named):
    return front.get("/check-cms?url=http://orchard.test/", **named)


def test_an_answer_comes_through_as_it_is_and_compressed_for_those_who_ask(front):
    status, headers, body = check(front)
    assert (status, json.loads(body)["url"]) == (200, "http://orchard.test/")
    assert headers["cache-control"] == "public, max-age=300"
    status, headers, page = front.get("/", **{"Accept-Encoding": "gzip"})
    assert (status, headers["content-encoding"], page[:2]) == (200, "gzip", b"\x1f\x8b")


def test_callers_are_told_apart_by_the_address_that_the_proxy_sees_and_not_by_what_they_say(front):
    made_up = [check(front, **{"X-Forwarded-For": f"198.51.100.{n}"})[0] for n in range(3 * LIMIT)]
    assert made_up.count(429) >= 2 * LIMIT
    assert check(front, caller=ANOTHER)[0] == 200
    assert check(front, **{"X-Forwarded-For": ANOTHER})[0] == 429


def test_metrics_are_for_those_within(front):
    assert front.get("/metrics")[0] == 404
    assert front.service.get("/metrics").status == 200


def test_a_request_has_the_name_that_the_proxy_gave_it(front):
    _, headers, _ = front.get("/healthz", **{"X-Request-ID": "made-up", "Traceparent": "made-up"})
    assert re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", headers["x-request-id"])
    wait_until(lambda: any(headers["x-request-id"] in line for line in front.service.log))
