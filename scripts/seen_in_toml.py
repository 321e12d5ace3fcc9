"""Writes ``seen`` into the samples of a file of entries, and leaves the rest of the text as it is."""

import re
from collections.abc import Iterator, Mapping

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'|[\[\]{}\n]')
_SEEN = re.compile(r", seen = (?:\"(?:[^\"\\]|\\.)*\"|'[^']*')(?= \}$)")

Place = tuple[int, int]
"""The number of an entry in its file, and of a sample in the entry; both count from 0."""


def with_seen(text: str, seen: Mapping[Place, str]) -> str:
    """Return the TOML ``text`` with the ``seen`` of these samples; an older one is replaced.

    It stands at the end of the sample, between single quotes, which tomllib reads much faster.
    """
    parts, end = [], 0
    for place, start, stop in _samples(text):
        if place in seen:
            sample = _SEEN.sub("", text[start:stop])
            parts += [text[end:start], f"{sample[:-2]}, seen = {_quoted(seen[place])} }}"]
            end = stop
    return "".join([*parts, text[end:]])


def _samples(text: str) -> Iterator[tuple[Place, int, int]]:
    """Yield the place of each inline table in ``samples``, and where it begins and ends."""
    for number, entry in enumerate(re.finditer(r"^samples = \[", text, re.MULTILINE)):
        depth, start, sample = 0, 0, 0
        for token in _TOKEN.finditer(text, entry.end()):
            if token[0] == "{":
                depth += 1
                start = token.start() if depth == 1 else start
            elif token[0] == "}":
                depth -= 1
                if not depth:
                    yield (number, sample), start, token.end()
                    sample += 1
            elif token[0] == "]" and not depth:
                break


def _quoted(value: str) -> str:
    if "'" not in value:
        return f"'{value}'"
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
