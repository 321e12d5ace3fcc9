"""Prose for models: our own sentences, with a site's strings quoted so that they can instruct nobody."""

from siteloupe.reports.inert import inert

MAX_QUOTED = 80


def quoted(text: str) -> str:
    """A string from a site: one line, at most 80 characters, no control or bidi characters, in quotes."""
    plain = inert(text.replace('"', "'"), MAX_QUOTED)
    return f'"{plain}"'
