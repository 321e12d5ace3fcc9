"""The OpenAPI 3.1 description, made from the analyses and the report types.

Source: https://spec.openapis.org/oas/v3.1.0
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from siteloupe.analyses.analysis import Analysis
from siteloupe.api import example, export_operation, mcp_operation
from siteloupe.http.front import Failure
from siteloupe.reports.schema import schemas
from siteloupe.service import Service

OPENAPI = "3.1.0"
VERSION = "1.0.0"
SCHEMAS = "#/components/schemas/{name}"

EXAMPLES = {
    "complete": ("A page that could be read.", example.readable_visit),
    "blocked": ("A site that answered, but refused to be read.", example.refused_visit),
}
"""The answers that are shown of each analysis, and the visits that they are judged from."""

FAILURES = {
    400: (
        (
            "The url is missing, malformed, too long, or leads to a private, local or reserved address; "
            "or inspect, render, detail or format has another value than it may."
        ),
        "Name the site to look at, as in ?url=example.com.",
    ),
    403: (
        "The User-Agent is shorter than 10 characters, or the Origin is another site's.",
        "Send a User-Agent header of at least 10 characters that names your client.",
    ),
    429: (
        "This address has used up the endpoint's requests of the rolling minute. There is no Retry-After.",
        "You have used up the requests a minute that this endpoint allows. Try again shortly.",
    ),
    502: (
        "The target gave no answer at all: no such name, no connection, or it took too long.",
        "www.example.com took longer than one analysis may take.",
    ),
}


async def encode_document(
    analyses: tuple[Analysis, ...], site_origin: str | None, mcp_limit: int, service: Service
) -> bytes:
    """The document as JSON, with examples that ``service`` judges. Raises Busy or TooHeavy."""
    examples = {name: await service.judge(visit(), analyses) for name, (_, visit) in EXAMPLES.items()}
    return msgspec.json.encode(document(analyses, site_origin, mcp_limit, examples))


def document(
    analyses: tuple[Analysis, ...],
    site_origin: str | None,
    mcp_limit: int,
    examples: Mapping[str, Mapping[str, bytes]],
) -> dict[str, Any]:
    """The description of every analysis and of ``/mcp``.

    Its server is ``site_origin``, or the origin of the request. ``mcp_limit`` is in requests a minute
    and IP address. ``examples`` has answers by the names of ``EXAMPLES`` and of their analyses.
    """
    return {
        "openapi": OPENAPI,
        "info": {
            "title": "siteloupe",
            "version": VERSION,
            "summary": "What a public website runs, is built with, and looks like, seen from outside.",
            "description": (
                "Each endpoint analyzes the public pages of one site. No key is needed; limits are per IP "
                "address and rolling minute. Send a User-Agent header of at least 10 characters: some HTTP "
                "clients send a shorter one. Null is never `no`: read `blocked` before any verdict."
            ),
            "license": {"name": "MIT", "identifier": "MIT"},
            "contact": {"name": "The operator of this service", "url": f"{site_origin or ''}/about"},
        },
        "tags": [
            {"name": "analyses", "description": "One public page, looked at from outside."},
            {"name": "agents", "description": "The same analyses for agents."},
        ],
        "servers": [{"url": site_origin or "/"}],
        "security": [],
        "paths": {
            **{f"/{analysis.name}": {"get": _operation(analysis, examples)} for analysis in analyses},
            "/export": {"get": export_operation.operation(FAILURES)},
            "/mcp": {"post": mcp_operation.operation(mcp_limit, SCHEMAS)},
        },
        "components": {
            "parameters": {
                "url": _URL_PARAMETER,
                "detail": _DETAIL_PARAMETER,
                "inspect": _INSPECT_PARAMETER,
                "render": _RENDER_PARAMETER,
                "format": export_operation.FORMAT_PARAMETER,
            },
            "headers": _HEADERS,
            "schemas": {
                **schemas((*(analysis.report for analysis in analyses), Failure), SCHEMAS),
                **mcp_operation.SCHEMAS,
            },
            "responses": {str(status): _failure(status) for status in FAILURES},
        },
    }


_URL_PARAMETER = {
    "name": "url",
    "in": "query",
    "required": True,
    "description": (
        "The site to look at: a bare domain, which means https, or an http(s) URL. Private, local and "
        "reserved addresses are refused, in every spelling and on every redirect."
    ),
    "schema": {"type": "string", "minLength": 1, "maxLength": 2000},
    "example": "www.example.com",
}

_DETAIL_PARAMETER = {
    "name": "detail",
    "in": "query",
    "required": False,
    "description": (
        "`full` gives everything that was found. By default, long lists keep what is used most, some fields "
        "are left out, and `more` says how many more entries there are."
    ),
    "schema": {"type": "string", "enum": ["default", "full"]},
    "example": "full",
}

_INSPECT_PARAMETER = {
    "name": "inspect",
    "in": "query",
    "required": False,
    "description": (
        "`1` also fetches some of the site's own font files and reports what they say of themselves, as "
        "`inspected`; this takes longer. `0` does not, and neither does leaving it out, unless the operator "
        "has set it otherwise."
    ),
    "schema": {"type": "string", "enum": ["0", "1"]},
    "example": "1",
}

_RENDER_PARAMETER = {
    "name": "render",
    "in": "query",
    "required": False,
    "description": (
        "`1` also opens the page in a browser, and judges fonts, colors, technologies and plugins by what "
        "it shows; this takes seconds. `0` does not. Left out, the operator decides; without a browser, "
        "the page is judged as it came, with a caveat where a browser was expected."
    ),
    "schema": {"type": "string", "enum": ["0", "1"]},
    "example": "1",
}

_HEADERS = {
    "Access-Control-Allow-Origin": {"description": "Any site may read.", "schema": {"const": "*"}},
    "Cache-Control": {
        "description": "A completed report may be kept; one of a page that could not be read may not.",
        "schema": {"type": "string", "pattern": "^(no-store|public, max-age=[0-9]+)$"},
        "example": "public, max-age=300",
    },
    "Age": {
        "description": "Seconds since the page was visited, when the report may be kept.",
        "schema": {"type": "integer", "minimum": 0},
    },
    "X-Request-ID": {
        "description": "Under what the service has logged this request; worth quoting when something is odd.",
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,64}$"},
    },
}


def _parameters(analysis: Analysis) -> list[str]:
    may_inspect, may_render = bool(analysis.inspection), analysis.renders
    return ["url", "detail", *(["inspect"] if may_inspect else []), *(["render"] if may_render else [])]


def _operation(analysis: Analysis, examples: Mapping[str, Mapping[str, bytes]]) -> dict[str, Any]:
    return {
        "operationId": analysis.operation,
        "tags": ["analyses"],
        "summary": analysis.title,
        "description": f"{analysis.description} At most {analysis.limit} requests a minute and IP address.",
        "parameters": [{"$ref": f"#/components/parameters/{name}"} for name in _parameters(analysis)],
        "responses": {
            "200": _report(analysis, {name: bodies[analysis.name] for name, bodies in examples.items()}),
            **{str(status): {"$ref": f"#/components/responses/{status}"} for status in FAILURES},
        },
    }


def _report(analysis: Analysis, examples: Mapping[str, bytes]) -> dict[str, Any]:
    return {
        "description": "The report; `blocked` is true when the page could not be read.",
        "headers": {name: {"$ref": f"#/components/headers/{name}"} for name in _HEADERS},
        "content": {
            "application/json": {
                "schema": {"$ref": SCHEMAS.format(name=analysis.report.__name__)},
                "examples": {
                    name: {"summary": EXAMPLES[name][0], "value": msgspec.json.decode(body)}
                    for name, body in examples.items()
                },
            }
        },
    }


def _failure(status: int) -> dict[str, Any]:
    description, sentence = FAILURES[status]
    return {
        "description": description,
        "headers": {
            "Access-Control-Allow-Origin": {"$ref": "#/components/headers/Access-Control-Allow-Origin"},
            "Cache-Control": {"schema": {"const": "no-store"}},
            "X-Request-ID": {"$ref": "#/components/headers/X-Request-ID"},
        },
        "content": {
            "application/json": {
                "schema": {"$ref": SCHEMAS.format(name=Failure.__name__)},
                "example": msgspec.to_builtins(Failure(error=sentence)),
            }
        },
    }
