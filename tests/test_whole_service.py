"""The service as its own process, on made-up sites over the network: what no part shows alone."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.servers.authority import Authority
from tests.servers.siteloupe import Siteloupe
from tests.servers.sites import HTML, Page, Sites

PLAIN = "<!doctype html><title>A site</title><p>Made by hand.</p>"
WORDPRESS = (
    '<!doctype html><title>A blog</title><meta name="generator" content="WordPress 6.9">'
    '<link rel="stylesheet" id="own-style-css" href="/wp-content/themes/own/style.css?ver=2.1">'
    '<link rel="https://api.w.org/" href="/wp-json/">'
)
STYLE = "/*\nTheme Name: Our Own\nVersion: 2.1\nAuthor: Us\n*/\n"
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture(scope="module")
def sites(authority):
    with Sites(authority=authority) as sites:
        yield sites


@pytest.fixture(scope="module")
def siteloupe(sites, authority):
    settings = {
        "SITELOUPE_CONNECT_TO": sites.connect_to,
        "SITELOUPE_CACHE_SECONDS": "300",
        "SSL_CERT_FILE": str(authority.certificate),
    }
    with Siteloupe(**settings) as service:
        yield service


@pytest.fixture(autouse=True)
def no_pages_before(sites):
    sites.pages.clear()
    sites.requests.clear()


def test_a_bare_domain_is_asked_over_https(siteloupe, sites):
    sites.pages["https://plain.test/"] = Page(PLAIN)
    answer = siteloupe.analyze("check-cms", "plain.test")
    assert answer.status == 200
    assert answer.json["isCms"] is False
    assert answer.json["url"] == "https://plain.test/"
    assert sites.asked[0] == "https://plain.test/"


def test_a_page_style_and_rest_root_make_one_report(siteloupe, sites):
    sites.pages |= {
        "http://blog.test/": Page(WORDPRESS),
        "http://blog.test/wp-content/themes/own/style.css": Page(STYLE, headers={"Content-Type": "text/css"}),
        "http://blog.test/wp-json/": Page('{"namespaces":["wp/v2"]}', headers=JSON),
    }
    report = siteloupe.analyze("check-cms", "http://blog.test/").json
    assert (report["isCms"], report["confidence"]) == (True, "high")
    assert (report["theme"]["name"], report["theme"]["version"]) == ("Our Own", "2.1")
    assert len(sites.asked) == len(set(sites.asked)) == 3


def test_redirects_are_followed_across_hosts_and_schemes(siteloupe, sites):
    sites.pages |= {
        "http://old.test/": Page(status=301, headers={"Location": "https://old.test/"}),
        "https://old.test/": Page(status=302, headers={"Location": "//new.test/start"}),
        "https://new.test/start": Page(PLAIN),
    }
    assert siteloupe.analyze("check-cms", "http://old.test").json["url"] == "https://new.test/start"


@pytest.mark.parametrize(
    "location",
    [
        "http://10.0.0.1/",
        "http://169.254.169.254/latest/",
        "http://[::1]/",
        "http://localhost/",
        "file:///etc/passwd",
    ],
)
def test_a_redirect_to_a_private_place_is_refused(siteloupe, sites, location):
    url = f"http://trap.test/{len(location)}"
    sites.pages[url] = Page(status=302, headers={"Location": location})
    answer = siteloupe.analyze("check-cms", url)
    assert answer.status == 400, answer.body
    assert answer.json["success"] is False
    assert sites.asked == [url]


def test_a_second_look_is_answered_from_the_first(siteloupe, sites):
    sites.pages["http://twice.test/"] = Page(PLAIN)
    first = siteloupe.analyze("check-cms", "http://twice.test/")
    second = siteloupe.analyze("check-cms", "HTTP://TWICE.test:80/#top")
    assert first.body == second.body
    assert sites.asked.count("http://twice.test/") == 1
    assert first.headers["cache-control"].startswith("public, max-age=")


def test_a_challenge_is_reported_and_never_kept(siteloupe, sites):
    page = Page(
        "<title>Just a moment...</title>", 403, {**HTML, "cf-mitigated": "challenge", "Server": "cloudflare"}
    )
    sites.pages["http://guarded.test/"] = page
    for _ in range(2):
        answer = siteloupe.analyze("check-cms", "http://guarded.test/")
        assert answer.status == 200
        assert answer.json["blocked"] is True
        assert answer.json["isCms"] is None
        assert answer.headers["cache-control"] == "no-store"
    assert sites.asked.count("http://guarded.test/") == 2


def test_equal_requests_at_once_share_one_visit(siteloupe, sites):
    held = threading.Event()
    sites.pages["http://busy.test/"] = Page(PLAIN, held=held)
    with ThreadPoolExecutor(8) as callers:
        answers = [callers.submit(siteloupe.analyze, "check-cms", "http://busy.test/") for _ in range(8)]
        sites.wait_for("http://busy.test/")
        held.set()
        assert {answer.result().status for answer in answers} == {200}
    assert sites.asked.count("http://busy.test/") == 1


def test_a_certificate_that_nobody_vouches_for_is_no_answer(sites, tmp_path):
    stranger = Authority(tmp_path)
    sites.pages["https://plain.test/"] = Page(PLAIN)
    settings = {"SITELOUPE_CONNECT_TO": sites.connect_to, "SSL_CERT_FILE": str(stranger.certificate)}
    with Siteloupe(**settings) as service:
        answer = service.analyze("check-cms", "https://plain.test/")
    assert answer.status == 502
    assert "certificate" in answer.json["error"]
    assert sites.asked == []


def test_loopback_is_refused_unless_it_is_opened(sites):
    sites.pages["http://plain.test/"] = Page(PLAIN)
    with Siteloupe(SITELOUPE_CONNECT_TO=sites.connect_to, SITELOUPE_ALLOW_NETWORKS="") as service:
        assert service.analyze("check-cms", "http://plain.test/").status == 400
    assert sites.asked == []


def test_the_limit_of_a_minute_holds_over_the_network(sites):
    with Siteloupe(SITELOUPE_CONNECT_TO=sites.connect_to, SITELOUPE_RATE_LIMITS="check-cms=3") as service:
        answers = [service.analyze("check-cms", "localhost") for _ in range(4)]
    assert [answer.status for answer in answers] == [400, 400, 400, 429]
    assert "retry-after" not in answers[-1].headers
