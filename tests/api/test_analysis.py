"""An analysis over HTTP: what its parameters do."""

import gzip

import pytest

from siteloupe.capture import Need
from tests.caller import AGENT, ask
from tests.visits import EchoReport, echo

FILES = frozenset({Need.FONT_FILES})
URL = "url=example.com"


@pytest.fixture
def app(build):
    return build((echo(inspection=FILES), echo("other")))


def looked_inside(sites):
    return [Need.FONT_FILES in needs for look in sites.looks for needs in look.needs]


@pytest.mark.parametrize(
    ("query", "told"), [(URL, False), (f"{URL}&inspect=0", False), (f"inspect=1&{URL}", True)]
)
async def test_files_are_looked_into_when_asked(app, sites, query, told):
    assert (await ask(app, "/echo", query)).status == 200
    assert looked_inside(sites) == [told]


async def test_both_answers_are_kept_apart(app, sites):
    for query in (URL, f"{URL}&inspect=1", URL, f"{URL}&inspect=1"):
        assert (await ask(app, "/echo", query)).status == 200
    assert looked_inside(sites) == [False, True]


@pytest.mark.parametrize("value", ["", "2", "true", "yes", "1&inspect=0"])
async def test_any_other_value_is_refused_in_words(app, sites, value):
    reply = await ask(app, "/echo", f"{URL}&inspect={value}")
    assert reply.status == 400
    assert reply.json["success"] is False
    assert "inspect" in reply.json["error"]
    assert sites.looks == []


async def test_what_is_wrong_with_the_url_is_told_first(app):
    assert "Name the site" in (await ask(app, "/echo", "inspect=7")).json["error"]


async def test_an_analysis_that_cannot_look_inside_of_files_ignores_it_like_any_other_parameter(app, sites):
    assert (await ask(app, "/other", f"{URL}&inspect=yes")).status == 200
    assert looked_inside(sites) == [False]


PACKED = [("user-agent", AGENT), ("accept-encoding", "gzip")]
LONG = ["a long answer is packed"] * 100


def long_report(site):
    return EchoReport(url=site.capture.page.url, checked_at=site.capture.at, words=LONG)


async def test_an_answer_is_packed_when_the_caller_accepts_it(build):
    app = build((echo(analyze=long_report),))
    plain = await ask(app, "/echo", URL)
    for _ in range(2):  # the second is a kept one
        packed = await ask(app, "/echo", URL, headers=PACKED)
        assert packed.headers["content-encoding"] == "gzip"
        assert gzip.decompress(packed.body) == plain.body
        assert int(packed.headers["content-length"]) == len(packed.body) < len(plain.body)
    assert "content-encoding" not in plain.headers
    assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"


async def test_the_description_of_the_api_is_packed_too(build):
    packed = await ask(build(), "/openapi.json", "", headers=PACKED)
    assert packed.headers["content-encoding"] == "gzip"
    assert b'"openapi":"3.1.0"' in gzip.decompress(packed.body).replace(b'": "', b'":"')
