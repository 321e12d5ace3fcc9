"""Prose for models: our own sentences, with a site's strings quoted so that they can instruct nobody."""

import unicodedata

MAX_QUOTED = 80


def quoted(text: str) -> str:
    """A string from a site: one line, at most 80 characters, no control or bidi characters, in quotes."""
    kept = "".join(" " if character in "\r\n\t" else character for character in text[: MAX_QUOTED * 4])
    kept = "".join(character for character in kept if unicodedata.category(character)[0] != "C")
    kept = " ".join(kept.replace('"', "'").split())
    return f'"{kept[: MAX_QUOTED - 1]}…"' if len(kept) > MAX_QUOTED else f'"{kept}"'
