"""A site's design as files for other tools: one registry of formats for terminal, website, API and agents."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from siteloupe.present.export import css_properties, design_md, dtcg, figma, gpl, tailwind, theme_json
from siteloupe.present.export.design_tokens import COLORS, FONTS, DesignTokens, design_tokens

EXPORTED = (COLORS, FONTS)
"""The names of the analyses whose reports make the tokens."""

_BOTH = frozenset(EXPORTED)


class ExportFormat(NamedTuple):
    """A format: what people call it, the end of its files' names, their media type, and the writer.

    ``reads`` are the analyses of which a report is enough to write a file.
    """

    title: str
    ending: str
    media_type: str
    write: Callable[[DesignTokens], str]
    reads: frozenset[str] = _BOTH


FORMATS: Mapping[str, ExportFormat] = {
    "css": ExportFormat("CSS custom properties", "css", "text/css", css_properties.write),
    "tailwind": ExportFormat("Tailwind CSS 4 theme", "tailwind.css", "text/css", tailwind.write),
    "dtcg": ExportFormat("Design tokens (DTCG)", "tokens.json", "application/json", dtcg.write),
    "figma": ExportFormat("Figma variables", "figma.json", "application/json", figma.write),
    "theme.json": ExportFormat("WordPress theme.json", "theme.json", "application/json", theme_json.write),
    "gpl": ExportFormat("GIMP palette", "gpl", "text/plain", gpl.write, frozenset({COLORS})),
    "design.md": ExportFormat("DESIGN.md", "DESIGN.md", "text/markdown", design_md.write),
}
"""The formats by the names that callers use."""


DEFAULT_FORMAT = "dtcg"


def formats_of(analysis: str) -> tuple[str, ...]:
    """Return the names of the formats that the report of ``analysis`` alone can be written in."""
    return tuple(name for name, each in FORMATS.items() if analysis in each.reads)


def export_text(name: str, reports: Mapping[str, Mapping[str, Any]]) -> str:
    """Return a page's design in the format ``name``: a text that ends with a newline.

    ``reports`` are JSON values by the analyses' names; each of EXPORTED may be missing. Raises KeyError for
    another format.
    """
    return FORMATS[name].write(design_tokens(reports))
