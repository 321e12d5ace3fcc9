"""The field ``rendered`` of reports: what the browser did for them."""

from typing import TYPE_CHECKING

from siteloupe.reports.outline import Kind, column, section
from siteloupe.reports.rendering import Rendering

if TYPE_CHECKING:  # what judges is imported by who judges: --help need not wait for it
    from siteloupe.detect.site import Site

RENDERED = section(
    "rendered",
    Kind.RECORD,
    column("engine"),
    column("requests", Kind.NUMBER),
    column("milliseconds", Kind.NUMBER),
    column("note"),
)
"""Its place in an outline."""

_CUT = "The page is larger than a limit, so a part of it was not read."


def rendering_of(site: "Site") -> Rendering | None:
    """Return the rendering that a report was made with; None when the page was not rendered."""
    if (rendered := site.rendered_page) is None:
        return None
    return Rendering(
        engine=rendered.engine,
        requests=rendered.requests,
        milliseconds=rendered.milliseconds,
        note=_CUT if rendered.cut else None,
    )
