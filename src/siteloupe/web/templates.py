"""The Jinja environments, built once: HTML escapes everything, Markdown nothing.

Only our own words go through the Markdown templates; what a site wrote never does.
"""

from importlib import resources
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined


def html_templates() -> Environment:
    """Templates of pages, in which every value is escaped."""
    return _environment("templates", escapes=True)


def markdown_templates() -> Environment:
    """Sources of pages."""
    return _environment("pages", escapes=False)


def _environment(folder: str, *, escapes: bool) -> Environment:
    return Environment(
        loader=FileSystemLoader(Path(str(resources.files("siteloupe.web").joinpath(folder)))),
        autoescape=escapes,  # noqa: S701 - Markdown is read, not run
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
