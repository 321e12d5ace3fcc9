"""An analysis over HTTP: what its parameters do."""

import pytest

from siteloupe.capture import Need
from tests.caller import ask
from tests.visits import echo

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
