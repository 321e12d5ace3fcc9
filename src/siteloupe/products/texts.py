"""What one answer shows, as texts to search: one for each subject that some entry asks for."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from siteloupe.products.condition import ANY_ENDING, NAMES, PLACED, SPELLED
from siteloupe.products.facts import AnswerFacts

Subject = tuple[str, str]
"""A kind and a name, such as ``("header", "server")``; with ``*`` as name all names of a kind."""

MAX_TEXT = 64 * 1024
"""Characters of one subject's text that are searched."""

_NAMED = (*NAMES, "attribute")


@dataclass(frozen=True, slots=True)
class SearchText:
    """Values, one a line, line ends before the first and after the last: as searched, and as written.

    So fenced, ``equals``, ``starts-with`` and ``contains`` are all one substring test. ``version`` is one
    that was read already, such as a library's.
    """

    searched: str
    written: str
    version: str = ""

    @classmethod
    def of(cls, values: Iterable[str], *, spelled: bool = False, version: str = "") -> "SearchText":
        """The fenced text of ``values``, a bounded part of it; letter case counts where it is ``spelled``."""
        lines = list(values)
        written = "\n".join(lines)
        if written.count("\n") >= len(lines):  # a value of several lines is one value still
            written = "\n".join(line.replace("\n", " ") for line in lines)
        written = f"\n{written[:MAX_TEXT]}\n"
        return cls(written if spelled else written.lower(), written, version)


Texts = dict[Subject, SearchText]


class WantedTexts:
    """The subjects that a set of entries asks for, so that nothing else is turned into text."""

    def __init__(self, subjects: Iterable[Subject]) -> None:
        self._names: dict[str, set[str]] = {kind: set() for kind in _NAMED}
        self._other: set[Subject] = set()
        self._places: dict[str, dict[str, list[tuple[str, Subject]]]] = {kind: {} for kind in PLACED}
        for kind, name in subjects:
            if kind in PLACED:
                host, _, path = name.partition("/")
                self._places[kind].setdefault(host, []).append((path, (kind, name)))
            elif kind in self._names:
                self._names[kind].add(name)
            else:
                self._other.add((kind, name))

    def texts(self, facts: AnswerFacts) -> Texts:
        """Each subject's text, where the answer has something to say on it."""
        lines: dict[Subject, list[str]] = {}
        for subject, value in (*self._valued(facts), *self._parts(facts), *self._placed(facts)):
            lines.setdefault(subject, []).append(value)
        texts = {subject: SearchText.of(values) for subject, values in lines.items()}
        if facts.body:
            texts[("part", "body")] = SearchText(facts.body, facts.body)
        for kind, wanted in self._names.items():
            texts |= _named(kind, wanted, facts)
        return texts

    def _valued(self, facts: AnswerFacts) -> Iterator[tuple[Subject, str]]:
        """Headers, metas and inputs."""
        several: dict[str, Iterable[tuple[str, str]]] = {"header": facts.headers, **facts.page.valued}
        for kind, pairs in several.items():
            for name, value in pairs:
                if (subject := (kind, name)) in self._other:
                    yield subject, value
                if (every := (kind, ANY_ENDING)) in self._other:
                    yield every, name

    def _parts(self, facts: AnswerFacts) -> Iterator[tuple[Subject, str]]:
        for name, values in {"url": (facts.url,), "title": (facts.title,), **facts.page.lines}.items():
            if (subject := ("part", name)) in self._other and any(values):
                for value in values:
                    yield subject, value

    def _placed(self, facts: AnswerFacts) -> Iterator[tuple[Subject, str]]:
        for kind, places in self._places.items():
            known: dict[str, list[tuple[str, Subject]]] = {}
            for url in facts.page.placed.get(kind, ()) if places else ():
                host, _, path = url.partition("://")[2].partition("/")
                if (entries := known.get(host)) is None:
                    entries = known[host] = [
                        entry for name in _domains(host) for entry in places.get(name, ())
                    ]
                for start, subject in entries:
                    if path[: len(start)].lower() == start:
                        yield subject, url


def _named(kind: str, wanted: set[str], facts: AnswerFacts) -> Texts:
    """A text for each name of a kind that is there, and one of all names if some entry needs it."""
    names = facts.cookies if kind == "cookie" else facts.page.named.get(kind, ())
    if not names or not wanted:
        return {}
    values: Mapping[str, str] = facts.page.values.get(kind, {})
    versions: Mapping[str, str] = facts.page.versions if kind == "file" else {}
    texts = {
        (kind, name): SearchText.of((values.get(name) or name,), version=versions.get(name, ""))
        for name in wanted.intersection(names)
    }
    if ANY_ENDING in wanted:
        ordered = names if isinstance(names, tuple) else sorted(names)
        texts[kind, ANY_ENDING] = SearchText.of(ordered, spelled=kind in SPELLED)
    return texts


def _domains(host: str) -> Iterator[str]:
    """The host, in lower case and without its port, and the domains it is under."""
    host = host.partition(":")[0].lower()
    while host:
        yield host
        host = host.partition(".")[2]
