"""The service's documents say what the contract says: ``tests/tables/contract.tsv``, one promise a line.

The contract itself lies outside of the project. Where it is at hand, the table is held against it too.
"""

import csv
import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from siteloupe.analyses import ANALYSES, CHECK_CMS
from siteloupe.analyses.judge import judge
from siteloupe.capture import Capture
from siteloupe.detect.site import Site
from tests.api.documents import document
from tests.caller import AGENT, ask
from tests.pages import exchange
from tests.visits import echo

ROOT = Path(__file__).parents[2]
INTERFACE = ROOT.parent / "shared" / "spec" / "interface.md"
DOCUMENT = document()
SCHEMAS = DOCUMENT["components"]["schemas"]
API_REFERENCE = (ROOT / "docs" / "api.md").read_text("utf-8")
TOOLS_GUIDE = (ROOT / "docs" / "mcp.md").read_text("utf-8")
MAX_ANSWER = 256 * 1024
LOOKS = [("user-agent", AGENT)]


def rows(*kinds: str) -> list[tuple[str, str, str]]:
    text = (ROOT / "tests" / "tables" / "contract.tsv").read_text("utf-8")
    found = [
        (row["where"], row["name"], row["rule"]) for row in csv.DictReader(text.splitlines(), delimiter="\t")
    ]
    return [row for row in found if not kinds or row[0] in kinds]


FIELDS = [row for row in rows() if row[0] in SCHEMAS]
OTHER_KINDS = {
    "endpoint", "tool", "method", "protocol", "status", "mcp-status", "header", "limit", "refused", "address",
    "refused-url", "same-url",
}  # fmt: skip


def test_every_line_of_the_table_is_of_a_kind_that_is_checked():
    assert {where for where, _, _ in rows()} - {where for where, _, _ in FIELDS} == OTHER_KINDS


# ------------------------------------------------------------ fields


def kinds_of(schema: dict[str, Any]) -> set[str]:
    """The types, words and objects that a schema allows."""
    if "$ref" in schema:
        return {schema["$ref"].rpartition("/")[2]}
    if "anyOf" in schema or "oneOf" in schema:
        return set().union(*map(kinds_of, schema.get("anyOf") or schema["oneOf"]))
    if "enum" in schema or "const" in schema:
        return {json.dumps(value).strip('"') for value in schema.get("enum", [schema.get("const")])}
    found = schema.get("type", "object")
    return {"list" if each == "array" else each for each in ([found] if isinstance(found, str) else found)}


@pytest.mark.parametrize(("schema", "name", "rule"), FIELDS, ids=lambda value: value[:30])
def test_a_field_is_described_with_its_type(schema, name, rule):
    properties = SCHEMAS[schema]["properties"]
    assert name in properties
    wanted = set(rule.removesuffix("!").removesuffix(" (words)").split("|"))
    found = kinds_of(properties[name])
    if "string" in wanted and "string" not in found:  # a word of a list is a string
        wanted = wanted - {"string"} | (found - {"null", "boolean"})
    assert wanted <= found
    assert found - wanted <= {"null"}  # an unreadable page has no value
    if rule.endswith("!"):
        assert name in SCHEMAS[schema]["required"]


@pytest.mark.parametrize(("schema", "name"), [row[:2] for row in FIELDS if row[0] != "Failure"])
def test_a_field_is_in_the_api_reference(schema, name):
    if not schema.startswith("JsonRpc"):
        section = API_REFERENCE.partition(f"\n### {schema}\n")[2].partition("\n### ")[0]
        assert f"| `{name}` |" in section


# ------------------------------------------------------------ endpoints and their answers


@pytest.mark.parametrize(("path", "rule"), [row[1:] for row in rows("endpoint")])
def test_an_endpoint_is_described_with_its_operation_and_its_limit(path, rule):
    method, operation, limit = rule.split()
    described = DOCUMENT["paths"][path][method.lower()]
    assert described["operationId"] == operation
    assert f"At most {limit} " in described["description"]
    guide = API_REFERENCE if method == "GET" else TOOLS_GUIDE
    assert path in guide


