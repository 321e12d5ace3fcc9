"""The whole chain, from a request to sites on loopback and back, as the API's description says."""

import pytest

from siteloupe.analyses import ANALYSES
from siteloupe.asgi import open_app
from siteloupe.settings import Settings
from tests.api.documents import document
from tests.api.test_openapi import check
from tests.caller import ask
from tests.servers.sites import HTML, Page, Sites

DOCUMENT = document()

WORDPRESS = """<!doctype html><html><head>
<meta name="generator" content="WordPress 6.8.1">
<link rel="stylesheet" id="hearth-style-css" href="/wp-content/themes/hearth/style.css?ver=2.1">
<script src="/wp-includes/js/wp-emoji-release.min.js"></script>
</head><body class="wp-theme-hearth">Bread</body></html>"""


def moved(location):
    return Page(b"", 302, {"Location": location})


PAGES = {
    "http://wordpress.example/": Page(WORDPRESS),
    "http://wordpress.example/wp-content/themes/hearth/style.css": Page(
        "/*\nTheme Name: Hearth\nVersion: 2.1\n*/", headers={"Content-Type": "text/css"}
    ),
    "http://plain.example/": Page("<!doctype html><title>Plain</title><p>Hello."),
    "http://moved.example/": moved("http://plain.example/"),
    "http://loop.example/": moved("/"),
    "http://inward.example/": moved("http://169.254.169.254/latest/meta-data/"),
    "http://challenge.example/": Page(
        "<title>Just a moment...</title>", 403, {**HTML, "Server": "cloudflare", "cf-mitigated": "challenge"}
    ),
    "http://picture.example/": Page(b"\x89PNG\r\n", 200, {"Content-Type": "image/png"}),
    "http://broken.example/": Page("oops", 500),
}


@pytest.fixture(scope="module")
def sites():
    with Sites(PAGES) as sites:
        yield sites


@pytest.fixture
async def app(sites):
    settings = Settings.from_environment(
        {
            # One port that nobody listens on, everything else to the made-up sites.
            "SITELOUPE_CONNECT_TO": f"silent.example::127.0.0.1:1,{sites.connect_to}",
            "SITELOUPE_ALLOW_NETWORKS": "127.0.0.0/8",
            "SITELOUPE_WPORG_API": "off",
            "SITELOUPE_HOST": "0.0.0.0",
            "SITELOUPE_RATE_LIMITS": "off",
        }
    )
    async with open_app(settings) as app:
        yield app


@pytest.mark.parametrize("analysis", ANALYSES, ids=lambda analysis: analysis.name)
@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("wordpress.example", {"isCms": True, "blocked": False, "url": "http://wordpress.example/"}),
        ("plain.example", {"isCms": False, "blocked": False}),
        ("moved.example", {"isCms": False, "url": "http://plain.example/"}),
        ("challenge.example", {"isCms": None, "blocked": True, "reason": "challenge", "status": 403}),
        ("nowhere.example", {"isCms": None, "blocked": True, "reason": "not-found", "status": 404}),
        ("picture.example", {"isCms": None, "blocked": True, "reason": "not-html", "status": 200}),
        ("broken.example", {"isCms": None, "blocked": True, "reason": "server-error", "status": 500}),
    ],
)
async def test_a_site_that_answers_gets_a_report(app, analysis, host, expected):
    path = f"/{analysis.name}"
    reply = await ask(app, path, f"url=http://{host}/")
    assert reply.status == 200
    check(DOCUMENT, path, reply)
    assert expected.items() <= reply.json.items()
    kept = "no-store" if reply.json["blocked"] else "public, max-age=300"
    assert reply.headers["cache-control"] == kept


@pytest.mark.parametrize(
    ("host", "status", "word"),
    [
        ("loop.example", 502, "redirect"),
        ("inward.example", 400, ""),
        ("silent.example", 502, "silent.example"),
    ],
)
async def test_a_site_that_gives_no_answer_or_leads_astray_is_an_error(app, host, status, word):
    reply = await ask(app, "/check-cms", f"url=http://{host}/")
    assert reply.status == status
    check(DOCUMENT, "/check-cms", reply)
    assert word in reply.json["error"]
    assert "169.254" not in reply.json["error"]


async def test_every_analysis_of_a_page_asked_twice_makes_one_visit(app, sites):
    sites.requests.clear()
    for _ in range(2):
        for analysis in ANALYSES:
            await ask(app, f"/{analysis.name}", "url=http://plain.example/")
    assert sites.asked.count("http://plain.example/") == 1
