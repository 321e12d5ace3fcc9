"""The description of the API is valid, complete, and true of what is answered."""

import json
from typing import Any

import jsonschema
import pytest
from openapi_pydantic import OpenAPI
from openapi_spec_validator import OpenAPIV31SpecValidator, validate

from siteloupe.analyses import ANALYSES
from siteloupe.api import example, mcp_operation, openapi
from siteloupe.api.operations import openapi_page
from siteloupe.errors import ConnectionFailed
from tests.api.documents import document
from tests.caller import AGENT, ask
from tests.visits import echo

DOCUMENT = document()
PARAMS = {
    "initialize": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "tests", "version": "1"},
    },
    "tools/call": {"name": "echo", "arguments": {"url": "example.com"}},
    "resources/read": {"uri": "ui://siteloupe/echo"},
}


def resolved(document: Any, node: Any) -> Any:
    """``node``, or what it refers to inside ``document``."""
    while "$ref" in node:
        found = document
        for part in node["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        node = found
    return node


def response(document, path, status):
    return resolved(document, document["paths"][path]["get"]["responses"][str(status)])


def check(document, path, reply):
    """Raises when ``reply`` is not what ``document`` says about ``path``."""
    described = response(document, path, reply.status)
    schema = described["content"][reply.headers["content-type"]]["schema"]
    jsonschema.Draft202012Validator({**schema, "components": document["components"]}).validate(reply.json)
    for name, header in described["headers"].items():
        if name.lower() in reply.headers:
            value: Any = reply.headers[name.lower()]
            wanted = resolved(document, header)["schema"]
            jsonschema.validate(int(value) if wanted.get("type") == "integer" else value, wanted)


def test_two_validators_find_the_document_valid_openapi_31():
    validate(DOCUMENT, cls=OpenAPIV31SpecValidator)
    OpenAPI.model_validate(DOCUMENT)
    assert (DOCUMENT["openapi"], DOCUMENT["info"]["version"]) == ("3.1.0", "1.0.0")


async def test_the_document_is_served_as_it_is_made(app):
    reply = await ask(app, "/openapi.json", headers=[])
    assert reply.status == 200
    assert reply.headers["content-type"] == "application/json"
    assert reply.json["paths"].keys() == {"/echo", "/other", "/export", "/mcp"}


async def test_the_document_is_made_once_when_it_is_first_asked_for():
    calls = []

    async def made():
        calls.append(1)
        return b"{}"

    page = openapi_page(made)
    assert calls == []
    for _ in range(3):
        assert (await ask(page, "/openapi.json")).json == {}
    assert calls == [1]


@pytest.mark.parametrize(("origin", "server"), [(None, "/"), ("https://a.example", "https://a.example")])
def test_the_server_is_the_own_origin_or_wherever_the_document_was_read(origin, server):
    assert openapi.document(ANALYSES, origin, 30, {})["servers"] == [{"url": server}]


@pytest.mark.parametrize("analysis", ANALYSES, ids=lambda analysis: analysis.name)
def test_every_analysis_is_described_with_all_its_responses(analysis):
    operation = DOCUMENT["paths"][f"/{analysis.name}"]["get"]
    assert operation["operationId"] == analysis.operation
    assert set(operation["responses"]) == {"200", "400", "403", "429", "502"}
    parameter, *others = [resolved(DOCUMENT, each) for each in operation["parameters"]]
    assert (parameter["name"], parameter["in"], parameter["required"]) == ("url", "query", True)
    expected = ["detail", *["inspect"] * bool(analysis.inspection), *["render"] * analysis.renders]
    assert [(each["name"], each["required"]) for each in others] == [(name, False) for name in expected]
    assert parameter["schema"]["maxLength"] == 2000


@pytest.mark.parametrize("analysis", ANALYSES, ids=lambda analysis: analysis.name)
def test_every_example_fits_its_schema(analysis):
    for status in (200, 400, 403, 429, 502):
        content = response(DOCUMENT, f"/{analysis.name}", status)["content"]["application/json"]
        values = [each["value"] for each in content.get("examples", {}).values()] or [content["example"]]
        schema = {**content["schema"], "components": DOCUMENT["components"]}
        for value in values:
            jsonschema.Draft202012Validator(schema).validate(value)


@pytest.mark.parametrize("analysis", ANALYSES, ids=lambda analysis: analysis.name)
def test_the_examples_show_a_page_that_was_read_and_one_that_was_not(analysis):
    examples = response(DOCUMENT, f"/{analysis.name}", 200)["content"]["application/json"]["examples"]
    assert examples["complete"]["value"]["blocked"] is False
    assert examples["blocked"]["value"]["blocked"] is True
    assert examples["blocked"]["value"]["isCms"] is None
    assert examples["blocked"]["value"]["checkedAt"] == example.AT


async def test_every_real_answer_is_as_described(build, sites):
    app = build(rate_limits={"echo": 6})
    described = (await ask(app, "/openapi.json")).json
    statuses = set()

    async def ask_and_check(query="url=example.com", **how):
        reply = await ask(app, "/echo", query, **how)
        check(described, "/echo", reply)
        statuses.add(reply.status)

    await ask_and_check()
    await ask_and_check()
    await ask_and_check("url=10.0.0.1")
    await ask_and_check("")
    await ask_and_check(headers=[("user-agent", "x")])
    await ask_and_check(headers=[("user-agent", AGENT), ("origin", "null")])
    sites.refused = True
    await ask_and_check("url=refusing.example")
    sites.error = ConnectionFailed("Nobody answers.")
    await ask_and_check("url=unreachable.example")
    await ask_and_check()
    assert statuses == {200, 400, 403, 429, 502}


def test_reports_of_a_made_up_analysis_are_described_too():
    described = document((echo(),))
    validate(described, cls=OpenAPIV31SpecValidator)
    schemas = {"EchoReport", "Failure", "JsonRpcRequest", "JsonRpcResponse"}
    assert described["components"]["schemas"].keys() == schemas


def test_mcp_is_described_as_the_interface_names_it():
    operation = DOCUMENT["paths"]["/mcp"]["post"]
    assert operation["operationId"] == "mcpJsonRpc"
    assert {"200", "202", "400", "429"} <= operation["responses"].keys()
    assert "30 JSON-RPC requests a minute" in operation["description"]


@pytest.mark.parametrize("method", mcp_operation.METHODS)
async def test_every_method_of_the_description_is_answered_as_described(app, method):
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": PARAMS.get(method, {})}
    reply = await ask(app, "/mcp", method="POST", body=json.dumps(message).encode(), host="localhost")
    described = resolved(DOCUMENT, DOCUMENT["paths"]["/mcp"]["post"]["responses"]["200"])
    schema = described["content"]["application/json"]["schema"]
    jsonschema.Draft202012Validator({**schema, "components": DOCUMENT["components"]}).validate(reply.json)
    assert reply.status == 200
    assert "result" in reply.json, reply.json