def test_every_endpoint_has_the_statuses():
    statuses = {name for _, name, _ in rows("status")}
    for _, path, rule in rows("endpoint"):
        if rule.startswith("GET"):
            assert set(DOCUMENT["paths"][path]["get"]["responses"]) == statuses
    mcp = {name for _, name, _ in rows("mcp-status")} - {"405"}
    assert mcp <= set(DOCUMENT["paths"]["/mcp"]["post"]["responses"])


@pytest.mark.parametrize(
    ("query", "headers", "settings", "status"),
    [
        ("url=example.com", LOOKS, {}, 200),
        ("", LOOKS, {}, 400),
        (f"url=example.com/{'a' * 2000}", LOOKS, {}, 400),
        ("url=127.0.0.1", LOOKS, {}, 400),
        ("url=example.com", [("user-agent", "short")], {}, 403),
        ("url=example.com", [*LOOKS, ("origin", "https://other.example")], {}, 403),
        ("url=example.com", LOOKS, {"rate_limits": {"check-cms": 1}}, 429),
    ],
)
async def test_an_endpoint_answers_so(build, query, headers, settings, status):
    app = build((echo("check-cms"),), **settings)
    await ask(app, "/check-cms", query, headers=headers)
    reply = await ask(app, "/check-cms", query, headers=headers)
    assert reply.status == status
    if status == 200:
        assert reply.headers["cache-control"] == f"public, max-age={limit_of('cache')}"
    else:
        assert reply.json["success"] is False
        assert reply.json["error"]
        assert reply.headers["cache-control"] == "no-store"
        assert "retry-after" not in reply.headers


@pytest.mark.parametrize("url", [name for _, name, _ in rows("refused-url")])
async def test_an_address_that_is_not_public_is_refused(build, sites, url):
    assert (await ask(build((echo("check-cms"),)), "/check-cms", f"url={url}", headers=LOOKS)).status == 400
    assert sites.looks == []


async def test_the_forms_of_an_address_are_one(build, sites):
    app = build((echo("check-cms"),))
    for _, url, _ in rows("same-url"):
        assert (await ask(app, "/check-cms", f"url={url}", headers=LOOKS)).status == 200
    assert sites.urls == [rule for _, _, rule in rows("same-url")][:1]


async def test_the_stream_that_mcp_does_not_have_is_refused(build):
    assert (await ask(build(), "/mcp", headers=LOOKS)).status == 405


def test_a_page_that_could_not_be_read_answers_so():
    wall = exchange("<title>Attention Required!</title>", status=403, headers={"server": "cloudflare"})
    report = json.loads(msgspec.json.encode(judge(CHECK_CMS, Site(Capture("now", wall)), MAX_ANSWER)))
    fixed = {
        "success": True,
        "isCms": None,
        "confidence": "unknown",
        "blocked": True,
        "status": 403,
        "signalCount": 0,
    }
    assert fixed.items() <= report.items()
    assert {name for _, name, _ in rows("refused")} <= set(report)
    assert report["reason"] in rule_of("CheckCmsReport", "reason")
    assert isinstance(report["note"], str)


def rule_of(where: str, name: str) -> list[str]:
    return next(rule for _, field, rule in rows(where) if field == name).partition(" ")[0].split("|")


def limit_of(name: str) -> int:
    rule = next(rule for _, limit, rule in rows("limit") if limit == name)
    return int(re.findall(r"\d+", rule)[-1])


def test_the_limits_are_described():
    url = DOCUMENT["components"]["parameters"]["url"]["schema"]
    assert url["maxLength"] == limit_of("url")
    assert SCHEMAS["Performance"]["properties"]["score"]["maximum"] == limit_of("score")
    assert SCHEMAS["CheckCmsReport"]["properties"]["totalSignals"]["description"] == str(limit_of("signals"))
    assert len(SCHEMAS["Signals"]["properties"]) == limit_of("signals")
    for number in (limit_of("url"), limit_of("User-Agent"), limit_of("cache")):
        assert f"{number:,}" in API_REFERENCE or str(number) in API_REFERENCE


@pytest.mark.parametrize("path", [name for _, name, _ in rows("address") if name.startswith("/")])
async def test_a_discovery_address_answers(build, path):
    assert (await ask(build(), path, headers=LOOKS)).status == 200


