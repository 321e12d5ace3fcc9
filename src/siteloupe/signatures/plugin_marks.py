"""Marks of WordPress plugins: rows that name a plugin by one text, which its version may follow.

Matching is a substring search in the texts of a part, each text on a line of its own; case counts. So the
time it takes is linear in the texts, however many they are.
"""

import functools
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Annotated, Literal

import msgspec

from siteloupe.signatures.table import rows_of

Part = Literal[
    "comment",  # a comment of the HTML
    "generator",  # the content of a generator meta
    "meta",  # name=content of any other meta
    "body-class",  # a class of the body
    "class",  # a class of any element
    "id",  # the id of any element
    "handle",  # the id of a script, style or link
    "input",  # name=value of an input
    "script",  # how an inline script begins
    "src",  # the address of a script
    "header",  # name: value of a response header, the name in lower case
    "cookie",  # the name of a cookie
    "content-path",  # the path of a file of the site inside its content directory
]
Text = Annotated[str, msgspec.Meta(min_length=3, max_length=200)]
Slug = Annotated[str, msgspec.Meta(pattern=r"^[\w.-]{1,100}$")]

NAMES = frozenset({"class", "id"})
"""Parts of which a page has so many that they are only looked up, not searched."""

MAX_TRIES = 20
"""Occurrences of a text that are looked at for a version behind it."""

_VERSION = re.compile(r"[ v]{0,2}+(\d[\w.]{0,30}+(?:-(?:alpha|beta|dev|rc|RC)[\w.]{0,10}+)?+)", re.ASCII)


class PluginMarkRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    """One mark. Exactly one of ``equals``, ``starts_with`` and ``contains`` is given.

    ``version`` says that the plugin's version follows the text; the row does not match without one.
    ``editions`` are folders of other editions of the product that leave the same mark.
    """

    slug: Slug
    part: Part
    sample: Text
    source: Text
    equals: Text | None = None
    starts_with: Text | None = None
    contains: Text | None = None
    version: bool = False
    kind: Literal["plugin", "mu-plugin", "drop-in"] = "plugin"
    editions: tuple[Slug, ...] = ()

    def __post_init__(self) -> None:
        if sum(text is not None for text in (self.equals, self.starts_with, self.contains)) != 1:
            raise ValueError(f"{self.slug}: a mark is one text, compared in one way")
        if self.equals and self.version:
            raise ValueError(f"{self.slug}: nothing can follow a text that is the whole line")
        if self.part in NAMES and not self.equals:
            raise ValueError(f"{self.slug}: a {self.part} is only compared with `equals`")

    @property
    def fenced(self) -> str:
        """What to search for in a text whose lines all begin and end with a line break."""
        if self.equals:
            return f"\n{self.equals}\n"
        return f"\n{self.starts_with}" if self.starts_with else self.contains or ""


@dataclass(frozen=True, slots=True)
class PluginMarkFound:
    """A row that matched, the line that it matched in, and the version behind it."""

    row: PluginMarkRow
    line: str
    version: str | None = None


class PluginMarks:
    """Rows ready to be matched."""

    def __init__(self, rows: Iterable[PluginMarkRow]) -> None:
        self.rows = tuple(rows)
        self._by_part: defaultdict[str, list[tuple[str, PluginMarkRow]]] = defaultdict(list)
        for row in self.rows:
            self._by_part[row.part].append((row.fenced, row))

    def matches(
        self, lines: Mapping[Part, Iterable[str]], names: Mapping[Part, frozenset[str]]
    ) -> Iterator[PluginMarkFound]:
        """Every row that its part meets, with the first line that does; in the order of the parts.

        ``names`` has the parts that are only looked up, ``lines`` all others.
        """
        for part, texts in lines.items():
            text = "\n".join(("", *(line.replace("\n", " ") for line in texts), ""))
            for word, row in self._by_part.get(part, ()):
                if (found := _found(text, word, row)) is not None:
                    yield found
        for part, known in names.items():
            for word, row in self._by_part.get(part, ()):
                if word.strip("\n") in known:
                    yield PluginMarkFound(row, word.strip("\n"))


def _found(text: str, word: str, row: PluginMarkRow) -> PluginMarkFound | None:
    place = text.find(word)
    if not row.version:
        return PluginMarkFound(row, _line(text, place + 1)) if place >= 0 else None
    for _ in range(MAX_TRIES):
        if place < 0:
            break
        if match := _VERSION.match(text, place + len(word)):
            return PluginMarkFound(row, _line(text, place + 1), match[1].rstrip("."))
        place = text.find(word, place + 1)
    return None


def _line(text: str, place: int) -> str:
    start = text.rfind("\n", 0, place) + 1
    end = text.find("\n", place)
    return text[start : end if end >= 0 else len(text)].strip()


@functools.cache
def plugin_marks() -> PluginMarks:
    """The rows of plugin_marks.toml, ready to match; read once a process."""
    text = resources.files(__package__).joinpath("plugin_marks.toml").read_text(encoding="utf-8")
    return PluginMarks(rows_of(text, PluginMarkRow))
