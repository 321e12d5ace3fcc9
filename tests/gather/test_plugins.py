"""The plugin directory is a double on loopback: one request, with the folders that the visit showed."""

from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest

from siteloupe.analyses import CHECK_CMS, TECH_STACK
from siteloupe.capture import Exchange, Missing
from siteloupe.detect.site import Site
from siteloupe.gather.plugins import listings_url
from tests.gather.test_visit import HOME, JSON, captured
from tests.servers.sites import Page, Sites

DIRECTORY = "http://directory.test"
PLUGINS = "/wp-content/plugins"
HTML = f"""<!doctype html><html><head>
<link rel=stylesheet href="{PLUGINS}/form/a.css?ver=2.4">
<link rel=stylesheet href="{PLUGINS}/Private/a.css?ver=1.0">
<link rel=stylesheet href="/wp-content/mu-plugins/loader/a.css?ver=1.0">
</head><body><h1>Paper</h1><p>Text</p></body></html>"""
LISTED = {
    "form": {"slug": "form", "version": "2.5", "active_installs": 70_000},
    "redirection": {"error": "closed", "closed": True},
    "unseen": {"slug": "unseen", "version": "1.0"},
}
ASKED = listings_url(DIRECTORY, ["form", "redirection"])


@pytest.fixture
def sites():
    pages = {
        HOME: Page(HTML),
        f"{HOME}wp-json/?_fields=namespaces": Page('{"namespaces":["wp/v2","redirection/v1"]}', headers=JSON),
        ASKED: Page(msgspec.json.encode(LISTED), headers=JSON),
    }
    with Sites(pages) as running:
        yield running


async def test_one_request_asks_for_the_plugins_that_were_seen(sites):
    _, (capture, _) = await captured(sites, TECH_STACK, TECH_STACK, WPORG_API=DIRECTORY)
    (asked,) = [url for url in sites.asked if url.startswith(f"{DIRECTORY}/plugins/")]
    query = parse_qs(urlsplit(asked).query)
    assert (query["action"], query["slugs"]) == (["plugin_information"], ["form,redirection"])
    told = {each.slug: msgspec.to_builtins(each) for each in TECH_STACK.analyze(Site(capture)).plugins}
    status = ("latestVersion", "outdated", "closed", "installs")
    assert {slug: {name: each.get(name) for name in status} for slug, each in told.items()} == {
        "form": {"latestVersion": "2.5", "outdated": True, "closed": False, "installs": 70_000},
        "redirection": {"latestVersion": None, "outdated": None, "closed": True, "installs": None},
        "Private": dict.fromkeys(status),
        "loader": dict.fromkeys(status),
    }


async def test_a_directory_that_does_not_answer_leaves_the_plugins_as_they_are(sites):
    del sites.pages[ASKED]
    _, (capture,) = await captured(sites, TECH_STACK, WPORG_API=DIRECTORY)
    assert isinstance(capture.plugins, Exchange)
    assert all(each.closed is msgspec.UNSET for each in TECH_STACK.analyze(Site(capture)).plugins)
    _, (capture,) = await captured(sites, TECH_STACK, WPORG_API="http://127.0.0.1:9")
    assert isinstance(capture.plugins, Missing)


@pytest.mark.parametrize("directory", ["off", DIRECTORY])
async def test_nobody_is_asked_when_the_directory_is_off_or_no_plugin_was_seen(sites, directory):
    if directory != "off":
        sites.pages[HOME] = Page("<!doctype html><title>x</title><p>Hello")
        del sites.pages[f"{HOME}wp-json/?_fields=namespaces"]
    _, (capture,) = await captured(sites, TECH_STACK, WPORG_API=directory)
    assert capture.plugins is None
    assert [url for url in sites.asked if url.startswith(DIRECTORY)] == []


async def test_an_analysis_without_plugins_does_not_ask(sites):
    _, (capture,) = await captured(sites, CHECK_CMS, WPORG_API=DIRECTORY)
    assert capture.plugins is None
    assert [url for url in sites.asked if url.startswith(f"{DIRECTORY}/plugins/")] == []