# ------------------------------------------------------------ tools


async def called(build, method: str, params: dict[str, Any] | None = None) -> Any:
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}}
    lines = [*LOOKS, ("content-type", "application/json")]
    body = json.dumps(message).encode()
    reply = await ask(build(ANALYSES), "/mcp", method="POST", headers=lines, body=body, host="localhost")
    assert reply.status == 200
    return reply.json


async def test_every_tool_is_listed_with_its_one_argument_and_its_view(build):
    listed = {tool["name"]: tool for tool in (await called(build, "tools/list"))["result"]["tools"]}
    analyses = {analysis.tool: f"/{analysis.name}" for analysis in ANALYSES}
    for _, name, path in rows("tool"):
        tool = listed[name]
        assert analyses[name] == path
        assert (tool["inputSchema"]["required"], list(tool["inputSchema"]["properties"])) == (
            ["url"],
            ["url"],
        )
        assert tool["inputSchema"]["properties"]["url"]["type"] == "string"
        assert re.fullmatch(rf"ui://[^/]+/{name}", tool["_meta"]["ui"]["resourceUri"])
        assert "app" in tool["_meta"]["ui"]["visibility"]
        assert f"`{name}`" in TOOLS_GUIDE


@pytest.mark.parametrize("method", [name for _, name, _ in rows("method")])
async def test_a_method_is_answered(build, method):
    reply = await called(build, method)
    assert "result" in reply or reply["error"]["code"] == -32602  # without its parameters


@pytest.mark.parametrize("version", [name for _, name, _ in rows("protocol")])
async def test_a_protocol_version_is_agreed_to(build, version):
    about = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "tests", "version": "1"}}
    result = (await called(build, "initialize", about))["result"]
    assert result["protocolVersion"] == version
    assert result["capabilities"]["tools"] == {"listChanged": False}
    assert result["capabilities"]["resources"] == {"listChanged": False, "subscribe": False}
    view = result["capabilities"]["extensions"]["io.modelcontextprotocol/ui"]
    assert view == {"mimeTypes": ["text/html;profile=mcp-app"]}


# ------------------------------------------------------------ the contract itself

IDENTIFIER = re.compile(r"[A-Za-z][\w/.-]*|/[\w.-]+")
WITHOUT_PROMISE = {"Property", "Location", "Required", "Type", "Form", "Refused", "Window"}
"""Rows that say how ``url`` is given; tests of targets hold what they say."""


def promised_names(text: str) -> set[str]:
    """The names in the first cells of the contract's tables, and of the fields that its sentences list."""
    names: set[str] = set()
    for line in text.splitlines():
        if line.startswith("|") and not line.startswith(("|---", "|-")):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            first = cells[1] if cells[0] in {"GET", "POST"} else cells[0]
            parts = [part.strip(" `") for part in first.split(",")]
            names |= {part for part in parts if IDENTIFIER.fullmatch(part)}
        names |= set(re.findall(r"`(\w+)` \((?:string|boolean|enum|array|integer|number)", line))
    return names


@pytest.mark.skipif(
    not INTERFACE.is_file(), reason="the contract is not at hand: it is no part of the project"
)
def test_the_table_holds_every_name_and_number_of_the_contract():
    text = INTERFACE.read_text("utf-8")
    known = {name for _, name, _ in rows()}
    heads = {
        "Field", "Status", "Method", "Signal", "Tool", "Header", "Limit", "Property",
    }  # fmt: skip
    assert promised_names(text) - known - heads - WITHOUT_PROMISE == set()
    words = {word for _, _, rule in rows() if "(words)" in rule for word in rule.split(" (")[0].split("|")}
    for line in re.findall(r"enum ((?:`[^`]+`(?:, )?)+)", text):
        assert set(re.findall(r"`([^`]+)`", line)) <= words
    for _, name, rule in rows("endpoint"):
        assert f"| `{name}` | {rule.split()[2]} " in text
    for method in re.search(r"Supported methods: (.+)\.", text)[1].split(", "):
        assert method.strip("`") in known
    for version in re.findall(r"`(20\d\d-\d\d-\d\d)`", text):
        assert version in known
