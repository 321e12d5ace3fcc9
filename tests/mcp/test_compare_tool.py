"""The tools that combine analyses: two sites compared, and design tokens."""

import json

import pytest

from siteloupe.analyses import ANALYSES
from tests.places import ORCHARD_URL, PLAIN_URL, SHUT_URL


@pytest.fixture
def called(served):
    """A function that calls a tool of a service on loopback and returns the result."""

    def call(name, **arguments):
        request = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
        return served.post("/mcp", request | {"params": {"name": name, "arguments": arguments}}).json[
            "result"
        ]

    return call


def test_two_sites_are_compared_by_every_analysis(called):
    result = called("compare_websites", a=ORCHARD_URL, b=PLAIN_URL)
    content = result["structuredContent"]
    assert (result["isError"], content["same"]) == (False, False)
    assert (content["before"]["url"], content["after"]["url"]) == (ORCHARD_URL, PLAIN_URL)
    assert list(content["analyses"]) == [each.name for each in ANALYSES if not each.parts]
    assert {"path": "isCms", "change": "changed", "before": True, "after": False} in content["analyses"][
        "check-cms"
    ]
    assert "The sites differ." in result["content"][0]["text"]


def test_a_site_is_the_same_as_itself(called):
    content = called("compare_websites", a=PLAIN_URL, b=PLAIN_URL, analysis="check-cms")["structuredContent"]
    assert content["analyses"] == {"check-cms": []}
    assert content["same"] in {True, None}


def test_a_site_that_refuses_makes_the_comparison_an_error(called):
    result = called("compare_websites", a=PLAIN_URL, b=SHUT_URL, analysis="check-cms")
    assert result["isError"] is True
    assert "could not be read" in result["content"][0]["text"]


@pytest.mark.parametrize(
    "arguments",
    [{}, {"a": PLAIN_URL}, {"a": 1, "b": 2}, {"a": PLAIN_URL, "b": PLAIN_URL, "analysis": "none"}],
)
def test_what_is_missing_is_said_in_words(called, arguments):
    result = called("compare_websites", **arguments)
    assert result["isError"] is True
    assert "structuredContent" not in result


def test_design_tokens_are_a_file_in_the_format_asked_for(called):
    result = called("export_design_tokens", url=ORCHARD_URL, format="dtcg")
    content = result["structuredContent"]
    assert (content["format"], content["mediaType"]) == ("dtcg", "application/json")
    assert json.loads(content["text"])
    assert content["text"] in result["content"][0]["text"]


@pytest.mark.parametrize(
    "arguments", [{}, {"url": ""}, {"url": PLAIN_URL, "format": "psd"}, {"url": SHUT_URL}]
)
def test_tokens_that_cannot_be_had_are_an_error_in_words(called, arguments):
    result = called("export_design_tokens", **arguments)
    assert result["isError"] is True
    assert "structuredContent" not in result
