"""What a visit connects to ahead: as much as its analyses use, and none of it stays."""

from dataclasses import replace

import pytest

from siteloupe.analyses import CHECK_CMS, COLORS, FONTS, TECH_STACK
from siteloupe.capture import Need
from siteloupe.gather.ahead import connections_ahead
from siteloupe.gather.visit import visit_once
from siteloupe.judging import judge_in_thread
from siteloupe.net.fetch import Fetcher
from siteloupe.net.live import open_wire
from siteloupe.settings import Route, Settings
from siteloupe.target import parse
from tests.net.conftest import OPEN
from tests.servers.authority import Authority
from tests.servers.connections import reply, secured, serving
from tests.servers.raw import PUBLIC, answer

CHOICES = {
    "a style.css beside the REST root": (CHECK_CMS.needs, {}, 1, ["api.wordpress.org"]),
    "the same for technologies": (TECH_STACK.needs, {}, 1, ["api.wordpress.org"]),
    "as many sheets as a host allows": (COLORS.needs, {}, 5, ["api.wordpress.org"]),
    "fewer where a host allows fewer": (FONTS.needs, {"per_host": 3}, 2, ["api.wordpress.org"]),
    "none where it allows one": (FONTS.needs, {"per_host": 1}, 0, ["api.wordpress.org"]),
    "as few as the operator says": (FONTS.needs, {"ahead": 2}, 2, ["api.wordpress.org"]),
    "none at all": (FONTS.needs, {"ahead": 0}, 0, []),
    "a directory that is off": (CHECK_CMS.needs, {"wporg_api": None}, 1, []),
    "a directory of the operator's": (
        CHECK_CMS.needs,
        {"wporg_api": "https://api.test:9000"},
        1,
        ["api.test"],
    ),
    "a directory behind the wall": (CHECK_CMS.needs, {"wporg_api": "https://127.0.0.1"}, 1, []),
    "sheets alone": (frozenset({Need.STYLESHEETS}), {}, 5, []),
    "the page alone": (frozenset(), {}, 0, []),
}


@pytest.mark.parametrize(("needs", "changes", "beside", "hosts"), CHOICES.values(), ids=CHOICES)
def test_as_many_are_opened_as_the_analyses_use_at_once(needs, changes, beside, hosts):
    ahead = connections_ahead(needs, replace(Settings(), **changes))
    assert (ahead.beside, [target.host for target in ahead.elsewhere]) == (beside, hosts)


CSS = "Content-Type: text/css"
SHEETS = 9
LINKS = "".join(
    f"<link rel=stylesheet href=/wp-content/plugins/p{each}/{each}.css>" for each in range(SHEETS)
)
WORDPRESS = f"""<!doctype html><meta name=generator content="WordPress 6.8.1">{LINKS}
<link rel="https://api.w.org/" href="/wp-json/"><link rel=stylesheet href="/wp-content/themes/paper/style.css?ver=1">
<body class=wp-theme-paper><h1>Paper</h1><p>A page of plain words, long enough to be read as one.</p>"""
PLAIN = "<!doctype html><title>Plain</title><p>A page of plain words, long enough to be read as one."


def site(page, status="200 OK"):
    """Answers the page, and sheets for everything else, on any number of connections."""

    async def serve(server, reader, writer, _number):
        request = await reader.readuntil(b"\r\n\r\n")
        server.change(used=1)
        while True:
            says = answer(b"/*\nTheme Name: Paper\n*/ a{color:red}", CSS)
            if request.startswith(b"GET / "):
                says = answer(page.encode(), "Content-Type: text/html", status=status)
            await reply(server, request, writer, says)
            request = await reader.readuntil(b"\r\n\r\n")

    return serve


async def visited(tmp_path, serve, needs, **changes):
    """The server after a visit, when only used connections are open."""
    authority = Authority(tmp_path)
    async with serving(secured(authority.server_context("site.test"), serve)) as server:
        settings = Settings(
            connect_to=(Route("site.test", 443, PUBLIC, server.port),),
            allow_networks=(OPEN,),
            ca_file=str(authority.certificate),
            wporg_api=None,
        )
        settings = replace(settings, **changes)
        async with open_wire(settings) as wire:
            fetch = Fetcher(wire, settings, open_ahead=wire.open_ahead)
            target = parse("https://site.test/", settings.policy)
            await visit_once(target, needs, fetch, settings, judge=judge_in_thread)
            await server.until(lambda it: it.open_now == it.used)
            return server.connections, sorted(server.paths)


@pytest.mark.parametrize("analysis", [CHECK_CMS, TECH_STACK, FONTS, COLORS], ids=lambda each: each.name)
@pytest.mark.parametrize("page", [WORDPRESS, PLAIN], ids=["WordPress", "another"])
async def test_requests_are_the_same_with_and_without_and_connections_as_many_as_expected(
    tmp_path, analysis, page
):
    connections, paths = await visited(tmp_path, site(page), analysis.needs)
    before, same = await visited(tmp_path, site(page), analysis.needs, ahead=0)
    assert paths == same
    assert before <= connections == (6 if Need.STYLESHEETS in analysis.needs else 2)


async def test_a_page_that_refuses_leaves_none_of_them_open(tmp_path):
    connections, paths = await visited(tmp_path, site("<title>No</title>", "403 Forbidden"), FONTS.needs)
    assert (connections <= 6, paths) == (True, ["/"])
