"""``GET /export`` in the OpenAPI description."""

from collections.abc import Iterable
from typing import Any

from siteloupe.api.export import LIMIT
from siteloupe.present.export import DEFAULT_FORMAT, FORMATS

FORMAT_PARAMETER = {
    "name": "format",
    "in": "query",
    "required": False,
    "description": "The kind of file: "
    + "; ".join(f"`{name}`: {each.title}" for name, each in FORMATS.items()),
    "schema": {"type": "string", "enum": list(FORMATS), "default": DEFAULT_FORMAT},
    "example": "css",
}


def operation(failures: Iterable[int]) -> dict[str, Any]:
    """Return the operation; ``failures`` are the statuses of its errors."""
    media = sorted({each.media_type for each in FORMATS.values()} - {"application/json"})
    return {
        "operationId": "exportDesign",
        "tags": ["analyses"],
        "summary": "Export design tokens",
        "description": (
            "Write the colors and fonts of a public website as a file for other tools. "
            f"At most {LIMIT} requests a minute and IP address."
        ),
        "parameters": [
            {"$ref": "#/components/parameters/url"},
            {"$ref": "#/components/parameters/format"},
        ],
        "responses": {
            "200": {
                "description": (
                    "The file. Where the page could not be read there is none: the answer is the color "
                    "report as JSON, with `blocked` true and the reason."
                ),
                "headers": {
                    "Access-Control-Allow-Origin": {
                        "$ref": "#/components/headers/Access-Control-Allow-Origin"
                    },
                    "Cache-Control": {"$ref": "#/components/headers/Cache-Control"},
                    "Content-Disposition": {
                        "description": "The name of the file; absent where there is none.",
                        "schema": {"type": "string"},
                    },
                },
                "content": {
                    "application/json": {"schema": {"type": "object"}},
                    **{each: {"schema": {"type": "string"}} for each in media},
                },
            },
            **{str(status): {"$ref": f"#/components/responses/{status}"} for status in failures},
        },
    }
