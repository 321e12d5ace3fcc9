"""The part of a report that says that the page was rendered in a browser."""

from typing import Annotated

import msgspec

from siteloupe.reports.fields import describe


class Rendering(msgspec.Struct, frozen=True, kw_only=True):
    """The browser in which the page was rendered, and what that took."""

    engine: Annotated[str, describe("Browser", "the browser and its version")]
    requests: Annotated[
        int, describe("Requests", "requests of the page that were answered, its own included")
    ]
    milliseconds: Annotated[
        int, describe("Milliseconds", "how long it took, waiting for the browser included")
    ]
    note: Annotated[str | None, describe("Note", "what was left out, in a sentence")] = None


RenderedField = Annotated[
    Rendering | None,
    describe(
        "Rendered",
        "fonts, colors, technologies and plugins are also of the page as this browser showed it; null when "
        "the page was not rendered",
    ),
]
