"""What one answer shows, as texts to search: one for each subject that some row asks for."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from siteloupe.signatures.observed import Observed, Shown
from siteloupe.signatures.rows import NAMED, PLACED

Subject = tuple[str, str]
"""A kind and a name, such as ``("header", "server")``."""

ANY_NAME = "*"
"""Stands for all names of a kind at once, for conditions that end in a wildcard."""

MAX_TEXT = 64 * 1024
"""Characters of one subject's text that are searched."""


@dataclass(frozen=True, slots=True)
class Text:
    """Values, one a line, line ends before the first and after the last: as written, and in lower case.

    So fenced, ``equals``, ``starts-with`` and ``contains`` are all one substring test. ``version`` is one
    that was read already, such as a library's.
    """

    lower: str
    written: str
    version: str = ""

    @classmethod
    def of(cls, values: Iterable[str], version: str = "") -> "Text":
        """The fenced text of ``values``, at most 64 KiB of it."""
        lines = list(values)
        written = "\n".join(lines)
        if written.count("\n") >= len(lines):  # a value of several lines is one value still
            written = "\n".join(line.replace("\n", " ") for line in lines)
        written = f"\n{written[:MAX_TEXT]}\n"
        return cls(written.lower(), written, version)


Texts = dict[Subject, Text]


class Wanted:
    """The subjects that a set of rows asks for, so that nothing else is turned into text."""

    def __init__(self, subjects: Iterable[Subject]) -> None:
        self._names: dict[str, set[str]] = {kind: set() for kind in NAMED}
        self._all_names: set[str] = set()
        self._places: dict[str, dict[str, list[tuple[str, Subject]]]] = {kind: {} for kind in PLACED}
        for kind, name in subjects:
            if kind in PLACED:
                host, _, path = name.partition("/")
                self._places[kind].setdefault(host, []).append((path, (kind, name)))
            elif kind in NAMED:
                self._names[kind].add(name)
                if name.endswith(ANY_NAME):
                    self._all_names.add(kind)

    def texts(self, observed: Observed) -> Texts:
        """Each subject's text, where the answer has something to say on it."""
        texts = _plain_texts(observed)
        for kind, name, value in self._named(observed.shown):
            version = observed.shown.versions.get(name, "") if kind == "file" else ""
            texts[(kind, name)] = Text.of((value or name,), version)
        for kind in self._all_names:
            if names := observed.shown.named.get(kind):
                texts[(kind, ANY_NAME)] = Text.of(sorted(names))  # sets have another order each time
        placed: dict[Subject, list[str]] = {}
        for subject, url in self._placed(observed.shown):
            placed.setdefault(subject, []).append(url)
        texts |= {subject: Text.of(urls) for subject, urls in placed.items()}
        return texts

    def _named(self, shown: Shown) -> Iterator[tuple[str, str, str]]:
        for kind, wanted in self._names.items():
            values = shown.values.get(kind, {})
            for name in wanted & shown.named.get(kind, frozenset()):
                yield kind, name, values.get(name, "")

    def _placed(self, shown: Shown) -> Iterator[tuple[Subject, str]]:
        for kind, places in self._places.items():
            known: dict[str, list[tuple[str, Subject]]] = {}
            for url in shown.placed.get(kind, ()) if places else ():
                host, _, path = url.partition("://")[2].partition("/")
                if (entries := known.get(host)) is None:
                    entries = known[host] = [
                        entry for name in _domains(host) for entry in places.get(name, ())
                    ]
                for start, subject in entries:
                    if path[: len(start)].lower() == start:
                        yield subject, url


def _plain_texts(observed: Observed) -> Texts:
    """Headers, cookies, metas and parts."""
    lines: dict[Subject, list[str]] = {}
    for name, value in observed.headers:
        lines.setdefault(("header", name), []).append(value)
    for name, value in observed.shown.metas:
        lines.setdefault(("meta", name), []).append(value)
    for name in sorted(observed.cookies):
        lines[("cookie", name)] = [name]
    parts: Mapping[str, Iterable[str]] = {
        "url": (observed.url,),
        "title": (observed.title,),
        "path": observed.shown.paths,
        "comment": observed.shown.comments,
    }
    lines |= {("part", name): [*values] for name, values in parts.items() if any(values)}
    texts = {subject: Text.of(values) for subject, values in lines.items()}
    if observed.body:
        texts[("part", "body")] = Text(observed.body, observed.body)
    return texts


def _domains(host: str) -> Iterator[str]:
    """The host, in lower case and without its port, and the domains it is under."""
    host = host.partition(":")[0].lower()
    while host:
        yield host
        host = host.partition(".")[2]
