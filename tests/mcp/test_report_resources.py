"""Reports as resources: the full answer of every analysis."""

import pytest

from tests.caller import ask


async def test_a_resource_is_the_full_answer_of_the_api(rpc, app):
    (template,) = (await rpc("resources/templates/list"))["result"]["resourceTemplates"]
    uri = template["uriTemplate"].replace("{analysis}", "echo").replace("{+url}", "https://example.com/")
    (content,) = (await rpc("resources/read", {"uri": uri}))["result"]["contents"]
    full = await ask(app, "/echo", "url=https://example.com/&detail=full")
    assert (content["uri"], content["mimeType"]) == (uri, "application/json")
    assert content["text"].encode() == full.body


@pytest.mark.parametrize(
    ("uri", "word"),
    [
        ("siteloupe://report/", "ANALYSIS"),
        ("siteloupe://report/none/example.com", "ANALYSIS"),
        ("siteloupe://report/echo/", "ANALYSIS"),
        ("siteloupe://report/echo/http://127.0.0.1/", "public"),
    ],
)
async def test_what_is_no_report_is_said_in_words(rpc, uri, word):
    error = (await rpc("resources/read", {"uri": uri}))["error"]
    assert (error["code"], error["data"]) == (-32002, {"uri": uri})
    assert word in error["message"]
